import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient } from '../../src/index.js';
import { createFakeApiServer, type FakeApiServer } from '../../src/testing/index.js';
import { kubernetes } from '../../src/testing/kubernetes.js';
import { startFakeApiServer } from '../../src/testing/node.js';
import { kubeconfigOf } from '../setup/kubeconfig-of.js';
import { changes } from './recipes/changes.js';
import { clusters } from './recipes/clusters.js';
import { looks } from './recipes/looks.js';
import type { World } from './recipes/recipe-case.js';
import { recipes, runRecipe, storeObjects } from './recipes/run-recipe.js';
import { waits } from './recipes/waits.js';
import { runExample } from './run-example.js';

const cases = [...looks, ...waits, ...changes, ...clusters];

describe('a recipe', () => {
  it('is held against a server', () => {
    expect(cases.map(({ title }) => title).sort()).toEqual(recipes.map(({ heading }) => heading).sort());
    expect(recipes.length).toBeGreaterThanOrEqual(30);
  });

  it.each(recipes)('is short: $heading', ({ code }) => {
    const [, body = ''] = code.split(/^\n/m);
    const statements = body.split('\n').filter((line) => !/^const client = |^ *\}?\)*;?$/.test(line));
    expect(statements.length).toBeLessThanOrEqual(10);
  });

  it.each(cases)('does what it says: $title', async (recipe) => {
    const api = createFakeApiServer({ documents: kubernetes() });
    recipe.fake?.(api);
    const production = await listen(api);
    const staging = await listen(createFakeApiServer({ documents: kubernetes(), ...recipe.staging }));
    const client = createClient({ server: production });
    onTestFinished(() => client.close());
    const world: World = { client, put: async (object) => api.put(object) };
    await runRecipe(recipe, world, kubeconfigOf({ production, staging }, 'shop'));
    expect(api.unusedFaults).toEqual([]);
  });

  it.each(recipes.filter(({ code }) => /\b(onFailure|failures|unread)\b/.test(code)))(
    'names what it could not read: $heading',
    async ({ heading, code }) => {
      const resources = [{ group: 'dead.example.com', version: 'v1', resource: 'ghosts', kind: 'Ghost' }];
      const deadGroupVersions = ['dead.example.com/v1'];
      const api = createFakeApiServer({ documents: kubernetes(), resources, deadGroupVersions });
      const server = await listen(api);
      const recipe = cases.find(({ title }) => title === heading);
      const client = createClient({ server });
      onTestFinished(() => client.close());
      await storeObjects(recipe?.objects ?? '', { client, put: async (object) => api.put(object) });
      const program = runExample(code, { kubeconfig: kubeconfigOf({ production: server, staging: server }, 'shop') });
      await program.done;
      expect(program.printed.join('\n')).toContain('dead.example.com');
    },
  );
});

async function listen(api: FakeApiServer): Promise<string> {
  const server = await startFakeApiServer(api);
  onTestFinished(() => server.close());
  return server.url;
}
