import type { Classified } from './classify.js';
import type { RankedEndpoint } from './endpoint.js';
import type { Link } from './join-endpoints.js';

/** Returns the links on the path from one endpoint of a set to another, in order. There is exactly one path. */
export function linksBetween(from: RankedEndpoint, to: RankedEndpoint, { links, sets }: Classified): readonly Link[] {
  const root = sets.find(from.index);
  const stepsFrom = new Map<RankedEndpoint, { readonly link: Link; readonly next: RankedEndpoint }[]>();
  const add = (start: RankedEndpoint, next: RankedEndpoint, link: Link): void => {
    const known = stepsFrom.get(start);
    if (known === undefined) stepsFrom.set(start, [{ link, next }]);
    else known.push({ link, next });
  };
  for (const link of links) {
    if (sets.find(link.from.index) !== root) continue;
    add(link.from, link.to, link);
    add(link.to, link.from, link);
  }

  const reachedBy = new Map<RankedEndpoint, { readonly link: Link; readonly before: RankedEndpoint } | undefined>([
    [from, undefined],
  ]);
  for (const [current] of reachedBy) {
    for (const { link, next } of stepsFrom.get(current) ?? []) {
      if (!reachedBy.has(next)) reachedBy.set(next, { link, before: current });
    }
  }
  const way: Link[] = [];
  for (let step = reachedBy.get(to); step !== undefined; step = reachedBy.get(step.before)) way.unshift(step.link);
  return way;
}
