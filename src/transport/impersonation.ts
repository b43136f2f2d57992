import { extraHeaderOf } from '../shared/impersonation-extra.js';
import { isJsonRecord } from '../shared/json-record.js';
import { quote } from '../shared/quote.js';
import { checkedHeaders } from './headers.js';
import { InvalidOptionError } from './errors.js';
import type { Impersonation } from './options.js';
import type { HttpHeaders } from './transport.js';

const prefix = 'impersonate-';
const fields: readonly string[] = ['user', 'uid', 'groups', 'extra'] satisfies (keyof Impersonation)[];

/** The headers of an impersonation; throws `InvalidOptionError` for one that cannot be sent. */
export function headersOfImpersonation(impersonate: Impersonation | undefined): HttpHeaders | undefined {
  if (impersonate === undefined) return undefined;
  const given: unknown = impersonate;
  if (!isJsonRecord(given)) throw new InvalidOptionError('impersonate', "it must be an object: { user: 'jane' }");
  const unknown = Object.keys(given).find((field) => !fields.includes(field));
  if (unknown !== undefined) {
    throw new InvalidOptionError('impersonate', `it has no field ${quote(unknown)}, but ${fields.join(', ')}`);
  }
  const { user, uid, groups, extra } = given;
  const headers: Record<string, string | readonly string[]> = { [`${prefix}user`]: textOf('user', user) };
  if (uid !== undefined) headers[`${prefix}uid`] = textOf('uid', uid);
  if (groups !== undefined) Object.assign(headers, listed(`${prefix}group`, groupsOf(groups)));
  if (extra !== undefined) Object.assign(headers, headersOfExtra(extra));
  return checkedHeaders('impersonate', headers);
}

/** The headers of a request that is another user's: nothing is left of an impersonation that they held before. */
export function impersonated(headers: HttpHeaders, impersonation: HttpHeaders | undefined): HttpHeaders {
  if (impersonation === undefined) return headers;
  const others = Object.entries(headers).filter(([name]) => !name.toLowerCase().startsWith(prefix));
  return { ...Object.fromEntries(others), ...impersonation };
}

function textOf(field: string, value: unknown): string {
  if (typeof value === 'string' && value !== '') {
    if (isTrimmed(value)) return value;
    throw new InvalidOptionError(`impersonate.${field}`, 'it begins or ends with a blank, which no header keeps');
  }
  const advice =
    field === 'user'
      ? 'it is needed, and must be a string that is not empty'
      : 'it must be a string that is not empty: leave it out otherwise';
  throw new InvalidOptionError(`impersonate.${field}`, advice);
}

/** What HTTP would take away, so that it was another name. */
function isTrimmed(value: string): boolean {
  return value === value.trim();
}

function groupsOf(groups: unknown): readonly string[] {
  if (!Array.isArray(groups))
    throw new InvalidOptionError('impersonate.groups', "it must be a list of strings: ['dev']");
  return groups.map((group: unknown, index) => textOf(`groups[${index}]`, group));
}

function headersOfExtra(extra: unknown): HttpHeaders {
  if (!isJsonRecord(extra)) {
    throw new InvalidOptionError('impersonate.extra', "it must be an object of lists of strings: { scopes: ['view'] }");
  }
  const headers: Record<string, readonly string[]> = {};
  const keys = new Map<string, string>();
  for (const [key, values] of Object.entries(extra)) {
    if (values === undefined) continue;
    const place = `impersonate.extra[${quote(key)}]`;
    if (key === '') throw new InvalidOptionError(place, 'the key is empty');
    if (!Array.isArray(values) || values.some((value) => typeof value !== 'string')) {
      throw new InvalidOptionError(place, "it must be a list of strings: ['view']");
    }
    if (!(values as string[]).every(isTrimmed)) {
      throw new InvalidOptionError(place, 'a value begins or ends with a blank, which no header keeps');
    }
    const other = keys.get(key.toLowerCase());
    if (other !== undefined) {
      throw new InvalidOptionError(place, `servers take keys in lower case, so that it is the same as ${quote(other)}`);
    }
    keys.set(key.toLowerCase(), key);
    Object.assign(headers, listed(extraHeaderOf(key), values as string[]));
  }
  return headers;
}

/** A header with several values; none without values. */
function listed(name: string, values: readonly string[]): HttpHeaders {
  return values.length === 0 ? {} : { [name]: values };
}
