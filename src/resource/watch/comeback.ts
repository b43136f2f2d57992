import { abandonOnAbort } from '../../shared/abort.js';
import type { Clock } from '../../shared/clock.js';
import type { Connection } from '../../transport/connection.js';
import { createSlots, type Slots } from '../../transport/slots.js';

/** How the watches of one client come back together when their server does. */
export interface Comeback {
  /**
   * Waits for the turn of a watch that cannot reach the server. The first to wait is the prober, which tries again after its
   * pause; the others wait until it got through, and come back spread over a window.
   */
  wait(
    watch: object,
    pause: { readonly ms: number; readonly clock: Clock; readonly signal: AbortSignal },
  ): Promise<void>;
  /** A stream is open: the server is there. */
  through(watch: object): void;
  /** A watch is over; if it was the prober, another one is. */
  leave(watch: object): void;
  /** Initial states that are asked for at once: each is held until its first event comes. */
  readonly states: Slots;
}

const comebacks = new WeakMap<Connection, Comeback>();
const statesAtOnce = 20;
/** For each watch that comes back, up to a limit. */
const windowPerWatchMs = 50;
const longestWindowMs = 10_000;

/** That of a client. */
export function comebackOf(connection: Connection): Comeback {
  const known = comebacks.get(connection) ?? createComeback();
  comebacks.set(connection, known);
  return known;
}

function createComeback(): Comeback {
  const waiting = new Map<object, (spreadMs: number) => void>();
  let prober: object | undefined;

  return {
    states: createSlots(statesAtOnce),

    async wait(watch, { ms, clock, signal }) {
      if (prober === undefined || prober === watch) {
        prober = watch;
        await clock.sleep(ms, signal);
        return;
      }
      const woken = new Promise<number>((resolve) => waiting.set(watch, resolve));
      const spreadMs = await abandonOnAbort(woken, signal).finally(() => waiting.delete(watch));
      await clock.sleep(spreadMs, signal);
    },

    through(watch) {
      if (prober !== undefined && prober !== watch && waiting.size === 0) return;
      prober = undefined;
      const windowMs = Math.min(waiting.size * windowPerWatchMs, longestWindowMs);
      for (const wake of waiting.values()) wake(Math.random() * windowMs);
      waiting.clear();
    },

    leave(watch) {
      if (prober !== watch) return;
      const [next] = waiting.entries();
      prober = next?.[0];
      if (next === undefined) return;
      waiting.delete(next[0]);
      next[1](0);
    },
  };
}
