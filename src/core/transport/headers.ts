import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import { quote } from '../shared/quote.js';
import type { HttpHeaders } from './transport.js';

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
  const navigator: unknown = Reflect.get(globalThis, 'navigator');
  const name: unknown =
    typeof navigator === 'object' && navigator !== null ? Reflect.get(navigator, 'userAgent') : undefined;
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
