import { createFakeApiServer, type FakeApiServer } from '../../src/testing/index.js';
import { createManualClock, type ManualClock } from '../../src/testing/manual-clock.js';
import type { NamedCluster } from '../../src/fleet/index.js';
import type { Transport } from '../../src/core/transport/transport.js';
import { idleTurns } from '../shared/idle-turns.js';
import { transportTo } from '../live/transport-to.js';
import { kubeSystem } from './fleets.js';

export const configMap = (name: string, metadata: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'shop', ...metadata },
});

/** A small server: namespaces, ConfigMaps and Leases. */
export function smallServer(uid: string, objects: readonly object[] = []): FakeApiServer {
  return createFakeApiServer({
    resources: [
      { group: '', version: 'v1', resource: 'namespaces', kind: 'Namespace', scope: 'Cluster' },
      { group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap' },
      { group: 'coordination.k8s.io', version: 'v1', resource: 'leases', kind: 'Lease' },
    ],
    objects: [kubeSystem(uid), ...objects],
  });
}

/** An address behind which servers stand, one after the other. */
export interface Address {
  server: FakeApiServer;
  /** Ends all watches and answers nothing. */
  kill(): void;
  revive(): void;
  readonly named: NamedCluster;
}

/** Addresses whose requests one clock waits for. */
export function stage(): {
  readonly clock: ManualClock;
  readonly address: (name: string, server?: FakeApiServer) => Address;
} {
  let busy = 0;
  const clock = createManualClock({ settle: idleTurns(() => busy > 0) });
  return {
    clock,
    address(name, first = smallServer(name)) {
      let isDead = false;
      const address: Address = {
        server: first,
        kill() {
          isDead = true;
          address.server.endWatches();
        },
        revive() {
          isDead = false;
        },
        named: {
          name,
          client: () => ({ server: `http://${name}.test`, transport, retry: { limit: 0 } }),
        },
      };
      const transport: Transport = {
        async send(request) {
          busy += 1;
          try {
            if (isDead) throw new Error('nobody answers');
            return await transportTo(address.server).send(request);
          } finally {
            busy -= 1;
          }
        },
        close: () => undefined,
      };
      return address;
    },
  };
}
