import type { Difference } from './compare.js';
import type { KnownDifference } from './known-difference.js';

/** A difference, and the request whose answers have it. */
export interface Found extends Difference {
  readonly request: string;
}

/** What the differences of a run come to. */
export interface Verdict {
  /** What is not listed, and what is listed but no longer so; nothing in a run that passes. */
  readonly problems: readonly string[];
  /** How many of the differences are listed. */
  readonly listed: number;
}

/** Holds what was found against what is listed. `requests` are the names of all that were sent. */
export function judge(
  found: readonly Found[],
  requests: readonly string[],
  known: readonly KnownDifference[],
): Verdict {
  const byRequest = new Map<string, Found[]>();
  for (const difference of found)
    byRequest.set(difference.request, [...(byRequest.get(difference.request) ?? []), difference]);
  const explained = new Set<Found>();
  const problems: string[] = [];
  for (const { what, places } of known) {
    for (const { requests: pattern, parts } of places) {
      const named = requests.filter((request) => pattern.test(request));
      if (named.length === 0) problems.push(`LISTED for no request: ${String(pattern)} (${what})`);
      for (const request of named) {
        for (const part of parts) {
          const covered = (byRequest.get(request) ?? []).filter((difference) => covers(part, difference.part));
          for (const difference of covered) explained.add(difference);
          if (covered.length === 0) problems.push(`LISTED but no longer so: ${request} | ${part} (${what})`);
        }
      }
    }
  }
  for (const difference of found) {
    if (!explained.has(difference)) problems.push(describe(difference));
  }
  return { problems, listed: explained.size };
}

/** Whether a part is the listed one or lies below it; `[*]` stands for any index. */
function covers(listed: string, part: string): boolean {
  const general = listed.includes('[*]') ? part.replace(/\[\d+\]/g, '[*]') : part;
  return general === listed || general.startsWith(`${listed}.`) || general.startsWith(`${listed}[`);
}

function describe({ request, part, real, fake }: Found): string {
  const show = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 400));
  return `NOT LISTED: ${request} | ${part} | real ${show(real)} | fake ${show(fake)}`;
}
