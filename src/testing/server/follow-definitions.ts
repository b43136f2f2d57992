import { sameResource, type GroupVersionResource } from '../../core/model/group-version-resource.js';
import type { KubeObject } from '../../core/model/kube-object.js';
import { isJsonRecord } from '../../core/shared/json-record.js';
import { definitions, resourcesFromDefinition } from '../served/from-definition.js';
import type { FakeResource } from '../served/fake-resource.js';
import { resourceFromDescription } from '../served/from-description.js';
import type { Registry } from '../served/registry.js';
import type { Change } from '../store/change.js';
import type { Storage } from '../store/storage.js';
import { timestampOf } from '../verbs/resource-request.js';

export interface DefinitionsFollower {
  readonly registry: Registry;
  readonly storage: Storage;
  readonly now: () => Date;
  /** Called for each resource that was added, removed or changed. */
  readonly onChange: (resource: GroupVersionResource) => void;
}

/**
 * Serves the resources of stored CustomResourceDefinitions from the moment a definition is stored until it is changed
 * or removed; removing it also removes its objects. Like the controllers of a real server, marks each definition as
 * established in its status. Returns a function that stops this.
 */
export function followDefinitions({ registry, storage, now, onChange }: DefinitionsFollower): () => void {
  return storage.changes.listen((change) => {
    const served = registry.resource(definitions);
    if (served === undefined || storage.store(registry.storageOf(served)) !== change.store) return;
    const before = change.previous === undefined ? [] : resourcesFromDefinition(change.previous);
    const after = change.type === 'DELETED' ? [] : resourcesFromDefinition(change.object);
    serve(before, after, { registry, storage, onChange });
    if (after.length > 0 && !isEstablished(change)) {
      change.store.put(change.key, established(change.object, timestampOf(now())));
    }
  });
}

function serve(
  before: readonly FakeResource[],
  after: readonly FakeResource[],
  { registry, storage, onChange }: Omit<DefinitionsFollower, 'now'>,
): void {
  const gone = before.filter((each) => !after.some((other) => sameResource(each, other)));
  const known = new Set(before.map((each) => JSON.stringify(each)));
  const changed = after.filter((each) => !known.has(JSON.stringify(each)));
  if (gone.length + changed.length === 0) return;
  const storages = registry.storages();
  for (const each of gone) registry.undefine(each);
  for (const each of changed) registry.define(resourceFromDescription(each));
  storage.move(storages, registry.storages());
  // After the removals: those are reported only once the current change has been reported.
  queueMicrotask(() => {
    for (const each of [...gone, ...changed]) onChange(each);
  });
}

function conditionsOf(object: object): readonly unknown[] {
  const { status }: { readonly status?: unknown } = object;
  const conditions: unknown = isJsonRecord(status) ? status['conditions'] : undefined;
  return Array.isArray(conditions) ? conditions : [];
}

function isEstablished({ object }: Change): boolean {
  return conditionsOf(object).some((each) => isJsonRecord(each) && each['type'] === 'Established');
}

function established(
  object: KubeObject & { readonly spec?: unknown; readonly status?: unknown },
  at: string,
): KubeObject {
  const spec = isJsonRecord(object.spec) ? object.spec : {};
  const versions = (Array.isArray(spec['versions']) ? spec['versions'] : []).filter(isJsonRecord);
  const status = isJsonRecord(object.status) ? object.status : {};
  const condition = (type: string, reason: string, message: string): object => {
    return { type, status: 'True', lastTransitionTime: at, reason, message };
  };
  return {
    ...object,
    status: {
      ...status,
      acceptedNames: spec['names'],
      storedVersions: versions.filter(({ storage }) => storage === true).map(({ name }) => name),
      conditions: [
        ...conditionsOf(object),
        condition('NamesAccepted', 'NoConflicts', 'no conflicts found'),
        condition('Established', 'InitialNamesAccepted', 'the initial names have been accepted'),
      ],
    },
  };
}
