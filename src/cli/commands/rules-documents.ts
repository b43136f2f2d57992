import { InvalidYamlError, readYaml } from '../../kubeconfig/index.js';
import { UsageError } from '../errors.js';
import { oneLine } from '../terminal/one-line.js';

/**
 * Returns the objects of a text in YAML or JSON with one or more documents, the items of a `List` one by one.
 * Throws {@link UsageError} if the text cannot be read, is too long or too deep, or refers to itself too often.
 */
export function readDocuments(text: string): readonly unknown[] {
  return valuesIn(text).flatMap((value) => (value === null || value === undefined ? [] : membersOf(value)));
}

function valuesIn(text: string): readonly unknown[] {
  try {
    return readYaml(text);
  } catch (error) {
    if (!(error instanceof InvalidYamlError)) throw error;
    throw new UsageError(`The input cannot be read as YAML or JSON: ${oneLine(error.message)}`, {
      cause: error,
    });
  }
}

function membersOf(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [value];
  const kind: unknown = Reflect.get(value, 'kind');
  const items: unknown = Reflect.get(value, 'items');
  return typeof kind === 'string' && kind.endsWith('List') && Array.isArray(items) ? items : [value];
}
