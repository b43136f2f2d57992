import type { KubeObject } from '../core/model/kube-object.js';
import { isJsonRecord } from '../core/shared/json-record.js';
import { UnreadableYamlError } from './errors.js';
import { documentsFromYaml } from './read-documents.js';

/**
 * Returns the objects of a text in YAML or JSON, in their order: one for each document, the items of a List one by one,
 * nothing for an empty document. Use it, for example, to fill a fake server or to apply manifests.
 *
 * @example
 * const text = 'apiVersion: v1\nkind: Pod\nmetadata: { name: front-0, namespace: shop }';
 * const fake = createFakeApiServer({ documents: kubernetes(), objects: objectsFromYaml(text) });
 * @throws UnreadableYamlError for text that is not YAML, and for a document that is not an object with an apiVersion, a
 *   kind and metadata
 * @throws InvalidArgumentError for an argument that is not a string
 */
export function objectsFromYaml(text: string): KubeObject[] {
  return documentsFromYaml(text).flatMap(({ value, line }) => {
    if (value === null || value === undefined) return [];
    return [...objectsIn(value, (problem) => new UnreadableYamlError(problem, { line, column: 1 }))];
  });
}

function* objectsIn(value: unknown, failure: (problem: string) => Error): Generator<KubeObject> {
  if (!isJsonRecord(value)) throw failure('it contains something that is not an object');
  const { apiVersion, kind, items, metadata } = value;
  if (typeof apiVersion !== 'string' || apiVersion === '') throw failure('an object has no apiVersion');
  if (typeof kind !== 'string' || kind === '') throw failure('an object has no kind');
  if (kind.endsWith('List') && (Array.isArray(items) || items === null)) {
    for (const item of (items ?? []) as unknown[]) yield* objectsIn(item, failure);
    return;
  }
  if (!isJsonRecord(metadata)) throw failure('an object has no metadata');
  for (const field of ['name', 'namespace']) {
    const given = metadata[field] ?? undefined;
    if (given !== undefined && typeof given !== 'string') {
      throw failure(`metadata.${field} of an object is not a string: quote it`);
    }
  }
  yield value as KubeObject;
}
