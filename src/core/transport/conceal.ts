import { trimEnd } from '../shared/trim-end.js';
import type { HttpHeaders } from './transport.js';

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
    withoutQuotes(word.slice(word.indexOf('=') + 1)),
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

function withoutQuotes(word: string): string {
  return word.replace(/^"(.*)"$/s, '$1');
}
