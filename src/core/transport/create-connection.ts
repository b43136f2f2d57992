import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import { createAnswerBody, loadProtobuf, namesProtobuf } from '../media/answer-body.js';
import { abandonOnAbort, delay, longestTimerMs, onAbort, reasonOf } from '../shared/abort.js';
import { callQuietly } from '../shared/call-quietly.js';
import { KubeError } from '../shared/kube-error.js';
import { apiErrorOf } from './api-failure.js';
import {
  formatQuery,
  joinPath,
  parseBaseUrl,
  concealerOf,
  checkedHeaders,
  getsIndentedJson,
  credentialsOfToken,
  headersOfImpersonation,
  impersonated,
} from './request-head.js';
import { ByteCollector, discard, iteratorOf } from './body.js';
import { connectionErrorOf } from './connection-failure.js';
import type { ApiAnswer, ApiRequest, ApiStream, Connection, StreamSlot, WriteObserver } from './connection.js';
import { createDefaultTransport } from './default-transport.js';
import {
  ApiError,
  AnswerTooLargeError,
  ClientClosedError,
  ConnectionError,
  TimeoutError,
  TooManyStreamsError,
} from './errors.js';
import { observe } from './observers.js';
import type { ConnectionOptions, Credentials } from './options.js';
import { retryDelayMs, retryPolicy } from './retry.js';
import { createServer } from './server.js';
import { createSlots } from '../shared/concurrency.js';
import type { HttpHeaders, HttpMethod, TransportAnswer, TransportRequest, TransportUpgrade } from './transport.js';
import type { ApiSocket } from './web-socket.js';

/** Beyond this size, memory is not reserved because a server announces it. */
const largestReserve = 64 * 1024 * 1024;
/** No Status is longer than this; of anything else the beginning is enough. */
const longestRefusalBytes = 1024 * 1024;

type Shared = ReturnType<typeof sharedOf>;

/** Whether kube-apiserver still accepts the credentials of a client, as far as is known. */
interface Login {
  /** With which it refused them. Until the page resumes, every request fails with it, and is not sent. */
  ended: ApiError | undefined;
  /** How often it was resumed: what was sent before says nothing of the login after. */
  resumed: number;
  /** The request that asks kube-apiserver itself. */
  asking: Promise<unknown> | undefined;
}

/** Returns what the requests of one client share. `signal` is aborted by `close()`. */
function sharedOf(options: ConnectionOptions, signal: AbortSignal) {
  const { userAgent = 'kubeatlas', maxSockets = 16 } = options;
  const base = parseBaseUrl(options.server);
  const retries = retryPolicy(options.retry);
  checkedHeaders('userAgent', { 'user-agent': userAgent });
  const login: Login = { ended: undefined, resumed: 0, asking: undefined };
  return {
    options,
    base,
    userAgent,
    /** Asks a server that would indent its JSON not to: it is the same at twice the size. */
    unindented: getsIndentedJson(userAgent) ? { pretty: false } : {},
    /** Without `authenticate`, the credentials of every request. */
    credentials: credentialsOfToken(options, base),
    impersonation: headersOfImpersonation(options.impersonate),
    retries,
    limits: {
      timeoutMs: options.timeoutMs ?? Infinity,
      silenceMs: options.silenceTimeoutMs ?? 60_000,
      maxAnswerBytes: options.maxAnswerBytes ?? 500_000_000,
      maxDelayMs: retries.maxDelayMs,
    },
    transport: options.transport ?? createDefaultTransport(options),
    /** Those of `maxSockets`: each whole request holds one while an attempt is under way. */
    slots: createSlots(maxSockets),
    login,
    signal,
  };
}

/**
 * Makes the {@link Connection} of one client. Nothing is sent before the first request. This function and the requests
 * throw `InvalidArgumentError` for options that can never work.
 *
 * `close()` also closes the transport, including one given by the user.
 */
export function createConnection(options: ConnectionOptions): Connection {
  const { maxStreams = Infinity } = options;
  const closing = new AbortController();
  const shared = sharedOf(options, closing.signal);
  const writes = new Set<WriteObserver>();
  let openStreams = 0;

  function takeStreamSlot(): StreamSlot {
    if (openStreams >= maxStreams) throw new TooManyStreamsError(maxStreams);
    openStreams += 1;
    let isHeld = true;
    return () => {
      if (isHeld) openStreams -= 1;
      isHeld = false;
    };
  }

  /** Opens what ends its exchange itself. */
  async function open<Result>(exchange: Exchange, receive: Receive<Result>, slot?: StreamSlot): Promise<Result> {
    if (slot === undefined) exchange.slot = takeStreamSlot();
    return exchange.run(receive);
  }

  return {
    server: createServer(),
    signal: closing.signal,
    writes,
    limits: shared.limits,
    takeStreamSlot,

    async request(request) {
      const answer = new Exchange(shared, request, 'whole').whole();
      if ((request.method ?? 'GET') !== 'GET')
        for (const observer of writes) callQuietly(() => observer(request, answer));
      return answer;
    },

    stream: async (request, slot) => open(new Exchange(shared, request, 'stream'), handOver, slot),

    async connect(request) {
      const connect = shared.transport.connect?.bind(shared.transport);
      if (connect === undefined) throw new InvalidArgumentError('transport', 'cannot open a WebSocket');
      const { protocols = [], bearerProtocol = false } = request;
      const { maxMessageBytes = 16 * 1024 * 1024, maxBufferedBytes = 32 * 1024 * 1024 } = request;
      const choice = { protocols, bearerProtocol, maxMessageBytes, maxBufferedBytes };
      const once = { ...request, retry: false, expected: [101] };
      return open(new Exchange(shared, once, 'socket', (sent) => connect({ ...sent, ...choice })), openSocket);
    },

    close() {
      if (closing.signal.aborted) return Promise.resolve();
      closing.abort(new ClientClosedError());
      return new Promise<void>((resolve) => {
        shared.transport.close();
        resolve();
      }).finally(options.onClose);
    },
  };
}

/** Reads, or hands over, an answer whose status is expected, once its head has arrived. */
type Receive<Result> = (exchange: Exchange, answer: TransportUpgrade) => Result | Promise<Result>;

/**
 * One request, from its options to the end of its answer. In this order:
 *
 * 1. It is put onto the base URL, and its headers are checked.
 * 2. It gets a lifetime: the signals of the caller, its guards and the client, the limit for the whole, and the limit
 *    for the silence of the server each end it, whatever it is doing, by aborting its own signal.
 * 3. It is attempted, with credentials that are obtained anew each time, once more after a 401, and again after
 *    failures that a retry may mend. A whole request takes a slot for each attempt; the guards are called in the last
 *    moment before it is sent.
 * 4. Its answer is read, or handed over as a stream, which ends the lifetime with its last byte or when it is left.
 *    Everything that a transport throws becomes a `ConnectionError`, and each unexpected status an `ApiError`.
 */
class Exchange {
  readonly method: HttpMethod;
  /** The path as sent, without the query. */
  readonly path: string;
  private readonly controller = new AbortController();
  /** Aborted by whatever ends the request early; see its reason. */
  readonly signal = this.controller.signal;
  /** How long the server may stay silent before its answer, during it, and during a refusal. */
  readonly silence: { readonly headMs: number; readonly answerMs: number; readonly refusalMs: number };
  readonly url: string;
  /** The slot that is held until the end, if the stream took one of its own. */
  slot: StreamSlot | undefined;
  /** Redacts the credentials of the last attempt in a text. */
  conceal: (text: string) => string = String;
  /** How much of the answer was read, for observers. */
  bytes = 0;

  private readonly headers: HttpHeaders;
  /** Headers of the caller; the credentials and `headers` win. */
  private readonly callerHeaders: HttpHeaders | undefined;
  private readonly unfollow: (() => void)[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private silenceTimer: ReturnType<typeof setTimeout> | undefined;
  /** Undefined while nothing is awaited of the server. */
  private silentSince: number | undefined;
  private silenceMs = Infinity;
  /** Rejects what is being waited for. */
  private reject: ((reason: unknown) => void) | undefined;

  constructor(
    private readonly shared: Shared,
    private readonly request: ApiRequest,
    private readonly kind: 'whole' | 'stream' | 'socket',
    /** How the transport is called. @default its `send` */
    private readonly dispatch?: (sent: TransportRequest) => Promise<TransportUpgrade>,
  ) {
    const { base, userAgent, unindented, limits } = shared;
    const { method = 'GET', accept = 'application/json', body, contentType, ifNoneMatch } = request;
    this.method = method;
    this.path = joinPath(base, request.path);
    this.url = base.origin + this.path + formatQuery({ ...request.query, ...unindented });
    const headers: Record<string, string> = { accept, 'user-agent': userAgent };
    if (body !== undefined) headers['content-type'] = contentType ?? 'application/json';
    if (ifNoneMatch !== undefined) headers['if-none-match'] = ifNoneMatch;
    this.headers = checkedHeaders('headers', headers);
    this.callerHeaders = request.headers && checkedHeaders('headers', request.headers);
    // A watch may be silent for hours, even before its answer, and a terminal as well once it is open; but a refusal that
    // never ends is of no use.
    const limitMs = request.silenceTimeoutMs ?? limits.silenceMs;
    const silentMs = request.silenceTimeoutMs ?? Infinity;
    this.silence = {
      headMs: kind === 'stream' ? silentMs : limitMs,
      answerMs: kind === 'whole' ? limitMs : silentMs,
      refusalMs: limitMs,
    };
  }

  /** Returns the whole answer. */
  async whole(): Promise<ApiAnswer> {
    const { path, silence, shared, request } = this;
    const { maxBytes = shared.limits.maxAnswerBytes } = request;
    const option = request.maxBytes === undefined ? 'maxAnswerBytes' : 'maxBytes';
    try {
      return await this.run(async ({ conceal }, answer) => {
        const { content, isWhole } = await this.read(answer, silence.answerMs, maxBytes);
        if (!isWhole) throw new AnswerTooLargeError(this, { maxBytes, option });
        const { status, headers } = answer;
        return { status, headers, ...createAnswerBody({ content, mediaType: headers['content-type'], path, conceal }) };
      });
    } finally {
      this.end();
    }
  }

  /** Begins the lifetime, and attempts the request until there is an answer, or a failure that no further attempt may mend. */
  async run<Result>(receive: Receive<Result>): Promise<Result> {
    const { shared, request, kind } = this;
    const { options, credentials, login, retries: policy } = shared;
    const { timeoutMs = kind === 'whole' ? shared.limits.timeoutMs : Infinity, startedAt, guards = [] } = request;
    const { resumed } = login;
    let refusal: ApiError | undefined;
    let renewed = false;
    let retries = 0;
    try {
      if (login.ended !== undefined) throw login.ended;
      for (const signal of [shared.signal, request.signal, ...guards.map((guard) => guard.signal)]) {
        if (signal?.aborted === true) throw reasonOf(signal);
        if (signal !== undefined) this.unfollow.push(onAbort(signal, () => this.abort(signal.reason)));
      }
      if (timeoutMs <= longestTimerMs) {
        const passedMs = startedAt === undefined ? 0 : performance.now() - startedAt;
        this.timer = setTimeout(() => this.abort(new TimeoutError(this, 'timeoutMs', timeoutMs)), timeoutMs - passedMs);
      }
      for (let count = 0, rejected = false; ; count += 1) {
        const current: Credentials =
          options.authenticate === undefined ? credentials : await this.authenticate(rejected);
        try {
          return await this.attempt(current, count, receive);
        } catch (failure) {
          if (this.signal.aborted) throw reasonOf(this.signal);
          if (!(failure instanceof ApiError || failure instanceof ConnectionError)) throw failure;
          refusal = failure instanceof ApiError && failure.statusCode === 401 ? failure : undefined;
          rejected = refusal !== undefined && options.authenticate !== undefined && !renewed;
          if (rejected) {
            renewed = true;
            continue;
          }
          const wait = request.retry === false ? undefined : retryDelayMs(failure, retries, policy);
          if (wait === undefined) throw failure;
          retries += 1;
          await delay(wait, this.signal);
        }
      }
    } catch (failure) {
      this.end();
      if (refusal !== undefined) await this.noteRefusal(refusal, resumed);
      throw failure;
    }
  }

  /**
   * Tells the page that its login has ended. An aggregated API, a kubelet or what stands behind `…/proxy` may refuse what
   * kube-apiserver accepts: so it is asked itself, for what every user may read.
   */
  private async noteRefusal(error: ApiError, resumed: number): Promise<void> {
    const { shared, request } = this;
    const { login, options } = shared;
    const { onUnauthorized } = options;
    if (onUnauthorized === undefined || this.signal.aborted) return;
    if (request.path !== '/api') {
      login.asking ??= new Exchange(shared, { path: '/api' }, 'whole').whole().catch(() => undefined);
      await login.asking;
      login.asking = undefined;
      return;
    }
    if (login.ended !== undefined || resumed !== login.resumed) return;
    login.ended = error;
    const resume = (): void => {
      if (login.ended !== error) return;
      login.ended = undefined;
      login.resumed += 1;
    };
    callQuietly(() => onUnauthorized({ error, resume }));
  }

  private async authenticate(rejected: boolean): Promise<Credentials> {
    const { authenticate } = this.shared.options;
    const obtaining = (async () => authenticate?.({ signal: this.signal, rejected }))();
    const given = (await abandonOnAbort(obtaining, this.signal)) as Partial<Credentials> | null | undefined;
    if (!given?.headers) throw new InvalidArgumentError('authenticate', 'must return an object with headers');
    return { headers: checkedHeaders('authenticate', given.headers), agent: given.agent };
  }

  /** Waits for a slot, calls the guards, sends the request, and receives the answer. */
  private async attempt<Result>(
    { headers: credentials, agent }: Credentials,
    attempt: number,
    receive: Receive<Result>,
  ): Promise<Result> {
    const { shared, method, path, url, signal, silence } = this;
    const { options, impersonation, transport } = shared;
    const { body, expected = [], isUrgent = false, guards = [] } = this.request;
    const fromOthers = { ...this.callerHeaders, ...credentials };
    const others = impersonation === undefined ? fromOthers : impersonated(fromOthers, impersonation);
    const request: TransportRequest = { method, url, headers: { ...others, ...this.headers }, body, signal, agent };
    const release = this.kind === 'whole' && !isUrgent ? await shared.slots.take(signal) : undefined;
    try {
      for (const { check } of guards) check?.();
    } catch (error) {
      release?.();
      // Whatever a guard throws, nothing is tried again.
      this.abort(error);
      throw error;
    }
    const begun = performance.now();
    const conceal = (this.conceal = concealerOf(request.headers));
    this.bytes = 0;
    let head: TransportUpgrade | undefined;
    let opening: Promise<TransportUpgrade> | undefined;
    try {
      opening = this.dispatch === undefined ? transport.send(request) : this.dispatch(request);
      head = await this.next(opening, silence.headMs);
      const { status, headers } = head;
      if ((status >= 200 && status < 300) || expected.includes(status)) return await receive(this, head);
      const { content } = await this.read(head, silence.refusalMs, longestRefusalBytes);
      throw apiErrorOf({ method, path, status, headers, content, conceal });
    } catch (error) {
      // A transport that ignores the signal may still answer after everyone has stopped waiting.
      if (head === undefined) {
        const leave = ({ body, socket }: TransportUpgrade): void =>
          socket === undefined ? discard(body) : socket.close();
        opening?.then(leave).catch(() => undefined);
      }
      throw this.failure(error, head !== undefined);
    } finally {
      release?.();
      if (options.onExchange !== undefined || options.onWarning !== undefined) {
        const ms = Math.round(performance.now() - begun);
        observe(options, request, { head, bytes: this.bytes, ms, attempt, conceal });
      }
    }
  }

  /** Returns what the caller sees of an error: the reason of an abort, or a `KubeError`. */
  failure(error: unknown, answered: boolean): unknown {
    if (this.signal.aborted) return this.signal.reason;
    if (error instanceof KubeError) return error;
    return connectionErrorOf(error, this, answered, this.shared.options.configLocations);
  }

  /**
   * Waits for the server's next output: the head of the answer, or a piece of it. Ends the request if that takes longer
   * than `silenceMs` milliseconds, and rejects with the reason of the signal as soon as that is aborted. The time
   * between two calls does not count.
   */
  async next<Output>(output: Promise<Output>, silenceMs: number): Promise<Output> {
    this.silentSince = performance.now();
    this.silenceMs = silenceMs;
    if (this.silenceTimer === undefined || silenceMs === Infinity) this.checkSilence();
    try {
      return await new Promise<Output>((resolve, reject) => {
        if (this.signal.aborted) reject(reasonOf(this.signal));
        this.reject = reject;
        output.then(resolve, reject);
      });
    } finally {
      this.silentSince = undefined;
    }
  }

  /** Reads a body up to a limit; the rest is left unread. Its bytes are in memory once, plus a third while it grows. */
  async read(
    { body, headers }: TransportAnswer,
    silenceMs: number,
    maxBytes: number,
  ): Promise<{ readonly content: Uint8Array; readonly isWhole: boolean }> {
    // The announced length is the compressed one, or wrong.
    const announced = Math.max(0, Number(headers['content-length'] ?? 0));
    const expected = announced <= Math.min(maxBytes, largestReserve) ? announced : 0;
    const collector = new ByteCollector(expected, maxBytes);
    const pieces = iteratorOf(body);
    let length = 0;
    let isRead = false;
    try {
      while (length <= maxBytes && !isRead) {
        const result = await this.next(pieces.next(), silenceMs);
        isRead = result.done === true;
        if (result.done === true) break;
        const piece = requireBytes(result.value);
        collector.add(piece.subarray(0, maxBytes - length));
        length += piece.byteLength;
      }
    } finally {
      if (!isRead) discard(body, pieces);
    }
    if (namesProtobuf.test(headers['content-type'] ?? '')) await loadProtobuf();
    const content = collector.take();
    this.bytes = content.byteLength;
    return { content, isWhole: isRead };
  }

  /** Ends the lifetime: nothing aborts the request any more. */
  end(): void {
    clearTimeout(this.timer);
    clearTimeout(this.silenceTimer);
    this.silentSince = undefined;
    for (const unfollow of this.unfollow) unfollow();
    this.slot?.();
  }

  /** Ends the request early, even if nobody reads its answer any more. The first reason stays. */
  abort(reason?: unknown): void {
    this.controller.abort(reason);
    this.reject?.(this.signal.reason);
    this.end();
  }

  /**
   * Ends the request when the server has been silent for too long. A body comes in thousands of pieces, so instead of a
   * timer for each, one timer keeps running, and checks on expiry how long the silence has lasted.
   */
  private checkSilence(): void {
    clearTimeout(this.silenceTimer);
    this.silenceTimer = undefined;
    if (this.silentSince === undefined) return;
    const left = this.silenceMs - (performance.now() - this.silentSince);
    if (left <= 0) this.abort(new TimeoutError(this, 'silenceTimeoutMs', this.silenceMs));
    else if (left <= longestTimerMs) this.silenceTimer = setTimeout(() => this.checkSilence(), left);
  }
}

/**
 * Hands over the body as it arrives. Reading it to its end, or leaving it early, ends the request. Leaving works at any
 * time: before the first piece, and while waiting for one, where a generator would keep waiting.
 */
function handOver(exchange: Exchange, { status, headers, body }: TransportAnswer): ApiStream {
  const { silence, method, path, conceal } = exchange;
  const ended: IteratorReturnResult<undefined> = { done: true, value: undefined };
  let pieces: AsyncIterator<Uint8Array> | undefined;
  let state: 'open' | 'read' | 'left' | 'failed' = 'open';
  const hasLeft = (): boolean => state === 'left';

  const iterator: AsyncIterator<Uint8Array, undefined> = {
    async next() {
      if (state !== 'open') return ended;
      try {
        pieces ??= iteratorOf(body);
        const result = await exchange.next(pieces.next(), silence.answerMs);
        if (hasLeft()) return ended;
        if (result.done !== true) return { done: false, value: requireBytes(result.value) };
        state = 'read';
        exchange.end();
        return ended;
      } catch (error) {
        if (hasLeft()) return ended;
        state = 'failed';
        const failure = exchange.failure(error, true);
        exchange.end();
        discard(body, pieces);
        throw failure;
      }
    },
    return() {
      if (state === 'open') {
        state = 'left';
        exchange.abort();
        discard(body, pieces);
      }
      return Promise.resolve(ended);
    },
  };
  const mediaType = headers['content-type'];
  return { status, headers, mediaType, method, path, conceal, body: { [Symbol.asyncIterator]: () => iterator } };
}

/** Hands over the WebSocket. It is a stream of its messages, and ends the exchange when it ends. */
function openSocket(exchange: Exchange, answer: TransportUpgrade): ApiSocket {
  const { conceal } = exchange;
  const { socket, status } = answer;
  if (socket === undefined) {
    const words = `the server answered ${status} instead of opening a WebSocket`;
    throw exchange.failure(Object.assign(new Error(words), { code: 'ERR_NO_WEBSOCKET' }), false);
  }
  /** Waits for the transport, but not beyond an abort, and turns what it throws into the errors of a client. */
  const settled = <T>(work: Promise<T>): Promise<T> =>
    abandonOnAbort(work, exchange.signal).catch((error: unknown) => {
      throw exchange.failure(error, false);
    });
  const { body } = handOver(exchange, { ...answer, body: socket.messages });
  const closed = settled(socket.closed).then(({ code, reason }) => ({ code, reason: conceal(reason) }));
  closed.catch(() => undefined).finally(() => exchange.end());
  return {
    protocol: socket.protocol,
    messages: body,
    send: (message) => settled(socket.send(message)),
    close: () => socket.close(),
    closed,
    conceal,
  };
}

/** Requires a piece to be bytes, whatever the transport of a user yields. */
function requireBytes(piece: unknown): Uint8Array {
  if (ArrayBuffer.isView(piece)) return piece as Uint8Array;
  throw new Error('the transport returned a chunk that is not a Uint8Array');
}
