import fc from 'fast-check';
import { it } from 'vitest';
import { createClient } from '../../src/index.js';
import { createFakeApiServer } from '../../src/testing/index.js';
import { kubernetes } from '../../src/testing/kubernetes.js';
import { startFakeApiServer } from '../../src/testing/node.js';
import { editSteps, expectEdits } from './edits.js';

it('an edit in the dashboard comes out as though the whole object were written, whoever writes in between', async () => {
  await fc.assert(
    fc.asyncProperty(editSteps(false), async (steps) => {
      const running = await startFakeApiServer(createFakeApiServer({ documents: kubernetes() }));
      const client = createClient({ server: running.url });
      await expectEdits(client.resource('deployments.apps').namespace('default'), steps);
      await client.close();
      await running.close();
    }),
    { numRuns: 15 },
  );
});
