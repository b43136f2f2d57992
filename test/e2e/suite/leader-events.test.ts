import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { Client } from '../../../src/index.js';
import { createEventRecorder, createLeaderElection } from '../../../src/controller/index.js';
import { closeClients, connect } from '../harness/connect.js';
import { createObject, namespace } from '../harness/objects.js';

const server = inject('server');
const place = 'leader-events';
let client: Client;

beforeAll(async () => {
  await createObject(server, '/api/v1/namespaces', namespace(place));
  client = connect(server, { token: server.tokens.admin });
});

afterAll(async () => {
  await client.resource('namespaces').delete(place);
  await closeClients();
});

it('an election writes Events about its Lease, which are found by it', async () => {
  const refused: unknown[] = [];
  const recorder = createEventRecorder(client, { component: 'e2e', onError: (error) => refused.push(error) });
  const leases = client.resource('leases').namespace(place);
  const lease = { uid: '' };
  await createLeaderElection(client, { name: 'told', namespace: place, identity: 'pod-1', recorder }).run(async () => {
    lease.uid = (await leases.get('told')).metadata.uid;
  });
  await recorder.flush();
  const events = client.resource({ apiVersion: 'v1', kind: 'Event' }).namespace(place);
  const { items } = await events.list({ fieldSelector: `involvedObject.uid=${lease.uid}` });
  expect(refused).toEqual([]);
  expect(items.map(({ message, reason, type }) => [message, reason, type]).sort()).toEqual([
    ['pod-1 became leader', 'LeaderElection', 'Normal'],
    ['pod-1 stopped leading', 'LeaderElection', 'Normal'],
  ]);
});
