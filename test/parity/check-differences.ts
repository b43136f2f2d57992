import type { Difference } from './compare.js';
import type { KnownDifference } from './known-difference.js';

/** A difference, and the request whose answers differ. */
export interface Found extends Difference {
  readonly request: string;
}

/** The result of a run. */
export interface Verdict {
  /** Differences that are not listed, and listed ones that are gone; empty in a run that passes. */
  readonly problems: readonly string[];
  /** The number of differences that are listed. */
  readonly listed: number;
}

/** Compares the differences found with the listed ones. `requests` are the names of all requests sent. */
export function checkDifferences(
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

/** Reports whether a part is the listed one or below it; `[*]` stands for any index. */
function covers(listed: string, part: string): boolean {
  const general = listed.includes('[*]') ? part.replace(/\[\d+\]/g, '[*]') : part;
  return general === listed || general.startsWith(`${listed}.`) || general.startsWith(`${listed}[`);
}

function describe({ request, part, real, fake }: Found): string {
  const show = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 400));
  return `NOT LISTED: ${request} | ${part} | real ${show(real)} | fake ${show(fake)}`;
}
