import { sameResource, type GroupVersionResource } from '../../core/model/group-version-resource.js';
import type { KubeObject } from '../../core/model/kube-object.js';
import { isJsonRecord, recordsOf, type JsonRecord } from '../../core/shared/json-record.js';
import { definitions, resourcesFromDefinition } from '../served/from-definition.js';
import type { FakeResource } from '../served/fake-resource.js';
import { textsOf } from '../served/fields.js';
import { resourceFromDescription } from '../served/from-description.js';
import type { Registry } from '../served/registry.js';
import type { Change, ObjectStore, StoredObject } from '../store/change.js';
import type { Storage } from '../store/storage.js';
import { isEqual } from '../../core/shared/is-equal.js';
import { timestampOf } from '../verbs/resource-request.js';
import { acceptNames, requestedNames, type AcceptedNames } from './accepted-names.js';

export interface DefinitionsFollower {
  readonly registry: Registry;
  readonly storage: Storage;
  readonly now: () => Date;
  /** Called for each resource that was added, removed or changed. */
  readonly onChange: (resource: GroupVersionResource) => void;
}

/**
 * Serves the resources of stored CustomResourceDefinitions from the moment a definition is stored until it is changed
 * or removed; removing it also removes its objects. Like the controllers of a real server, accepts the names of each
 * definition, unless another of its group has them, and then marks it as established in its status. Returns a function
 * that stops this.
 */
export function followDefinitions({ registry, storage, now, onChange }: DefinitionsFollower): () => void {
  /** What is served, by the keys of the definitions. */
  const served = new Map<string, readonly FakeResource[]>();

  /** Returns a definition with the status that it has by its names and those of others. */
  const withNames = (object: Definition, store: ObjectStore, key: string): Definition => {
    const { spec, status } = object;
    const group = recordOf(spec)['group'];
    const others = store
      .sorted()
      .filter((other) => other.key !== key && recordOf((other.object as Definition).spec)['group'] === group)
      .map((other) => recordOf(recordOf((other.object as Definition).status)['acceptedNames']));
    const accepted = recordOf(recordOf(status)['acceptedNames']);
    return withStatus(object, acceptNames(requestedNames(spec), accepted, others), timestampOf(now()));
  };
  const settle = ({ key, object, store }: Pick<Change, 'key' | 'object' | 'store'>): void => {
    const updated = withNames(object, store, key);
    if (updated !== object) store.put(key, updated);
  };

  return storage.changes.listen((change) => {
    const resource = registry.resource(definitions);
    const { key, store } = change;
    if (resource === undefined || storage.store(registry.storageOf(resource)) !== store) return;
    const isValid = change.type !== 'DELETED' && resourcesFromDefinition(change.object).length > 0;
    const updated: Definition = isValid ? withNames(change.object, store, key) : change.object;
    const names = recordOf(updated.status)['acceptedNames'];
    const spec = { ...recordOf(updated.spec), names };
    const after = isValid && isEstablished(updated) ? resourcesFromDefinition({ ...updated, spec }) : [];
    const before = served.get(key) ?? [];
    if (after.length > 0) served.set(key, after);
    else served.delete(key);
    serve(before, after, { registry, storage, onChange });
    if (updated !== change.object) store.put(key, updated);
    if (change.type !== 'DELETED') return;
    // Its names are free: the next is who came first.
    const age = ({ object }: StoredObject): number => Number(object.metadata.resourceVersion);
    for (const other of [...store.sorted()].sort((a, b) => age(a) - age(b))) {
      if (resourcesFromDefinition(other.object).length > 0) settle({ ...other, store });
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

type Definition = KubeObject & { readonly spec?: unknown; readonly status?: unknown };

function recordOf(value: unknown): JsonRecord {
  return isJsonRecord(value) ? value : {};
}

function conditionsOf({ status }: Definition): readonly JsonRecord[] {
  const { conditions } = recordOf(status);
  return recordsOf(conditions);
}

function isEstablished(definition: Definition): boolean {
  return conditionsOf(definition).some(({ type, status }) => type === 'Established' && status === 'True');
}

/** Returns a definition with what its names have come to; the definition itself if nothing has changed. */
function withStatus(definition: Definition, { names, conflict }: AcceptedNames, at: string): Definition {
  const { versions } = recordOf(definition.spec);
  const status = recordOf(definition.status);
  const wasEstablished = isEstablished(definition);
  const isSame = isEqual(status['acceptedNames'], names);
  // A definition that a test brings may lack the rest.
  if (isSame && (conflict === undefined ? wasEstablished : reasonIn(definition) === conflict.reason)) return definition;
  const condition = (type: string, isTrue: boolean, reason: string, message: string): JsonRecord => {
    return { type, status: isTrue ? 'True' : 'False', lastTransitionTime: at, reason, message };
  };
  const accepted =
    conflict === undefined
      ? condition('NamesAccepted', true, 'NoConflicts', 'no conflicts found')
      : condition('NamesAccepted', false, conflict.reason, conflict.message);
  const established =
    conflict === undefined
      ? condition('Established', true, 'InitialNamesAccepted', 'the initial names have been accepted')
      : condition('Established', false, 'NotAccepted', 'not all names are accepted');
  const others = conditionsOf(definition).filter(
    ({ type }) => type !== 'NamesAccepted' && (type !== 'Established' || wasEstablished),
  );
  const stored = (Array.isArray(versions) ? versions : [])
    .filter(isJsonRecord)
    .filter(({ storage }) => storage === true);
  return {
    ...definition,
    status: {
      ...status,
      acceptedNames: names,
      storedVersions: [...new Set([...textsOf(status['storedVersions']), ...stored.map(({ name }) => name)])],
      conditions: [accepted, ...others, ...(wasEstablished ? [] : [established])],
    },
  };
}

function reasonIn(definition: Definition): unknown {
  return conditionsOf(definition).find(({ type }) => type === 'NamesAccepted')?.['reason'];
}
