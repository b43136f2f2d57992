import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ask, type Answer } from '../harness/ask.js';
import { askAsAdmin } from '../harness/install.js';
import { clearTheStage, exhibits, setTheStage } from './representation-stage.js';

const server = inject('server');
const meta = (as: string, type = 'application/json', version = 'v1'): string =>
  `${type};as=${as};g=meta.k8s.io;v=${version}`;
const protobuf = 'application/vnd.kubernetes.protobuf';

beforeAll(setTheStage);
afterAll(clearTheStage);

async function askFor(path: string, accept: string, query = ''): Promise<Answer> {
  return ask(server, { path: `${path}${query}`, token: server.tokens.admin, headers: { accept } });
}

describe.each(exhibits)('of $word the server', ({ path, names, kind, apiVersion }) => {
  const one = `${path}/${names[0]}`;

  it.each([
    ['as=Scale of meta.k8s.io', meta('Scale')],
    ['as=Scale of autoscaling', 'application/json;as=Scale;g=autoscaling;v=v1'],
    ['a Table of a version that is none', meta('Table', 'application/json', 'v2')],
    ['a Table in protobuf', meta('Table', protobuf)],
    ['a Table in CBOR', meta('Table', 'application/cbor')],
    ['a format that it does not write', 'text/csv'],
    ['a suffix of JSON', 'application/json+vnd.kubernetes.scale'],
    ['a storage version that is none', 'application/json;sv=v2'],
  ])('refuses %s, and skips it where JSON stands behind', async (_what, accept) => {
    for (const [place, expected] of [
      [path, `${kind}List`],
      [one, kind],
    ] as const) {
      const refusal = await askFor(place, accept);
      expect(refusal.status).toBe(406);
      expect(refusal.json()).toMatchObject({ kind: 'Status', reason: 'NotAcceptable', code: 406 });
      const answer = await askFor(place, `${accept},application/json`);
      expect([answer.status, answer.json()['kind']]).toEqual([200, expected]);
    }
  });

  it('refuses metadata of a single object for a list, whatever stands behind', async () => {
    for (const accept of [meta('PartialObjectMetadata'), `${meta('PartialObjectMetadata')},application/json`]) {
      expect((await askFor(path, accept)).status).toBe(406);
    }
  });

  it('refuses metadata of a list for a single object, whatever stands behind: 500 for a custom resource', async () => {
    for (const accept of [meta('PartialObjectMetadataList'), `${meta('PartialObjectMetadataList')},application/json`]) {
      const refusal = await askFor(one, accept);
      expect(refusal.status).toBe(kind === 'Deployment' ? 406 : 500);
      expect(refusal.json()).toMatchObject({ kind: 'Status' });
    }
  });

  it('has carried a patch out although it then refuses the representation', async () => {
    const labels = { 'patched-in-vain': names[0] };
    const patched = await ask(server, {
      method: 'PATCH',
      path: one,
      token: server.tokens.admin,
      headers: { accept: meta('PartialObjectMetadataList'), 'content-type': 'application/merge-patch+json' },
      body: { metadata: { labels } },
    });
    expect(patched.status).toBeGreaterThanOrEqual(406);
    expect((await askAsAdmin(server, { path: one })).json()).toMatchObject({ metadata: { labels } });
  });

  it('gives a Table and metadata as v1beta1 of meta.k8s.io too', async () => {
    const table = await askFor(path, meta('Table', 'application/json', 'v1beta1'));
    expect(table.json()).toMatchObject({ apiVersion: 'meta.k8s.io/v1beta1', kind: 'Table' });
    const list = await askFor(path, meta('PartialObjectMetadataList', 'application/json', 'v1beta1'));
    expect(list.json()).toMatchObject({ apiVersion: 'meta.k8s.io/v1beta1', kind: 'PartialObjectMetadataList' });
  });

  it('writes a Table as YAML and metadata as protobuf', async () => {
    const yaml = await askFor(path, meta('Table', 'application/yaml'));
    expect([yaml.status, yaml.headers['content-type']]).toEqual([200, 'application/yaml']);
    const bytes = await askFor(path, meta('PartialObjectMetadataList', protobuf));
    expect([bytes.status, bytes.headers['content-type']]).toEqual([200, protobuf]);
  });

  it('says plain application/json of a representation, so that the kind alone tells', async () => {
    for (const as of ['Table', 'PartialObjectMetadataList']) {
      expect((await askFor(path, meta(as))).headers['content-type']).toBe('application/json');
    }
  });

  it('ignores media type parameters that it does not know', async () => {
    for (const more of ['drop=metadata.managedFields', 'export=1', 'sv=v1']) {
      const answer = await askFor(path, `application/json;${more}`);
      expect([answer.status, answer.json()['apiVersion']]).toEqual([200, apiVersion]);
    }
  });

  it('refuses an includeObject that is none, for a Table alone', async () => {
    expect((await askFor(path, meta('Table'), '?includeObject=Nope')).status).toBe(400);
    expect((await askFor(path, 'application/json', '?includeObject=Nope')).status).toBe(200);
  });

  it('refuses ?export=1', async () => {
    expect((await askFor(one, 'application/json', '?export=1')).status).toBe(400);
  });
});

describe('documents that are no objects', () => {
  it.each(['/apis', '/apis/apps/v1'])('cannot be had as Table: %s', async (path) => {
    expect((await askFor(path, meta('Table'))).status).toBe(406);
  });
});
