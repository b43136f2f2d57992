import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';
import { isEqual } from '../../core/shared/is-equal.js';

const maxCopied = 3 * 1024 * 1024;

/**
 * Returns a patched copy of a document; undefined if an operation is invalid or fails, in which case none of them
 * applies. As on real servers, and not in the RFC, a missing member of an object is null to `test`, `replace` and `copy`,
 * an operation without a value has null, and a negative index counts from the end.
 * @see https://www.rfc-editor.org/rfc/rfc6902
 */
export function applyJsonPatch(document: JsonRecord, operations: readonly JsonRecord[]): JsonRecord | undefined {
  const target = structuredClone(document);
  let copied = 0;
  try {
    for (const operation of operations) {
      if (!isOperation(operation)) return undefined;
      // Repeated copies would grow without bound.
      if (operation.op === 'copy') copied += sizeOf(valueAt(target, tokensOf(operation.from)));
      if (copied > maxCopied || !apply(target, operation)) return undefined;
    }
    return target;
  } catch (error) {
    // Operations can nest values too deeply to walk.
    if (error instanceof RangeError || error instanceof DOMException) return undefined;
    throw error;
  }
}

type Operation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value?: unknown }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move' | 'copy'; readonly path: string; readonly from: string };

function isOperation(value: JsonRecord): value is JsonRecord & Operation {
  const { op, path, from } = value;
  if (!isPointer(path)) return false;
  if (op === 'move' || op === 'copy') return isPointer(from);
  return typeof op === 'string' && ['add', 'remove', 'replace', 'test'].includes(op);
}

/** Reports whether a value is a pointer that cannot reach the properties that all objects inherit. */
function isPointer(value: unknown): value is string {
  if (typeof value !== 'string' || (value !== '' && !value.startsWith('/'))) return false;
  return !tokensOf(value).some((token) => ['__proto__', 'constructor', 'prototype'].includes(token));
}

/** Applies one operation; returns false if it fails. */
function apply(target: JsonRecord, operation: Operation): boolean {
  const path = tokensOf(operation.path);
  const { value = null } = 'value' in operation ? operation : {};
  switch (operation.op) {
    case 'add':
      return insert(target, path, structuredClone(value));
    case 'replace':
      return replace(target, path, structuredClone(value));
    case 'test':
      return isEqual(readable(target, path), value);
    case 'remove':
      return remove(target, path);
    case 'copy': {
      const copied = structuredClone(readable(target, tokensOf(operation.from)));
      return copied !== undefined && insert(target, path, copied);
    }
    case 'move': {
      const moved = valueAt(target, tokensOf(operation.from));
      if (operation.path === operation.from) return moved !== undefined && path.length > 0;
      if (operation.path.startsWith(`${operation.from}/`)) return false;
      return remove(target, tokensOf(operation.from)) && insert(target, path, moved);
    }
  }
}

function insert(target: JsonRecord, path: readonly string[], value: unknown): boolean {
  const [parent, key] = parentOf(target, path);
  if (Array.isArray(parent)) {
    const index = key === '-' ? parent.length : indexOf(key, parent.length + 1);
    if (index === undefined) return false;
    parent.splice(index, 0, value);
    return true;
  }
  return isJsonRecord(parent) && key !== undefined && Reflect.set(parent, key, value);
}

function replace(target: JsonRecord, path: readonly string[], value: unknown): boolean {
  const [parent, key] = parentOf(target, path);
  if (!Array.isArray(parent)) return insert(target, path, value);
  const index = indexOf(key, parent.length);
  return index !== undefined && Reflect.set(parent, index, value);
}

function remove(target: JsonRecord, path: readonly string[]): boolean {
  const [parent, key] = parentOf(target, path);
  if (key === undefined || memberOf(parent, key) === undefined) return false;
  if (Array.isArray(parent)) return parent.splice(indexOf(key, parent.length) ?? 0, 1).length === 1;
  return isJsonRecord(parent) && Reflect.deleteProperty(parent, key);
}

/** Returns what a pointer leads to; null for a missing member of an object, undefined if nothing can be there. */
function readable(target: JsonRecord, path: readonly string[]): unknown {
  const [parent] = parentOf(target, path);
  return valueAt(target, path) ?? (isJsonRecord(parent) ? null : undefined);
}

/** Returns the object or array that a pointer leads into, and the key in it; no key for the whole document. */
function parentOf(target: JsonRecord, path: readonly string[]): readonly [parent: unknown, key: string | undefined] {
  return [valueAt(target, path.slice(0, -1)), path.at(-1)];
}

function valueAt(target: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(memberOf, target);
}

/** Returns a member of an object or an array; the length of an array is not a member. */
function memberOf(value: unknown, key: string): unknown {
  if (Array.isArray(value)) {
    const index = indexOf(key, value.length);
    return index === undefined ? undefined : (value[index] as unknown);
  }
  return isJsonRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Reads an index below a limit, from the end if it is negative. */
function indexOf(key: string | undefined, limit: number): number | undefined {
  if (key === undefined || !/^[+-]?\d+$/.test(key)) return undefined;
  const index = Number(key) < 0 ? Number(key) + limit : Number(key);
  return index >= 0 && index < limit ? index : undefined;
}

function tokensOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function sizeOf(value: unknown): number {
  return value === undefined ? 0 : JSON.stringify(value).length;
}
