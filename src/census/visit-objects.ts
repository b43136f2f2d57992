import { KubeError } from '../core/shared/kube-error.js';
import { type CensusFailure, failedResource, type ObjectSet, type SetQuestion, unreadPart } from './choose-sets.js';
import type { CatalogFailure } from '../core/catalog/failures.js';
import type { MetadataReader } from '../core/metadata/metadata-answer.js';
import type { GroupVersionResource } from '../core/model/group-version-resource.js';
import type { PartialObjectMetadata } from '../core/model/kube-object.js';
import type { ReadMetadata } from '../core/representation/partial-object-metadata.js';
import type { Served } from '../core/representation/shapes.js';
import { mappingOf } from '../core/model/rest-mapping.js';

/**
 * All reachable objects were visited, but some parts of the server could not be read. Thrown at the end, so that a part
 * is not mistaken for the whole; if the options have `onFailure`, that is called with the failures instead.
 */
export class IncompleteCensusError extends KubeError {
  static override readonly brand = 'IncompleteCensusError';
  readonly code = 'incomplete-census' as const;
  /** What could not be visited, and why. */
  readonly failures: readonly CensusFailure[];

  constructor(failures: readonly CensusFailure[]) {
    const [first, ...others] = failures;
    const rest = others.length === 0 ? '' : ` (and ${others.length} more)`;
    super(`Not everything could be visited: ${first?.message ?? 'unknown reason'}${rest}`);
    this.failures = Object.freeze([...failures]);
  }
}

/**
 * The metadata of an object, and the endpoint through which it was found, for `client.resource`.
 *
 * @typeParam Item the metadata, by the option `managedFields`
 */
export type VisitedObject<Item = Served<PartialObjectMetadata>> = Item & {
  /** The endpoint at which it was listed. */
  resource: GroupVersionResource;
};

/** Options of {@link visitObjects}. */
export interface VisitObjectsOptions extends SetQuestion {
  /** Objects per page. */
  readonly limit: number;
  readonly onFailure?: ((failure: CensusFailure) => void) | undefined;
}

/**
 * Yields every object of the sets, set by set, page by page. Keeps only the current page, and the uids of sets without
 * evidence either way, so that an object in two of them comes once.
 */
export async function* visitObjects<Item extends ReadMetadata>(
  metadata: Pick<MetadataReader<Item>, 'pages'>,
  sets: readonly ObjectSet[],
  unread: readonly CatalogFailure[],
  { onFailure, limit, namespace, labelSelector, fieldSelector, ...call }: VisitObjectsOptions,
): AsyncGenerator<VisitedObject<Item>, void, undefined> {
  const failures: CensusFailure[] = [];
  const report: (failure: CensusFailure) => unknown = onFailure ?? ((failure) => failures.push(failure));
  const isNew = createSeen();

  for (const set of sets) {
    const { group, version, resource } = set.entry;
    const endpoint = Object.freeze({ group, version, resource });
    const question = { mapping: mappingOf(set.entry), namespace, labelSelector, fieldSelector };
    for await (const step of metadata.pages(question, { ...call, limit, expired: 'continue' })) {
      if (step.state === 'unknown') await report(failedResource(set.entry, step.error));
      if (step.state !== 'page') continue;
      for (const item of step.items) {
        call.signal?.throwIfAborted();
        if (isNew(set, item)) yield { ...item, resource: endpoint };
      }
    }
  }
  for (const failure of unread) await report(unreadPart(failure));
  if (failures.length > 0) throw new IncompleteCensusError(failures);
}

/** Makes a check for objects that came in another set already. An object without a uid counts as new. */
function createSeen(): (set: ObjectSet, object: ReadMetadata) => boolean {
  const seen = new Set<string>();
  return ({ doubt }, { metadata: { uid = '' } }) => {
    if (uid === '' || doubt === undefined) return true;
    if (seen.has(uid)) return false;
    seen.add(uid);
    return true;
  };
}
