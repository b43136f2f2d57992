import { describe, expect, it } from 'vitest';
import type { FakeApiServer, FakeApiServerOptions } from '../../src/testing/index.js';
import { captured } from '../fixtures/captured.js';
import { cli, lines, server } from './support.js';

const event = (name: string, namespace = 'web'): object => ({
  apiVersion: 'v1',
  kind: 'Event',
  metadata: { name, namespace },
});

/** With legacy documents, that tell which events are the same; without the dead group of the captured ones. */
function withEvents(options: FakeApiServerOptions = {}): FakeApiServer {
  const api = server({ documents: captured('kube-1.36-legacy'), ...options });
  for (const name of ['a', 'b', 'c', 'd']) api.put(event(name));
  return api;
}

describe('count', () => {
  it('prints what there are most of first, and the sum', async () => {
    const { code, stdout, stderr } = await cli(withEvents(), 'count pods,events,services,secrets');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toBe(
      lines`
        OBJECTS   RESOURCE       SCOPE        ALSO SERVED AT
        4         events.v1.     Namespaced   events.v1.events.k8s.io
        3         pods.v1.       Namespaced
        1         services.v1.   Namespaced
        8         total
      `,
    );
  });

  it.each([
    ['-n default', 'count pods,configmaps -n default', ['1     configmaps.v1.   Namespaced', '1     total']],
    ['a selector', 'count pods -l app=front', ['2     pods.v1.   Namespaced', '2     total']],
    ['fields', 'count pods --field-selector metadata.name=front-0', ['1     pods.v1.   Namespaced', '1     total']],
    ['--empty', 'count jobs.batch --empty', ['0     jobs.v1.batch   Namespaced', '0     total']],
    ['--namespaced=false', 'count nodes,pods --namespaced=false', ['1     nodes.v1.   Cluster', '1     total']],
    [
      '--api-group',
      'count --api-group events.k8s.io',
      ['4     events.v1.events.k8s.io   Namespaced   events.v1.', '4     total'],
    ],
    ['-o wide', 'count nodes -o wide', ['1     nodes.v1.   Cluster         list', '1     total']],
  ])('takes %s', async (_what, words, expected) => {
    const { code, stdout, stderr } = await cli(withEvents(), `${words} --no-headers`);
    expect([code, stderr]).toEqual([0, '']);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.trimEnd()),
    ).toEqual(expected);
  });

  it('leaves out what is deprecated and only served there, and says so', async () => {
    const api = withEvents();
    api.put({ apiVersion: 'v1', kind: 'Endpoints', metadata: { name: 'front', namespace: 'web' } });
    const asked = (): number =>
      api.requests.filter(({ path }) => /^\/api\/v1\/.*(endpoints|componentstatuses)\?/.test(path)).length;
    const left = 'Not counted, since deprecated: componentstatuses.v1., endpoints.v1.; see --all.\n';
    const { stdout, stderr } = await cli(api, 'count');
    expect({ left: stderr.split('\n').slice(1).join('\n'), asked: asked() }).toEqual({ left, asked: 0 });
    expect(stdout).not.toContain('endpoints');
    const json = await cli(api, 'count -n web -o json');
    expect(JSON.parse(json.stdout)).toMatchObject({ leftOut: [{ resource: 'endpoints' }] });
    expect(json.stderr).toContain('\nNot counted, since deprecated: endpoints.v1.; see --all.\n');
    expect(asked()).toBe(0);
    for (const words of ['count endpoints', 'count --all', 'count pods,ep']) {
      const named = await cli(api, words);
      expect(named.stdout).toContain('endpoints.v1.');
      expect(named.stderr).not.toContain('Not counted');
    }
    expect(asked()).toBeGreaterThan(2);
  });

  it('names what could not be counted, and ends with 1', async () => {
    const api = withEvents();
    api.fail('/api/v1/events', { status: 403, body: { kind: 'Status', code: 403, message: 'no\r\nway' } });
    const { code, stdout, stderr } = await cli(api, 'count events,pods --no-headers');
    expect(code).toBe(1);
    expect(stdout).toContain('3     total');
    expect(stderr).toBe('error: events.v1.: GET /api/v1/events: 403 Forbidden: no way\n');
  });

  it('tells what of a category, or before a name, could not be read, and ends with 1', async () => {
    const api = withEvents();
    api.configure({ speaks: 'legacy' });
    api.fail('/apis/apps/v1', { status: 503 });
    const all = await cli(api, 'count all --no-headers');
    expect([all.code, all.stdout]).toEqual([1, expect.stringContaining('4     total')]);
    expect(all.stderr).toContain('error: discovery could not read apps/v1 (unreachable): ');
    const named = await cli(api, 'count deployments --no-headers');
    expect([named.code, named.stdout]).toEqual([1, '0     total\n']);
    expect(named.stderr).toMatch(/^error: discovery could not read apps\/v1 [^\n]*\n$/);
  });

  it('tells what discovery could not read when everything is counted', async () => {
    const { code, stderr } = await cli(withEvents(), 'count');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: .*custom\.metrics\.k8s\.io.*\n/);
  });

  it('tells what may be the same', async () => {
    const api = server({ documents: captured('kube-1.36-legacy') });
    const { stderr } = await cli(api, 'count events events.events.k8s.io --empty --evidence catalog');
    expect(stderr).toBe('Unknown whether these are the same objects: events.v1., events.v1.events.k8s.io.\n');
  });

  it('-o json tells everything', async () => {
    const api = withEvents();
    api.fail('/api/v1/pods', { status: 503, body: 'gone' });
    const { stdout } = await cli(api, 'count events pods -o json');
    expect(JSON.parse(stdout)).toMatchObject({
      total: 4,
      complete: false,
      sets: [
        {
          resource: { group: '', version: 'v1', resource: 'events' },
          kind: 'Event',
          scope: 'Namespaced',
          count: 4,
          by: 'remainingItemCount',
          alsoServedAt: [{ group: 'events.k8s.io', version: 'v1', resource: 'events' }],
        },
      ],
      unsettled: [],
      failures: [{ resource: { resource: 'pods' }, message: expect.stringContaining('503') as unknown }],
    });
  });

  it('shows on a terminal how far it is, and takes that away again', async () => {
    const { stdout, stderr } = await cli(withEvents(), 'count pods', { showsProgress: true });
    expect(stderr).toBe('\r\u001b[Kcounted 1 of 1 resources, 3 objects so far\r\u001b[K');
    expect(stdout).toContain('total');
  });

  it('says no to a name that is none', async () => {
    const { code, stdout, stderr } = await cli(withEvents(), 'count dachshunds');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^error: .*"dachshunds"/);
  });
});
