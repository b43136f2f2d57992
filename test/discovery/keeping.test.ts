import { describe, expect, it } from 'vitest';
import { createDiscovery } from '../../src/core/discovery/create-discovery.js';
import { captured } from '../fixtures/captured.js';
import { replay, type Scripted } from './replay-connection.js';

const roots = ['/api', '/apis'];

/** Answers 304 without a body to the tag that it gives, byte for byte. */
function tagged(name: 'kube-1.36-v2', etag?: string): Record<string, Scripted> {
  const documents = captured(name);
  return Object.fromEntries(
    roots.map((path): [string, Scripted] => {
      const answer = documents[path]!;
      const tag = answer.headers['etag']!;
      return [
        path,
        (request) =>
          request.ifNoneMatch === tag
            ? { status: 304, body: '' }
            : { ...answer, headers: { ...answer.headers, etag: etag ?? tag } },
      ];
    }),
  );
}

describe('a catalog at hand', () => {
  it('is answered again without a request', async () => {
    const connection = replay(captured('kube-1.36-v2'));
    const discovery = createDiscovery(connection);
    expect(discovery.current).toBeUndefined();
    const first = await discovery.catalog();
    expect(await discovery.catalog()).toBe(first);
    expect(discovery.current).toBe(first);
    expect(connection.requests).toHaveLength(2);
  });

  it('is learned once for five callers at once', async () => {
    const connection = replay(captured('kube-1.36-v2'));
    const discovery = createDiscovery(connection);
    const catalogs = await Promise.all([1, 2, 3, 4, 5].map(() => discovery.catalog()));
    expect(new Set(catalogs).size).toBe(1);
    expect(connection.requests).toHaveLength(2);
  });

  it('is the same object after a refresh that 304 answers, and each tag goes back byte for byte', async () => {
    const documents = captured('kube-1.36-v2');
    const connection = replay(tagged('kube-1.36-v2'));
    const discovery = createDiscovery(connection);
    const first = await discovery.catalog();
    expect(await discovery.refresh()).toBe(first);
    expect(connection.requests.map((request) => request.ifNoneMatch)).toEqual([
      undefined,
      undefined,
      documents['/api']!.headers['etag'],
      documents['/apis']!.headers['etag'],
    ]);
  });

  it('is confirmed through a proxy that weakens the tag', async () => {
    const tag = captured('kube-1.36-v2')['/apis']!.headers['etag']!;
    const { '/apis': apis } = tagged('kube-1.36-v2', `W/${tag}`);
    const connection = replay({ '/apis': apis! });
    const discovery = createDiscovery(connection);
    const first = await discovery.catalog();
    expect(await discovery.refresh()).toBe(first);
    expect(connection.requests.at(-1)?.ifNoneMatch).toBe(tag);
  });

  it('is the same object after a refresh in the legacy format, which has no tags, while nothing changed', async () => {
    const discovery = createDiscovery(replay(captured('kube-1.29-legacy')));
    const first = await discovery.catalog();
    expect(await discovery.refresh()).toBe(first);
  });

  it('gives way to a new one when one root changed, and the other root is not read again', async () => {
    const answers = tagged('kube-1.36-v2');
    const connection = replay(answers);
    const discovery = createDiscovery(connection);
    const first = await discovery.catalog();
    answers['/apis'] = {
      body: { kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2', items: [] },
    };
    const second = await discovery.refresh();
    expect(second).not.toBe(first);
    expect(second.group('apps')?.versions[0]?.freshness).toBe('Kept');
    expect(second.group('')).toBe(first.group(''));
  });

  it('stays when a refresh learns nothing at all', async () => {
    const answers = tagged('kube-1.36-v2');
    const discovery = createDiscovery(replay(answers));
    const first = await discovery.catalog();
    for (const path of roots) answers[path] = { status: 500, body: 'down' };
    await expect(discovery.refresh()).rejects.toMatchObject({ code: 'discovery' });
    expect(discovery.current).toBe(first);
  });

  it('is forgotten with its tags by invalidate()', async () => {
    const connection = replay(tagged('kube-1.36-v2'));
    const discovery = createDiscovery(connection);
    const first = await discovery.catalog();
    discovery.invalidate();
    expect(discovery.current).toBeUndefined();
    expect(await discovery.catalog()).not.toBe(first);
    expect(connection.requests.every((request) => request.ifNoneMatch === undefined)).toBe(true);
  });

  it('is not replaced by a discovery that began before invalidate()', async () => {
    const discovery = createDiscovery(replay(captured('kube-1.36-v2')));
    const old = discovery.catalog();
    discovery.invalidate();
    const fresh = await discovery.catalog();
    expect(await old).not.toBe(fresh);
    expect(discovery.current).toBe(fresh);
  });
});

describe('a legacy server behind a proxy that adds ETags', () => {
  const document = (...names: string[]): object => ({
    kind: 'APIResourceList',
    resources: names.map((name) => ({ name, namespaced: true, kind: `K${name}`, verbs: ['get'] })),
  });

  /** As nginx does: the tag is of the body, and 304 answers it. */
  function behindProxy(documents: Record<string, object>): Record<string, Scripted> {
    return Object.fromEntries(
      Object.keys(documents).map((path): [string, Scripted] => [
        path,
        ({ ifNoneMatch }) => {
          const body = JSON.stringify(documents[path]);
          const etag = `"${body.length}-${body.slice(-40).replaceAll('"', "'")}"`;
          if (ifNoneMatch === etag) return { status: 304, body: '' };
          return { headers: { 'content-type': 'application/json', etag }, body };
        },
      ]),
    );
  }

  function server() {
    const documents: Record<string, object> = {
      '/api': { kind: 'APIVersions', versions: ['v1'] },
      '/apis': { kind: 'APIGroupList', groups: [{ name: 'a.io', versions: [{ version: 'v1' }] }] },
      '/api/v1': document('pods'),
      '/apis/a.io/v1': document('gadgets'),
    };
    const answers = behindProxy(documents);
    const connection = replay(answers);
    return { documents, answers, connection, discovery: createDiscovery(connection) };
  }

  it('finds a resource that is added to a group-version', async () => {
    const { documents, discovery } = server();
    await discovery.catalog();
    documents['/apis/a.io/v1'] = document('gadgets', 'widgets');
    const after = await discovery.refresh();
    expect(after.resource({ group: 'a.io', version: 'v1', resource: 'widgets' })?.kind).toBe('Kwidgets');
  });

  it('finds a group-version again that failed once', async () => {
    const { answers, discovery } = server();
    const good = answers['/apis/a.io/v1']!;
    answers['/apis/a.io/v1'] = { status: 503, body: 'later' };
    expect((await discovery.catalog()).failures).toHaveLength(1);
    answers['/apis/a.io/v1'] = good;
    expect((await discovery.refresh()).failures).toEqual([]);
  });

  it('is asked for the documents of its roots by their ETags, and the catalog stays while nothing changed', async () => {
    const { connection, discovery, documents } = server();
    const first = await discovery.catalog();
    connection.requests.length = 0;
    expect(await discovery.refresh()).toBe(first);
    expect(connection.requests.map(({ path }) => path).sort()).toEqual(Object.keys(documents).sort());
    const tagged = connection.requests.filter(({ ifNoneMatch }) => ifNoneMatch !== undefined);
    expect(tagged.map(({ path }) => path).sort()).toEqual(['/api', '/apis']);
  });
});

describe('an abort', () => {
  it('rejects with the reason of its signal, and leaves the discovery to those who still wait', async () => {
    const discovery = createDiscovery(replay(captured('kube-1.36-v2')));
    const controller = new AbortController();
    const reason = new Error('the page was closed');
    const mine = discovery.catalog({ signal: controller.signal });
    const other = discovery.catalog();
    controller.abort(reason);
    await expect(mine).rejects.toBe(reason);
    expect((await other).groups.length).toBeGreaterThan(20);
  });

  it('ends the requests when the last caller has left', async () => {
    const connection = replay(captured('kube-1.36-v2'));
    const discovery = createDiscovery(connection);
    const controller = new AbortController();
    const mine = discovery.catalog({ signal: controller.signal });
    controller.abort();
    await expect(mine).rejects.toBe(controller.signal.reason);
    expect(connection.requests.every((request) => request.signal?.aborted)).toBe(true);
    expect((await discovery.catalog()).groups.length).toBeGreaterThan(20);
  });

  it('that came before the call asks nothing', async () => {
    const connection = replay(captured('kube-1.36-v2'));
    const reason = new Error('too late');
    await expect(createDiscovery(connection).catalog({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(connection.requests).toEqual([]);
  });
});
