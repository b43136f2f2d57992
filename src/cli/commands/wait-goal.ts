import { InvalidArgumentError } from 'commander';
import { meetsCondition, type KubeObject } from '../../index.js';
import { UsageError } from '../errors.js';

/** What is waited for. */
export type WaitGoal =
  | { readonly kind: 'resource' }
  | { readonly kind: 'create' | 'delete' }
  | { readonly kind: 'state'; readonly holds: (object: KubeObject) => boolean };

/** `--for`: `delete`, `create`, `resource`, `condition=Ready`, `condition=Ready=False`, `jsonpath={.status.phase}=Running`. */
export function parseGoal(text: string): WaitGoal {
  const word = text.toLowerCase();
  if (word === 'delete' || word === 'create' || word === 'resource') return { kind: word };
  const [, form, rest = ''] = /^(condition|jsonpath)=(.*)$/s.exec(text) ?? [];
  if (form === 'condition' && !/^(?:=|$)/.test(rest)) {
    return { kind: 'state', holds: (object) => meetsCondition(object, rest) };
  }
  if (form === 'jsonpath') return { kind: 'state', holds: questionOfPath(rest) };
  throw new InvalidArgumentError(
    'Give delete, create, resource, condition=TYPE, condition=TYPE=STATUS or jsonpath={PATH}=VALUE.',
  );
}

function questionOfPath(text: string): (object: KubeObject) => boolean {
  const [, braced, bare, value] = /^(?:\{([^{}]*)\}|([^={}]+))(?:=(.*))?$/s.exec(text) ?? [];
  const path = pathIn(braced ?? bare ?? '');
  const wanted = value === undefined ? undefined : trimQuotes(value).trim();
  if (wanted === '') throw new InvalidArgumentError('Say which value the field has to have, or leave the = out.');
  return (object) => {
    const found = path.reduce<unknown>(memberOf, object);
    if (found === undefined || found === null) return false;
    if (wanted === undefined) return true;
    if (typeof found === 'object') {
      throw new UsageError(`${path.join('.')} is an object or a list, which has no value to compare.`);
    }
    return (typeof found === 'string' ? found.trim() : JSON.stringify(found)) === wanted;
  };
}

/** `.status.phase`: fields alone, whose names may have dots behind a backslash. */
function pathIn(text: string): readonly string[] {
  if (!/^\.?(?:[\w/-]|\\.)+(?:\.(?:[\w/-]|\\.)+)*$/.test(text)) {
    throw new InvalidArgumentError(
      'Of JSONPath only fields are read here: {.status.phase}, and {.metadata.labels.example\\.org/tier}; no [], *, .. or filters.',
    );
  }
  return [...text.matchAll(/(?:[\w/-]|\\.)+/g)].map(([name]) => name.replace(/\\(.)/g, '$1'));
}

function trimQuotes(text: string): string {
  return text.replace(/^['"]+|['"]+$/g, '');
}

function memberOf(value: unknown, key: string): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
}
