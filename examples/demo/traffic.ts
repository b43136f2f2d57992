import type { Exchange } from 'kubeatlas';

/** The traffic of one piece of work. */
export interface Traffic {
  readonly requests: number;
  readonly bytes: number;
  readonly ms: number;
}

/** Counts the requests and bytes of a client, one piece of work at a time. Pass `onExchange` to `createClient`. */
export function trafficCounter(): {
  readonly onExchange: (exchange: Exchange) => void;
  readonly during: <T>(work: () => Promise<T>) => Promise<[T, Traffic]>;
} {
  let exchanges: Exchange[] = [];
  return {
    onExchange: (exchange) => {
      exchanges.push(exchange);
    },
    async during(work) {
      exchanges = [];
      const began = performance.now();
      const result = await work();
      const ms = performance.now() - began;
      const bytes = exchanges.reduce((sum, exchange) => sum + exchange.bytes, 0);
      return [result, { requests: exchanges.length, bytes, ms }];
    },
  };
}
