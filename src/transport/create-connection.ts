import { abandonOnAbort, delay } from '../shared/abort.js';
import { ApiError } from './api-error.js';
import { apiErrorOf } from './api-failure.js';
import { attemptStream, attemptWhole, type Attempt } from './attempt.js';
import { createAxiosTransport } from './axios-transport.js';
import { parseBaseUrl } from './base-url.js';
import { ClientClosedError } from './client-closed-error.js';
import { ConnectionError } from './connection-error.js';
import type { ApiRequest, Connection } from './connection.js';
import { checkedHeaders } from './header-values.js';
import { InvalidOptionError } from './invalid-option-error.js';
import { observe } from './observers.js';
import type { ConnectionOptions, Credentials } from './options.js';
import { prepareRequest, type PreparedRequest } from './prepare-request.js';
import { createRequestScopes, type RequestScope } from './request-scope.js';
import { retryDelayMs, retryPolicy } from './retry.js';
import { TimeoutError } from './timeout-error.js';
import type { TransportResponse } from './transport.js';
import { namingPlace } from './unreachable-errors.js';

/**
 * Makes the {@link Connection} of one client. Nothing is sent before the first request. Throws `InvalidOptionError`
 * for options that can never work, and so do requests.
 *
 * `close()` also closes the transport, one that was given included.
 */
export function createConnection(options: ConnectionOptions): Connection {
  const { authenticate, configuredAt, userAgent = 'kubeatlas' } = options;
  const base = parseBaseUrl(options.server);
  const policy = retryPolicy(options.retry);
  checkedHeaders('userAgent', { 'user-agent': userAgent });
  const transport = options.transport ?? createAxiosTransport({ maxSockets: options.maxSockets });
  const scopes = createRequestScopes();
  let { onClose } = options;

  async function credentialsFor(rejected: boolean, signal: AbortSignal): Promise<Credentials> {
    if (authenticate === undefined) return { headers: {} };
    const asking = (async () => authenticate({ signal, rejected }))();
    const { headers, agent } = await abandonOnAbort(asking, signal);
    return { headers: checkedHeaders('authenticate', headers), agent };
  }

  async function tryOnce<Result extends object>(
    { method, path, url, body, isWanted, ...request }: PreparedRequest,
    credentials: Credentials,
    { attempt, scope, count }: { attempt: Attempt<Result>; scope: RequestScope; count: number },
  ): Promise<Result | ApiError | ConnectionError> {
    const headers = { ...credentials.headers, ...request.headers };
    const sent = { method, url, headers, body, signal: scope.signal, agent: credentials.agent };
    const begun = performance.now();
    let answer: TransportResponse | undefined;
    try {
      const outcome = await attempt(transport, sent, { scope, isWanted });
      answer = outcome.answer;
      return outcome.result ?? apiErrorOf(answer, { method, path, credentials: credentials.headers });
    } catch (error) {
      if (error instanceof ConnectionError) return error;
      throw error;
    } finally {
      observe(options, sent, { answer, ms: performance.now() - begun, attempt: count });
    }
  }

  async function ask<Result extends object>(
    request: PreparedRequest,
    attempt: Attempt<Result>,
    scope: RequestScope,
  ): Promise<Result> {
    let rejected = false;
    let renewed = false;
    let retries = 0;
    for (let count = 0; ; count += 1) {
      const credentials = await credentialsFor(rejected, scope.signal);
      const outcome = await tryOnce(request, credentials, { attempt, scope, count });
      if (!(outcome instanceof ApiError || outcome instanceof ConnectionError)) return outcome;
      rejected = authenticate !== undefined && !renewed && outcome instanceof ApiError && outcome.statusCode === 401;
      if (rejected) {
        renewed = true;
        continue;
      }
      const wait = retryDelayMs(outcome, retries, policy);
      if (wait === undefined) throw outcome instanceof ConnectionError ? namingPlace(outcome, configuredAt) : outcome;
      retries += 1;
      await delay(wait, scope.signal);
    }
  }

  function openScope({ signal, timeoutMs }: ApiRequest, { method, path }: PreparedRequest): RequestScope {
    if (timeoutMs === undefined) return scopes.open({ signal });
    if (!(timeoutMs > 0)) throw new InvalidOptionError('timeoutMs', 'it must be milliseconds, more than 0');
    return scopes.open({ signal, timeoutMs, timeoutError: () => new TimeoutError({ method, path, timeoutMs }) });
  }

  return {
    async request(request) {
      const prepared = prepareRequest(request, { base, userAgent });
      const scope = openScope(request, prepared);
      try {
        return await ask(prepared, attemptWhole, scope);
      } finally {
        scope.end();
      }
    },

    async stream(request) {
      const prepared = prepareRequest(request, { base, userAgent });
      const scope = openScope(request, prepared);
      try {
        return await ask(prepared, attemptStream, scope);
      } catch (error) {
        scope.end();
        throw error;
      }
    },

    close() {
      scopes.closeAll(new ClientClosedError());
      transport.close();
      const release = onClose;
      onClose = undefined;
      return Promise.resolve().then(release);
    },
  };
}
