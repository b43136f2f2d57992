import { InvalidYamlError, readYaml } from '../../kubeconfig/index.js';
import { UsageError } from '../errors.js';
import { oneLine } from '../terminal/one-line.js';

/**
 * The objects of a text in YAML or JSON, in which there may be several documents; those of a `List` one by one.
 * Throws {@link UsageError} for what cannot be read, and for what is too long, too deep or refers to itself too often.
 */
export function readDocuments(text: string): readonly unknown[] {
  return valuesIn(text).flatMap((value) => (value === null || value === undefined ? [] : membersOf(value)));
}

function valuesIn(text: string): readonly unknown[] {
  try {
    return readYaml(text);
  } catch (error) {
    if (!(error instanceof InvalidYamlError)) throw error;
    throw new UsageError(`This is neither YAML nor JSON, or cannot be read: ${oneLine(error.message)}`, {
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
