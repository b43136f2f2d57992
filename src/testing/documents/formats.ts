import { isKindMediaType, type RequestedKind } from '../../core/media/media-type.js';
import { isJsonRange, isPlainAccept, isPlainJson, isUnversioned, readAccept } from '../wire/accept.js';
import { presets } from '../served/check-switches.js';
import type { FakeFormat, FakeFormats, FakeSwitches } from '../served/options.js';
import type { RootName } from '../served/served.js';

export function formatsOf(speaks: FakeFormats | undefined, root: RootName): readonly FakeFormat[] {
  if (speaks === undefined) return presets['1.37'];
  if (typeof speaks === 'string') return presets[speaks];
  return 'api' in speaks ? speaks[root] : speaks;
}

/** Returns the kind of an aggregated document, in Accept and in the answer. */
export function documentKind(version: 'v2' | 'v2beta1'): RequestedKind {
  return { group: 'apidiscovery.k8s.io', version, kind: 'APIGroupDiscoveryList' };
}

/**
 * Picks the format of an answer; undefined means 406. As on real servers, the first aggregated clause that the server
 * supports wins even if plain JSON precedes it, and unknown clauses are skipped.
 */
export function negotiateFormat(
  accept: string | null,
  formats: readonly FakeFormat[],
  { ignoresAccept, rejectsUnknownAccept }: FakeSwitches,
): FakeFormat | undefined {
  if (ignoresAccept === true) return formats.includes('legacy') ? 'legacy' : formats[0];
  if (rejectsUnknownAccept === true && !isPlainAccept(accept)) return undefined;
  const clauses = accept === null || accept === '' ? undefined : readAccept(accept);
  for (const clause of clauses ?? []) {
    const asJson = { ...clause, type: 'application/json' };
    const format = (['v2', 'v2beta1'] as const).find((version) => isKindMediaType(asJson, documentKind(version)));
    const known = format !== undefined && formats.includes(format);
    if (known && isJsonRange(clause) && isUnversioned(clause)) return format;
  }
  return formats.includes('legacy') && (clauses?.some(isPlainJson) ?? true) ? 'legacy' : undefined;
}
