import { readFileSync } from 'node:fs';
import { describe, expect, inject, it } from 'vitest';
import { isBuiltInGroup } from '../../../src/core/model/built-in-groups.js';
import { builtInFiles, builtIns, readDocuments } from '../../types/write-built-ins.js';

const server = inject('server');

describe.runIf(server.kind === '1.37')('kubeatlas/types', () => {
  it.each(['types', 'shipped'] as const)('is what the newest server publishes: %s', async (file) => {
    const documents = Object.entries(await readDocuments(server)).filter(([groupVersion]) =>
      isBuiltInGroup(groupVersion.includes('/') ? groupVersion.slice(0, groupVersion.indexOf('/')) : ''),
    );
    // Compared as one value: the difference of a megabyte would say no more than this.
    const isCurrent = builtIns(Object.fromEntries(documents))[file] === readFileSync(builtInFiles[file], 'utf8');
    expect(isCurrent, 'run test/types/write-built-ins.ts').toBe(true);
  });
});
