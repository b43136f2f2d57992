import { requireObject } from '../shared/arguments.js';
import { formatQuery, joinPath, type BaseUrl } from './base-url.js';
import type { ApiRequest, RequestGuard } from './connection.js';
import { InvalidOptionError } from './errors.js';
import { checkedHeaders, getsIndentedJson } from './headers.js';
import type { HttpHeaders, HttpMethod } from './transport.js';

/** A request that is ready to be sent, except for its credentials. */
export interface PreparedRequest {
  readonly method: HttpMethod;
  /** The path as sent, without the query. */
  readonly path: string;
  readonly url: string;
  readonly headers: HttpHeaders;
  /** Additional headers of the caller; the credentials and `headers` win. */
  readonly further: HttpHeaders;
  readonly body: string | Uint8Array | undefined;
  /** Reports whether a status is an answer and not an error. */
  readonly isWanted: (status: number) => boolean;
  readonly guards: readonly RequestGuard[];
}

const methods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] satisfies HttpMethod[];

/** Puts a request onto the base URL. Throws `InvalidOptionError` for a path or header that cannot be sent as is. */
export function prepareRequest(
  request: ApiRequest,
  { base, userAgent }: { base: BaseUrl; userAgent: string },
): PreparedRequest {
  requireObject('request', request);
  const { method = 'GET', path, query, accept = 'application/json', body, expected = [], guards = [] } = request;
  if (body !== undefined && typeof body !== 'string' && !(ArrayBuffer.isView(body) && 'subarray' in body)) {
    throw new InvalidOptionError('body', 'it must be a string or a Uint8Array');
  }
  if (!methods.includes(method)) throw new InvalidOptionError('method', `it must be one of ${methods.join(', ')}`);
  const joined = joinPath(base, path);
  const { headers: further = {}, contentType, ifNoneMatch } = request;
  const headers: Record<string, string> = { accept, 'user-agent': userAgent };
  if (body !== undefined) headers['content-type'] = contentType ?? 'application/json';
  if (ifNoneMatch !== undefined) headers['if-none-match'] = ifNoneMatch;
  // Indented JSON is the same at twice the size.
  const plainJson = getsIndentedJson(userAgent) ? { pretty: false } : {};
  return {
    method,
    path: joined,
    url: base.origin + joined + formatQuery({ ...query, ...plainJson }),
    headers: checkedHeaders('headers', headers),
    further: checkedHeaders('headers', further),
    body,
    isWanted: (status) => (status >= 200 && status < 300) || expected.includes(status),
    guards,
  };
}
