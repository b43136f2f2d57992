import { InvalidArgumentError } from 'commander';
import { formatCell, JSONPathMismatchError, parseJSONPath, type JSONPath } from '../../representations/index.js';
import { meetsCondition, type KubeObject } from '../../index.js';
import { UsageError } from '../errors.js';

/** What to wait for. */
export type WaitGoal =
  | { readonly kind: 'resource' }
  | { readonly kind: 'create' | 'delete' }
  | { readonly kind: 'state'; readonly holds: (object: KubeObject) => boolean };

/**
 * Parses `--for`: `delete`, `create`, `resource`, `condition=Ready`, `condition=Ready=False`,
 * `jsonpath={.status.phase}=Running`.
 */
export function parseGoal(text: string): WaitGoal {
  const word = text.toLowerCase();
  if (word === 'delete' || word === 'create' || word === 'resource') return { kind: word };
  const [, form, rest = ''] = /^(condition|jsonpath)=(.*)$/s.exec(text) ?? [];
  if (form === 'condition' && !/^(?:=|$)/.test(rest)) {
    return { kind: 'state', holds: (object) => meetsCondition(object, rest) };
  }
  if (form === 'jsonpath') return { kind: 'state', holds: questionOfPath(rest) };
  throw new InvalidArgumentError(
    'It must be delete, create, resource, condition=TYPE, condition=TYPE=STATUS or jsonpath={PATH}=VALUE.',
  );
}

function questionOfPath(text: string): (object: KubeObject) => boolean {
  const [, braced, bare, value] = /^(?:\{([^{}]*)\}|([^={}]+))(?:=(.*))?$/s.exec(text) ?? [];
  const path = pathIn(braced ?? bare ?? '');
  const expected = value === undefined ? undefined : trimQuotes(value).trim();
  if (expected === '') throw new InvalidArgumentError('Specify the value that the field must have, or omit the =.');
  return (object) => {
    const [found, ...more] = valuesAt(path, object);
    if (more.length > 0)
      throw new UsageError(`${path.text} selects several values, which cannot be compared with one.`);
    if (found === undefined || found === null) return false;
    if (expected === undefined) return true;
    if (typeof found === 'object') {
      throw new UsageError(`${path.text} selects an object or a list, which cannot be compared.`);
    }
    if (formatCell(found).trim() === expected) return true;
    // kubectl accepts 1000000.5 only as `1.0000005e+06`.
    return (typeof found === 'number' || typeof found === 'bigint') && String(found) === expected;
  };
}

function pathIn(text: string): JSONPath {
  if (text === '') throw new InvalidArgumentError('Specify a path: jsonpath={.status.phase}=Running.');
  try {
    return parseJSONPath(text, { relaxed: true });
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : 'It is invalid.');
  }
}

/** Ignores a mismatch, because the path may fit the object later: a list may not have enough items yet. */
function valuesAt(path: JSONPath, object: KubeObject): readonly unknown[] {
  try {
    return path.find(object).flat();
  } catch (error) {
    if (error instanceof JSONPathMismatchError) return [];
    throw error;
  }
}

function trimQuotes(text: string): string {
  return text.replace(/^['"]+/, '').replace(/(?<!['"])['"]+$/, '');
}
