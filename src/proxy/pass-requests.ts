import type { ApiRequest } from '../index.js';
import type { Upstream } from './upstream.js';

/** What a page gets of an answer. */
export interface Passed {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as it arrives; text for what is known already, undefined for none. */
  readonly body: AsyncIterable<Uint8Array> | string | undefined;
}

/**
 * Headers of the API server that reach the page. Cookies, CORS and encodings of the server do not. Of the page, only what is given to
 * {@link passOn} reaches the API server: credentials are this process', nobody may be impersonated by a page, and which encodings the server
 * may use is up to this process, which decodes them: browsers do not decode the watches of Kubernetes 1.37.
 */
export const returnedHeaders = ['content-type', 'etag', 'retry-after', 'warning', 'date', 'audit-id'];

/** What of a request is passed on besides its address. */
type PassedRequest = Partial<Pick<ApiRequest, 'method' | 'accept' | 'contentType' | 'ifNoneMatch' | 'body' | 'signal'>>;

/** Sends a request of a page to the API server. Returns the answer, whatever its status. */
export async function passOn(
  upstream: Upstream,
  address: string,
  { accept = '*/*', ...passed }: PassedRequest,
): Promise<Passed> {
  const { pathname, searchParams } = new URL(address, 'http://relative.invalid');
  const { status, headers, body } = await upstream.stream({
    ...passed,
    accept,
    path: pathname,
    query: parametersOf(searchParams),
    expected: everyOtherStatus,
    retry: false,
  });
  const returned = returnedHeaders.flatMap((name): [string, string][] => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return { status, headers: Object.fromEntries(returned), body };
}

/** Except 401, for which the credentials are renewed once. */
const everyOtherStatus: readonly number[] = Array.from({ length: 300 }, (_, index) => 300 + index).filter(
  (status) => status !== 401,
);

/** Returns the parameters of an address, each with all its values. */
export function parametersOf(parameters: URLSearchParams): Record<string, string[]> {
  // Without a prototype, a parameter may have any name.
  const query = Object.create(null) as Record<string, string[]>;
  for (const [name, value] of parameters) (query[name] ??= []).push(value);
  return query;
}
