import { describe, expect, it } from 'vitest';
import { cli, server } from './support.js';

const dead = 'custom.metrics.k8s.io/v1beta1';

/** The captured server has one APIService whose backend does not answer. docs/cli.md has the exit codes. */
describe('with a dead APIService', () => {
  it.each([
    ['count', 1, '3         pods.v1.'],
    ['owners node/node-1 --down', 1, 'node/node-1\n'],
    ['api-resources', 1, 'pods'],
    ['upgrade-check --to 1.37', 2, 'part could not be read'],
    ['discovery', 0, 'custom.metrics.k8s.io'],
    ['resolve pods', 0, 'pods.v1.'],
    ['get all -n web', 0, 'pod/front-0'],
  ])('%s prints what is known, names the part and exits with %d', async (words, code, known) => {
    const outcome = await cli(server(), words);
    expect(outcome.code).toBe(code);
    expect(outcome.stdout).toContain(known);
    if (words !== 'resolve pods') expect(outcome.stdout + outcome.stderr).toContain(dead.split('/')[0]);
  });
});
