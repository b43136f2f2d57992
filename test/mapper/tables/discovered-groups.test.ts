import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../../src/core/catalog/catalog.js';
import { createDiscovery } from '../../../src/core/discovery/create-discovery.js';
import { replay, type ScriptedAnswer } from '../../discovery/replay-connection.js';
import { discoveredGroups, type Answers } from './discovered-groups.js';

async function discover(answers: Answers): Promise<string> {
  const scripted = Object.fromEntries(
    Object.entries(answers).map(([path, body]): [string, ScriptedAnswer] => [
      path,
      typeof body === 'number' ? { status: body, body: '' } : { body },
    ]),
  );
  try {
    return show(await createDiscovery(replay(scripted)).catalog());
  } catch (error) {
    return `!${(error as { code: string }).code}`;
  }
}

function show({ groups, failures }: Catalog): string {
  const served = groups.map(({ name, versions }) => {
    const told = versions.map(
      ({ version, resources }) => `${version}: ${resources.map((each) => each.resource).join()}`,
    );
    return `${name}[${told.join('; ')}]`;
  });
  const unread = failures.map(({ group, version, document }) =>
    group === undefined ? document : `${group}/${version ?? ''}`,
  );
  return [...served, ...(unread.length > 0 ? [`! ${unread.join(', ')}`] : [])].join('; ');
}

describe(discoveredGroups.name, () => {
  it.each(discoveredGroups.cases)('$id', async ({ steps }) => {
    for (const { ask, peer, ours = peer } of steps) expect(await discover(ask)).toBe(ours);
  });
});
