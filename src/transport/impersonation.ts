import { checkedHeaders } from './headers.js';
import { InvalidOptionError } from './errors.js';
import type { Impersonation } from './options.js';
import type { HttpHeaders } from './transport.js';

const prefix = 'impersonate-';

/** The headers of an impersonation; throws `InvalidOptionError` for one that cannot be sent. */
export function headersOfImpersonation(impersonate: Impersonation | undefined): HttpHeaders | undefined {
  if (impersonate === undefined) return undefined;
  const { user, uid, groups = [], extra = {} } = requireImpersonation(impersonate);
  const headers: Record<string, string | readonly string[]> = { [`${prefix}user`]: user };
  if (uid !== undefined) headers[`${prefix}uid`] = uid;
  if (groups.length > 0) headers[`${prefix}group`] = groups;
  for (const [key, values] of Object.entries(extra)) headers[`${prefix}extra-${escapeKey(key)}`] = values;
  return checkedHeaders('impersonate', headers);
}

/** The headers of a request that is another user's: nothing is left of an impersonation that they held before. */
export function impersonated(headers: HttpHeaders, impersonation: HttpHeaders | undefined): HttpHeaders {
  if (impersonation === undefined) return headers;
  const others = Object.entries(headers).filter(([name]) => !name.toLowerCase().startsWith(prefix));
  return { ...Object.fromEntries(others), ...impersonation };
}

function requireImpersonation(impersonate: Impersonation): Impersonation {
  const { user, uid, groups, extra } = impersonate;
  const texts = [user, uid, ...(groups ?? []), ...Object.values(extra ?? {}).flat()] as unknown[];
  if (typeof user !== 'string' || user === '') throw new InvalidOptionError('impersonate.user', 'it is needed');
  if (texts.some((text) => text !== undefined && typeof text !== 'string')) {
    throw new InvalidOptionError('impersonate', 'it must hold texts');
  }
  return impersonate;
}

/** Names of headers allow few characters; the server undoes percent-encoding. */
function escapeKey(key: string): string {
  return [...new TextEncoder().encode(key.toLowerCase())]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      if (/[!#$&'*+.^_`|~0-9a-z-]/.test(character)) return character;
      return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
}
