import { ask, type Reachable } from './ask.js';
import { waitUntil } from './wait-until.js';

const limitMs = 60_000;

/**
 * Waits until kube-apiserver reports that it is ready.
 *
 * @param assertAlive throws if there is nothing left to wait for
 */
export async function untilReady(
  { token, ...server }: Reachable & { readonly token: string },
  assertAlive: () => void,
): Promise<void> {
  let last = 'no answer yet';
  const isReady = async (): Promise<true | undefined> => {
    assertAlive();
    try {
      const { status, body } = await ask(server, { path: '/readyz?verbose', token, timeoutMs: 2000 });
      last = `${status} ${body}`;
      return status === 200 || undefined;
    } catch (error) {
      last = String(error);
      return undefined;
    }
  };
  await waitUntil(() => `kube-apiserver is ready; /readyz: ${last}`, isReady, { limitMs, everyMs: 50 });
}
