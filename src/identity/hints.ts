import { groupVersionResourceOf } from '../model/group-version-resource.js';
import { cohabit, cohabitingGroups } from '../model/cohabiting-groups.js';
import type { RankedEndpoint } from './endpoint.js';
import type { EvidenceLink } from './evidence.js';

/** Returns the hints of the documented list about the other endpoints, for which other evidence is missing. */
export function hintsBetween(
  own: readonly RankedEndpoint[],
  others: readonly RankedEndpoint[],
): readonly EvidenceLink[] {
  const hints = others.flatMap(({ entry: other, plural }): EvidenceLink[] => {
    if (cohabitingGroups(other.resource).length === 0) return [];
    const known = own.find(({ entry, plural: its }) => its === plural && cohabit(entry, other));
    if (known === undefined || known.entry.group === other.group) return [];
    const endpoints = Object.freeze([groupVersionResourceOf(known.entry), groupVersionResourceOf(other)] as const);
    return [Object.freeze({ kind: 'documented cohabitation', endpoints })];
  });
  return Object.freeze(hints);
}
