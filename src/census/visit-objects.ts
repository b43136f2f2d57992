import type { CatalogFailure } from '../catalog/failures.js';
import type { GroupVersionResource } from '../model/group-version-resource.js';
import type { PartialObjectMetadata } from '../model/kube-object.js';
import { failedResource, IncompleteCensusError, unreadPart, type CensusFailure } from './census-failure.js';
import type { ObjectSet } from './choose-sets.js';
import { walkPages, type ListMetadata, type MetadataQuestion } from './metadata-pages.js';

/** The metadata of an object, and the endpoint through which it was found: what `client.resource` takes. */
export interface VisitedObject extends PartialObjectMetadata {
  resource: GroupVersionResource;
}

/** How to visit. */
export interface VisitObjectsOptions extends Omit<MetadataQuestion, 'continue'> {
  readonly onFailure?: ((failure: CensusFailure) => void) | undefined;
}

/**
 * Every object of the sets, set after set, page after page. Only the page at hand is kept, and the uids of sets of
 * which nothing is known either way, so that an object which both of them have comes once.
 */
export async function* visitObjects(
  list: ListMetadata,
  sets: readonly ObjectSet[],
  unread: readonly CatalogFailure[],
  { onFailure, limit, ...question }: VisitObjectsOptions,
): AsyncGenerator<VisitedObject, void, undefined> {
  const failures: CensusFailure[] = [];
  const report = onFailure ?? ((failure: CensusFailure) => failures.push(failure));
  const isNew = createSeen();

  for (const set of sets) {
    const { group, version, resource } = set.entry;
    const endpoint = Object.freeze({ group, version, resource });
    for await (const page of walkPages(list, set.entry, question, { first: limit, others: limit })) {
      if (page.outcome === 'failed') {
        report(failedResource(set.entry, page.error));
        break;
      }
      for (const item of page.items) {
        question.signal?.throwIfAborted();
        if (isNew(set, item)) yield { ...item, resource: endpoint };
      }
    }
  }
  for (const failure of unread) report(unreadPart(failure));
  if (failures.length > 0) throw new IncompleteCensusError(failures);
}

/** Tells objects that came in another set already. An object without a uid is taken for a new one. */
function createSeen(): (set: ObjectSet, object: PartialObjectMetadata) => boolean {
  const seen = new Set<string>();
  return ({ doubt }, { metadata: { uid = '' } }) => {
    if (uid === '' || doubt === undefined) return true;
    if (seen.has(uid)) return false;
    seen.add(uid);
    return true;
  };
}
