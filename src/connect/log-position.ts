/** What becomes of a line after a log has been opened again. */
export type Verdict = 'take' | 'skip' | 'gap';

/**
 * Where a reader is in a log: the times of the last lines that it has taken. Servers begin at a second, so that a log that is
 * opened again begins with lines that were taken before, and must not be taken twice.
 *
 * A log file only grows, until it is rotated and the present file begins anew. So the first line at or after the oldest time
 * that is remembered is a line that was taken, and all up to the last one follow it; or it is not, and the file was rotated
 * meanwhile: nobody knows how many lines were in the old one (`gap`).
 */
export interface LogPosition {
  /** Since when to ask; undefined before the first line. */
  readonly sinceTime: string | undefined;
  /** Remembers a line that was taken. */
  add(time: string): void;
  /**
   * Begins to judge the lines of a log that was opened again.
   *
   * @param isNewLog whether it is the log of another instance, whose first line nobody has missed
   */
  resume(isNewLog: boolean): (time: string) => Verdict;
}

/** More lines than may come in another order than that of their times. */
const leastKept = 256;

export function createLogPosition(): LogPosition {
  let kept: string[] = [];
  /** The latest time of the lines that are no longer kept. */
  let passed = '';
  return {
    get sinceTime() {
      const [first] = kept;
      return first === undefined ? undefined : `${timeKey(first).slice(0, 19)}Z`;
    },
    add(time) {
      kept.push(time);
      if (kept.length < 2 * leastKept) return;
      for (const each of kept.slice(0, leastKept)) {
        const key = timeKey(each);
        if (key > passed) passed = key;
      }
      kept = kept.slice(leastKept);
    },
    resume(isNewLog) {
      const [first] = kept;
      if (first === undefined) return () => 'take';
      const known = [...kept];
      const firstKey = timeKey(first);
      let next = -1;
      return (time) => {
        if (next >= known.length) return 'take';
        if (next < 0) {
          next = known.indexOf(time);
          if (next < 0) {
            const key = timeKey(time);
            // From before this reader began, or before what is remembered.
            if (key < firstKey || key <= passed) return 'skip';
            next = known.length;
            return isNewLog ? 'take' : 'gap';
          }
        }
        if (known[next] !== time) {
          next = known.length;
          return 'gap';
        }
        next += 1;
        return 'skip';
      };
    },
  };
}

/** Returns a time as a text that sorts: in UTC, with nine digits after the second. */
export function timeKey(time: string): string {
  if (time.length === 30 && time.endsWith('Z')) return time;
  const [, seconds = '', fraction = '', zone = ''] = /^(.{19})(?:\.(\d+))?([Z+-].*)?$/.exec(time) ?? [];
  const ms = Date.parse(`${seconds}${zone}`);
  const inUtc = Number.isNaN(ms) ? seconds : new Date(ms).toISOString().slice(0, 19);
  return `${inUtc}.${fraction.padEnd(9, '0')}Z`;
}
