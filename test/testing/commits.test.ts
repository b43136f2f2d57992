import { describe, expect, it } from 'vitest';
import { serveResource, type IncomingRequest } from '../../src/testing/http/serve-resource.js';
import { parseTarget } from '../../src/testing/http/request-target.js';
import { resourceFromDescription } from '../../src/testing/served/from-description.js';
import { createAuthority } from '../../src/testing/served/authority.js';
import { createRegistry } from '../../src/testing/served/registry.js';
import { createStoredObjects } from '../../src/testing/server/stored-objects.js';
import { createOpenWatches } from '../../src/testing/verbs/open-watches.js';
import { createStorage } from '../../src/testing/store/storage.js';
import { configMap } from './support.js';

const now = (): Date => new Date('2026-01-02T03:04:05Z');
const maps = '/api/v1/namespaces/default/configmaps';
const deployments = '/apis/apps/v1/namespaces/default/deployments';
const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'd' }, spec: { replicas: 1 } };

/** A server without its outside, whose commits are written down. */
function start() {
  const registry = createRegistry(new Map());
  registry.define(resourceFromDescription({ group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap' }));
  registry.define(
    resourceFromDescription({
      group: 'apps',
      version: 'v1',
      resource: 'deployments',
      kind: 'Deployment',
      subresources: ['status', 'scale'],
    }),
  );
  const storage = createStorage(100);
  const stored = createStoredObjects(registry, storage, now);
  const received: string[] = [];
  storage.changes.listen(({ type, object: { kind, metadata }, previous, resourceVersion }) => {
    const before = previous?.metadata.resourceVersion ?? 'nothing';
    received.push(`${type} ${kind} ${metadata.name ?? ''} ${metadata.resourceVersion ?? ''} after ${before}`);
    if (metadata.resourceVersion !== resourceVersion) throw new Error('two versions');
  });
  const authority = createAuthority(() => ({}));
  const who = authority.somebody('tester', []);
  const send = (method: string, path: string, body?: object, contentType = 'application/json'): string | undefined => {
    const url = new URL(path, 'http://x');
    const target = parseTarget(method, url.pathname, url.searchParams);
    if (target.type !== 'resource') throw new Error(path);
    const text = new TextEncoder().encode(body === undefined ? '' : JSON.stringify(body));
    const incoming: IncomingRequest = {
      method,
      accept: null,
      contentType,
      query: url.searchParams,
      body: text,
      caller: who,
    };
    const { status, body: answer } = serveResource(target.access, incoming, {
      registry,
      storage,
      switches: {},
      now,
      authority,
      ...waiting,
    });
    if (status >= 300 || typeof answer !== 'string') throw new Error(`${status}`);
    const { metadata } = JSON.parse(answer) as { metadata?: { resourceVersion?: string } };
    return metadata?.resourceVersion;
  };
  return { stored, storage, received, send };
}

const waiting = {
  timers: { setTimeout: () => undefined, clearTimeout: () => undefined },
  watches: createOpenWatches(),
  limits: { bookmarkIntervalMs: 1000, watchBacklog: 10 },
  schemaOf: () => undefined,
};
const merge = 'application/merge-patch+json';

describe('every change is one commit, whose version the answer has', () => {
  it('create, replace, patches and delete', () => {
    const { received, send } = start();
    expect(send('POST', maps, configMap('a'))).toBe('2');
    expect(send('PUT', `${maps}/a`, { ...configMap('a'), data: { k: '1' } })).toBe('3');
    expect(send('PATCH', `${maps}/a`, { data: { k: '2' } }, merge)).toBe('4');
    const add = [{ op: 'add', path: '/data/l', value: '3' }];
    expect(send('PATCH', `${maps}/a`, add, 'application/json-patch+json')).toBe('5');
    send('DELETE', `${maps}/a`);
    expect(received).toEqual([
      'ADDED ConfigMap a 2 after nothing',
      'MODIFIED ConfigMap a 3 after 2',
      'MODIFIED ConfigMap a 4 after 3',
      'MODIFIED ConfigMap a 5 after 4',
      'DELETED ConfigMap a 6 after 5',
    ]);
  });

  it('status and scale', () => {
    const { received, send } = start();
    send('POST', deployments, deployment);
    expect(send('PATCH', `${deployments}/d/status`, { status: { replicas: 1 } }, merge)).toBe('3');
    expect(send('PATCH', `${deployments}/d/scale`, { spec: { replicas: 3 } }, merge)).toBe('4');
    const scale = { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'd' }, spec: { replicas: 5 } };
    expect(send('PUT', `${deployments}/d/scale`, scale)).toBe('5');
    expect(received.map((line) => line.split(' ').slice(0, 4).join(' '))).toEqual([
      'ADDED Deployment d 2',
      'MODIFIED Deployment d 3',
      'MODIFIED Deployment d 4',
      'MODIFIED Deployment d 5',
    ]);
  });

  it('a delete that finalizers hold up, and the end of the last one', () => {
    const { received, send, storage } = start();
    send('POST', maps, configMap('a', { finalizers: ['x.io/f'] }));
    expect(send('DELETE', `${maps}/a`)).toBe('3');
    expect(send('DELETE', `${maps}/a`)).toBe('3');
    expect(send('PATCH', `${maps}/a`, { metadata: { finalizers: null } }, merge)).toBe('4');
    expect(received).toEqual([
      'ADDED ConfigMap a 2 after nothing',
      'MODIFIED ConfigMap a 3 after 2',
      'DELETED ConfigMap a 4 after 3',
    ]);
    // A watch sees what was stored last.
    expect(storage.changes.since('3')?.[0]?.object.metadata.finalizers).toEqual(['x.io/f']);
  });

  it('deletecollection, one commit each', () => {
    const { received, send } = start();
    for (const name of ['a', 'b', 'c']) send('POST', maps, configMap(name, { labels: { l: name } }));
    // The answer is the list as it was before.
    expect(send('DELETE', `${maps}?labelSelector=l!%3Db`)).toBe('4');
    expect(received.slice(3)).toEqual(['DELETED ConfigMap a 5 after 2', 'DELETED ConfigMap c 6 after 4']);
  });

  it('put and remove', () => {
    const { received, stored } = start();
    expect(stored.put(configMap('a')).metadata.resourceVersion).toBe('2');
    expect(stored.put(configMap('a', { resourceVersion: '77' })).metadata.resourceVersion).toBe('3');
    expect([stored.remove(configMap('a')), stored.remove(configMap('a'))]).toEqual([true, false]);
    expect(received).toEqual([
      'ADDED ConfigMap a 2 after nothing',
      'MODIFIED ConfigMap a 3 after 2',
      'DELETED ConfigMap a 4 after 3',
    ]);
  });

  it('what changes nothing is none: dry runs, and writes of what is there already', () => {
    const { received, send, storage } = start();
    send('POST', maps, configMap('a'));
    send('POST', `${maps}?dryRun=All`, configMap('b'));
    send('PUT', `${maps}/a?dryRun=All`, { ...configMap('a'), data: { k: '1' } });
    send('PATCH', `${maps}/a`, {}, merge);
    send('DELETE', `${maps}/a?dryRun=All`);
    send('DELETE', `${maps}?dryRun=All`);
    expect([received.length, storage.resourceVersion]).toEqual([1, '2']);
  });
});
