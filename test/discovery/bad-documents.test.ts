import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../src/core/catalog/catalog.js';
import { createDiscovery } from '../../src/core/discovery/create-discovery.js';
import { deadSocket, replay, type Scripted } from './replay-connection.js';

const core: Scripted = aggregated([group('', [version('v1', [resource('pods', 'Pod')])])]);

function aggregated(items: unknown): Scripted {
  return { body: { kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2', items } };
}
function group(name: unknown, versions: unknown): object {
  return { metadata: { name }, versions };
}
function version(name: unknown, resources: unknown, freshness: unknown = 'Current'): object {
  return { version: name, resources, freshness };
}
function resource(name: unknown, kind: unknown, more: object = {}): object {
  const responseKind = { group: '', version: '', kind };
  return { resource: name, responseKind, scope: 'Namespaced', singularResource: '', verbs: ['get', 'list'], ...more };
}
/** One good resource beside a bad one, in a good group. */
function beside(bad: unknown): Scripted {
  return aggregated([group('example.com', [version('v1', [resource('widgets', 'Widget'), bad])])]);
}

async function learnApis(apis: Scripted): Promise<Catalog> {
  return createDiscovery(replay({ '/api': core, '/apis': apis })).catalog();
}

describe('a root that makes no sense is listed under failures, and the other root stands', () => {
  it.each<[string, Scripted, RegExp]>([
    ['truncated JSON', { body: '{"kind":"APIGroupDiscoveryList","items":[{"meta' }, /\/apis/],
    ['HTML with 200', { headers: { 'content-type': 'text/html' }, body: '<html>Log in</html>' }, /\/apis/],
    ['an empty body', { body: '' }, /\/apis/],
    ['JSON that is no object', { body: '[1,2]' }, /\/apis/],
    ['null', { body: 'null' }, /\/apis/],
    [
      'another kind',
      { body: { kind: 'PodList', apiVersion: 'v1', items: [] } },
      /\/apis is malformed: apiVersion and kind are "v1" "PodList"/,
    ],
    ['items that are no list', aggregated({ a: 1 }), /\/apis is malformed: items is not a list/],
    [
      'groups that are no list',
      { body: { kind: 'APIGroupList', groups: 'all' } },
      /\/apis is malformed: groups is not a list/,
    ],
  ])('%s', async (_what, apis, message) => {
    const catalog = await learnApis(apis);
    expect(catalog.failures).toEqual([
      expect.objectContaining({
        class: 'malformed',
        root: 'apis',
        document: '/apis',
        message: expect.stringMatching(message) as string,
      }),
    ]);
    expect(catalog.provenance).toEqual({ api: 'aggregated/v2', apis: undefined });
    expect(catalog.resources().map((entry) => entry.resource)).toEqual(['pods']);
  });

  it.each<[string, Scripted, object]>([
    ['401', { status: 401, body: { kind: 'Status', code: 401 } }, { class: 'denied', statusCode: 401 }],
    ['403', { status: 403, body: { kind: 'Status', code: 403 } }, { class: 'denied', statusCode: 403 }],
    ['404', { status: 404, body: 'not here' }, { class: 'notFound', statusCode: 404 }],
    ['503', { status: 503, body: 'later' }, { class: 'unreachable', statusCode: 503 }],
    ['a dead socket', deadSocket, { class: 'unreachable' }],
  ])('%s', async (_what, apis, failure) => {
    const catalog = await learnApis(apis);
    expect(catalog.failures).toEqual([expect.objectContaining({ ...failure, root: 'apis' })]);
    expect(catalog.group('')).toBeDefined();
  });
});

describe('an entry that makes no sense is left out, listed with its place, and its neighbours stand', () => {
  const at = 'items[0].versions[0].resources[1]';
  it.each<[string, unknown, string]>([
    ['a name that leaves its path', resource('../secrets', 'X'), `${at}.resource is "../secrets"`],
    ['a name with a slash', resource('a/b', 'X'), `${at}.resource is "a/b"`],
    ['a name with CR LF', resource('a\r\nb', 'X'), `${at}.resource is "a\\r\\nb"`],
    ['two dots', resource('..', 'X'), `${at}.resource is ".."`],
    ['no name', resource(undefined, 'X'), `${at}.resource is ""`],
    ['a name that is a number', resource(7, 'X'), `${at}.resource is not a string`],
    ['an unknown scope', resource('x', 'X', { scope: 'Galaxy' }), `${at}.scope is "Galaxy"`],
    ['no scope', resource('x', 'X', { scope: undefined }), `${at}.scope is "undefined"`],
    ['verbs that are a word', resource('x', 'X', { verbs: 'get' }), `${at}.verbs is not a list`],
    [
      'a verb that is a number',
      resource('x', 'X', { verbs: ['get', 1] }),
      `${at}.verbs contains something that is not a string`,
    ],
    ['short names that are an object', resource('x', 'X', { shortNames: {} }), `${at}.shortNames is not a list`],
    ['a kind that is a list', resource('x', ['X']), `${at}.responseKind.kind is not a string`],
    ['a responseKind that is a word', resource('x', 'X', { responseKind: 'X' }), `${at}.responseKind is not an object`],
    ['a resource listed twice', resource('widgets', 'Gadget'), `${at} is "widgets", which is listed twice`],
    ['a resource that is null', null, `${at} is not an object`],
    ['a resource that is a word', 'widgets', `${at} is not an object`],
  ])('%s', async (_what, bad, message) => {
    const catalog = await learnApis(beside(bad));
    expect(catalog.failures).toHaveLength(1);
    expect(catalog.failures[0]).toMatchObject({ class: 'malformed', group: 'example.com', version: 'v1' });
    expect(catalog.failures[0]?.message).toContain(`/apis: ${message}`);
    const widgets = catalog.resources({ group: 'example.com' });
    expect(widgets.map(({ resource: name, kind }) => [name, kind])).toEqual([['widgets', 'Widget']]);
  });

  it('a bad subresource costs that subresource alone', async () => {
    const subresources = [{ subresource: '../x', verbs: [] }, { subresource: 'status', verbs: ['get'] }, 5];
    const catalog = await learnApis(beside(resource('x', 'X', { subresources })));
    expect(catalog.failures.map((failure) => failure.resource)).toEqual(['x/../x', 'x/']);
    const entry = catalog.resource({ group: 'example.com', version: 'v1', resource: 'x' });
    expect(entry?.subresources).toEqual([{ subresource: 'status', acceptedTypes: [], verbs: ['get'] }]);
  });

  it.each<[string, unknown[], string[]]>([
    [
      'a group that is listed twice is the first of them',
      [group('a.io', [version('v1', [])]), group('b.io', []), group('a.io', [version('v1', []), version('v2', [])])],
      ['a.io/v1'],
    ],
    ['a duplicate version keeps its first place', [group('a.io', [version('v1', []), version('v1', [])])], ['a.io/v1']],
    ['a group without a name', [group('', [version('v1', [])]), group('a.io', [version('v1', [])])], ['a.io/v1']],
    ['a group that leaves its path', [group('../api', []), group('a.io', [version('v1', [])])], ['a.io/v1']],
    ['a group that is a number', [7, group('a.io', [version('v1', [])])], ['a.io/v1']],
    ['a version that is no object', [group('a.io', ['v1', version('v2', [])])], ['a.io/v2']],
    ['versions that are a word', [group('b.io', 'v1'), group('a.io', [version('v1', [])])], ['a.io/v1']],
  ])('%s', async (_what, items, versions) => {
    const catalog = await learnApis(aggregated(items));
    expect(catalog.failures).toEqual([expect.objectContaining({ class: 'malformed', root: 'apis' })]);
    const named = catalog.groups.flatMap((each) => each.versions.map((v) => `${each.name}/${v.version}`));
    expect(named.filter((name) => !name.startsWith('/'))).toEqual(versions);
  });

  it('resources that are a word keep the version by name, without resources', async () => {
    const catalog = await learnApis(aggregated([group('a.io', [version('v1', 'all')])]));
    expect(catalog.version({ group: 'a.io', version: 'v1' })).toMatchObject({ freshness: 'Stale', resources: [] });
    expect(catalog.failures).toEqual([expect.objectContaining({ class: 'malformed', group: 'a.io', version: 'v1' })]);
    expect(catalog.group('a.io')?.preferredVersion).toBeUndefined();
  });
});

describe('what looks odd but is legal', () => {
  it.each(['Moldy', 7, null, undefined, ['Stale']])('a freshness of %j, which is not Stale', async (freshness) => {
    const catalog = await learnApis(
      aggregated([group('a.io', [{ version: 'v1', resources: [resource('x', 'X')], freshness }])]),
    );
    expect(catalog.version({ group: 'a.io', version: 'v1' })).toMatchObject({ freshness: 'Current' });
    expect(catalog.resource({ group: 'a.io', version: 'v1', resource: 'x' })?.freshness).toBe('Current');
    expect(catalog.failures).toEqual([]);
  });

  it('a parent without a kind that only carries subresources', async () => {
    const subresources = [
      { subresource: 'scale', responseKind: { group: 'autoscaling', version: 'v1', kind: 'Scale' }, verbs: ['get'] },
    ];
    const odd = { resource: 'parents', responseKind: null, scope: 'Namespaced', subresources };
    const catalog = await learnApis(beside(odd));
    expect(catalog.failures).toEqual([]);
    const entry = catalog.resource({ group: 'example.com', version: 'v1', resource: 'parents' });
    expect(entry).toMatchObject({ kind: '', verbs: [], singular: '' });
    expect(entry?.subresources).toHaveLength(1);
  });

  it('the same in a legacy document, where the parent is not listed at all', async () => {
    const groups = [{ name: 'm.io', versions: [{ groupVersion: 'm.io/v1', version: 'v1' }] }];
    const resources = [{ name: 'pods/cpu', namespaced: true, kind: 'MetricValueList', verbs: ['get'] }];
    const answers = {
      '/api': core,
      '/apis': { body: { kind: 'APIGroupList', groups } },
      '/apis/m.io/v1': { body: { kind: 'APIResourceList', resources } },
    };
    const catalog = await createDiscovery(replay(answers)).catalog();
    expect(catalog.failures).toEqual([]);
    expect(catalog.resource({ group: 'm.io', version: 'v1', resource: 'pods' })).toMatchObject({
      kind: '',
      scope: 'Namespaced',
    });
  });

  it('a kind in another group: an empty group beside a version is the core group', async () => {
    const moved = resource('x', 'X', { responseKind: { group: '', version: 'v1', kind: 'Pod' } });
    const catalog = await learnApis(beside(moved));
    const entry = catalog.resource({ group: 'example.com', version: 'v1', resource: 'x' });
    expect(entry).toMatchObject({
      group: 'example.com',
      kind: 'Pod',
      responseKind: { group: '', version: 'v1', kind: 'Pod' },
    });
  });

  it('null for an empty list, as Go writes it', async () => {
    const catalog = await learnApis(
      aggregated([group('a.io', [version('v1', null)]), { metadata: { name: 'b.io' }, versions: null }]),
    );
    expect(catalog.failures).toEqual([]);
    expect(catalog.groups.map((each) => each.name)).toEqual(['', 'a.io', 'b.io']);
  });

  it('names that JavaScript objects have as well', async () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    const items = names.map((name) => group(name, [version(name, [resource(name, name)])]));
    const catalog = await learnApis(aggregated(JSON.parse(JSON.stringify(items))));
    expect(catalog.failures).toEqual([]);
    for (const name of names) {
      expect(catalog.resource({ group: name, version: name, resource: name })?.kind).toBe(name);
      expect(catalog.resource({ group: 'a.io', version: name, resource: name })).toBeUndefined();
      expect(catalog.group(`${name}x`)).toBeUndefined();
    }
  });

  it('a server without a core group', async () => {
    const catalog = await createDiscovery(
      replay({ '/apis': aggregated([group('a.io', [version('v1', [])])]) }),
    ).catalog();
    expect(catalog.failures).toEqual([]);
    expect(catalog.provenance).toEqual({ api: undefined, apis: 'aggregated/v2' });
    expect(catalog.groups.map((each) => each.name)).toEqual(['a.io']);
  });

  it('10,000 groups', async () => {
    const items = Array.from({ length: 10_000 }, (_, index) =>
      group(`g${index}.io`, [version('v1', [resource(`r${index}`, `K${index}`)])]),
    );
    const catalog = await learnApis(aggregated(items));
    expect(catalog.groups).toHaveLength(10_001);
    expect(catalog.resource({ group: 'g9999.io', version: 'v1', resource: 'r9999' })?.kind).toBe('K9999');
  });
});

describe('a legacy group-version that cannot be read keeps its name, and says why', () => {
  const groups = [
    { name: 'm.io', versions: [{ version: 'v2' }, { version: 'v1' }], preferredVersion: { version: 'v2' } },
  ];
  const good = {
    body: { kind: 'APIResourceList', resources: [{ name: 'ms', namespaced: true, kind: 'M', verbs: ['get'] }] },
  };
  it.each<[string, Scripted, object]>([
    [
      '503 as text',
      { status: 503, headers: { 'content-type': 'text/plain' }, body: 'service unavailable\n' },
      { class: 'unreachable', statusCode: 503 },
    ],
    ['403', { status: 403, body: { kind: 'Status', code: 403 } }, { class: 'denied', statusCode: 403 }],
    ['404', { status: 404, body: 'gone' }, { class: 'notFound', statusCode: 404 }],
    ['HTML', { body: '<html>' }, { class: 'malformed' }],
    ['resources that are a word', { body: { resources: 'x' } }, { class: 'malformed' }],
    ['a dead socket', deadSocket, { class: 'unreachable' }],
  ])('%s', async (_what, bad, failure) => {
    const answers = {
      '/api': core,
      '/apis': { body: { kind: 'APIGroupList', groups } },
      '/apis/m.io/v1': good,
      '/apis/m.io/v2': bad,
    };
    const catalog = await createDiscovery(replay(answers)).catalog();
    expect(catalog.failures).toEqual([
      expect.objectContaining({ ...failure, group: 'm.io', version: 'v2', document: '/apis/m.io/v2' }),
    ]);
    expect(catalog.version({ group: 'm.io', version: 'v2' })).toMatchObject({ freshness: 'Stale', resources: [] });
    expect(catalog.group('m.io')?.preferredVersion).toBe('v1');
    expect(catalog.resource({ group: 'm.io', version: 'v1', resource: 'ms' })?.kind).toBe('M');
  });
});

it('a server that answers nothing at all is a DiscoveryError with the cause of each root', async () => {
  const answers = { '/api': { status: 503, body: 'down' }, '/apis': { body: '<html>' } };
  const error: unknown = await createDiscovery(replay(answers))
    .catalog()
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    code: 'discovery',
    causes: { api: { statusCode: 503 }, apis: { code: 'malformed-answer' } },
  });
});
