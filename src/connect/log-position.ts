/**
 * What becomes of a line after a log has been opened again. A line that is unknown where one that was taken had to come is of
 * another log: of another instance, or of a file that was begun anew.
 */
export type Verdict = 'take' | 'skip' | 'unknown';

/** Tells what to do with the lines of a log that was opened again, in their order. */
export interface LineComparison {
  (time: string): Verdict;
  /** Whether all lines that are remembered have come: it is the log in which the position is. */
  isKnown(): boolean;
}

/**
 * Where a reader is in a log: the times of the last lines that it has taken. Servers begin at a second, so that a log that is
 * opened again begins with lines that were taken before, and must not be taken twice.
 *
 * A log file only grows, until it is rotated and the present file begins anew. So the first line at or after the oldest time
 * that is remembered is a line that was taken, and all up to the last one follow it; or it is not, and this is another file.
 */
export interface LogPosition {
  /** Since when to ask; undefined before the first line. */
  readonly sinceTime: string | undefined;
  /** Remembers a line that was taken. */
  add(time: string): void;
  /** Begins to compare the lines of a log that was opened again. */
  resume(): LineComparison;
}

/** Lines of the same time that came one after the other. */
interface LinesOfTime {
  readonly time: string;
  count: number;
}

/** More times than may come in another order. */
const leastKept = 256;
/** Lines from before are asked for as well: the clock of the node may have been set back since. */
const clockMarginMs = 60_000;

export function createLogPosition(): LogPosition {
  let kept: LinesOfTime[] = [];
  /** The latest time of the lines that are no longer kept. */
  let passed = '';
  return {
    get sinceTime() {
      if (kept.length === 0) return undefined;
      const first = kept.map(({ time }) => timeKey(time)).reduce((one, two) => (one < two ? one : two));
      const ms = Date.parse(`${first.slice(0, 19)}Z`);
      return Number.isNaN(ms) ? undefined : `${new Date(ms - clockMarginMs).toISOString().slice(0, 19)}Z`;
    },
    add(time) {
      const last = kept.at(-1);
      if (last?.time === time) {
        last.count += 1;
        return;
      }
      kept.push({ time, count: 1 });
      if (kept.length < 2 * leastKept) return;
      for (const each of kept.slice(0, leastKept)) {
        const key = timeKey(each.time);
        if (key > passed) passed = key;
      }
      kept = kept.slice(leastKept);
    },
    resume() {
      const known = kept.map((each) => ({ ...each }));
      const firstKey = timeKey(known[0]?.time ?? '');
      const oldest = passed;
      /** Which time is the next to come, and how often it has come. */
      let next = known.length === 0 ? 0 : -1;
      let seen = 0;
      let begun = -1;
      const compare = (time: string): Verdict => {
        if (next >= known.length) return 'take';
        if (next < 0) {
          next = known.findIndex((each) => each.time === time);
          if (next < 0) {
            const key = timeKey(time);
            // From before this reader began, or before what is remembered.
            return key < firstKey || key <= oldest ? 'skip' : 'unknown';
          }
          begun = next;
        }
        // The file may begin among the lines of one time.
        if (known[next]?.time !== time && next === begun && seen > 0) {
          next += 1;
          seen = 0;
          if (next >= known.length) return 'take';
        }
        const expected = known[next];
        if (expected?.time !== time) return 'unknown';
        seen += 1;
        if (seen === expected.count) {
          next += 1;
          seen = 0;
        }
        return 'skip';
      };
      return Object.assign(compare, { isKnown: () => next >= known.length });
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
