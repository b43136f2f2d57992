import { describe, expect, it } from 'vitest';
import { apply, applyMap, dataIn, entry, managersIn, map, maps, start } from './apply-support.js';
import { ask, configMap, failureOf, objectIn, formatEvent, watching, type Answered } from './support.js';

// What is expected here is what kube-apiserver 1.36.3 answered.

describe('apply', () => {
  it('creates what is not there, and owns what was said', async () => {
    const server = start();
    const answered = await apply(server, `${maps}/a`, 'one', map({ a: '1', b: '1' }, { labels: { x: 'y' } }));
    expect(answered.status).toBe(201);
    expect(objectIn(answered)).toMatchObject({
      metadata: { namespace: 'default', labels: { x: 'y' } },
      data: { a: '1', b: '1' },
    });
    expect(managersIn(answered)).toEqual([
      entry('one', 'Apply', { 'f:data': { 'f:a': {}, 'f:b': {} }, 'f:metadata': { 'f:labels': { 'f:x': {} } } }),
    ]);
  });

  it('changes nothing the second time', async () => {
    const server = start();
    const first = await applyMap(server, 'one', { a: '1' });
    const second = await applyMap(server, 'one', { a: '1' });
    expect([second.status, second.body]).toEqual([200, first.body]);
  });

  it('shares a field with whoever says the same of it', async () => {
    const server = start();
    await applyMap(server, 'one', { a: '1', b: '1' });
    const answered = await applyMap(server, 'two', { a: '1', c: '1' });
    expect(dataIn(answered)).toEqual({ a: '1', b: '1', c: '1' });
    expect(managersIn(answered)).toEqual([
      entry('one', 'Apply', { 'f:data': { 'f:a': {}, 'f:b': {} } }),
      entry('two', 'Apply', { 'f:data': { 'f:a': {}, 'f:c': {} } }),
    ]);
    // What the other one owns too stays when one gives it up.
    expect(dataIn(await applyMap(server, 'two', {}))).toEqual({ a: '1', b: '1' });
  });

  it('is 409 for a field that somebody else owns, and names both', async () => {
    const server = start();
    await applyMap(server, 'one', { a: '1', b: '1' });
    const single = await applyMap(server, 'two', { b: '2' });
    expect(single.body).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'Apply failed with 1 conflict: conflict with "one": .data.b',
      reason: 'Conflict',
      details: { causes: [{ reason: 'FieldManagerConflict', message: 'conflict with "one"', field: '.data.b' }] },
      code: 409,
    });
    const both = await applyMap(server, 'two', { a: '2', b: '2' });
    expect(both.body).toMatchObject({
      message: 'Apply failed with 2 conflicts: conflicts with "one":\n- .data.a\n- .data.b',
    });
    expect(dataIn(await ask(server, `${maps}/a`))).toEqual({ a: '1', b: '1' });
  });

  it('takes the field where it is forced, and later removes what it owns alone', async () => {
    const server = start();
    await apply(server, `${maps}/a`, 'one', map({ a: '1', b: '1' }, { labels: { x: 'y' } }));
    const forced = await applyMap(server, 'two', { a: '2', b: '3' }, '&force=true');
    expect(dataIn(forced)).toEqual({ a: '2', b: '3' });
    expect(managersIn(forced)).toEqual([
      entry('one', 'Apply', { 'f:metadata': { 'f:labels': { 'f:x': {} } } }),
      entry('two', 'Apply', { 'f:data': { 'f:a': {}, 'f:b': {} } }),
    ]);
    expect(dataIn(await applyMap(server, 'two', { b: '3' }))).toEqual({ b: '3' });
    const last = await applyMap(server, 'one', undefined);
    expect(objectIn(last).metadata.labels).toBeUndefined();
    expect(managersIn(last)).toEqual([entry('two', 'Apply', { 'f:data': { 'f:b': {} } })]);
  });

  it('is at odds with whoever wrote a field by other means', async () => {
    const server = start();
    await applyMap(server, 'two', { b: '3' });
    const contentType = 'application/merge-patch+json';
    const edited = await ask(server, `${maps}/a?fieldManager=ed`, {
      method: 'PATCH',
      contentType,
      body: { data: { b: '4', z: '1' } },
    });
    expect(managersIn(edited)).toEqual([entry('ed', 'Update', { 'f:data': { 'f:b': {}, 'f:z': {} } })]);
    expect((await applyMap(server, 'two', { b: '5' })).body).toMatchObject({
      code: 409,
      message: 'Apply failed with 1 conflict: conflict with "ed" using v1: .data.b',
    });
  });

  it('names a manager by User-Agent where no other name is given', async () => {
    const server = start();
    const headers = { 'user-agent': 'kubectl-edit/v1.36 (linux)' };
    const created = await ask(server, maps, { method: 'POST', headers, body: { ...configMap('a'), data: { k: 'v' } } });
    expect(managersIn(created)).toEqual([entry('kubectl-edit', 'Update', { 'f:data': { '.': {}, 'f:k': {} } })]);
    const replaced = await ask(server, `${maps}/a?fieldManager=putter`, {
      method: 'PUT',
      headers,
      body: { ...configMap('a'), data: { l: 'v' } },
    });
    // The map itself is still the first one's.
    expect(managersIn(replaced)).toEqual([
      entry('kubectl-edit', 'Update', { 'f:data': {} }),
      entry('putter', 'Update', { 'f:data': { 'f:l': {} } }),
    ]);
  });

  it('takes what nobody owns for the work of somebody before', async () => {
    const server = start({ ...configMap('a'), data: { a: '1' } });
    expect((await applyMap(server, 'one', { a: '2' })).body).toMatchObject({
      message: 'Apply failed with 1 conflict: conflict with "before-first-apply" using v1: .data.a',
    });
    const answered = await applyMap(server, 'one', { a: '1' });
    expect(managersIn(answered)).toMatchObject([
      { manager: 'one', operation: 'Apply' },
      { manager: 'before-first-apply', operation: 'Update', fieldsV1: { 'f:data': { '.': {}, 'f:a': {} } } },
    ]);
  });

  it('keeps no managers where there are none, and loses them for [{}]', async () => {
    const server = start(configMap('b'));
    const merge = (name: string, body: object): Promise<Answered> =>
      ask(server, `${maps}/${name}`, { method: 'PATCH', contentType: 'application/merge-patch+json', body });
    expect(managersIn(await merge('b', { data: { x: '1' } }))).toBeUndefined();
    await applyMap(server, 'one', { a: '1' });
    expect(managersIn(await merge('a', { metadata: { managedFields: [] } }))).toHaveLength(1);
    expect(managersIn(await merge('a', { metadata: { managedFields: [{}] } }))).toBeUndefined();
  });

  it.each([[[{}]], [[entry('other', 'Apply', { 'f:spec': { 'f:a': {} } }, 'example.com/v1')]]])(
    'keeps the managers in a write of a subresource that sends %j',
    async (managedFields) => {
      const server = start();
      const path = '/apis/example.com/v1/namespaces/default/widgets/w';
      const body = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'w' }, spec: { a: 1 } };
      const before = managersIn(await apply(server, path, 'one', body));
      const patch = { contentType: 'application/merge-patch+json', body: { metadata: { managedFields } } };
      const answered = await ask(server, `${path}/status`, { method: 'PATCH', ...patch });
      expect([answered.status, managersIn(answered)]).toEqual([200, before]);
    },
  );

  it('does nothing on a dry run, and tells a watch of what it does', async () => {
    const server = start();
    const { take } = await watching(server, `${maps}?watch=1`);
    expect((await applyMap(server, 'one', { a: '1' }, '&dryRun=All')).status).toBe(201);
    expect(server.objects).toEqual([]);
    await applyMap(server, 'one', { a: '1' });
    await applyMap(server, 'one', { a: '1' });
    await applyMap(server, 'one', { a: '2' });
    expect((await take(2)).map(formatEvent)).toEqual(['ADDED a', 'MODIFIED a']);
  });

  it('removes a field for null', async () => {
    const server = start();
    await applyMap(server, 'one', { a: '1', b: '1' });
    expect(dataIn(await applyMap(server, 'one', { a: '1', b: null }))).toEqual({ a: '1' });
  });
});

describe('an apply that cannot be', () => {
  const server = start({ ...configMap('there'), data: { a: '1' } });
  const body = map({ a: '1' });
  it.each([
    ['no manager', '', body, 422, 'fieldManager: Required value: is required for apply patch'],
    ['no kind', '?fieldManager=me', { metadata: { name: 'a' } }, 400, 'invalid object type: /, Kind='],
    ['another kind', '?fieldManager=me', { ...body, kind: 'Secret' }, 400, 'invalid object type: /v1, Kind=Secret'],
    [
      'another version',
      '?fieldManager=me',
      { ...body, apiVersion: 'apps/v2' },
      400,
      'invalid object type: apps/v2, Kind=ConfigMap',
    ],
    ['another name', '?fieldManager=me', map({}, { name: 'b' }), 400, 'does not match the name on the URL (a)'],
    ['no name', '?fieldManager=me', { apiVersion: 'v1', kind: 'ConfigMap' }, 400, 'name must be provided'],
    ['another namespace', '?fieldManager=me', map({}, { namespace: 'x' }), 400, 'the namespace of the provided object'],
    ['managedFields', '?fieldManager=me', map({}, { managedFields: [{}] }), 400, 'metadata.managedFields must be nil'],
    [
      'a uid of nothing',
      '?fieldManager=me',
      map({}, { uid: 'abc' }),
      409,
      'uid mismatch: the provided object specified uid abc',
    ],
    ['an array', '?fieldManager=me', [], 400, 'error decoding YAML'],
    ['YAML', '?fieldManager=me', 'kind: ConfigMap', 415, 'does not read application/apply-patch+yaml'],
    ['an unknown dryRun', '?fieldManager=me&dryRun=Some', body, 422, 'dryRun'],
    [
      'what is nested too deeply',
      '?fieldManager=me',
      `{"a":${'['.repeat(2000)}${']'.repeat(2000)}}`,
      400,
      'exceeded max depth',
    ],
    ['metadata that are a text', '?fieldManager=me', { ...body, metadata: 'x' }, 422, 'metadata must be an object'],
  ])('with %s is refused', async (_what, query, sent, code, message) => {
    const contentType = 'application/apply-patch+yaml';
    const answered = await ask(server, `${maps}/a${query}`, { method: 'PATCH', contentType, body: sent });
    expect(failureOf(answered).code).toBe(code);
    expect(answered.text).toContain(message);
  });

  it('with a version or a uid of another state is refused', async () => {
    const there = (metadata: object): Promise<Answered> =>
      apply(server, `${maps}/there`, 'me', map({ a: '1' }, { name: 'there', ...metadata }), '&force=true');
    expect(failureOf(await there({ resourceVersion: '1' })).code).toBe(409);
    expect(failureOf(await there({ uid: 'abc' })).code).toBe(422);
  });

  it('of what is there may leave out the name', async () => {
    const nameless = { apiVersion: 'v1', kind: 'ConfigMap', data: { b: '1' } };
    const answered = await apply(start(configMap('a')), `${maps}/a`, 'me', nameless);
    expect([answered.status, dataIn(answered)]).toEqual([200, { b: '1' }]);
  });

  it('of what is there under another name is refused', async () => {
    const answered = await apply(start(configMap('a')), `${maps}/a`, 'me', map({}, { name: 'b' }));
    expect(failureOf(answered)).toMatchObject({ code: 400 });
    expect(answered.text).toContain('name on the URL');
  });

  it('gives up what it had in metadata, and leaves the name', async () => {
    const server = start();
    await apply(server, `${maps}/a`, 'me', map({ a: '1' }, { labels: { x: 'y' } }));
    const nameless = { apiVersion: 'v1', kind: 'ConfigMap', data: { a: '1' } };
    expect(objectIn(await apply(server, `${maps}/a`, 'me', nameless)).metadata).toMatchObject({
      name: 'a',
      namespace: 'default',
    });
  });

  it('has labels that are null: they are none', async () => {
    const answered = await apply(start(), `${maps}/a`, 'me', map({ a: '1' }, { labels: null }));
    expect([answered.status, objectIn(answered).metadata.labels]).toEqual([201, undefined]);
  });

  it('force belongs to apply alone', async () => {
    const contentType = 'application/merge-patch+json';
    const answered = await ask(server, `${maps}/there?force=true`, { method: 'PATCH', contentType, body: {} });
    expect(answered.body).toMatchObject({
      code: 422,
      message: 'PatchOptions.meta.k8s.io "" is invalid: force: Forbidden: may not be specified for non-apply patch',
    });
  });
});
