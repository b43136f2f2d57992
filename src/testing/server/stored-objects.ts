import { formatGroupVersion, parseGroupVersion } from '../../core/model/group-version.js';
import type { KubeObject, ObjectMeta } from '../../core/model/kube-object.js';
import { isObjectName, isPathSegment } from '../../core/model/api-path.js';
import { requireKnownOptions } from '../../core/shared/arguments.js';
import { isJsonRecord } from '../../core/shared/json-record.js';
import { quote } from '../../core/shared/quote.js';
import { FakeApiServerError } from '../errors.js';
import type { Registry } from '../served/registry.js';
import type { ServedResource } from '../served/served.js';
import { readMetadata } from '../verbs/read-metadata.js';
import { timestampOf } from '../verbs/resource-request.js';
import { storeKey } from '../store/object-store.js';
import type { Storage } from '../store/storage.js';

/** Selects the resource if several resources of a group-version have the same kind. */
export interface PutOptions {
  /** The plural. @default the first resource of that kind */
  readonly resource?: string | undefined;
}

/** The objects of a server as its test accesses them, without any rules of the API. */
export interface StoredObjects {
  /** Returns copies of all objects. */
  all(): KubeObject[];
  put(object: object, options?: PutOptions): KubeObject;
  remove(object: object, options?: PutOptions): boolean;
}

export function createStoredObjects(registry: Registry, storage: Storage, now: () => Date): StoredObjects {
  return {
    all: () => storage.stores().flatMap((store) => store.sorted().map(({ object }) => structuredClone(object))),

    put: (object, options = {}) => {
      const read = readStorable(object);
      const resource = findResource(read, registry, requireKnownOptions(options, { resource: true }).resource);
      const { key, name, namespace } = addressOf(read, resource);
      const store = storage.store(registry.storageOf(resource));
      const before = store.get(key)?.metadata;
      const metadata: ObjectMeta = {
        creationTimestamp: before?.creationTimestamp ?? timestampOf(now()),
        ...read.metadata,
        name,
        ...(namespace === undefined ? {} : { namespace }),
        uid: read.metadata.uid ?? before?.uid ?? storage.nextUid(),
      };
      return structuredClone(store.put(key, { ...read, metadata }).object);
    },

    remove: (object, options = {}) => {
      const read = readStorable(object);
      const resource = findResource(read, registry, requireKnownOptions(options, { resource: true }).resource);
      const { key } = addressOf(read, resource);
      return storage.store(registry.storageOf(resource)).remove(key) !== undefined;
    },
  };
}

/** Returns a copy of an object as JSON, with apiVersion, kind and metadata. */
function readStorable(object: object): KubeObject {
  let value: unknown;
  try {
    value = JSON.parse(JSON.stringify(object));
  } catch (cause) {
    throw new FakeApiServerError('The object cannot be stored: it cannot be written as JSON.', { cause });
  }
  const { apiVersion, kind, metadata }: Record<string, unknown> = isJsonRecord(value) ? value : {};
  if (!isJsonRecord(value) || typeof apiVersion !== 'string' || typeof kind !== 'string') {
    throw new FakeApiServerError('The object cannot be stored: it has no apiVersion or no kind.');
  }
  const malformed = (why: string): Error =>
    new FakeApiServerError(`The object of kind ${quote(kind)} cannot be stored: ${why}.`);
  return { ...value, apiVersion, kind, metadata: readMetadata(metadata, malformed) };
}

function findResource({ apiVersion, kind }: KubeObject, registry: Registry, plural?: string): ServedResource {
  const groupVersion = parseGroupVersion(apiVersion);
  const resource =
    groupVersion &&
    (plural === undefined
      ? registry.resourceOfKind({ ...groupVersion, kind })
      : registry.resource({ ...groupVersion, resource: plural }));
  if (
    resource !== undefined &&
    formatGroupVersion(resource.objectKind) === apiVersion &&
    resource.objectKind.kind === kind
  ) {
    return resource;
  }
  const where = plural === undefined ? '' : ` as ${quote(plural)}`;
  throw new FakeApiServerError(
    `The fake API server serves no kind ${quote(kind)} in ${quote(apiVersion)}${where}; describe it under "resources" or in "documents": kubernetes() of kubeatlas/testing/kubernetes has the built-in kinds.`,
  );
}

function addressOf(
  { kind, metadata }: KubeObject,
  { scope }: ServedResource,
): { key: string; name: string; namespace: string | undefined } {
  const { name = '' } = metadata;
  const namespace = scope === 'Cluster' ? undefined : (metadata.namespace ?? 'default');
  if (!isObjectName(name) || (namespace !== undefined && !isPathSegment(namespace))) {
    throw new FakeApiServerError(
      `The object of kind ${quote(kind)} cannot be stored: its name or namespace is not a valid path segment.`,
    );
  }
  if (scope === 'Cluster' && metadata.namespace !== undefined) {
    throw new FakeApiServerError(
      `The object ${quote(name)} of kind ${quote(kind)} cannot be stored: it has a namespace, but its resource is cluster-scoped.`,
    );
  }
  return { key: storeKey(namespace, name), name, namespace };
}
