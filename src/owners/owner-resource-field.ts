import type { OwnerReference } from '../core/model/owner-reference.js';
import { isJsonRecord } from '../core/shared/json-record.js';

/** The part of an object, possibly readonly, that names its owners. */
export interface OwnedObject {
  /** The metadata of the object; only its owner references are read. */
  readonly metadata?: { readonly ownerReferences?: readonly Readonly<OwnerReference>[] | undefined } | undefined;
}

/**
 * Returns the object to send with apply, without `resource` in its owner references, which makes released servers fail
 * with 500. It is the same object if there is nothing to remove, otherwise a copy. Keep the field only for a server
 * that is known to have it.
 *
 * @example
 * await handle.apply(withoutOwnerResource(object), { fieldManager: 'my-controller' });
 */
export function withoutOwnerResource<T extends OwnedObject>(object: T): T {
  const { metadata } = object;
  const references = metadata?.ownerReferences;
  if (!references?.some((reference) => 'resource' in reference)) return object;
  const ownerReferences = references.map(({ resource: _resource, ...rest }) => rest);
  return { ...object, metadata: { ...metadata, ownerReferences } };
}

/**
 * What a server did with `resource` of an owner reference: it answered an apply with 500 (`apply`), rejected a write
 * under `fieldValidation=Strict` with 400 (`strict`), or dropped the field with a warning (`dropped`).
 */
export interface OwnerResourceNotice {
  /** What the server did. */
  readonly outcome: 'apply' | 'strict' | 'dropped';
  /** A message: what happened and what to do. */
  readonly message: string;
}

const undeclared = /\.metadata\.ownerReferences\[.*\]\.resource: field not declared in schema/s;
const unknownResourceField = /unknown field "metadata\.ownerReferences\[\d+\]\.resource"/;

/**
 * Recognizes the answers of a server that does not have `resource` in owner references. Pass the error of a write (an
 * `ApiError`, or its `Status`) or the text of a warning; returns undefined for anything else.
 *
 * @example
 * const notice = explainOwnerResource(error);
 * if (notice !== undefined) console.warn(`${notice.outcome}: ${notice.message}`);
 */
export function explainOwnerResource(answer: unknown): OwnerResourceNotice | undefined {
  if (typeof answer === 'string') {
    if (!unknownResourceField.test(answer)) return undefined;
    return notice(
      'dropped',
      'the server does not have the field and dropped it; the owner is identified by kind, and nothing is lost',
    );
  }
  const { code, message } = codeAndMessageOf(answer);
  if (code === 500 && undeclared.test(message)) {
    return notice(
      'apply',
      'the server does not have the field and applied nothing: omit it from the applied configuration',
    );
  }
  if (code === 400 && unknownResourceField.test(message)) {
    return notice('strict', 'the server does not have the field and rejects it under strict validation: omit it');
  }
  return undefined;
}

function notice(outcome: OwnerResourceNotice['outcome'], words: string): OwnerResourceNotice {
  return Object.freeze({ outcome, message: `resource in an owner reference: ${words}.` });
}

function codeAndMessageOf(answer: unknown): { readonly code: unknown; readonly message: string } {
  if (typeof answer !== 'object' || answer === null) return { code: undefined, message: '' };
  const inner: unknown = Reflect.get(answer, 'status');
  const status: object = isJsonRecord(inner) ? inner : answer;
  const message: unknown = Reflect.get(status, 'message');
  const code: unknown = Reflect.get(answer, 'statusCode') ?? Reflect.get(status, 'code');
  return { code, message: typeof message === 'string' ? message : '' };
}
