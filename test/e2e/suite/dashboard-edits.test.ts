import fc from 'fast-check';
import { afterAll, inject, it } from 'vitest';
import { editSteps, expectEdits } from '../../views/edits.js';
import { closeClients, connect } from '../harness/connect.js';
import { createObject, namespace } from '../harness/objects.js';

const server = inject('server');

afterAll(closeClients);

it('an edit in the dashboard comes out as though the whole object were written, whoever writes in between', async () => {
  const place = `edits-${Date.now()}`;
  await createObject(server, '/api/v1/namespaces', namespace(place));
  const handle = connect(server, { token: server.tokens.admin }).resource('deployments.apps').namespace(place);
  await fc.assert(
    fc
      .asyncProperty(editSteps(true), (steps) => expectEdits(handle, steps))
      .afterEach(async () => {
        // A finalizer would keep it.
        await handle.patch('front', { metadata: { finalizers: null } }, { type: 'merge' });
        await handle.delete('front');
      }),
    { numRuns: 100 },
  );
});
