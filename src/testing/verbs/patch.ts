import { applyPatch, type Operation } from 'rfc6902';
import type { KubeObject } from '../../model/kube-object.js';
import { isJsonRecord, type JsonRecord } from '../../shared/json-record.js';
import { badRequest, unprocessable } from '../http/refusal.js';
import { existing } from './read.js';
import { bodyType, isTooDeep, parseJson, readObject } from './read-body.js';
import { asServed, type Backend, type ObjectRequest, type Outcome } from './resource-request.js';
import { store, type Part } from './update.js';

const mergePatch = 'application/merge-patch+json';
const jsonPatch = 'application/json-patch+json';
const mostOperations = 10_000;
const mostCopied = 3 * 1024 * 1024;

/** The verb `patch`: JSON merge patch and JSON patch; 415 lists the two for any other. */
export function patch(request: ObjectRequest, backend: Backend, part: Part): Outcome {
  const change = readPatch(request);
  const old = existing(request, backend);
  const next = readObject(change(asServed(old, request.resource)), request.resource);
  return { code: 200, object: store(old, next, request, backend, part) };
}

/** Reads the body of a patch into the function that makes the new object of the old one. */
export function readPatch({ contentType, body }: ObjectRequest): (old: KubeObject) => unknown {
  // A patch has no type that could be taken for granted.
  const type = bodyType(contentType ?? 'none', [jsonPatch, mergePatch]);
  const value = parseJson(body);
  if (type === mergePatch) {
    if (!isJsonRecord(value)) throw badRequest('error decoding patch: a merge patch is a JSON object');
    return (old) => mergeInto(old, value);
  }
  if (!Array.isArray(value) || !value.every(isOperation)) {
    throw badRequest('error decoding patch: a JSON patch is an array of operations');
  }
  if (value.length > mostOperations) {
    throw badRequest(`The allowed maximum operations in a JSON patch is ${mostOperations}, got ${value.length}`);
  }
  return (old) => applyOperations(old, value);
}

/** RFC 7386: null removes, objects are merged, anything else replaces. */
function mergeInto(target: unknown, change: JsonRecord): JsonRecord {
  const merged = new Map(isJsonRecord(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(change)) {
    if (value === null) merged.delete(key);
    else merged.set(key, isJsonRecord(value) ? mergeInto(merged.get(key), value) : value);
  }
  return Object.fromEntries(merged);
}

const operations = ['add', 'remove', 'replace', 'move', 'copy', 'test'];

function isOperation(value: unknown): value is Operation {
  if (!isJsonRecord(value)) return false;
  const { op, path, from } = value;
  return (
    typeof op === 'string' &&
    operations.includes(op) &&
    isPointer(path) &&
    (op === 'move' || op === 'copy' ? isPointer(from) : true) &&
    (['add', 'replace', 'test'].includes(op) ? Object.hasOwn(value, 'value') : true)
  );
}

function isPointer(value: unknown): value is string {
  return typeof value === 'string' && (value === '' || value.startsWith('/'));
}

function applyOperations(old: KubeObject, patches: readonly Operation[]): unknown {
  const target: KubeObject = structuredClone(old);
  let copied = 0;
  try {
    for (const operation of patches) {
      const { op, path } = operation;
      if (!leadsIntoData(target, path, ['add', 'move', 'copy'].includes(op))) throw unprocessable();
      if (op === 'move' || op === 'copy') {
        if (!leadsIntoData(target, operation.from, false)) throw unprocessable();
        // Copies of copies would grow without bound.
        if (op === 'copy') copied += JSON.stringify(valueAt(target, operation.from) ?? null).length;
      }
      if (copied > mostCopied || applyPatch(target, [operation])[0] !== null) throw unprocessable();
    }
  } catch {
    throw unprocessable();
  }
  if (isTooDeep(target)) throw unprocessable();
  return target;
}

/** Whether a pointer stays in the data: it must not reach what all objects inherit, nor an array's own length. */
function leadsIntoData(target: unknown, pointer: string, mayAppend: boolean): boolean {
  const tokens = tokensOf(pointer);
  if (tokens.some((token) => ['__proto__', 'constructor', 'prototype'].includes(token))) return false;
  const parent = tokens.slice(0, -1).reduce<unknown>(step, target);
  if (!Array.isArray(parent)) return isJsonRecord(parent);
  const last = tokens.at(-1) ?? '';
  return /^(0|[1-9]\d*)$/.test(last) || (mayAppend && last === '-');
}

function valueAt(target: unknown, pointer: string): unknown {
  return tokensOf(pointer).reduce<unknown>(step, target);
}

function step(value: unknown, token: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, token)
    ? (Reflect.get(value, token) as unknown)
    : undefined;
}

function tokensOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}
