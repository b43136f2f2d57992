import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiError, type Catalog, type Client } from '../../../src/index.js';
import { closeClients, connect } from '../harness/connect.js';
import type { CustomResource } from '../harness/custom-resources.js';
import { askAsAdmin, install, uninstall } from '../harness/install.js';
import { waitUntil } from '../harness/wait-until.js';
import { deadApiService } from '../harness/objects.js';

const server = inject('server');
const { admin } = server.tokens;
const dead = { group: 'dead.example.org', version: 'v1beta1' };
const apiServices = '/apis/apiregistration.k8s.io/v1/apiservices';

function entriesOf(catalog: Catalog): unknown[] {
  return catalog.resources().map(({ group, version, resource, kind }) => [group, version, resource, kind]);
}

/** Waits until the groups of /apis have the dead one, or have it no more. */
async function untilListed(listed: boolean): Promise<void> {
  await waitUntil(`/apis ${listed ? 'lists' : 'no longer lists'} ${dead.group}`, async () => {
    const found = await Promise.all(
      server.formats.map(async (format) => {
        const client = connect(server, { token: admin, discovery: { formats: [format] } });
        return (await client.discovery.catalog()).group(dead.group) !== undefined;
      }),
    );
    return found.every((each) => each === listed) || undefined;
  });
}

afterAll(closeClients);

describe.each(server.formats)('in %s, an APIService without a backend', (format) => {
  let before: Catalog;
  let client: Client;

  beforeAll(async () => {
    client = connect(server, { token: admin, discovery: { formats: [format] } });
    before = await client.discovery.catalog();
    await askAsAdmin(server, {
      method: 'POST',
      path: apiServices,
      body: deadApiService(dead),
    });
    await untilListed(true);
  });

  afterAll(async () => {
    await askAsAdmin(server, { method: 'DELETE', path: `${apiServices}/${dead.version}.${dead.group}` });
    await untilListed(false);
  });

  it('is kept by name, stale and empty, and its failure says why', async () => {
    const catalog = await client.discovery.refresh();
    expect(catalog.version(dead)).toEqual({ ...dead, freshness: 'Stale', resources: [] });
    expect(catalog.group(dead.group)?.preferredVersion).toBeUndefined();
    expect(catalog.failures).toEqual([expect.objectContaining({ ...dead, root: 'apis' })]);
    const why =
      format === 'legacy'
        ? { class: 'unreachable', statusCode: 503, document: '/apis/dead.example.org/v1beta1' }
        : { class: 'stale', document: '/apis' };
    expect(catalog.failuresOf(dead)).toEqual([expect.objectContaining(why)]);
  });

  it('takes nothing away from all other groups', async () => {
    const catalog = await client.discovery.refresh();
    expect(entriesOf(catalog)).toEqual(entriesOf(before));
    expect(await client.resource('namespaces').list()).toMatchObject({ kind: 'NamespaceList' });
  });

  it('makes its kinds and resources unavailable, not missing', async () => {
    await client.discovery.refresh();
    for (const subject of [{ ...dead, kind: 'Ghost' }, { ...dead, resource: 'ghosts' }, 'ghosts.dead.example.org']) {
      await expect(client.resolve(subject)).rejects.toMatchObject({
        code: 'group-unavailable',
        failures: [expect.objectContaining(dead)],
      });
    }
  });

  it('is named where a bare word matches nothing', async () => {
    await expect(client.resolve('ghosts')).rejects.toMatchObject({
      code: 'no-match',
      failures: [expect.objectContaining(dead)],
    });
  });
});

describe('a 404', () => {
  const resource: CustomResource = {
    group: 'leaving.example.org',
    plural: 'leavers',
    kind: 'Leaver',
    versions: [{ name: 'v1' }],
  };

  it('of a missing object is the Status of the server, and names the object', async () => {
    const client = connect(server, { token: admin });
    const handle = client.resource('configmaps').namespace('default');
    await expect(handle.get('missing')).rejects.toMatchObject({
      code: 'api',
      statusCode: 404,
      reason: 'NotFound',
      fromServer: true,
      status: { details: { name: 'missing', kind: 'configmaps' } },
    });
  });

  it('of a resource that is no longer served is plain text, made into a Status that names nothing', async () => {
    const client = connect(server, { token: admin });
    await install(server, [resource]);
    const handle = client.resource('leavers.leaving.example.org').namespace('default');
    await handle.mapping();
    await uninstall(server, [resource]);
    for (const call of [() => handle.list(), () => handle.get('anyone')]) {
      const error: unknown = await call().catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({ statusCode: 404, reason: 'NotFound', fromServer: false });
      expect((error as ApiError).status.details?.name).toBeUndefined();
    }
  });

  it('of a group that is not served is a name without a match, after a second look', async () => {
    const client = connect(server, { token: admin });
    const question = { group: 'unknown.example.org', version: 'v1', resource: 'things' };
    await expect(client.resource(question).list()).rejects.toMatchObject({ code: 'no-match' });
    await askAsAdmin(server, { path: '/apis/unknown.example.org/v1' }, [404]);
  });
});
