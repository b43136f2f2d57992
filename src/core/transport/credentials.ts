import { requireKnownOptions, type OptionNames } from '../shared/arguments.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import { extraHeaderOf } from '../shared/impersonation-extra.js';
import { isJsonRecord } from '../shared/json-record.js';
import { quote } from '../shared/quote.js';
import { checkedHeaders, type BaseUrl } from './request-head.js';
import type { ConnectionOptions, Credentials, Impersonation } from './options.js';
import type { HttpHeaders } from './transport.js';

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

/** Refuses surrounding blanks: HTTP strips them, which would make it another name. */
function textOf(field: string, value: unknown, mayBeEmpty = false): string {
  if (typeof value === 'string' && value === value.trim() && (mayBeEmpty || value !== '')) return value;
  throw refusal(field, 'a non-empty string without surrounding whitespace');
}

/** Returns the headers of a request made as another user, in place of any impersonation that they held before. */
export function impersonated(headers: HttpHeaders, impersonation: HttpHeaders): HttpHeaders {
  const others = Object.entries(headers).filter(([name]) => !name.toLowerCase().startsWith(prefix));
  return { ...Object.fromEntries(others), ...impersonation };
}
