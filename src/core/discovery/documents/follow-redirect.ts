import { trimEnd } from '../../shared/trim-end.js';
import type { ApiAnswer, ApiRequest, Connection } from '../../transport/connection.js';
import { describeRedirect } from '../../transport/api-failure.js';
import { ApiError } from '../../transport/errors.js';

/** Statuses that redirect. */
const redirects: readonly number[] = [301, 302, 303, 307, 308];

/** No server needs more. */
const mostRedirects = 5;

/**
 * Sends a GET that follows redirects as far as the client's credentials belong: to the same origin, below the same base
 * path (an added slash, a changed hash). Any other redirect is an `ApiError`, and is not followed.
 */
export async function requestFollowing(
  connection: Connection,
  server: string,
  request: ApiRequest,
): Promise<ApiAnswer> {
  let { path, query } = request;
  for (let count = 0; ; count += 1) {
    const expected = [...(request.expected ?? []), ...redirects];
    const answer = await connection.request({ ...request, path, query, expected });
    if (!redirects.includes(answer.status)) return answer;
    const next = targetOf(server, path, answer.headers['location']);
    if (next === undefined || count === mostRedirects) throw refusal(path, answer, next !== undefined);
    ({ path, query } = next);
  }
}

/** Returns the target of a redirect relative to the server, or undefined if the credentials do not belong there. */
function targetOf(
  server: string,
  path: string,
  location: string | undefined,
): (Pick<ApiRequest, 'path' | 'query'> & { readonly path: string }) | undefined {
  if (location === undefined) return undefined;
  const base = new URL(server.startsWith('/') ? `http://relative.invalid${server}` : server);
  const prefix = trimEnd(base.pathname, '/');
  const from = `${base.origin}${prefix}${path}`;
  if (!URL.canParse(location, from)) return undefined;
  const target = new URL(location, from);
  const isBelow = target.pathname.startsWith(`${prefix}/`);
  if (target.origin !== base.origin || target.username !== '' || target.password !== '' || !isBelow) return undefined;
  const query: Record<string, string[]> = {};
  for (const name of target.searchParams.keys()) query[name] = target.searchParams.getAll(name);
  return { path: target.pathname.slice(prefix.length), query };
}

function refusal(path: string, { status, headers, conceal }: ApiAnswer, isLoop: boolean): ApiError {
  const message = isLoop
    ? `the server redirected more than ${mostRedirects} times`
    : describeRedirect(headers['location'] ?? '', conceal);
  return new ApiError({ method: 'GET', path, statusCode: status, status: { message }, fromServer: false });
}
