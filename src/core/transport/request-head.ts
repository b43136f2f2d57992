import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import { quote } from '../shared/quote.js';
import { trimEnd } from '../shared/trim-end.js';
import type { QueryParameters } from './connection.js';
import type { HttpHeaders } from './transport.js';
import { requireKnownOptions, type OptionNames } from '../shared/arguments.js';
import { extraHeaderOf } from '../shared/impersonation-extra.js';
import { isJsonRecord } from '../shared/json-record.js';
import type { ConnectionOptions, Credentials, Impersonation } from './options.js';

/**
 * A server's base URL, checked and ready to be prefixed to paths: the origin (`https://host:6443`; empty for a relative
 * base), and the prefix (`/k8s/clusters/c-abc`, without a trailing slash; empty if the server is at the root).
 */
type BaseUrl = ReturnType<typeof parseBaseUrl>;

/**
 * Parses the option `server`. Throws `InvalidArgumentError`, which never repeats the value, because it may contain a
 * password or a token.
 */
export function parseBaseUrl(server: string) {
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

const tokenPattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
// One runtime or another drops or refuses anything else, and a line break would begin a new header.
const valuePattern = /^[\t\u0020-\u007e\u0080-\u00ff]*$/;
/** Headers that HTTP itself sets: where a message ends and goes. */
const setByHttp = new Set(
  'connection content-length expect host keep-alive te trailer transfer-encoding upgrade'.split(' '),
);

/**
 * Returns the headers with their names in lower case. Throws `InvalidArgumentError` for a name or value that cannot be
 * sent as is; values are never shown.
 */
export function checkedHeaders(option: string, headers: HttpHeaders): HttpHeaders {
  const checked: [string, string | readonly string[]][] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (!tokenPattern.test(name))
      throw new InvalidArgumentError(option, `has ${quote(name)}, which is not a valid header name`);
    const lower = name.toLowerCase();
    if (setByHttp.has(lower)) throw new InvalidArgumentError(option, `has ${name}, a header that HTTP itself sets`);
    for (const one of (Array.isArray(value) ? value : [value]) as readonly unknown[]) {
      if (typeof one === 'string' && valuePattern.test(one)) continue;
      const problem = 'a line break, a control character or a character outside Latin-1, or one that is not a string';
      throw new InvalidArgumentError(option, `has a value of ${quote(name)} with ${problem}`);
    }
    checked.push([lower, value]);
  }
  return Object.fromEntries(checked);
}

/** Programs for which servers indent their JSON by default. */
const readers = /^(?:Mozilla\/5\.0|curl|Wget)/;

/** Returns the user agent that a browser sends regardless of the request; undefined elsewhere. */
export function runtimeUserAgent(): string | undefined {
  const name = (globalThis as { readonly navigator?: { readonly userAgent?: unknown } | null }).navigator?.userAgent;
  return typeof name === 'string' && name.startsWith('Mozilla/') ? name : undefined;
}

/** Reports whether a server would indent its answers to requests with this user agent or from this browser. */
export function getsIndentedJson(userAgent: string): boolean {
  return readers.test(runtimeUserAgent() ?? userAgent);
}

/** Returns the headers of Node, lower-cased, with repeated ones joined, without those that HTTP/2 alone has. */
export function plainHeaders(headers: object): Record<string, string> {
  const plain: [string, string][] = [];
  for (const [name, value] of Object.entries(headers) as [string, unknown][]) {
    if (!name.startsWith(':'))
      plain.push([name.toLowerCase(), Array.isArray(value) ? value.join(', ') : String(value)]);
  }
  return Object.fromEntries(plain);
}

/** Headers that describe the request or its user, and grant nothing: a message that names the user is useful. */
const harmless =
  /^(?:accept(?:-.*)?|content-.*|user-agent|if-.*|range|cache-control|pragma|origin|referer|traceparent|tracestate|audit-id|kubectl-.*|impersonate-.*)$/;
const schemes = new Set(['basic', 'bearer', 'digest', 'negotiate']);
/** Shorter words appear in too many texts by chance. */
const shortestSecret = 4;
/** For secrets as long as a token, the beginning alone is hidden too: servers and excerpts truncate what they quote. */
const tokenLength = 20;
const stemLength = 12;

/**
 * Makes a function that redacts every header value that may be a credential, and every longer word in it. Use it on
 * text from elsewhere (a runtime's error, a proxy's page, a server's Status) that may repeat a credential. It finds
 * the value as sent, decoded from Basic, and as JSON, HTML, URLs and base64 encode it. Truncate a text after this,
 * never before.
 */
export function concealerOf(headers: HttpHeaders): (text: string) => string {
  let secrets: readonly string[] | undefined;
  return (text) => {
    // Computed on first use: most requests never need them.
    secrets ??= secretsIn(headers);
    return secrets.reduce(blotOut, text);
  };
}

function blotOut(text: string, secret: string): string {
  const stem = secret.length < tokenLength ? secret : secret.slice(0, stemLength);
  let shown = '';
  let from = 0;
  for (let at = text.indexOf(stem); at !== -1; at = text.indexOf(stem, from)) {
    let matched = stem.length;
    while (matched < secret.length && text[at + matched] === secret[matched]) matched += 1;
    shown += `${text.slice(from, at)}[hidden]`;
    from = at + matched;
  }
  return from === 0 ? text : shown + text.slice(from);
}

function secretsIn(headers: HttpHeaders): readonly string[] {
  const values = Object.entries(headers)
    .filter(([name]) => !harmless.test(name))
    .flatMap(([, value]) => value);
  const words = values.flatMap((value) => [value, ...value.split(/[\s,;]+/)]);
  const inside = words.flatMap((word) => [
    word,
    word.slice(word.indexOf('=') + 1).replace(/^"(.*)"$/s, '$1'),
    ...partsOfBasic(word),
  ]);
  return [...new Set(inside.filter(isSecret).flatMap(formsOf))].filter(isSecret).sort((a, b) => b.length - a.length);
}

function isSecret(word: string): boolean {
  return word.length >= shortestSecret && !schemes.has(word.toLowerCase());
}

/** Returns the forms in which a word may appear in texts of all kinds. */
function formsOf(word: string): string[] {
  const json = JSON.stringify(word).slice(1, -1);
  const url = encodeURIComponent(word);
  const bytes = bytesOf(word);
  const base64 = btoa(String.fromCharCode(...(bytes ?? [])));
  return [
    word,
    json,
    json.replaceAll('/', '\\/'),
    // As Go encodes JSON.
    json.replace(/[<>&]/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`),
    url,
    url.replace(/%../g, (code) => code.toLowerCase()),
    new URLSearchParams([['', word]]).toString().slice(1),
    word.replace(/[&<>"']/g, (c) => entities[c] ?? c),
    word.replace(/[&<>"'+]/g, (c) => (c === '"' ? '&#34;' : (entities[c] ?? '&#43;'))),
    trimEnd(word, '='),
    trimEnd(base64, '='),
    // What a server echoes byte by byte is decoded as UTF-8 here.
    ...(bytes === undefined ? [] : [new TextDecoder().decode(bytes)]),
  ];
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Returns the bytes sent for a value, one per character; undefined if a character does not fit into a byte. */
function bytesOf(word: string): Uint8Array | undefined {
  const codes = Array.from(word, (c) => c.charCodeAt(0));
  return codes.some((code) => code > 0xff) ? undefined : Uint8Array.from(codes);
}

/** Returns the user and password in a Basic value, and the password alone. */
function partsOfBasic(word: string): string[] {
  if (!/^[A-Za-z0-9+/]+=*$/.test(word)) return [];
  try {
    const decoded = new TextDecoder().decode(Uint8Array.from(atob(word), (c) => c.charCodeAt(0)));
    const colon = decoded.indexOf(':');
    return colon === -1 || decoded.includes('\ufffd') ? [] : [decoded, decoded.slice(colon + 1)];
  } catch {
    return [];
  }
}

/**
 * Returns the credentials for the option `token`. Throws `InvalidArgumentError` for a token that cannot be sent, or that
 * others could read in transit.
 */
export function credentialsOfToken({ token, authenticate }: ConnectionOptions, { origin }: BaseUrl): Credentials {
  if (token === undefined) return { headers: {} };
  const refuse = (problem: string): never => {
    throw new InvalidArgumentError('token', problem);
  };
  if (authenticate !== undefined) return refuse('is set together with authenticate(): use only one of them');
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) return refuse('must be a string without spaces');
  if (/^http:/i.test(origin) && !/^http:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i.test(origin)) {
    return refuse('would be sent over plain http, where others can read it; use an https server');
  }
  return { headers: checkedHeaders('token', { authorization: `Bearer ${token}` }) };
}

const prefix = 'impersonate-';
const impersonationNames: OptionNames<Impersonation> = { user: true, uid: true, groups: true, extra: true };

/** Returns the headers of an impersonation. Throws `InvalidArgumentError` for one that cannot be sent. */
export function headersOfImpersonation(impersonate: Impersonation | undefined): HttpHeaders | undefined {
  if (impersonate === undefined) return undefined;
  const given = requireKnownOptions(impersonate, impersonationNames, 'impersonate');
  const { user, uid, groups = [], extra = {} } = given as Partial<Record<keyof Impersonation, unknown>>;
  const headers: Record<string, string | readonly string[]> = { [`${prefix}user`]: textOf('.user', user) };
  const list = (header: string, field: string, values: unknown, mayBeEmpty?: boolean): void => {
    if (!Array.isArray(values)) throw refusal(field, "a list of strings: ['dev']");
    // A header without values is not sent.
    if (values.length > 0) headers[header] = Array.from(values, (value) => textOf(field, value, mayBeEmpty));
  };
  if (uid !== undefined) headers[`${prefix}uid`] = textOf('.uid', uid);
  list(`${prefix}group`, '.groups', groups);
  if (!isJsonRecord(extra)) throw refusal('.extra', "an object of lists: { scopes: ['view'] }");
  for (const [key, values] of Object.entries(extra)) {
    if (values === undefined) continue;
    const header = extraHeaderOf(key);
    const field = `.extra[${quote(key)}]`;
    if (key === '' || Object.hasOwn(headers, header)) {
      throw refusal(field, 'under a non-empty key that is unique in lower case');
    }
    list(header, field, values, true);
  }
  return checkedHeaders('impersonate', headers);
}

function refusal(field: string, expected: string): InvalidArgumentError {
  return new InvalidArgumentError(`impersonate${field}`, `must be ${expected}`);
}

/**
 * Returns a text in UTF-8, with one character for each byte, as kubectl sends it. Refuses surrounding blanks, which HTTP strips, and
 * half characters: each would make it another name.
 */
function textOf(field: string, value: unknown, mayBeEmpty = false): string {
  const isText = typeof value === 'string' && value === value.trim() && !/\p{Surrogate}/u.test(value);
  if (!isText || (!mayBeEmpty && value === ''))
    throw refusal(field, 'a non-empty, well-formed string without surrounding whitespace');
  return Array.from(new TextEncoder().encode(value), (byte) => String.fromCharCode(byte)).join('');
}

/** Returns the headers of a request made as another user, in place of any impersonation that they held before. */
export function impersonated(headers: HttpHeaders, impersonation: HttpHeaders): HttpHeaders {
  const others = Object.entries(headers).filter(([name]) => !name.toLowerCase().startsWith(prefix));
  return { ...Object.fromEntries(others), ...impersonation };
}
