import { FakeApiServerError } from '../errors.js';
import { jsonReply, type Reply } from '../wire/reply.js';
import { breakBody, type BodyBreak } from './break-body.js';

/** What a fault decides by. */
export interface FaultRequest {
  /** The HTTP method. */
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** The parameters of the query. */
  readonly query: URLSearchParams;
  /** The Accept header; undefined when there was none. */
  readonly accept: string | undefined;
}

/** Which requests fail: those for exactly this path, or those that the function picks. */
export type FaultMatcher = string | ((request: FaultRequest) => boolean);

/** Where in a body something happens: behind so many bytes, or behind so many lines, which are the events of a watch. */
export type FaultPlace = { readonly afterBytes: number } | { readonly afterEvents: number };

/**
 * What goes wrong. With `status` it is answered in the place of the right answer; without it the right answer is given, as
 * far as the rest lets it. One of `drop`, `hang`, `cut` and `reset` may stand beside it.
 */
export interface FaultAnswer {
  /** The HTTP status to answer with. @default that of the right answer */
  readonly status?: number | undefined;
  /** Text is sent as it is, anything else as JSON. @default '' */
  readonly body?: unknown;
  /** @default a content-type that fits the body */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** After so many times the right answer is given again. @default Infinity */
  readonly times?: number | undefined;
  /** The answer begins so much later, in milliseconds. @default 0 */
  readonly delayMs?: number | undefined;
  /** The connection breaks before anything is answered, and nothing is done. */
  readonly drop?: boolean | undefined;
  /** Nothing comes any more, and the connection stays: from the start (`true`), or from a place in the body on. */
  readonly hang?: boolean | FaultPlace | undefined;
  /** The body ends there as though it were whole, be it inside an event or a character. */
  readonly cut?: FaultPlace | undefined;
  /** The connection breaks there. */
  readonly reset?: FaultPlace | undefined;
}

/** A fault as it was given. */
export interface GivenFault {
  /** Which requests it strikes. */
  readonly matcher: FaultMatcher;
  /** What becomes of them. */
  readonly answer: FaultAnswer;
}

/** What one request meets. */
export interface Fault {
  readonly delayMs: number;
  /** What becomes of the connection before the answer. */
  readonly before: 'drop' | 'hang' | undefined;
  /** In the place of the right answer. */
  readonly reply: Reply | undefined;
  /** Breaks the body of an answer where it is to break. */
  readonly spoil: (reply: Reply) => Reply;
}

/**
 * The faults of a server. Those with `times` are asked first, in the order in which they were added, so that several make a
 * sequence; of the others, the one that was added last.
 */
export interface Faults {
  /** Adds one and gives the function that takes it back. */
  add(matcher: FaultMatcher, answer: FaultAnswer): () => void;
  /** The fault of a request that is to fail, counted; undefined for all others. */
  readonly take: (request: FaultRequest) => Fault | undefined;
  /** Those that have made no difference so far. */
  unused(): readonly GivenFault[];
  clear(): void;
}

interface KeptFault extends GivenFault {
  readonly reply: Reply | undefined;
  readonly bodyBreak: BodyBreak | undefined;
  left: number;
  isUsed: boolean;
}

/** No faults at first. */
export function createFaults(): Faults {
  let faults: KeptFault[] = [];
  return {
    add: (matcher, answer) => {
      const { times = Number.POSITIVE_INFINITY } = answer;
      if (times !== Number.POSITIVE_INFINITY && !(Number.isInteger(times) && times > 0)) {
        throw new FakeApiServerError(
          `The fault has a times of ${String(times)}, which is no whole number above 0: leave it out for every time.`,
        );
      }
      const fault: KeptFault = { matcher, answer, ...readAnswer(answer), left: times, isUsed: false };
      faults.push(fault);
      return () => {
        faults = faults.filter((other) => other !== fault);
      };
    },
    take: (request) => {
      const strikes = ({ matcher }: KeptFault): boolean =>
        typeof matcher === 'string' ? matcher === request.path : matcher(request);
      const fault =
        faults.find((each) => each.left > 0 && isCounted(each) && strikes(each)) ??
        faults.findLast((each) => !isCounted(each) && strikes(each));
      if (fault === undefined) return undefined;
      fault.left -= 1;
      const { reply, bodyBreak, answer } = fault;
      const { delayMs = 0, drop = false, hang = false } = answer;
      const use = (): void => {
        fault.isUsed = true;
      };
      const before = drop ? 'drop' : hang === true ? 'hang' : undefined;
      // A body that ends before the place makes no difference.
      if (reply !== undefined || delayMs > 0 || before !== undefined) use();
      const spoil = (right: Reply): Reply => (bodyBreak === undefined ? right : breakBody(right, bodyBreak, use));
      return { delayMs, before, reply, spoil };
    },
    unused: () => faults.filter(({ isUsed }) => !isUsed).map(({ matcher, answer }) => ({ matcher, answer })),
    clear: () => {
      faults = [];
    },
  };
}

function isCounted({ answer: { times = Number.POSITIVE_INFINITY } }: GivenFault): boolean {
  return times !== Number.POSITIVE_INFINITY;
}

function readAnswer(answer: FaultAnswer): Pick<KeptFault, 'reply' | 'bodyBreak'> {
  const { status, body = '', headers = {}, delayMs = 0, drop = false, hang = false, cut, reset } = answer;
  const places = [
    typeof hang === 'boolean' ? undefined : ({ how: 'hang', ...hang } as const),
    cut === undefined ? undefined : ({ how: 'cut', ...cut } as const),
    reset === undefined ? undefined : ({ how: 'reset', ...reset } as const),
  ].filter((place) => place !== undefined);
  if (typeof drop !== 'boolean') throw new FakeApiServerError('The drop of a fault is true or false.');
  const ways = places.length + (drop ? 1 : 0) + (hang === true ? 1 : 0);
  if (ways > 1) throw new FakeApiServerError('The fault has more than one of drop, hang, cut and reset.');
  if (status === undefined && ways === 0 && delayMs === 0) {
    throw new FakeApiServerError('The fault does nothing: it needs status, delayMs, drop, hang, cut or reset.');
  }
  requireNumber('delayMs', delayMs);
  const [bodyBreak] = places;
  if (bodyBreak !== undefined) requirePlace(bodyBreak);
  return { reply: status === undefined ? undefined : readReply({ status, body, headers }), bodyBreak };
}

function requirePlace({ afterBytes, afterEvents }: BodyBreak): void {
  if ((afterBytes === undefined) === (afterEvents === undefined)) {
    throw new FakeApiServerError('The place of a fault is either afterBytes or afterEvents.');
  }
  requireNumber(afterBytes === undefined ? 'afterEvents' : 'afterBytes', afterBytes ?? afterEvents);
}

function requireNumber(name: string, value: unknown): void {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return;
  throw new FakeApiServerError(`The fault has a ${name} of ${String(value)}, which is no whole number from 0 on.`);
}

function readReply({
  status,
  body,
  headers,
}: {
  status: number;
  body: unknown;
  headers: Readonly<Record<string, string>>;
}): Reply {
  requireSendable('The fault', { status, headers });
  const own = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  if (typeof body !== 'string') return withHeaders(jsonReply(status, body), own);
  return { status, headers: new Map([['content-type', 'text/plain; charset=utf-8'], ...own]), body };
}

function withHeaders(reply: Reply, headers: Iterable<readonly [string, string]>): Reply {
  return { ...reply, headers: new Map([...reply.headers, ...headers]) };
}

/** Throws when no Response can have this status or these headers, before a request has to find out. */
export function requireSendable(
  what: string,
  {
    status,
    headers = {},
  }: { readonly status: number; readonly headers?: Readonly<Record<string, string>> | undefined },
): void {
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    throw new FakeApiServerError(
      `${what} cannot be answered: its status is ${String(status)}, not one from 200 to 599.`,
    );
  }
  try {
    new Headers(headers);
  } catch (cause) {
    throw new FakeApiServerError(`${what} cannot be answered: its headers are not valid.`, { cause });
  }
}
