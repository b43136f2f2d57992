import { requireKnownOptions, type OptionNames } from '../../core/shared/arguments.js';
import { FakeApiServerError } from '../errors.js';
import { jsonReply, type Reply } from '../wire/reply.js';
import { breakBody, type BodyBreak } from './break-body.js';

/** The attributes of a request that a fault can match. */
export interface FaultRequest {
  /** The HTTP method. */
  readonly method: string;
  /** The path without the query. */
  readonly path: string;
  /** The query parameters. */
  readonly query: URLSearchParams;
  /** The Accept header; undefined if there was none. */
  readonly accept: string | undefined;
}

/** The requests that fail: those for exactly this path, or those that the function selects. */
export type FaultMatcher = string | ((request: FaultRequest) => boolean);

/** A position in a body: after that many bytes, or after that many lines. The lines of a watch are its events. */
export type FaultPosition = { readonly afterBytes: number } | { readonly afterEvents: number };

/**
 * What goes wrong. With `status`, this is the answer; without it, the regular answer is sent as far as the other fields
 * allow. At most one of `drop`, `hang`, `cut` and `reset` can be set.
 */
export interface FaultAnswer {
  /** The HTTP status to answer with. @default that of the regular answer */
  readonly status?: number | undefined;
  /** A string is sent as is, anything else as JSON. @default '' */
  readonly body?: unknown;
  /** Headers in addition to a content-type that fits the body, which they can override. @default none */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** How many requests fail; after that, requests get the regular answer again. @default Infinity */
  readonly times?: number | undefined;
  /** Delay before the answer starts, in milliseconds. @default 0 */
  readonly delayMs?: number | undefined;
  /** Closes the connection before an answer; the request has no effect. */
  readonly drop?: boolean | undefined;
  /** Sends nothing more and keeps the connection open: from the start (`true`), or from a position in the body. */
  readonly hang?: boolean | FaultPosition | undefined;
  /** Ends the body there as if it were complete, even inside an event or a character. */
  readonly cut?: FaultPosition | undefined;
  /** Closes the connection there. */
  readonly reset?: FaultPosition | undefined;
}

const answerNames: OptionNames<FaultAnswer> = {
  status: true,
  body: true,
  headers: true,
  times: true,
  delayMs: true,
  drop: true,
  hang: true,
  cut: true,
  reset: true,
};

/** A fault as passed to `fail`. */
export interface GivenFault {
  /** The requests that it applies to. */
  readonly matcher: FaultMatcher;
  /** The effect on them. */
  readonly answer: FaultAnswer;
}

export interface Fault {
  readonly delayMs: number;
  /** What happens to the connection before an answer. */
  readonly before: 'drop' | 'hang' | undefined;
  /** The answer that replaces the regular one. */
  readonly reply: Reply | undefined;
  /** Breaks the body of an answer where the fault requires it. */
  readonly breakReply: (reply: Reply) => Reply;
}

/**
 * The faults of a server. Those with `times` are matched first, in the order in which they were added, so that several
 * form a sequence; of the others, the last one added applies.
 */
export interface Faults {
  /** Adds a fault and returns the function that removes it. */
  add(matcher: FaultMatcher, answer: FaultAnswer): () => void;
  /** Returns the fault for a request and counts it; undefined if no fault matches. */
  readonly take: (request: FaultRequest) => Fault | undefined;
  /** The faults that have had no effect so far. */
  unused(): readonly GivenFault[];
  clear(): void;
}

interface StoredFault extends GivenFault {
  readonly reply: Reply | undefined;
  readonly bodyBreak: BodyBreak | undefined;
  left: number;
  isUsed: boolean;
}

export function createFaults(): Faults {
  let faults: StoredFault[] = [];
  return {
    add: (matcher, answer) => {
      const { times = Number.POSITIVE_INFINITY } = requireKnownOptions(answer, answerNames);
      if (times !== Number.POSITIVE_INFINITY && !(Number.isInteger(times) && times > 0)) {
        throw new FakeApiServerError(
          `The fault has a times of ${String(times)}, which is not an integer greater than 0: omit it to apply the fault every time.`,
        );
      }
      const fault: StoredFault = { matcher, answer, ...readAnswer(answer), left: times, isUsed: false };
      faults.push(fault);
      return () => {
        faults = faults.filter((other) => other !== fault);
      };
    },
    take: (request) => {
      const matches = ({ matcher }: StoredFault): boolean =>
        typeof matcher === 'string' ? matcher === request.path : matcher(request);
      const fault =
        faults.find((each) => each.left > 0 && isCounted(each) && matches(each)) ??
        faults.findLast((each) => !isCounted(each) && matches(each));
      if (fault === undefined) return undefined;
      fault.left -= 1;
      const { reply, bodyBreak, answer } = fault;
      const { delayMs = 0, drop = false, hang = false } = answer;
      const use = (): void => {
        fault.isUsed = true;
      };
      const before = drop ? 'drop' : hang === true ? 'hang' : undefined;
      // A body that ends before that position is unaffected.
      if (reply !== undefined || delayMs > 0 || before !== undefined) use();
      const breakReply = (regular: Reply): Reply =>
        bodyBreak === undefined ? regular : breakBody(regular, bodyBreak, use);
      return { delayMs, before, reply, breakReply };
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

function readAnswer(answer: FaultAnswer): Pick<StoredFault, 'reply' | 'bodyBreak'> {
  const { status, body = '', headers = {}, delayMs = 0, drop = false, hang = false, cut, reset } = answer;
  const positions = [
    typeof hang === 'boolean' ? undefined : ({ how: 'hang', ...hang } as const),
    cut === undefined ? undefined : ({ how: 'cut', ...cut } as const),
    reset === undefined ? undefined : ({ how: 'reset', ...reset } as const),
  ].filter((position) => position !== undefined);
  if (typeof drop !== 'boolean') throw new FakeApiServerError('The drop of a fault must be true or false.');
  const effectCount = positions.length + (drop ? 1 : 0) + (hang === true ? 1 : 0);
  if (effectCount > 1) throw new FakeApiServerError('The fault has more than one of drop, hang, cut and reset.');
  if (status === undefined && effectCount === 0 && delayMs === 0) {
    throw new FakeApiServerError('The fault does nothing: it requires status, delayMs, drop, hang, cut or reset.');
  }
  requireNumber('delayMs', delayMs);
  const [bodyBreak] = positions;
  if (bodyBreak !== undefined) requirePosition(bodyBreak);
  return { reply: status === undefined ? undefined : readReply({ status, body, headers }), bodyBreak };
}

function requirePosition({ afterBytes, afterEvents }: BodyBreak): void {
  if ((afterBytes === undefined) === (afterEvents === undefined)) {
    throw new FakeApiServerError('The position of a fault must be either afterBytes or afterEvents.');
  }
  requireNumber(afterBytes === undefined ? 'afterEvents' : 'afterBytes', afterBytes ?? afterEvents);
}

function requireNumber(name: string, value: unknown): void {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return;
  throw new FakeApiServerError(`The fault has a ${name} of ${String(value)}, which is not a non-negative integer.`);
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

/** Throws if a Response cannot have this status or these headers, before any request runs into it. */
export function requireSendable(
  what: string,
  {
    status,
    headers = {},
  }: { readonly status: number; readonly headers?: Readonly<Record<string, string>> | undefined },
): void {
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    throw new FakeApiServerError(`${what} cannot be sent: its status is ${String(status)}, not between 200 and 599.`);
  }
  try {
    new Headers(headers);
  } catch (cause) {
    throw new FakeApiServerError(`${what} cannot be sent: its headers are not valid.`, { cause });
  }
}
