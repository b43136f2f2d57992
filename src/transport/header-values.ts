import { quote } from '../shared/quote.js';
import { InvalidOptionError } from './invalid-option-error.js';
import type { HttpHeaders } from './transport.js';

const tokenPattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
// Anything else is dropped or refused by one runtime or another, and a line break would begin a new header.
const valuePattern = /^[\t\u0020-\u007e\u0080-\u00ff]*$/;

/** What every request has; no secret, and of use in a message. */
const harmless = new Set(['accept', 'content-type', 'user-agent', 'if-none-match']);

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
 * A text with every value of the headers that may be a credential, and every longer word in them, blotted out: for words that come from
 * elsewhere (a runtime's error, a proxy's page) and may repeat a credential.
 */
export function withoutHeaderValues(text: string, headers: HttpHeaders): string {
  const secrets = Object.entries(headers)
    .filter(([name]) => !harmless.has(name))
    .flatMap(([, value]) => valuesOf(value))
    .flatMap((value) => [value, ...value.split(/[\s,]+/).filter((word) => word.length >= 4)])
    .filter((secret) => secret !== '')
    .sort((a, b) => b.length - a.length);
  return secrets.reduce((clean, secret) => clean.replaceAll(secret, '[hidden]'), text);
}

function valuesOf(value: string | readonly string[]): readonly string[] {
  return typeof value === 'string' ? [value] : value;
}
