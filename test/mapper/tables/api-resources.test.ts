import { describe, expect, it } from 'vitest';
import { createFakeApiServer } from '../../../src/testing/index.js';
import { cli } from '../../cli/support.js';
import { listedResources, listedTable } from './api-resources.js';

const server = createFakeApiServer({ resources: listedResources });

describe(listedTable.name, () => {
  it.each(listedTable.cases)('$id', async ({ steps }) => {
    for (const { ask, peer, ours = peer } of steps) {
      const { code, stdout } = await cli(server, ['api-resources', ...ask.split(' ').filter((word) => word !== '')]);
      const lines = stdout.trimEnd().split('\n');
      const shown = lines.map((line) => line.trimEnd().replaceAll(/ +/g, ' ')).join('; ');
      expect(code === 0 ? shown : '!usage').toBe(ours);
    }
  });
});
