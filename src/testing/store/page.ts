import type { KubeObject } from '../../model/kube-object.js';
import { isJsonRecord } from '../../shared/json-record.js';
import type { StoredObject } from './change.js';

/** Which part of a sorted list to give. */
export interface PageRequest {
  /** Only what lies in this namespace. */
  readonly namespace?: string | undefined;
  /** Undefined takes everything. */
  readonly matches?: ((object: KubeObject) => boolean) | undefined;
  /** 0 for everything. */
  readonly limit: number;
  /** Begin behind this key. */
  readonly after?: string | undefined;
}

/** A part of a list. */
export interface Page {
  readonly objects: readonly KubeObject[];
  /** The key of the last object, when more follow. */
  readonly last?: string | undefined;
  /** How many more follow; undefined when none do, or when it would take a selector to know. */
  readonly remaining?: number | undefined;
}

/** Cuts one page, in the time of what it holds and of what the selector passes over. */
export function cutPage(sorted: readonly StoredObject[], { namespace, matches, limit, after }: PageRequest): Page {
  const prefix = namespace === undefined ? '' : `${namespace}/`;
  const from = Math.max(
    firstIndex(sorted, (key) => key >= prefix),
    after === undefined ? 0 : firstIndex(sorted, (key) => key > after),
  );
  // '0' is the character that follows '/'.
  const end = namespace === undefined ? sorted.length : firstIndex(sorted, (key) => key >= `${namespace}0`);
  const objects: KubeObject[] = [];
  let last: string | undefined;
  for (let index = from; index < end; index += 1) {
    const stored = sorted[index];
    if (stored === undefined || matches?.(stored.object) === false) continue;
    if (limit > 0 && objects.length === limit) {
      return { objects, last, remaining: matches === undefined ? end - index : undefined };
    }
    objects.push(stored.object);
    last = stored.key;
  }
  return { objects };
}

/** The first index whose key fits, in a list where all that fit stand behind all that do not. */
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

/** Where the next page of a list begins. Clients must take it as opaque; it is written like a real server's. */
export interface ContinueToken {
  /** Of the first page; `-1` goes on in the present state, whatever has changed since. */
  readonly resourceVersion: string;
  /** The key of the last object that was given. */
  readonly after: string;
}

/** Writes a token in base64url. */
export function formatContinueToken({ resourceVersion, after }: ContinueToken): string {
  const text = JSON.stringify({ v: 'meta.k8s.io/v1', rv: Number(resourceVersion), start: `${after}\u0000` });
  // btoa takes bytes only; in JSON any other character can be escaped.
  const ascii = text.replace(/[^\x20-\x7e]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return btoa(ascii).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Reads a token; undefined when this server cannot have made it. */
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
