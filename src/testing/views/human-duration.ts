const second = 1;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365 * day;

/** The units of an age from a number of seconds on: a large one, and a small one as long as it matters. */
const steps: readonly (readonly [below: number, unit: number, letter: string, rest?: readonly [number, string]])[] = [
  [2 * minute, second, 's'],
  [10 * minute, minute, 'm', [second, 's']],
  [3 * hour, minute, 'm'],
  [8 * hour, hour, 'h', [minute, 'm']],
  [2 * day, hour, 'h'],
  [8 * day, day, 'd', [hour, 'h']],
  [2 * year, day, 'd'],
  [8 * year, year, 'y', [day, 'd']],
];

/** Formats a duration as kubectl and the server do: `5s`, `3m20s`, `47h`, `5d4h`, `2y17d`. */
export function printDuration(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (Number.isNaN(seconds) || seconds < -1) return '<invalid>';
  if (seconds < 0) return '0s';
  const [, unit, letter, rest] = steps.find(([below]) => seconds < below) ?? [0, year, 'y'];
  const large = `${Math.floor(seconds / unit)}${letter}`;
  if (rest === undefined) return large;
  const [smallUnit, smallLetter] = rest;
  const small = Math.floor((seconds % unit) / smallUnit);
  return small === 0 ? large : `${large}${small}${smallLetter}`;
}

/** Returns the time since a timestamp. */
export function ageOf(timestamp: unknown, now: Date): string {
  if (timestamp === undefined || timestamp === null || timestamp === '') return '<unknown>';
  return printDuration(typeof timestamp === 'string' ? now.getTime() - Date.parse(timestamp) : Number.NaN);
}
