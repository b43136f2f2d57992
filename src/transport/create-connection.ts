import { abandonOnAbort, delay } from '../shared/abort.js';
import { attemptStream, attemptWhole, type Attempt } from './attempt.js';
import { createAxiosTransport } from './axios-transport.js';
import { parseBaseUrl } from './base-url.js';
import { namingPlace } from './connection-failure.js';
import type { ApiRequest, Connection } from './connection.js';
import { ApiError, ClientClosedError, ConnectionError, InvalidOptionError, TimeoutError } from './errors.js';
import { checkedHeaders, concealerOf } from './header-values.js';
import { observe, type Observed } from './observers.js';
import type { ConnectionOptions, Credentials } from './options.js';
import { prepareRequest, type PreparedRequest } from './prepare-request.js';
import { createRequestScopes, type RequestScope } from './request-scope.js';
import { retryDelayMs, retryPolicy } from './retry.js';
import { createSlots, type Slots } from './slots.js';

const defaultSilenceTimeoutMs = 60_000;
const defaultMaxAnswerBytes = 500_000_000;
const defaultMaxSockets = 16;

/**
 * Makes the {@link Connection} of one client. Nothing is sent before the first request. Throws `InvalidOptionError`
 * for options that can never work, and so do requests.
 *
 * `close()` also closes the transport, one that was given included.
 */
export function createConnection(options: ConnectionOptions): Connection {
  const { authenticate, configuredAt, userAgent = 'kubeatlas', maxSockets = defaultMaxSockets } = options;
  const base = parseBaseUrl(options.server);
  const policy = retryPolicy(options.retry);
  const limits = {
    timeoutMs: positive('timeoutMs', options.timeoutMs) ?? Infinity,
    silenceMs: positive('silenceTimeoutMs', options.silenceTimeoutMs) ?? defaultSilenceTimeoutMs,
    maxBytes: positive('maxAnswerBytes', options.maxAnswerBytes) ?? defaultMaxAnswerBytes,
  };
  checkedHeaders('userAgent', { 'user-agent': userAgent });
  if (!(maxSockets >= 1)) throw new InvalidOptionError('maxSockets', 'it must be 1 or more');
  const connectTimeoutMs = positive('connectTimeoutMs', options.connectTimeoutMs);
  const transport = options.transport ?? createAxiosTransport({ maxSockets, connectTimeoutMs });
  const scopes = createRequestScopes();
  const slots = createSlots(maxSockets);
  let { onClose } = options;

  async function credentialsFor(rejected: boolean, signal: AbortSignal): Promise<Credentials> {
    if (authenticate === undefined) return { headers: {} };
    const asking = (async () => authenticate({ signal, rejected }))();
    const { headers, agent } = await abandonOnAbort(asking, signal);
    return { headers: checkedHeaders('authenticate', headers), agent };
  }

  async function tryOnce<Result>(
    { method, url, body, isWanted, further, headers: own }: PreparedRequest,
    credentials: Credentials,
    { attempt, takeTurn, scope, size, count }: Trying<Result> & { readonly count: number },
  ): Promise<Result | ApiError | ConnectionError> {
    const headers = { ...further, ...credentials.headers, ...own };
    const sent = { method, url, headers, body, signal: scope.signal, agent: credentials.agent };
    const release = await takeTurn?.(scope.signal);
    const begun = performance.now();
    let told: Pick<Observed, 'head' | 'bytes'> = { head: undefined, bytes: 0 };
    try {
      const conceal = concealerOf(headers);
      const outcome = await attempt(transport, sent, { scope, isWanted, size, conceal });
      told = outcome;
      return outcome.result;
    } catch (error) {
      if (error instanceof ConnectionError) return error;
      throw error;
    } finally {
      release?.();
      observe(options, sent, { ...told, ms: performance.now() - begun, attempt: count });
    }
  }

  async function ask<Result>(request: PreparedRequest, trying: Trying<Result>): Promise<Result> {
    const { scope } = trying;
    let rejected = false;
    let renewed = false;
    let retries = 0;
    for (let count = 0; ; count += 1) {
      const credentials = await credentialsFor(rejected, scope.signal);
      const outcome = await tryOnce(request, credentials, { ...trying, count });
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

  function openScope(
    request: ApiRequest,
    prepared: PreparedRequest,
    standard: { readonly timeoutMs: number; readonly silenceMs: number },
  ): RequestScope {
    const timeoutMs = positive('timeoutMs', request.timeoutMs) ?? standard.timeoutMs;
    const silenceMs = positive('silenceTimeoutMs', request.silenceTimeoutMs) ?? standard.silenceMs;
    return scopes.open({
      signal: request.signal,
      timeoutMs,
      silenceMs,
      timeoutError: (limit) => new TimeoutError(prepared, limit, limit === 'timeoutMs' ? timeoutMs : silenceMs),
    });
  }

  return {
    signal: scopes.signal,

    async request(request) {
      const prepared = prepareRequest(request, { base, userAgent });
      const asked = positive('maxBytes', request.maxBytes);
      const size = { maxBytes: asked ?? limits.maxBytes, option: asked === undefined ? 'maxAnswerBytes' : 'maxBytes' };
      const scope = openScope(request, prepared, limits);
      try {
        return await ask(prepared, { attempt: attemptWhole, takeTurn: slots.take, scope, size });
      } finally {
        scope.end();
      }
    },

    async stream(request) {
      const prepared = prepareRequest(request, { base, userAgent });
      const scope = openScope(request, prepared, { timeoutMs: Infinity, silenceMs: Infinity });
      const size = { maxBytes: Infinity, option: '' };
      try {
        return await ask(prepared, { attempt: attemptStream, scope, size });
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

/** How a request is tried. */
interface Trying<Result> {
  readonly attempt: Attempt<Result>;
  /** Waits for a turn among the whole requests; a stream needs none. */
  readonly takeTurn?: Slots['take'];
  readonly scope: RequestScope;
  readonly size: { readonly maxBytes: number; readonly option: string };
}

/** A limit, if it is a number above 0; undefined where none was given. */
function positive(option: string, value: number | undefined): number | undefined {
  if (value === undefined || value > 0) return value;
  throw new InvalidOptionError(option, 'it must be a number above 0');
}
