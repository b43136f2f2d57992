import type { BaseUrl } from './base-url.js';
import { InvalidOptionError } from './errors.js';
import { checkedHeaders } from './headers.js';
import type { ConnectionOptions, Credentials } from './options.js';

/**
 * What the option `token` sends with each request. Throws `InvalidOptionError` for one that cannot be sent, and where others
 * could read it on the way.
 */
export function credentialsOfToken({ token, authenticate }: ConnectionOptions, { origin }: BaseUrl): Credentials {
  if (token === undefined) return { headers: {} };
  const refuse = (problem: string): never => {
    throw new InvalidOptionError('token', problem);
  };
  if (authenticate !== undefined) return refuse('authenticate() is given as well: leave one of them out');
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) return refuse('it must be text without spaces');
  if (/^http:/i.test(origin) && !/^http:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i.test(origin)) {
    return refuse('it would go over plain http, where others can read it; give an https server');
  }
  return { headers: checkedHeaders('token', { authorization: `Bearer ${token}` }) };
}
