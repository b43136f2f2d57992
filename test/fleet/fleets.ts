import { onTestFinished } from 'vitest';
import { createClient, type Client, type ClientOptions } from '../../src/index.js';
import {
  createFleet,
  type ClusterChange,
  type ClusterSource,
  type Fleet,
  type FleetOptions,
} from '../../src/fleet/index.js';
import { createFakeApiServer, type FakeApiServer, type FakeApiServerOptions } from '../../src/testing/index.js';
import { transportTo } from '../live/transport-to.js';
import { capturedDocuments } from '../testing/support.js';

/** A fake server of Kubernetes 1.36, and the options of a client of it. */
export function fakeCluster(options: Omit<FakeApiServerOptions, 'documents'> = {}): {
  readonly fake: FakeApiServer;
  readonly options: ClientOptions;
} {
  const fake = createFakeApiServer({ documents: capturedDocuments('kube-1.36-legacy'), ...options });
  return { fake, options: { server: 'http://kubernetes.test', transport: transportTo(fake) } };
}

export function clientOf(options: ClientOptions): Client {
  const client = createClient(options);
  onTestFinished(() => client.close());
  return client;
}

export function fleetOf(clusters: FleetOptions['clusters'], options: Omit<FleetOptions, 'clusters'> = {}): Fleet {
  const fleet = createFleet({ clusters, onError: () => undefined, ...options });
  onTestFinished(() => fleet.close());
  return fleet;
}

/** The uid of a fake cluster's kube-system. */
export const kubeSystem = (uid: string): object => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name: 'kube-system', uid },
});

export const configMap = (name: string): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'shop' },
});

/** A source whose changes a test tells, each followed by what the fleet has made of it. */
export interface ToldSource extends ClusterSource {
  /** Fulfilled when the fleet asks for the next change. */
  tell(...changes: readonly ClusterChange[]): Promise<void>;
  fail(error: unknown): void;
  /** Whether the fleet has left. */
  readonly isLeft: boolean;
}

export function toldSource(description?: string): ToldSource {
  const changes: ClusterChange[] = [];
  let asked = (): void => undefined;
  let waiting: { give(change: ClusterChange): void; fail(error: unknown): void } | undefined;
  let left = false;
  return {
    description,
    get isLeft() {
      return left;
    },
    async tell(...told) {
      const taken = new Promise<void>((resolve) => {
        asked = resolve;
      });
      changes.push(...told);
      const [next] = waiting === undefined ? [] : changes.splice(0, 1);
      if (next !== undefined) waiting?.give(next);
      await taken;
    },
    fail(error) {
      waiting?.fail(error);
    },
    [Symbol.asyncIterator]: () => ({
      next: () =>
        new Promise((resolve, reject) => {
          const change = changes.shift();
          if (change !== undefined) {
            resolve({ done: false, value: change });
            return;
          }
          waiting = {
            give: (value) => {
              waiting = undefined;
              resolve({ done: false, value });
            },
            fail: reject,
          };
          asked();
        }),
      return: () => {
        left = true;
        return Promise.resolve({ done: true, value: undefined });
      },
    }),
  };
}

export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}
