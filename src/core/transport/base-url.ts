import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import { quote } from '../shared/quote.js';
import { trimEnd } from '../shared/trim-end.js';
import type { QueryParameters } from './connection.js';

/** A server's base URL, checked and ready to be prefixed to paths. */
export interface BaseUrl {
  /** `https://host:6443`; empty for a relative base. */
  readonly origin: string;
  /** `/k8s/clusters/c-abc`, without a trailing slash; empty if the server is at the root. */
  readonly prefix: string;
}

/**
 * Parses the option `server`. Throws `InvalidArgumentError`, which never repeats the value, because it may contain a
 * password or a token.
 */
export function parseBaseUrl(server: string): BaseUrl {
  const refuse = (problem: string): never => {
    throw new InvalidArgumentError('server', problem);
  };
  if (typeof server !== 'string' || server === '') return refuse('must be the URL of an API server, as a string');
  if (/[\s\p{Cc}\\]/u.test(server)) return refuse('contains a space, a control character or a backslash');
  if (/[?#]/.test(server)) return refuse('has a query or a fragment; omit everything after the path');
  if (server.startsWith('/')) {
    if (server.startsWith('//')) return refuse('begins with two slashes; specify the scheme or a path');
    const relative = new URL(server, 'http://relative.invalid');
    return { origin: '', prefix: trimEnd(relative.pathname, '/') };
  }
  if (!/^https?:\/\//i.test(server)) return refuse('must begin with http://, https:// or, in a browser, a slash');
  if (!URL.canParse(server)) return refuse('is not a valid URL');
  const url = new URL(server);
  if (url.username !== '' || url.password !== '') {
    return refuse('contains a user name or a password; provide credentials with authenticate()');
  }
  return { origin: url.origin, prefix: trimEnd(url.pathname, '/') };
}

/** Joins the prefix and the path of a request. Throws `InvalidArgumentError` for a path that would lead elsewhere. */
export function joinPath(base: BaseUrl, path: string): string {
  if (typeof path !== 'string' || !path.startsWith('/') || path.startsWith('//') || /[?#\\\s\p{Cc}]/u.test(path)) {
    throw new InvalidArgumentError(
      'path',
      `${quote(String(path))} must begin with one slash, with its segments encoded`,
    );
  }
  // URL parsers treat encoded dots as dots.
  if (/\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path)) {
    throw new InvalidArgumentError('path', `${quote(path)} has a segment of only dots, which would change the path`);
  }
  return base.prefix + path;
}

/** Formats a query string with its question mark; empty without parameters. */
export function formatQuery(query: QueryParameters): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) parameters.append(name, String(one));
  }
  return parameters.size === 0 ? '' : `?${parameters.toString()}`;
}

/** Refuses a relative URL outside of a page that it could be relative to. */
export function requireAbsoluteUrl(url: string): void {
  if (!url.startsWith('/') || 'location' in globalThis) return;
  throw new InvalidArgumentError('server', 'must have a scheme and a host: relative URLs work only in browsers');
}
