import * as library from '@marcbachmann/cel-js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient, follow, waitForResource, type Client } from '../../src/index.js';
import { celRules, createFakeApiServer, type FakeApiServer } from '../../src/testing/index.js';
import { kubernetes, kubernetesDefaults } from '../../src/testing/kubernetes.js';
import { startFakeApiServer } from '../../src/testing/node.js';
import { storageVersionHash } from '../../src/testing/served/storage-version-hash.js';
import { invalidDefinitions, ruledDefinitions, taken } from './invalid-definitions.js';
import { ask, objectIn } from './support.js';

const version = (name: string, more: object = {}): object => ({ name, served: true, storage: name === 'v1', ...more });
const definition = (...versions: object[]) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', shortNames: ['wd'], categories: ['all'] },
    versions,
  },
});
const widget = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'one', namespace: 'shop' } };

async function started(objects: readonly object[] = []): Promise<{ fake: FakeApiServer; client: Client }> {
  const fake = createFakeApiServer({ documents: kubernetes(), objects });
  const running = await startFakeApiServer(fake);
  const client = createClient({ server: running.url });
  onTestFinished(async () => {
    await client.close();
    await running.close();
  });
  return { fake, client };
}

describe('a CustomResourceDefinition', () => {
  it('given at the start makes its endpoints, wherever its objects stand', async () => {
    const { client } = await started([widget, definition(version('v1'))]);
    expect((await client.resource('wd').list()).items.map(({ metadata }) => metadata.name)).toEqual(['one']);
    const crd = await client.resource('crd').get('widgets.example.com');
    expect(crd).toMatchObject({
      status: {
        storedVersions: ['v1'],
        acceptedNames: { kind: 'Widget' },
        conditions: [
          { type: 'NamesAccepted', status: 'True' },
          { type: 'Established', status: 'True' },
        ],
      },
    });
  });

  it('is answered with the version that is stored, whose hash discovery has for each version', async () => {
    const fake = createFakeApiServer({ documents: kubernetes() });
    const body = definition(version('v1'), version('v2'));
    const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
    const { status } = objectIn(await ask(fake, path, { method: 'POST', body }));
    const { resources } = (await ask(fake, '/apis/example.com/v2')).body as { resources: object[] };
    expect(status).toEqual({ conditions: null, acceptedNames: { plural: '', kind: '' }, storedVersions: ['v1'] });
    expect(resources[0]).toMatchObject({ storageVersionHash: storageVersionHash('example.com', 'v1', 'Widget') });
  });

  it('created while the server runs shows in discovery, and works', async () => {
    const { client } = await started();
    await client.resource('crd').create(definition(version('v1', { subresources: { status: {}, scale: {} } })));
    const entry = (await client.discovery.refresh()).resource({
      group: 'example.com',
      version: 'v1',
      resource: 'widgets',
    });
    expect(entry).toMatchObject({
      shortNames: ['wd'],
      categories: ['all'],
      subresources: [{ subresource: 'status' }, { subresource: 'scale' }],
    });
    const widgets = client.resource('widgets').namespace('shop');
    await widgets.create({ ...widget, spec: { replicas: 2 } });
    expect((await widgets.scale('one').get()).spec.replicas).toBe(2);
  });

  it('that serves another version ends watches, keeps the objects, and drops what it serves no more', async () => {
    const { fake, client } = await started([definition(version('v1'), version('v1beta1')), widget]);
    const old = client.resource('widgets.v1beta1.example.com').namespace('shop');
    expect((await old.get('one')).apiVersion).toBe('example.com/v1beta1');
    fake.put(definition(version('v1'), version('v1beta1', { served: false })));
    await expect(old.get('one')).rejects.toMatchObject({ statusCode: 404 });
    expect((await client.resource('widgets.v1.example.com').namespace('shop').get('one')).metadata.name).toBe('one');
  });

  it('warns of its deprecated versions, in its words or with the best version after them', async () => {
    const { fake } = await started();
    const old = { deprecated: true };
    const versions = [
      version('v1alpha1', old),
      version('v1beta1', { ...old, deprecationWarning: 'no longer' }),
      version('v1'),
      version('v2', old),
    ];
    await ask(fake, '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
      method: 'POST',
      body: definition(...versions),
    });
    const warnings = await Promise.all(
      ['v1alpha1', 'v1beta1', 'v1', 'v2'].map(async (name) => {
        return (await ask(fake, `/apis/example.com/${name}/widgets`)).headers.get('warning');
      }),
    );
    expect(warnings).toEqual([
      '299 - "example.com/v1alpha1 Widget is deprecated; use example.com/v1 Widget"',
      '299 - "no longer"',
      null,
      '299 - "example.com/v2 Widget is deprecated"',
    ]);
  });

  it('that is removed takes its objects along, told to those who watch', async () => {
    const { client } = await started([definition(version('v1')), widget]);
    const types: string[] = [];
    const reading = (async () => {
      for await (const step of follow(client.resource('widgets'))) types.push(step.type);
    })().catch((error: unknown) => types.push((error as { code: string }).code));
    await expect.poll(() => types).toContain('synced');
    await client.resource('crd').delete('widgets.example.com');
    await client.discovery.refresh({ deleted: [{ group: 'example.com', version: 'v1', resource: 'widgets' }] });
    await reading;
    expect(types.filter((each) => each !== 'interrupted')).toEqual(['added', 'synced', 'removed', 'resource-gone']);
  });

  it('is waited for', async () => {
    const { fake, client } = await started();
    const waiting = waitForResource(client, 'widgets.example.com', { timeoutMs: 10_000 });
    fake.put(definition(version('v1')));
    expect((await (await waiting).list()).items).toEqual([]);
  });

  it.each<[string, object]>([
    ['without versions', { ...definition(), spec: { group: 'example.com' } }],
    ['whose name is another one', { ...definition(version('v1')), metadata: { name: 'gadgets.example.com' } }],
    ['without a spec', { ...definition(), spec: undefined }],
    ['of a version that is not served', definition(version('v1', { served: false }))],
    ['of a version without a name', definition({ served: true })],
  ])('%s makes nothing', async (_what, broken) => {
    const { client } = await started([broken]);
    expect((await client.discovery.catalog()).resources({ group: 'example.com' })).toEqual([]);
  });

  it('is there again after a reset', async () => {
    const { fake, client } = await started([definition(version('v1')), widget]);
    fake.remove(definition(version('v1')));
    await expect(client.resource('widgets').list()).rejects.toMatchObject({ code: 'no-match' });
    fake.reset();
    await client.discovery.refresh();
    expect((await client.resource('widgets').list()).items).toHaveLength(1);
    fake.put(definition(version('v2')));
    expect(fake.objects.filter(({ kind }) => kind === 'Widget')).toHaveLength(1);
  });
});

describe('names that two definitions of a group ask for', () => {
  const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const define = (plural: string, names: object, group = 'clash.example'): object => ({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural, ...names },
      versions: [{ name: 'v1', served: true, storage: true }],
    },
  });
  /** The accepted names and the conditions. */
  const statusOf = async (fake: FakeApiServer, plural: string): Promise<unknown[]> => {
    const { status } = objectIn(await ask(fake, `${crds}/${plural}.clash.example`)) as unknown as {
      status: {
        acceptedNames: object;
        conditions: { type: string; status: string; reason: string; message: string }[];
      };
    };
    return [
      status.acceptedNames,
      ...status.conditions.map((each) => `${each.type} ${each.status} ${each.reason}: ${each.message}`),
    ];
  };
  const servedIn = async (fake: FakeApiServer, group = 'clash.example'): Promise<string[]> => {
    const { body, status } = await ask(fake, `/apis/${group}/v1`);
    return status === 404 ? [] : (body as { resources: { name: string }[] }).resources.map(({ name }) => name);
  };
  const refused = 'Established False NotAccepted: not all names are accepted';

  // As kube-apiserver 1.37 answered for the same definitions.
  it.each([
    [
      'a kind',
      'bs',
      { kind: 'A', singular: 'b' },
      { plural: 'bs', singular: 'b', kind: '' },
      'ListKindConflict: "AList" is already in use',
    ],
    [
      'the kind of a list',
      'bs',
      { kind: 'B', listKind: 'AList' },
      { plural: 'bs', singular: 'b', kind: 'B' },
      'ListKindConflict: "AList" is already in use',
    ],
    [
      'a singular',
      'bs',
      { kind: 'B', singular: 'a' },
      { plural: 'bs', kind: 'B', listKind: 'BList' },
      'SingularConflict: "a" is already in use',
    ],
    [
      'a plural that is another singular',
      'a',
      { kind: 'D' },
      { plural: '', singular: 'd', kind: 'D', listKind: 'DList' },
      'PluralConflict: "a" is already in use',
    ],
    [
      'a plural that is a short name',
      'x',
      { kind: 'E' },
      { plural: '', singular: 'e', kind: 'E', listKind: 'EList' },
      'PluralConflict: "x" is already in use',
    ],
    [
      'short names',
      'cs',
      { kind: 'C', shortNames: ['x', 'z', 'y'], categories: ['all'] },
      { plural: 'cs', singular: 'c', kind: 'C', listKind: 'CList', categories: ['all'] },
      'ShortNamesConflict: ["x" is already in use, "y" is already in use]',
    ],
  ])('%s: the first has it', async (_what, plural, names, accepted, conflict) => {
    const first = define('as', { kind: 'A', shortNames: ['x', 'y'] });
    const fake = createFakeApiServer({ documents: kubernetes(), objects: [first] });
    await ask(fake, crds, { method: 'POST', body: define(plural, names) });
    expect(await statusOf(fake, plural)).toEqual([accepted, `NamesAccepted False ${conflict}`, refused]);
    expect(await servedIn(fake)).toEqual(['as']);
    expect((await ask(fake, `/apis/clash.example/v1/${plural}`)).status).toBe(404);
  });

  it('are free in another group', async () => {
    const fake = createFakeApiServer({
      documents: kubernetes(),
      objects: [define('as', { kind: 'A' }), define('as', { kind: 'A' }, 'other.example')],
    });
    expect([await servedIn(fake), await servedIn(fake, 'other.example')]).toEqual([['as'], ['as']]);
  });

  it('go to the next when the first is deleted, with the oldest first', async () => {
    const fake = createFakeApiServer({ documents: kubernetes(), objects: [define('as', { kind: 'A' })] });
    for (const plural of ['cs', 'bs']) await ask(fake, crds, { method: 'POST', body: define(plural, { kind: 'A' }) });
    expect(await servedIn(fake)).toEqual(['as']);
    await ask(fake, `${crds}/as.clash.example`, { method: 'DELETE' });
    expect(await servedIn(fake)).toEqual(['cs']);
    expect((await statusOf(fake, 'bs'))[2]).toBe(refused);
    expect((await statusOf(fake, 'cs')).slice(1)).toEqual([
      'NamesAccepted True NoConflicts: no conflicts found',
      'Established True InitialNamesAccepted: the initial names have been accepted',
    ]);
  });

  it('of a definition that is established already are refused, and it goes on with those it had', async () => {
    const fake = createFakeApiServer({
      documents: kubernetes(),
      objects: [define('as', { kind: 'A', shortNames: ['x'] }), define('bs', { kind: 'B', shortNames: ['y'] })],
    });
    const contentType = 'application/merge-patch+json';
    const body = { spec: { names: { shortNames: ['x'] } } };
    await ask(fake, `${crds}/bs.clash.example`, { method: 'PATCH', contentType, body });
    expect(await statusOf(fake, 'bs')).toEqual([
      { plural: 'bs', singular: 'b', kind: 'B', listKind: 'BList', shortNames: ['y'] },
      'NamesAccepted False ShortNamesConflict: "x" is already in use',
      'Established True InitialNamesAccepted: the initial names have been accepted',
    ]);
    const { body: list } = await ask(fake, '/apis/clash.example/v1');
    expect(list).toMatchObject({ resources: [{ shortNames: ['x'] }, { shortNames: ['y'] }] });
  });
});

describe('of more than a hundred definitions that look wrong, with defaults and CEL', () => {
  const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const rows = [...invalidDefinitions(), ...ruledDefinitions()];

  // That a real server answers the same is a test of the end-to-end suite.
  it.each(rows)('$what is answered', async ({ what, definition: body }) => {
    const cel = await celRules(library);
    const fake = createFakeApiServer({ documents: kubernetes(), defaults: await kubernetesDefaults(), cel });
    const { status, body: answer } = await ask(fake, crds, { method: 'POST', body });
    expect(status).toBe(taken.has(what) ? 201 : 422);
    const { causes = [] } = (answer as { details?: { causes?: { field: string }[] } }).details ?? {};
    expect(causes.filter(({ field }) => !/^(spec|status)\./.test(field))).toEqual([]);
    expect(causes.length > 0).toBe(status === 422);
  });

  it('one that a test has stored can be changed, for what is wrong with it already', async () => {
    const wrong = rows.find(({ what }) => what === 'a set of objects')?.definition ?? { metadata: { name: '' } };
    const fake = createFakeApiServer({
      documents: kubernetes(),
      defaults: await kubernetesDefaults(),
      objects: [wrong],
    });
    const asked = { method: 'PATCH', contentType: 'application/merge-patch+json' };
    const at = `${crds}/${wrong.metadata.name}`;
    const shorter = await ask(fake, at, { ...asked, body: { spec: { names: { shortNames: ['a'] } } } });
    const worse = await ask(fake, at, { ...asked, body: { spec: { preserveUnknownFields: true } } });
    expect([shorter.status, worse.status]).toEqual([200, 422]);
  });
});

describe('a definition that is none, with defaults', () => {
  const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const names = { plural: 'as', kind: 'A' };
  const spec = { group: 'bad.example', scope: 'Namespaced', names };
  const of = (schema: object | undefined, more: object = {}): object => {
    return { name: 'v1', served: true, storage: true, schema: schema && { openAPIV3Schema: schema }, ...more };
  };
  const good = of({ type: 'object' });
  const property = (a: object): object => ({ ...spec, versions: [of({ type: 'object', properties: { a } })] });
  const in3 = 'spec.validation.openAPIV3Schema';
  const dns =
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
  const stored = 'status.storedVersions: Invalid value: null: must have at least one stored version';

  const nested = (depth: number): string =>
    `${'{"type":"object","properties":{"a":'.repeat(depth)}{"type":"string"}${'}}'.repeat(depth)}`;

  // In the words of kube-apiserver 1.37.
  it.each<[string, string, object | undefined, string[]]>([
    [
      'nothing',
      'x',
      undefined,
      [
        'metadata.name: Invalid value: "x": must be spec.names.plural+"."+spec.group',
        'spec.group: Required value',
        'spec.scope: Required value',
        'spec.versions: Invalid value: null: must have exactly one version marked as storage version',
        'spec.names.plural: Required value',
        'spec.names.singular: Required value',
        'spec.names.kind: Required value',
        'spec.names.listKind: Required value',
        stored,
      ],
    ],
    [
      'another name',
      'bs.bad.example',
      { ...spec, versions: [good] },
      ['metadata.name: Invalid value: "bs.bad.example": must be spec.names.plural+"."+spec.group'],
    ],
    [
      'a group without a dot',
      'as.bad',
      { ...spec, group: 'bad', versions: [good] },
      ['spec.group: Invalid value: "bad": should be a domain with at least one dot'],
    ],
    [
      'another scope',
      'as.bad.example',
      { ...spec, scope: 'Nowhere', versions: [good] },
      ['spec.scope: Unsupported value: "Nowhere": supported values: "Cluster", "Namespaced"'],
    ],
    [
      'no schema',
      'as.bad.example',
      { ...spec, versions: [of(undefined)] },
      ['spec.versions[0].schema.openAPIV3Schema: Required value'],
    ],
    [
      'no schema of another version',
      'as.bad.example',
      { ...spec, versions: [good, of(undefined, { name: 'v2', storage: false })] },
      ['spec.versions[1].schema.openAPIV3Schema: Required value'],
    ],
    [
      'a number as a version',
      'as.bad.example',
      { ...spec, versions: [{ ...good, name: '1' }] },
      [`spec.versions[0].name: Invalid value: "1": ${dns}`, `spec.version: Invalid value: "1": ${dns}`],
    ],
    [
      'a bad short name',
      'as.bad.example',
      { ...spec, names: { ...names, shortNames: ['B!'] }, versions: [good] },
      [`spec.names.shortNames[0]: Invalid value: "B!": ${dns}`],
    ],
    [
      'a schema of text',
      'as.bad.example',
      { ...spec, versions: [of({ type: 'string' })] },
      [`${in3}.type: Invalid value: "string": must be object at the root`],
    ],
    [
      'an empty schema',
      'as.bad.example',
      { ...spec, versions: [of({})] },
      [`${in3}.type: Required value: must not be empty at the root`],
    ],
    [
      'a reference, of which a cycle is made',
      'as.bad.example',
      property({ $ref: '#' }),
      [`${in3}.properties[a].$ref: Forbidden: $ref is not supported`],
    ],
    [
      'a field without a type',
      'as.bad.example',
      property({}),
      [`${in3}.properties[a].type: Required value: must not be empty for specified object fields`],
    ],
    [
      'a type that is none',
      'as.bad.example',
      property({ type: 'wrong' }),
      [
        `${in3}.properties[a].type: Unsupported value: "wrong": supported values: "array", "boolean", "integer", "number", "object", "string"`,
      ],
    ],
    [
      'a list of nothing',
      'as.bad.example',
      property({ type: 'array' }),
      [`${in3}.properties[a].items: Required value: must be specified`],
    ],
  ])('%s is refused as by a real server', async (_what, name, own, problems) => {
    const fake = createFakeApiServer({ documents: kubernetes(), defaults: await kubernetesDefaults() });
    const body = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name },
      spec: own,
    };
    const { status, body: answer } = await ask(fake, crds, { method: 'POST', body });
    const { details } = answer as { details: { causes: { field: string; message: string }[] } };
    expect([status, details.causes.map(({ field, message }) => `${field}: ${message}`)]).toEqual([422, problems]);
    expect(fake.objects).toEqual([]);
  });

  it.each<[string, object | string, number]>([
    [
      'free and mixed fields',
      {
        type: 'object',
        properties: { a: { 'x-kubernetes-int-or-string': true }, b: { 'x-kubernetes-preserve-unknown-fields': true } },
      },
      201,
    ],
    ['a broken pattern', { type: 'object', properties: { a: { type: 'string', pattern: '(' } } }, 422],
    ['a schema nested deeply', nested(300), 201],
    ['a schema nested without end', nested(3000), 400],
  ])('%s are answered', async (_what, given, code) => {
    const schema = typeof given === 'string' ? given : JSON.stringify(given);
    const fake = createFakeApiServer({ documents: kubernetes(), defaults: await kubernetesDefaults() });
    const metadata = { name: 'as.bad.example' };
    const whole = { ...spec, versions: [of({ type: 'instead' })] };
    const text = JSON.stringify({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata,
      spec: whole,
    });
    const body = text.replace('{"type":"instead"}', schema);
    const { status } = await ask(fake, crds, { method: 'POST', body });
    const own = { apiVersion: 'bad.example/v1', kind: 'A', metadata: { name: 'one' }, a: 'text' };
    const created = await ask(fake, '/apis/bad.example/v1/namespaces/default/as', { method: 'POST', body: own });
    expect(status).toBe(code);
    expect(created.status).toBeLessThan(500);
  });
});
