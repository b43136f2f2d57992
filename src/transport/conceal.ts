import { valuesOf } from './headers.js';
import type { HttpHeaders } from './transport.js';

/** They say what is asked for and for whom, not who may: a message that names the user is of use. */
const harmless =
  /^(?:accept(?:-.*)?|content-.*|user-agent|if-.*|range|cache-control|pragma|origin|referer|traceparent|tracestate|audit-id|kubectl-.*|impersonate-.*)$/;
const schemes = new Set(['basic', 'bearer', 'digest', 'negotiate']);
/** Shorter words stand in too many texts by chance. */
const shortestSecret = 4;
/** Of a secret as long as a token, its beginning alone is hidden too: servers and excerpts cut what they quote. */
const tokenLength = 20;
const stemLength = 12;

/**
 * Makes a function that blots out of a text every header value that may be a credential, and every longer word in it: for
 * words from elsewhere (a runtime's error, a proxy's page, a server's Status) that may repeat a credential. It is found
 * as it was sent, decoded from Basic, and as JSON, HTML, URLs and base64 write it. Cut a text after this, never before.
 */
export function concealerOf(headers: HttpHeaders): (text: string) => string {
  let secrets: readonly string[] | undefined;
  return (text) => {
    // Most requests never need them.
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
    .flatMap(([, value]) => valuesOf(value));
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

/** A word as it may stand in texts of all kinds. */
function formsOf(word: string): string[] {
  const json = JSON.stringify(word).slice(1, -1);
  const url = encodeURIComponent(word);
  const bytes = bytesOf(word);
  const base64 = btoa(String.fromCharCode(...(bytes ?? [])));
  return [
    word,
    json,
    json.replaceAll('/', '\\/'),
    // As Go writes JSON.
    json.replace(/[<>&]/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`),
    url,
    url.replace(/%../g, (code) => code.toLowerCase()),
    new URLSearchParams([['', word]]).toString().slice(1),
    word.replace(/[&<>"']/g, (c) => entities[c] ?? c),
    word.replace(/[&<>"'+]/g, (c) => (c === '"' ? '&#34;' : (entities[c] ?? '&#43;'))),
    word.replace(/=+$/, ''),
    base64.replace(/=+$/, ''),
    // What a server repeats byte by byte is read as UTF-8 here.
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

/** The bytes that are sent for a value; undefined for one that is sent in no other way than it stands. */
function bytesOf(word: string): Uint8Array | undefined {
  const codes = Array.from(word, (c) => c.charCodeAt(0));
  return codes.some((code) => code > 0xff) ? undefined : Uint8Array.from(codes);
}

/** The user and password that a value of Basic holds, and the password alone. */
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
