import type { KubeObject } from '../../model/kube-object.js';
import { isJsonRecord, type JsonRecord } from '../../shared/json-record.js';
import { badRequest, conflict, detailsOf } from '../http/refusal.js';
import { objectKey } from '../storage/object-store.js';
import { cutPage } from '../storage/page.js';
import { existing, selectorOf } from './read.js';
import { bodyType, parseJson } from './read-body.js';
import {
  asServed,
  timestampOf,
  type Backend,
  type ObjectRequest,
  type Outcome,
  type ResourceRequest,
} from './resource-request.js';
import { isDryRun } from './write-options.js';
import { formatGroupVersion } from '../../model/group-version.js';

/**
 * The verb `delete`: a Status when the object is gone, the object while finalizers keep it. There is no garbage
 * collection and no grace period, so both policies are accepted and make no difference.
 */
export function remove(request: ObjectRequest, backend: Backend): Outcome {
  const { resource, namespace, name } = request;
  const options = readOptions(request);
  const object = existing(request, backend);
  checkPreconditions(object, options, request);
  const kept = removeObject(objectKey(namespace, name), object, backend, isDryRun(request.query, options['dryRun']));
  if (kept !== undefined) return { code: 200, object: asServed(kept, resource) };
  return {
    code: 200,
    status: {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Success',
      details: { ...detailsOf(resource, name), uid: object.metadata.uid },
    },
  };
}

/** The verb `deletecollection`: everything that the selectors pick, answered as a list. */
export function removeCollection(request: ResourceRequest, backend: Backend): Outcome {
  const { resource, namespace, query } = request;
  const dryRun = isDryRun(query, readOptions(request)['dryRun']);
  const { objects } = cutPage(backend.store.sorted(), { namespace, matches: selectorOf(request), limit: 0 });
  const items = objects.map((object) => {
    const key = objectKey(object.metadata.namespace, object.metadata.name ?? '');
    return asServed(removeObject(key, object, backend, dryRun) ?? object, resource);
  });
  const { objectKind } = resource;
  const list = {
    kind: `${objectKind.kind}List`,
    apiVersion: formatGroupVersion(objectKind),
    metadata: { resourceVersion: backend.storage.resourceVersion },
    items,
  };
  return { code: 200, list };
}

/** Removes an object, or marks it when finalizers keep it, and then gives what is left of it. */
function removeObject(
  key: string,
  object: KubeObject,
  { store, storage, now }: Backend,
  dryRun: boolean,
): KubeObject | undefined {
  const { finalizers = [], deletionTimestamp, generation } = object.metadata;
  if (finalizers.length === 0) {
    if (!dryRun) {
      store.remove(key);
      storage.nextResourceVersion();
    }
    return undefined;
  }
  if (deletionTimestamp !== undefined) return object;
  const metadata = {
    ...object.metadata,
    deletionTimestamp: timestampOf(now()),
    deletionGracePeriodSeconds: 0,
    ...(generation === undefined ? {} : { generation: generation + 1 }),
  };
  if (dryRun) return { ...object, metadata };
  const marked = { ...object, metadata: { ...metadata, resourceVersion: storage.nextResourceVersion() } };
  store.put(key, marked);
  return marked;
}

function readOptions({ contentType, body }: ResourceRequest): JsonRecord {
  if (body === '') return {};
  bodyType(contentType, ['application/json']);
  const options = parseJson(body);
  if (!isJsonRecord(options)) throw badRequest('decoded object cannot be converted to DeleteOptions');
  return options;
}

function checkPreconditions({ metadata }: KubeObject, { preconditions }: JsonRecord, request: ObjectRequest): void {
  if (!isJsonRecord(preconditions)) return;
  const { uid, resourceVersion } = preconditions;
  const { resource, name } = request;
  if (uid !== undefined && uid !== metadata.uid) {
    throw conflict(
      resource,
      name,
      `the UID in the precondition does not match the UID in record (${metadata.uid ?? ''})`,
    );
  }
  if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion) {
    const present = metadata.resourceVersion ?? '';
    throw conflict(
      resource,
      name,
      `the ResourceVersion in the precondition does not match the one in record (${present})`,
    );
  }
}
