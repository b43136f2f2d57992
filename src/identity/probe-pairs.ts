import type { ResourceEntry } from '../catalog/entries.js';
import { groupVersionResourceOf, formatGroupVersionResource } from '../model/group-version-resource.js';
import { mapLimit } from '../shared/map-limit.js';
import type { ObjectReader, Probe, ProbeFinding, Sighting } from './probe.js';

/** Two endpoints to probe, by rank. */
export type PairToProbe = readonly [ResourceEntry, ResourceEntry];

/** How many groups of pairs are probed concurrently. */
const atOnce = 10;

/**
 * Probes pairs of endpoints: looks for one object of the first, as metadata, at the second; or the other way round if
 * that cannot be read. Nothing is written. It takes two requests for most pairs and at most four; an endpoint is listed
 * once in a round. Pairs of one group are probed one after the other, so that a pair already joined through a third
 * endpoint is skipped.
 */
export async function probePairs(
  groups: readonly (readonly PairToProbe[])[],
  reader: ObjectReader,
): Promise<readonly Probe[]> {
  const listed = new Map<ResourceEntry, Promise<Sighting>>();
  const anyOne = (entry: ResourceEntry): Promise<Sighting> => {
    const known = listed.get(entry) ?? reader.anyOne(entry);
    listed.set(entry, known);
    return known;
  };

  const look = async (from: ResourceEntry, to: ResourceEntry): Promise<Pick<Probe, 'finding' | 'why'>> => {
    const lacking = [...lacks(from, ['list']), ...lacks(to, ['get'])];
    if (lacking.length > 0) return { finding: 'not readable', why: lacking.join(', ') };
    const object = await anyOne(from);
    if (object.state === 'missing') return { finding: 'no objects' };
    if (object.state === 'unknown') return { finding: 'not readable', why: object.why };
    const there = await reader.named(to, object);
    if (there.state === 'missing') return { finding: 'not there' };
    if (there.state === 'unknown') return { finding: 'not readable', why: there.why };
    return { finding: isOneObject(object, there) ? 'one UID' : 'another UID' };
  };

  const found = await mapLimit(groups, atOnce, async (pairs) => {
    const probes: Probe[] = [];
    const known = new Map<ResourceEntry, ResourceEntry>();
    const standsFor = (entry: ResourceEntry): ResourceEntry => {
      const other = known.get(entry);
      return other === undefined ? entry : standsFor(other);
    };
    for (const [a, b] of pairs) {
      const [one, other] = [standsFor(a), standsFor(b)];
      if (one === other) continue;
      const there = await look(a, b);
      const result = there.finding === 'not readable' ? better(there, await look(b, a)) : there;
      if (result.finding === 'one UID') known.set(other, one);
      probes.push(
        Object.freeze({
          endpoints: Object.freeze([groupVersionResourceOf(a), groupVersionResourceOf(b)] as const),
          ...result,
        }),
      );
    }
    return probes;
  });
  return Object.freeze(found.flat());
}

function isOneObject(object: Sighting & { state: 'found' }, there: Sighting & { state: 'found' }): boolean {
  return object.uid !== '' && object.uid === there.uid;
}

/** Returns the second result if it found out anything, otherwise the first. */
function better<Look extends { readonly finding: ProbeFinding }>(first: Look, second: Look): Look {
  return second.finding === 'not readable' ? first : second;
}

function lacks(entry: ResourceEntry, wanted: readonly string[]): readonly string[] {
  const missing = wanted.filter((verb) => !entry.verbs.includes(verb));
  return missing.map((verb) => `no ${verb} for ${formatGroupVersionResource(entry)}`);
}
