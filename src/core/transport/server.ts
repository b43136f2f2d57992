import { abandonOnAbort } from '../shared/abort.js';
import type { Clock } from '../shared/clock.js';
import { createSlots } from '../shared/concurrency.js';

/**
 * What is learned of one server by asking it, whoever asks: made with a connection, and the same for all that derive from
 * it. What depends on who asks (401, 403, 429, own writes) is not in it. Endpoints are keys: `apps/v1/deployments`.
 */
export type Server = ReturnType<typeof createServer>;

/** Creates the {@link Server} of a new connection: nothing is known yet. */
export function createServer() {
  return {
    /** The endpoints that answer with protobuf that cannot be read: whole objects instead of metadata. */
    unreadable: new Set<string>(),
    /** What was refused, by endpoint, what was asked for and Accept header, each with the time until which this is trusted. */
    refused: new Map<string, number>(),
    /** How its watches come back together after it was lost. */
    backoff: createSharedBackoff(),
  };
}

/** How the watches of one server come back together when it does. */
export type SharedBackoff = ReturnType<typeof createSharedBackoff>;

const statesAtOnce = 20;
/** The window grows by this for each watch that comes back, up to a limit. */
const windowPerWatchMs = 50;
const longestWindowMs = 10_000;
/** How long a watch waits before it retries although no other watch got through. */
const ownTurnMs = 30_000;
/** The time between two such retries, so that thousands do not retry together while the server is away. */
const betweenTurnsMs = 100;
/** How often a watch is called back without getting through before it is left to itself. */
const mostCalls = 3;

/** Creates the {@link SharedBackoff} of a server. */
export function createSharedBackoff() {
  const waiting = new Map<object, (spreadMs: number) => void>();
  /** For each watch, how often others got through since it did. */
  const callsOf = new WeakMap<object, number>();
  /** The time of the next turn, by each clock. */
  const nextTurnAt = new WeakMap<Clock, number>();
  let prober: object | undefined;

  const isAlone = (watch: object): boolean => (callsOf.get(watch) ?? 0) >= mostCalls;
  const count = (watch: object): void => {
    callsOf.set(watch, (callsOf.get(watch) ?? 0) + 1);
  };
  const ownTurn = async (ms: number, clock: Clock, signal: AbortSignal): Promise<number> => {
    await clock.sleep(ms, signal);
    const now = clock.now();
    const turnAt = Math.max(now, nextTurnAt.get(clock) ?? 0);
    nextTurnAt.set(clock, turnAt + betweenTurnsMs);
    if (turnAt > now) await clock.sleep(turnAt - now, signal);
    return 0;
  };
  const handOver = (): void => {
    const [next] = waiting;
    prober = next?.[0];
    if (next === undefined) return;
    waiting.delete(next[0]);
    next[1](0);
  };

  return {
    /** The slots for initial states that are requested at the same time: each is held until the first event arrives. */
    states: createSlots(statesAtOnce),

    /**
     * Waits for the turn of a watch that cannot reach the server. The first to wait is the prober, which retries after
     * its pause; the others wait until a watch gets through, and come back spread over a window. Watches that have waited
     * long retry on their own, one after the other: perhaps only the prober's endpoint is broken. A watch that was called
     * back in vain while others got through has a problem besides the lost server, and keeps to its own pauses.
     *
     * @param ms how long the watch would wait if it were alone
     */
    async wait(watch: object, ms: number, clock: Clock, signal: AbortSignal): Promise<void> {
      if (isAlone(watch)) {
        if (prober === watch) handOver();
        await ownTurn(ms, clock, signal);
        return;
      }
      if (prober === undefined || prober === watch) {
        prober = watch;
        await clock.sleep(ms, signal);
        return;
      }
      const called = new Promise<number>((resolve) => waiting.set(watch, resolve));
      const sleeping = new AbortController();
      const turn = Promise.race([called, ownTurn(ownTurnMs, clock, sleeping.signal)]);
      const spreadMs = await abandonOnAbort(turn, signal).finally(() => {
        waiting.delete(watch);
        sleeping.abort();
      });
      if (spreadMs > 0) await clock.sleep(spreadMs, signal);
    },

    /** A stream of the watch is open: the server is reachable. */
    through(watch: object): void {
      callsOf.delete(watch);
      if (prober !== undefined && prober !== watch) count(prober);
      prober = undefined;
      const windowMs = Math.min(waiting.size * windowPerWatchMs, longestWindowMs);
      for (const [each, call] of waiting) {
        count(each);
        call(Math.random() * windowMs);
      }
      waiting.clear();
    },

    /** The watch is over; if it was the prober, another watch takes over. */
    leave(watch: object): void {
      if (prober === watch) handOver();
    },
  };
}
