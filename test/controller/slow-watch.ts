import { onTestFinished } from 'vitest';
import { createClient } from '../../src/index.js';
import type { Transport, TransportAnswer, TransportRequest } from '../../src/core/transport/transport.js';
import { createFakeApiServer, type FakeApiServerOptions } from '../../src/testing/index.js';
import { createManualClock, type ManualClock } from '../../src/testing/manual-clock.js';
import { transportTo } from '../live/transport-to.js';
import { idleTurns } from '../shared/idle-turns.js';
import { capturedDocuments } from '../testing/support.js';
import { widgets, type Stage } from './controlled.js';

/** What a test changes of the network while it runs. */
export interface SlowNetwork {
  /** By how much the events of watches come late, in milliseconds of the clock. */
  watchDelayMs: number;
  /** Gets each answer before the client does: it may replace it, hold it back, or throw, after the server has acted. */
  onAnswer: (answer: TransportAnswer, request: TransportRequest) => TransportAnswer | Promise<TransportAnswer>;
}

/** A stage whose watches are late. */
export function slowStage(
  options: FakeApiServerOptions = {},
  watchDelayMs = 2000,
): Stage & { readonly network: SlowNetwork } {
  const fake = createFakeApiServer({
    resources: [widgets],
    documents: capturedDocuments('kube-1.36-legacy'),
    historyLimit: 100_000,
    ...options,
  });
  const network: SlowNetwork = { watchDelayMs, onAnswer: (answer) => answer };
  const direct = transportTo(fake);
  const transport: Transport = {
    close: () => undefined,
    async send(request) {
      const answer = await direct.send(request);
      if (/[?&]watch=/.test(request.url)) return { ...answer, body: late(answer.body, network, clock) };
      return network.onAnswer(answer, request);
    },
  };
  const client = createClient({ server: 'http://kubernetes.test', transport });
  const clock = createManualClock({ settle: idleTurns(direct.isBusy) });
  onTestFinished(() => client.close());
  return { fake, client, clock, network };
}

/** Reads a body at once, and yields each piece when it is due. */
async function* late(
  body: TransportAnswer['body'],
  network: SlowNetwork,
  clock: ManualClock,
): AsyncGenerator<Uint8Array, void, undefined> {
  const pieces: { readonly piece: Uint8Array; readonly dueAt: number }[] = [];
  const reading = { wake: (): void => undefined, isOver: false };
  const read = async (): Promise<void> => {
    try {
      for await (const piece of body as AsyncIterable<Uint8Array>) {
        pieces.push({ piece, dueAt: clock.now() + network.watchDelayMs });
        reading.wake();
      }
    } catch {
      // The reader has left.
    }
    reading.isOver = true;
    reading.wake();
  };
  void read();
  for (;;) {
    const next = pieces.shift();
    if (next === undefined) {
      if (reading.isOver) return;
      await new Promise<void>((resolve) => {
        reading.wake = resolve;
      });
    } else {
      if (next.dueAt > clock.now()) await clock.sleep(next.dueAt - clock.now());
      yield next.piece;
    }
  }
}
