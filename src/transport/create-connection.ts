import { abandonOnAbort, delay } from '../shared/abort.js';
import { requireObject } from '../shared/arguments.js';
import { attemptStream, attemptWhole, type Attempt, type AttemptContext, type Seen } from './attempt.js';
import { parseBaseUrl } from './base-url.js';
import { credentialsOfToken } from './bearer-token.js';
import { namingPlace } from './connection-failure.js';
import type { ApiRequest, Connection } from './connection.js';
import { createDefaultTransport } from './default-transport.js';
import { ApiError, ClientClosedError, ConnectionError, InvalidOptionError, TimeoutError } from './errors.js';
import { createStreamPlaces, isNumberOfPlaces } from './stream-places.js';
import { concealerOf } from './conceal.js';
import { checkedHeaders } from './headers.js';
import { impersonated, headersOfImpersonation } from './impersonation.js';
import { observe } from './observers.js';
import type { ConnectionOptions, Credentials } from './options.js';
import { prepareRequest, type PreparedRequest } from './prepare-request.js';
import { createRequestScopes, type RequestScope } from './request-scope.js';
import { retryDelayMs, retryPolicy } from './retry.js';
import { createSlots, type Slots } from './slots.js';

const defaultSilenceTimeoutMs = 60_000;
const defaultMaxAnswerBytes = 500_000_000;
const defaultMaxSockets = 16;

/**
 * Makes the {@link Connection} of one client. Nothing is sent before the first request. This function and the requests
 * throw `InvalidOptionError` for options that can never work.
 *
 * `close()` also closes the transport, including one given by the user.
 */
export function createConnection(options: ConnectionOptions): Connection {
  requireObject('options', options);
  const { authenticate, configLocations, onClose, userAgent = 'kubeatlas', maxSockets = defaultMaxSockets } = options;
  const base = parseBaseUrl(options.server);
  const fixed = credentialsOfToken(options, base);
  const policy = retryPolicy(options.retry);
  const limits = {
    timeoutMs: positive('timeoutMs', options.timeoutMs) ?? Infinity,
    silenceMs: positive('silenceTimeoutMs', options.silenceTimeoutMs) ?? defaultSilenceTimeoutMs,
    maxBytes: positive('maxAnswerBytes', options.maxAnswerBytes) ?? defaultMaxAnswerBytes,
  };
  checkedHeaders('userAgent', { 'user-agent': userAgent });
  if (!isNumberOfPlaces(maxSockets)) {
    throw new InvalidOptionError('maxSockets', 'it must be an integer greater than 0, or Infinity');
  }
  const places = createStreamPlaces(options.maxStreams);
  const connectTimeoutMs = positive('connectTimeoutMs', options.connectTimeoutMs);
  const impersonation = headersOfImpersonation(options.impersonate);
  const transport = options.transport ?? createDefaultTransport({ maxIdleSockets: maxSockets, connectTimeoutMs });
  const scopes = createRequestScopes();
  const slots = createSlots(maxSockets);
  let isClosed = false;

  async function credentialsFor(rejected: boolean, signal: AbortSignal): Promise<Credentials> {
    if (authenticate === undefined) return fixed;
    const asking = (async () => authenticate({ signal, rejected }))();
    const given = (await abandonOnAbort(asking, signal)) as Partial<Credentials> | null | undefined;
    if (!given?.headers) throw new InvalidOptionError('authenticate', 'it must answer an object with headers');
    return { headers: checkedHeaders('authenticate', given.headers), agent: given.agent };
  }

  async function tryOnce<Result>(
    { method, url, body, isWanted, further, headers: own, guards }: PreparedRequest,
    credentials: Credentials,
    { attempt, takeTurn, scope, size, silence, count }: Trying<Result> & { readonly count: number },
  ): Promise<Result | ApiError | ConnectionError> {
    const headers = { ...impersonated({ ...further, ...credentials.headers }, impersonation), ...own };
    const sent = { method, url, headers, body, signal: scope.signal, agent: credentials.agent };
    const release = await takeTurn?.(scope.signal);
    const begun = performance.now();
    const conceal = concealerOf(headers);
    const seen: Seen = { head: undefined, bytes: 0 };
    let isSent = false;
    try {
      for (const { check } of guards) check?.();
      isSent = true;
      return await attempt(transport, sent, { scope, isWanted, size, silence, conceal, seen });
    } catch (error) {
      if (error instanceof ConnectionError) return error;
      throw error;
    } finally {
      release?.();
      if (isSent) observe(options, sent, { ...seen, ms: performance.now() - begun, attempt: count, conceal });
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
      const wait = trying.retries ? retryDelayMs(outcome, retries, policy) : undefined;
      if (wait === undefined)
        throw outcome instanceof ConnectionError ? namingPlace(outcome, configLocations) : outcome;
      retries += 1;
      await delay(wait, scope.signal);
    }
  }

  function openScope(
    { signal, timeoutMs }: ApiRequest,
    prepared: PreparedRequest,
    { standardMs, onEnd }: { readonly standardMs: number; readonly onEnd?: (() => void) | undefined },
  ): RequestScope {
    return scopes.open({
      signals: [signal, ...prepared.guards.map((guard) => guard.signal)],
      onEnd,
      timeoutMs: positive('timeoutMs', timeoutMs) ?? standardMs,
      timeoutError: (limit, ms) => new TimeoutError(prepared, limit, ms),
    });
  }

  return {
    signal: scopes.signal,

    async request(request) {
      const prepared = prepareRequest(request, { base, userAgent });
      const asked = positive('maxBytes', request.maxBytes);
      const size = { maxBytes: asked ?? limits.maxBytes, option: asked === undefined ? 'maxAnswerBytes' : 'maxBytes' };
      const silenceMs = positive('silenceTimeoutMs', request.silenceTimeoutMs) ?? limits.silenceMs;
      const silence = { answerMs: silenceMs, refusalMs: silenceMs };
      const scope = openScope(request, prepared, { standardMs: limits.timeoutMs });
      try {
        return await ask(prepared, {
          attempt: attemptWhole,
          takeTurn: (signal) => slots.take(signal),
          scope,
          size,
          silence,
          retries: request.retry !== false,
        });
      } finally {
        scope.end();
      }
    },

    takeStreamPlace: () => places.take(),
    limits: { maxDelayMs: policy.maxDelayMs, maxAnswerBytes: limits.maxBytes },

    async stream(request, place) {
      const prepared = prepareRequest(request, { base, userAgent });
      const size = { maxBytes: Infinity, option: '' };
      const silenceMs = positive('silenceTimeoutMs', request.silenceTimeoutMs);
      // A watch may be silent for hours, but a refusal that never ends is of no use.
      const silence = { answerMs: silenceMs ?? Infinity, refusalMs: silenceMs ?? limits.silenceMs };
      const own = place === undefined ? places.take() : undefined;
      let scope: RequestScope | undefined;
      try {
        scope = openScope(request, prepared, { standardMs: Infinity, onEnd: own?.release });
        const retries = request.retry !== false;
        return await ask(prepared, { attempt: attemptStream, scope, size, silence, retries });
      } catch (error) {
        scope?.end();
        own?.release();
        throw error;
      }
    },

    close() {
      if (isClosed) return Promise.resolve();
      isClosed = true;
      scopes.closeAll(new ClientClosedError());
      return new Promise<void>((resolve) => {
        transport.close();
        resolve();
      }).finally(onClose);
    },
  };
}

/** How to try a request. */
interface Trying<Result> {
  readonly attempt: Attempt<Result>;
  /** Waits for a turn among the whole requests; streams do not need one. */
  readonly takeTurn?: Slots['take'];
  readonly scope: RequestScope;
  readonly size: AttemptContext['size'];
  readonly silence: AttemptContext['silence'];
  readonly retries: boolean;
}

/** Returns a limit that is a number above 0; undefined if none was given. */
function positive(option: string, value: number | undefined): number | undefined {
  if (value === undefined || (typeof value === 'number' && value > 0)) return value;
  throw new InvalidOptionError(option, 'it must be a number greater than 0');
}
