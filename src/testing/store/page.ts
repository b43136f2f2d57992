import type { KubeObject } from '../../core/model/kube-object.js';
import { isJsonRecord } from '../../core/shared/json-record.js';
import type { StoredObject } from './change.js';

/** Selects a part of a sorted list. */
export interface PageRequest {
  /** Only objects in this namespace. */
  readonly namespace?: string | undefined;
  /** Undefined selects all objects. */
  readonly matches?: ((object: KubeObject) => boolean) | undefined;
  /** 0 for no limit. */
  readonly limit: number;
  /** Starts after this key. */
  readonly after?: string | undefined;
}

/** A part of a list. */
export interface Page {
  readonly objects: readonly KubeObject[];
  /** The key of the last object, if more follow, whether they match or not. */
  readonly last?: string | undefined;
  /** How many more follow; undefined if none do, or if it would take a selector to count them. */
  readonly remaining?: number | undefined;
}

/** Cuts one page. Takes time in proportion to its objects and those that the selector skips. */
export function cutPage(sorted: readonly StoredObject[], { namespace, matches, limit, after }: PageRequest): Page {
  const prefix = namespace === undefined ? '' : `${namespace}/`;
  const from = Math.max(
    firstIndex(sorted, (key) => key >= prefix),
    after === undefined ? 0 : firstIndex(sorted, (key) => key > after),
  );
  // '0' is the character after '/'.
  const end = namespace === undefined ? sorted.length : firstIndex(sorted, (key) => key >= `${namespace}0`);
  const objects: KubeObject[] = [];
  let last: string | undefined;
  for (let index = from; index < end; index += 1) {
    const stored = sorted[index];
    if (stored === undefined) continue;
    // Like real servers, which do not look whether a selector matches what follows.
    if (limit > 0 && objects.length === limit) {
      return { objects, last, remaining: matches === undefined ? end - index : undefined };
    }
    if (matches?.(stored.object) === false) continue;
    objects.push(stored.object);
    last = stored.key;
  }
  return { objects };
}

/** Returns the first index whose key fits, in a list in which all fitting keys come last. */
function firstIndex(sorted: readonly StoredObject[], fits: (key: string) => boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const stored = sorted[middle];
    if (stored !== undefined && fits(stored.key)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The start of the next page of a list. Opaque to clients, but formatted like a token of a real server. */
export interface ContinueToken {
  /** The version of the first page; `-1` continues in the current state, whatever has changed since. */
  readonly resourceVersion: string;
  /** The key of the last object returned. */
  readonly after: string;
}

/** Formats a token in base64url. */
export function formatContinueToken({ resourceVersion, after }: ContinueToken): string {
  const text = JSON.stringify({ v: 'meta.k8s.io/v1', rv: Number(resourceVersion), start: `${after}\u0000` });
  // btoa accepts only bytes; JSON can escape any other character.
  const ascii = text.replace(/[^\x20-\x7e]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return btoa(ascii).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Parses a token; undefined if this server cannot have created it. */
export function parseContinueToken(text: string): ContinueToken | undefined {
  try {
    const token: unknown = JSON.parse(atob(text.replaceAll('-', '+').replaceAll('_', '/')));
    if (!isJsonRecord(token) || token['v'] !== 'meta.k8s.io/v1') return undefined;
    const { rv, start } = token;
    if (typeof rv !== 'number' || typeof start !== 'string' || !start.endsWith('\u0000')) return undefined;
    return { resourceVersion: String(rv), after: start.slice(0, -1) };
  } catch {
    return undefined;
  }
}
