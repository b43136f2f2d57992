import { isJsonRecord } from '../../shared/json-record.js';

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
