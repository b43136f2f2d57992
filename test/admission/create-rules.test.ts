import { describe, expect, it } from 'vitest';
import { createRules } from '../../src/admission/create-rules.js';
import type { FakeResource } from '../../src/testing/served/fake-resource.js';
import { missedOf, coveredOf, policy, webhook } from './cluster.js';
import { onFakeServer } from '../client/on-fake-server.js';

const events = { groups: [''], versions: ['v1'], resources: ['events'] };
const scalers = { groups: ['autoscaling'], versions: ['v2'], resources: ['horizontalpodautoscalers'] };
const gadgets = { groups: ['old.example.com'], versions: ['v1'], resources: ['gadgets'] };

const gadgetsOf = (group: string, resource = 'gadgets', kind = 'Gadget'): FakeResource => ({
  group,
  version: 'v1',
  resource,
  kind,
  internalID: 'one',
});
const apiService = (group: string, service?: object): object => ({
  apiVersion: 'apiregistration.k8s.io/v1',
  kind: 'APIService',
  metadata: { name: `v1.${group}` },
  spec: { group, version: 'v1', ...(service && { service }) },
});

describe('the rules of a configuration, held against a server', () => {
  it('are covered under Equivalent for events and versions, and miss them under Exact', async () => {
    const { client } = await onFakeServer();
    const equivalent = await createRules(client).expand(policy([events, scalers]));
    expect([missedOf(equivalent), coveredOf(equivalent)]).toEqual([
      [],
      ['events.v1.events.k8s.io', 'horizontalpodautoscalers.v1.autoscaling'],
    ]);
    const exact = await createRules(client).expand(policy([events, scalers], { matchPolicy: 'Exact' }));
    expect(missedOf(exact)).toEqual([
      'events.v1.events.k8s.io (exact)',
      'horizontalpodautoscalers.v1.autoscaling (exact)',
    ]);
  });

  it.each([
    ['behind the aggregator, by its APIServices', { name: 'gadgets', namespace: 'old' }, 'another server'],
    ['of one server, which does not know the ids', undefined, 'unknown to the server'],
  ])('miss a set in two groups %s', async (_what, service, reason) => {
    const { client } = await onFakeServer({
      resources: [gadgetsOf('old.example.com'), gadgetsOf('young.example.com')],
      objects: [apiService('old.example.com', service), apiService('apps')],
    });
    const expansion = await createRules(client).expand(webhook([gadgets]));
    expect(missedOf(expansion)).toEqual([`gadgets.v1.young.example.com (${reason})`]);
    expect(expansion.remote).toEqual(
      service ? [{ group: 'old.example.com', version: 'v1', backend: '["old","gadgets",443]' }] : [],
    );
    expect(expansion.findings[0]?.missed[0]?.evidence).toEqual(['internalID']);
  });

  it('miss a set under another plural, unless told to read less', async () => {
    const { client } = await onFakeServer({
      resources: [gadgetsOf('old.example.com'), gadgetsOf('young.example.com', 'contraptions', 'Contraption')],
    });
    expect(missedOf(await createRules(client).expand(webhook([gadgets])))).toEqual([
      'contraptions.v1.young.example.com (unknown to the server)',
    ]);
    const { client: other, exchanges } = await onFakeServer({
      resources: [gadgetsOf('old.example.com'), gadgetsOf('young.example.com', 'contraptions', 'Contraption')],
    });
    expect((await createRules(other).expand(webhook([gadgets]), { evidence: 'catalog' })).complete).toBe(true);
    expect(exchanges.map(({ path }) => path).sort()).toEqual([
      '/api',
      '/apis',
      '/apis/apiregistration.k8s.io/v1/apiservices',
    ]);
  });

  it('say so when the APIServices may not be read', async () => {
    const { client, fake } = await onFakeServer();
    fake.fail('/apis/apiregistration.k8s.io/v1/apiservices', { status: 403, body: { kind: 'Status', code: 403 } });
    const { remote, remoteProblem, findings } = await createRules(client).expand(webhook([events]));
    expect(remote).toBeUndefined();
    expect(remoteProblem).toContain('403');
    expect(findings[0]?.covered).toHaveLength(1);
  });

  it('name what could not be read, behind which something may be', async () => {
    const { client, fake } = await onFakeServer({ deadGroupVersions: ['batch/v1'] });
    fake.fail('/apis/events.k8s.io/v1', { status: 503, body: 'no' });
    const { unread, findings } = await createRules(client).expand(webhook([events], 'Exact'));
    expect(unread.map(({ group }) => group)).toEqual(['batch', 'custom.metrics.k8s.io', 'events.k8s.io']);
    expect(findings).toMatchObject([{ missed: [], unknown: [{ group: 'events.k8s.io' }] }]);
  });

  it('are read before anything is asked', async () => {
    const { client, exchanges } = await onFakeServer();
    await expect(createRules(client).expand({ kind: 'Pod' })).rejects.toMatchObject({ code: 'invalid-configuration' });
    expect(exchanges).toEqual([]);
  });

  it('end with the reason of an abort', async () => {
    const { client } = await onFakeServer();
    const reason = new Error('enough');
    await expect(createRules(client).expand(webhook([events]), { signal: AbortSignal.abort(reason) })).rejects.toBe(
      reason,
    );
  });
});
