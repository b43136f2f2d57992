import { requireObject } from '../shared/arguments.js';
import { quote } from '../shared/quote.js';
import { InvalidOptionError } from './errors.js';
import type { HttpHeaders } from './transport.js';

const tokenPattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
// Anything else is dropped or refused by one runtime or another, and a line break would begin a new header.
const valuePattern = /^[\t\u0020-\u007e\u0080-\u00ff]*$/;
/** They say where a message ends and goes: what HTTP itself writes. */
const ofTheConnection = new Set(
  'connection content-length expect host keep-alive te trailer transfer-encoding upgrade'.split(' '),
);

/**
 * Headers with their names in lower case. Throws `InvalidOptionError` for a name or value that cannot be sent as it
 * is; values are never shown.
 */
export function checkedHeaders(option: string, headers: HttpHeaders): HttpHeaders {
  requireObject('headers', headers);
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (!tokenPattern.test(name)) throw new InvalidOptionError(option, `${quote(name)} is no name of a header`);
      const lower = name.toLowerCase();
      if (ofTheConnection.has(lower)) throw new InvalidOptionError(option, `the header ${name} is left to HTTP`);
      for (const one of valuesOf(value)) {
        if (typeof one !== 'string' || !valuePattern.test(one)) {
          const problem = 'a line break, a control character, a character beyond Latin-1, or no text';
          throw new InvalidOptionError(option, `the value of the header ${quote(name)} has ${problem}`);
        }
      }
      return [lower, value];
    }),
  );
}

/** The values of one header, which may have several. */
export function valuesOf(value: string | readonly string[]): readonly string[] {
  return typeof value === 'object' ? value : [value];
}

/** Programs for which servers indent their JSON, unless they are asked not to. */
const readers = /^(?:Mozilla\/5\.0|curl|Wget)/;

/** The name under which a browser sends its requests, whatever is asked for; undefined elsewhere. */
export function runtimeUserAgent(): string | undefined {
  const navigator: unknown = Reflect.get(globalThis, 'navigator');
  const name: unknown =
    typeof navigator === 'object' && navigator !== null ? Reflect.get(navigator, 'userAgent') : undefined;
  return typeof name === 'string' && name.startsWith('Mozilla/') ? name : undefined;
}

/** Whether a server would indent its answers for requests sent under this name or from this browser. */
export function getsIndentedJson(userAgent: string): boolean {
  return readers.test(runtimeUserAgent() ?? userAgent);
}
