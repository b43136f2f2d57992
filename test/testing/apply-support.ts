import { createFakeApiServer, type FakeApiServer } from '../../src/testing/index.js';
import { ask, capturedDocuments, objectIn, type Answered } from './support.js';

const documents = capturedDocuments('kube-1.36-v2');
export const maps = '/api/v1/namespaces/default/configmaps';
export const deployments = '/apis/apps/v1/namespaces/default/deployments';
export const time = '2026-01-02T03:04:05Z';

/** A server with these objects. */
export function start(...objects: object[]): FakeApiServer {
  const widgets = {
    group: 'example.com',
    version: 'v1',
    resource: 'widgets',
    kind: 'Widget',
    subresources: ['status' as const],
  };
  return createFakeApiServer({ documents, resources: [widgets], objects, now: () => new Date(time) });
}

/** Applies an object. */
export function apply(
  server: FakeApiServer,
  path: string,
  manager: string,
  body: unknown,
  query = '',
): Promise<Answered> {
  const contentType = 'application/apply-patch+yaml';
  return ask(server, `${path}?fieldManager=${manager}${query}`, { method: 'PATCH', contentType, body });
}

/** A config map to apply. */
export const map = (data: object | undefined, metadata: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'a', ...metadata },
  ...(data && { data }),
});

/** Applies a config map with these data. */
export const applyMap = (
  server: FakeApiServer,
  manager: string,
  data: object | undefined,
  query = '',
): Promise<Answered> => apply(server, `${maps}/a`, manager, map(data), query);

/** An entry of managed fields. */
export const entry = (manager: string, operation: string, fieldsV1: object, apiVersion = 'v1'): object => ({
  manager,
  operation,
  apiVersion,
  time,
  fieldsType: 'FieldsV1',
  fieldsV1,
});

export const managersIn = (answered: Answered): unknown => objectIn(answered).metadata.managedFields;
export const dataIn = (answered: Answered): unknown => objectIn(answered)['data'];
