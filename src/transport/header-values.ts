import { quote } from '../shared/quote.js';
import { InvalidOptionError } from './errors.js';
import type { HttpHeaders } from './transport.js';

const tokenPattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
// Anything else is dropped or refused by one runtime or another, and a line break would begin a new header.
const valuePattern = /^[\t\u0020-\u007e\u0080-\u00ff]*$/;

/** Says who is meant, not who may: a message that names the user is of use. */
const harmless = /^(?:accept|content-type|user-agent|if-none-match|impersonate-.*)$/;
const schemes = new Set(['basic', 'bearer', 'digest', 'negotiate']);
const shortestSecret = 4;

/**
 * Headers with their names in lower case. Throws `InvalidOptionError` for a name or value that cannot be sent as it
 * is; values are never shown.
 */
export function checkedHeaders(option: string, headers: HttpHeaders): HttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (!tokenPattern.test(name)) throw new InvalidOptionError(option, `${quote(name)} is no name of a header`);
      for (const one of valuesOf(value)) {
        if (typeof one !== 'string' || !valuePattern.test(one)) {
          const problem = 'a line break, a control character, a character beyond Latin-1, or no text';
          throw new InvalidOptionError(option, `the value of the header ${quote(name)} has ${problem}`);
        }
      }
      return [name.toLowerCase(), value];
    }),
  );
}

/**
 * Makes a function that blots out of a text every header value that may be a credential, and every longer word in it: for
 * words from elsewhere (a runtime's error, a proxy's page, a server's Status) that may repeat a credential.
 */
export function concealerOf(headers: HttpHeaders): (text: string) => string {
  let secrets: readonly string[] | undefined;
  return (text) => {
    // Most requests never need them.
    secrets ??= secretsIn(headers);
    return secrets.reduce((clean, secret) => clean.replaceAll(secret, '[hidden]'), text);
  };
}

function secretsIn(headers: HttpHeaders): readonly string[] {
  const values = Object.entries(headers)
    .filter(([name]) => !harmless.test(name))
    .flatMap(([, value]) => valuesOf(value));
  const words = values.flatMap((value) => [value, ...value.split(/[\s,;]+/)]);
  const inside = words.flatMap((word) => [word, word.slice(word.indexOf('=') + 1), ...partsOfBasic(word)]);
  // Escaped as they stand in JSON and in URLs.
  const forms = inside.flatMap((word) => [word, JSON.stringify(word).slice(1, -1), encodeURIComponent(word)]);
  return [...new Set(forms)]
    .filter((word) => word.length >= shortestSecret && !schemes.has(word.toLowerCase()))
    .sort((a, b) => b.length - a.length);
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

function valuesOf(value: string | readonly string[]): readonly string[] {
  return typeof value === 'string' ? [value] : value;
}
