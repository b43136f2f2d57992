import { createAnswerBody, type AnswerBody } from '../../src/core/media/answer-body.js';
import type { JsonRecord } from '../../src/core/shared/json-record.js';

/** Bodies as real servers send them, cut to what matters. */
export const created = '2026-01-01T00:00:00Z';

/** One of a built-in list's items: without kind and apiVersion. */
export function bareItem(name: string, namespace?: string): JsonRecord {
  return {
    metadata: {
      name,
      ...(namespace === undefined ? {} : { namespace }),
      uid: `uid-${name}`,
      creationTimestamp: created,
    },
    spec: { containers: [] },
    status: { phase: 'Running' },
  };
}

export function pod(name: string, namespace = 'web'): JsonRecord {
  return { kind: 'Pod', apiVersion: 'v1', ...bareItem(name, namespace) };
}

export function podList(items: readonly unknown[], metadata: JsonRecord = { resourceVersion: '10' }): JsonRecord {
  return { kind: 'PodList', apiVersion: 'v1', metadata, items };
}

export function partial(name: string, namespace = 'web', version = 'v1'): JsonRecord {
  return {
    kind: 'PartialObjectMetadata',
    apiVersion: `meta.k8s.io/${version}`,
    metadata: { name, namespace, uid: `uid-${name}`, creationTimestamp: created },
  };
}

export function partialList(items: readonly unknown[], metadata: JsonRecord = { resourceVersion: '10' }): JsonRecord {
  return { kind: 'PartialObjectMetadataList', apiVersion: 'meta.k8s.io/v1', metadata, items };
}

export const columnDefinitions: readonly JsonRecord[] = [
  { name: 'Name', type: 'string', format: 'name', description: 'Name must be unique.', priority: 0 },
  { name: 'Ready', type: 'string', format: '', description: 'The aggregate readiness.', priority: 0 },
  { name: 'Age', type: 'string', format: '', description: 'CreationTimestamp is a timestamp.', priority: 0 },
  { name: 'IP', type: 'string', format: '', description: 'IP address.', priority: 1 },
];

export function table(rows: readonly unknown[], metadata: JsonRecord = { resourceVersion: '10' }): JsonRecord {
  return { kind: 'Table', apiVersion: 'meta.k8s.io/v1', metadata, columnDefinitions, rows };
}

export function row(name: string, object: unknown = null): JsonRecord {
  return { cells: [name, '1/1', '5d', '10.0.0.1'], object };
}

export const success: JsonRecord = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success' };

/** A body as it arrives. */
export function received(body: JsonRecord): AnswerBody {
  return createAnswerBody({ content: JSON.stringify(body), mediaType: 'application/json', path: '/here' });
}

/** A frame of a watch as it arrives. */
export function frame(type: unknown, object: unknown): AnswerBody {
  return received({ type, object });
}
