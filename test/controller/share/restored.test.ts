import { expect, it, onTestFinished } from 'vitest';
import { createClient, type KubeObject } from '../../../src/index.js';
import { createController, createSharing } from '../../../src/controller/index.js';
import { createFakeApiServer } from '../../../src/testing/index.js';
import { createManualClock } from '../../../src/testing/manual-clock.js';
import { transportTo } from '../../live/transport-to.js';
import { idleTurns } from '../../shared/idle-turns.js';
import { capturedDocuments } from '../../testing/support.js';
import { keyOf, widget, widgets } from '../controlled.js';

it('reads the objects again when the data of the server was restored, of which watches are told nothing', async () => {
  const fakeServer = () =>
    createFakeApiServer({ resources: [widgets], documents: capturedDocuments('kube-1.36-legacy') });
  const [before, restored] = [fakeServer(), fakeServer()];
  // Later versions than the other one will have.
  for (let write = 0; write < 50; write += 1) before.put(widget('changed', { annotations: { write: `${write}` } }));
  before.put(widget('made-later'));
  const transports = [before, restored].map((fake) => transportTo(fake));
  const clock = createManualClock({ settle: idleTurns(() => transports.some(({ isBusy }) => isBusy())) });
  let [transport] = transports;
  const client = createClient({
    server: 'http://kubernetes.test',
    transport: { ...transports[0]!, send: (request) => transport!.send(request) },
    retry: { limit: 0 },
  });
  onTestFinished(() => client.close());
  const share = createSharing(client, {
    ...{ name: 'widgets', namespace: 'ns', identity: 'a', shards: 4, clock: { ...clock, wallNow: clock.now } },
  });
  const reconciled: string[] = [];
  const controller = createController(client, {
    ...{ name: 'widgets', for: 'widgets', clock, share, onError: () => undefined },
    reconcile: (request, { object }) => {
      const { annotations } = (object as KubeObject | undefined)?.metadata ?? {};
      reconciled.push(`${keyOf(request)} ${annotations?.['write'] ?? ''}`);
    },
  });
  await clock.advance(2000);
  expect([...reconciled].sort()).toEqual(['shop/changed 49', 'shop/made-later ']);
  reconciled.length = 0;
  for (const lease of before.objects.filter(({ kind }) => kind === 'Lease')) restored.put(lease);
  restored.put(widget('changed', { annotations: { write: '7' } }));
  restored.put(widget('deleted-later'));
  [, transport] = transports;
  await clock.advance(60_000);
  expect(share.held).toHaveLength(4);
  const known = controller.sources[0]?.informer.getSnapshot() as readonly KubeObject[];
  expect(known.map(({ metadata }) => metadata.name)).toEqual(['changed', 'deleted-later']);
  expect(reconciled).toContain('shop/changed 7');
  expect(reconciled).toContain('shop/deleted-later ');
});
