import { extraHeaderOf } from '../shared/impersonation-extra.js';
import { isJsonRecord } from '../shared/json-record.js';
import { quote } from '../shared/quote.js';
import { checkedHeaders } from './headers.js';
import { InvalidOptionError } from './errors.js';
import type { Impersonation } from './options.js';
import type { HttpHeaders } from './transport.js';

const prefix = 'impersonate-';

/** Returns the headers of an impersonation. Throws `InvalidOptionError` for one that cannot be sent. */
export function headersOfImpersonation(impersonate: Impersonation | undefined): HttpHeaders | undefined {
  if (impersonate === undefined) return undefined;
  const given: unknown = impersonate;
  if (!isJsonRecord(given)) throw refusal('', "an object: { user: 'jane' }");
  const { user, uid, groups = [], extra = {}, ...rest } = given;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined)
    throw refusal('', `an object without the unknown field ${quote(unknown)}; known fields: user, uid, groups, extra`);
  const headers: Record<string, string | readonly string[]> = { [`${prefix}user`]: textOf('.user', user) };
  const list = (header: string, place: string, values: unknown, mayBeEmpty?: boolean): void => {
    if (!Array.isArray(values)) throw refusal(place, "a list of strings: ['dev']");
    // A header without values is not sent.
    if (values.length > 0) headers[header] = Array.from(values, (value) => textOf(place, value, mayBeEmpty));
  };
  if (uid !== undefined) headers[`${prefix}uid`] = textOf('.uid', uid);
  list(`${prefix}group`, '.groups', groups);
  if (!isJsonRecord(extra)) throw refusal('.extra', "an object of lists: { scopes: ['view'] }");
  for (const [key, values] of Object.entries(extra)) {
    if (values === undefined) continue;
    const header = extraHeaderOf(key);
    const place = `.extra[${quote(key)}]`;
    if (key === '' || Object.hasOwn(headers, header)) {
      throw refusal(place, 'under a non-empty key that is unique in lower case');
    }
    list(header, place, values, true);
  }
  return checkedHeaders('impersonate', headers);
}

function refusal(place: string, wanted: string): InvalidOptionError {
  return new InvalidOptionError(`impersonate${place}`, `it must be ${wanted}`);
}

/** Refuses surrounding blanks: HTTP strips them, which would make it another name. */
function textOf(place: string, value: unknown, mayBeEmpty = false): string {
  if (typeof value === 'string' && value === value.trim() && (mayBeEmpty || value !== '')) return value;
  throw refusal(place, 'a non-empty string without surrounding whitespace');
}

/** Returns the headers of a request made as another user, in place of any impersonation that they held before. */
export function impersonated(headers: HttpHeaders, impersonation: HttpHeaders | undefined): HttpHeaders {
  if (impersonation === undefined) return headers;
  const others = Object.entries(headers).filter(([name]) => !name.toLowerCase().startsWith(prefix));
  return { ...Object.fromEntries(others), ...impersonation };
}
