const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365 * day;

/**
 * Formats a duration in seconds as kubectl shows ages: at most two units, the finer one only while it still matters:
 * `90s`, `3m20s`, `2h`, `5d3h`, `2y10d`. Two seconds or more into the future is `<invalid>`; less counts as now.
 *
 * @example
 * humanDuration(200); // '3m20s'
 */
export function humanDuration(seconds: number): string {
  const whole = Math.trunc(seconds);
  if (whole < -1) return '<invalid>';
  if (whole < 2 * minute) return `${Math.max(whole, 0)}s`;
  if (whole < 10 * minute) return twoUnits(whole, minute, 'm', 1, 's');
  if (whole < 3 * hour) return `${Math.trunc(whole / minute)}m`;
  if (whole < 8 * hour) return twoUnits(whole, hour, 'h', minute, 'm');
  if (whole < 2 * day) return `${Math.trunc(whole / hour)}h`;
  if (whole < 8 * day) return twoUnits(whole, day, 'd', hour, 'h');
  if (whole < 2 * year) return `${Math.trunc(whole / day)}d`;
  if (whole < 8 * year) return twoUnits(whole, year, 'y', day, 'd');
  return `${Math.trunc(whole / year)}y`;
}

/**
 * Formats the time since a timestamp of a manifest; `<unknown>` if the timestamp is missing or invalid.
 *
 * @example
 * humanAge('2026-01-01T00:00:00Z', Date.parse('2026-01-03T05:00:00Z')); // '2d5h'
 */
export function humanAge(timestamp: string | null | undefined, now: number): string {
  const time = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN;
  return Number.isNaN(time) ? '<unknown>' : humanDuration((now - time) / 1000);
}

function twoUnits(seconds: number, unit: number, name: string, finer: number, finerName: string): string {
  const rest = Math.trunc((seconds % unit) / finer);
  return `${Math.trunc(seconds / unit)}${name}${rest === 0 ? '' : `${rest}${finerName}`}`;
}
