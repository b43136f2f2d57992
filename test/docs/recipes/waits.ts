import { front, widgetDefinition, type RecipeCase } from './recipe-case.js';

const merge = { type: 'merge', subresource: 'status' } as const;

/** Recipes that wait. */
export const waits: readonly RecipeCase[] = [
  {
    title: 'Wait for a rollout',
    objects: front,
    during: async ({ client }) => {
      const deployments = client.resource('deployments').namespace('shop');
      const { metadata } = await deployments.get('front');
      const observedGeneration = metadata.generation ?? 0;
      const counts = { replicas: 2, readyReplicas: 2, updatedReplicas: 2, availableReplicas: 2 };
      const settled = { ...counts, observedGeneration };
      for (const status of [
        // Of an older generation, with an old replica beside the new ones, with a new one that is not available.
        { ...settled, observedGeneration: observedGeneration - 1 },
        { ...settled, replicas: 3 },
        { ...settled, availableReplicas: 1 },
        settled,
      ]) {
        await deployments.patch('front', { status }, merge);
      }
    },
    prints: ['front is rolled out'],
  },
  {
    title: 'Wait until a job is over',
    objects: `
apiVersion: batch/v1
kind: Job
metadata: { name: migrate, namespace: shop }
spec: { template: { spec: { restartPolicy: Never, containers: [{ name: main, image: 'example.com/migrate:1' }] } } }
`,
    during: async ({ client }) => {
      const jobs = client.resource('jobs').namespace('shop');
      const startTime = '2026-01-01T00:00:00Z';
      const conditions = ['FailureTarget', 'Failed'].map((type) => ({ type, status: 'True' }));
      await jobs.patch('migrate', { status: { startTime, conditions } }, merge);
    },
    prints: ['failed'],
  },
  {
    title: 'Install a CRD, wait until it is served, then create an object',
    files: { 'widgets.yaml': widgetDefinition },
    prints: ['created Widget first'],
  },
];
