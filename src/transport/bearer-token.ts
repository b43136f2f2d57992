import type { BaseUrl } from './base-url.js';
import { InvalidOptionError } from './errors.js';
import { checkedHeaders } from './headers.js';
import type { ConnectionOptions, Credentials } from './options.js';

/**
 * Returns the credentials for the option `token`. Throws `InvalidOptionError` for a token that cannot be sent, or that
 * others could read in transit.
 */
export function credentialsOfToken({ token, authenticate }: ConnectionOptions, { origin }: BaseUrl): Credentials {
  if (token === undefined) return { headers: {} };
  const refuse = (problem: string): never => {
    throw new InvalidOptionError('token', problem);
  };
  if (authenticate !== undefined) return refuse('authenticate() is also set; use only one of them');
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) return refuse('it must be a string without spaces');
  if (/^http:/i.test(origin) && !/^http:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i.test(origin)) {
    return refuse('it would be sent over plain http, where others can read it; use an https server');
  }
  return { headers: checkedHeaders('token', { authorization: `Bearer ${token}` }) };
}
