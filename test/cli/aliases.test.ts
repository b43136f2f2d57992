import { describe, expect, it } from 'vitest';
import { captured } from '../fixtures/captured.js';
import { cli, lines, server } from './support.js';

/** Legacy documents carry the hashes, so this server gives them to those who ask for its legacy documents. */
const documents = captured('kube-1.36-legacy');
const event = { kind: 'Event', scope: 'Namespaced', resource: 'events', version: 'v1' };

describe('aliases', () => {
  it('prints the set of an endpoint, each with what ties it to another', async () => {
    expect(await cli(server({ documents }), 'aliases events')).toEqual({
      code: 0,
      stderr: '',
      stdout: lines`
        SET   ENDPOINT                  KIND    SCOPE        SAME BY
        1     events.v1.                Event   Namespaced
              events.v1.events.k8s.io   Event   Namespaced   storageVersionHash, with events.v1.
      `,
    });
  });

  it('prints apart what is not known', async () => {
    const { code, stdout } = await cli(server({ documents }), 'aliases events --evidence catalog');
    expect(code).toBe(0);
    expect(stdout).toBe(
      lines`
        SET   ENDPOINT     KIND    SCOPE        SAME BY
        1     events.v1.   Event   Namespaced

        Unknown whether the same, so treat them as different:
        ENDPOINT                  KIND    SCOPE        HINT
        events.v1.events.k8s.io   Event   Namespaced   documented cohabitation, with events.v1.
      `,
    );
  });

  it.each([
    ['catalog', 0],
    ['alike', 2],
  ])('--evidence %s costs %i requests beside discovery', async (evidence, count) => {
    const api = server({ documents });
    await cli(api, `aliases events --evidence ${evidence}`);
    expect(api.requests.filter(({ path }) => path !== '/api' && path !== '/apis')).toHaveLength(count);
  });

  it('-o json tells endpoints, evidence and what is not known', async () => {
    const { stdout } = await cli(server({ documents }), 'aliases ev -o json');
    expect(JSON.parse(stdout)).toEqual({
      endpoints: [
        { ...event, group: '' },
        { ...event, group: 'events.k8s.io' },
      ],
      evidence: [
        {
          kind: 'storageVersionHash',
          endpoints: [
            { group: '', version: 'v1', resource: 'events' },
            { group: 'events.k8s.io', version: 'v1', resource: 'events' },
          ],
        },
      ],
      unknown: [],
      hints: [],
      contradictions: [],
      failures: [],
    });
  });

  it('without a name prints all sets of more than one endpoint, by rank', async () => {
    const { stdout } = await cli(server({ documents }), 'aliases');
    expect(stdout).toBe(
      lines`
        SET   ENDPOINT                                  KIND                      SCOPE        SAME BY
        1     events.v1.                                Event                     Namespaced
              events.v1.events.k8s.io                   Event                     Namespaced   storageVersionHash, with events.v1.
        2     horizontalpodautoscalers.v2.autoscaling   HorizontalPodAutoscaler   Namespaced
              horizontalpodautoscalers.v1.autoscaling   HorizontalPodAutoscaler   Namespaced   storageVersionHash, with horizontalpodautoscalers.v2.autoscaling
        3     volumes.v1.storage.example.org            Volume                    Cluster
              volumes.v1alpha2.storage.example.org      Volume                    Cluster      storageVersionHash, with volumes.v1.storage.example.org
        4     volumes.v1beta2.longhorn.io               Volume                    Namespaced
              volumes.v1beta1.longhorn.io               Volume                    Namespaced   storageVersionHash, with volumes.v1beta2.longhorn.io
      `,
    );
  });

  it('without a name -o json gives the sets', async () => {
    const { stdout } = await cli(server({ documents }), 'aliases -o json --evidence catalog');
    const { sets, unsettled } = JSON.parse(stdout) as {
      sets: { endpoints: { resource: string }[]; evidence: { kind: string }[] }[];
      unsettled: { endpoints: { resource: string }[] }[];
    };
    expect(unsettled.map(({ endpoints }) => endpoints[0]?.resource)).toEqual(['endpoints', 'events', 'deployments']);
    expect(sets.map((set) => set.endpoints.map(({ resource }) => resource))).toEqual([
      ['horizontalpodautoscalers', 'horizontalpodautoscalers'],
      ['volumes', 'volumes'],
      ['volumes', 'volumes'],
    ]);
    expect(new Set(sets.flatMap(({ evidence }) => evidence.map(({ kind }) => kind)))).toEqual(
      new Set(['versions of one group']),
    );
  });

  it('without a name says so when there are none', async () => {
    const one = { group: '', version: 'v1', resource: 'pods', kind: 'Pod' };
    expect(await cli(server({ documents: {}, objects: [], resources: [one] }), 'aliases')).toEqual({
      code: 0,
      stdout: '',
      stderr: 'No two endpoints are known to serve the same objects.\n',
    });
  });

  it('with --evidence all finds endpoints of different plurals by their id', async () => {
    const shared = { version: 'v1', kind: 'Cart', internalID: 'id-1' };
    const resources = [
      { ...shared, group: 'old.example.org', resource: 'baskets' },
      { ...shared, group: 'shop.example.org', resource: 'carts' },
    ];
    const { stdout } = await cli(server({ documents: {}, objects: [], resources }), 'aliases carts --evidence all');
    expect(stdout).toContain('internalID, with ');
  });

  it('a name that is nothing ends with exit code 1', async () => {
    const { code, stderr } = await cli(server(), 'aliases evnets');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: .*"evnets".*did you mean "events".*\n$/);
  });
});
