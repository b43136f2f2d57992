import { afterAll, describe, expect, inject, it } from 'vitest';
import type { DiscoveryFormat, Exchange } from '../../../src/index.js';
import { ask, type Answer } from '../harness/ask.js';
import { closeClients, connect } from '../harness/connect.js';
import type { CustomResource } from '../harness/custom-resources.js';
import { discoveryAccepts as accepts, rankedFormats } from '../harness/discovery-formats.js';
import { install, uninstall } from '../harness/install.js';

const server = inject('server');
const { admin } = server.tokens;
const offers = [1, 2, 3, 4, 5, 6, 7]
  .map((bits) => rankedFormats.filter((_format, index) => bits & (1 << index)))
  .map((formats) => ({ formats, offered: formats.join(' and ') }));
const roots = ['/api', '/apis'];
const aggregated = server.formats.filter((format) => format !== 'legacy');
const preferred = server.formats[0] ?? 'legacy';

afterAll(closeClients);

function askFor(path: string, accept: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return ask(server, { path, token: admin, headers: { accept, ...headers } });
}

/** What the server's own words say that an answer is. */
function spoken(answer: Answer): DiscoveryFormat | undefined {
  const { kind, apiVersion } = answer.json();
  if (kind === 'APIVersions' || kind === 'APIGroupList') return 'legacy';
  const [, version] = String(apiVersion).split('/');
  const told = `application/json;g=apidiscovery.k8s.io;v=${version ?? ''};as=APIGroupDiscoveryList`;
  const format = rankedFormats.find((each) => each === `aggregated/${version ?? ''}`);
  return answer.headers['content-type'] === told && kind === 'APIGroupDiscoveryList' ? format : undefined;
}

describe('of the formats that are offered, the best one that the server speaks', () => {
  it.each(offers)('is what both roots answer to $offered', async ({ formats }) => {
    const best = formats.find((format) => server.formats.includes(format));
    for (const root of roots) {
      const answer = await askFor(root, formats.map((format) => accepts[format]).join(','));
      expect(answer.status, answer.body).toBe(best === undefined ? 406 : 200);
      if (best !== undefined) expect(spoken(answer)).toBe(best);
    }
  });

  it.each(offers)('makes the catalog of a client that offers $offered', async ({ formats }) => {
    const best = formats.find((format) => server.formats.includes(format));
    const { discovery } = connect(server, { token: admin, discovery: { formats } });
    if (best === undefined) {
      const refused = expect.objectContaining({ code: 'api', statusCode: 406 }) as unknown;
      await expect(discovery.catalog()).rejects.toMatchObject({
        code: 'discovery',
        causes: { api: refused, apis: refused },
      });
    } else {
      expect((await discovery.catalog()).provenance).toEqual({ api: best, apis: best });
    }
  });

  it('is taken by default, in one request for each root where the server speaks an aggregated one', async () => {
    const exchanges: Exchange[] = [];
    const { discovery } = connect(server, { token: admin, onExchange: (exchange) => exchanges.push(exchange) });
    const catalog = await discovery.catalog();
    expect(catalog.provenance).toEqual({ api: preferred, apis: preferred });
    expect(catalog.failures).toEqual([]);
    expect(exchanges.map(({ status }) => status)).toEqual(exchanges.map(() => 200));
    const versions = catalog.groups.flatMap((group) => group.versions).length;
    expect(exchanges).toHaveLength(aggregated.length === 0 ? 2 + versions : 2);
  });
});

describe('an Accept list', () => {
  it.each([
    ['a version that nobody speaks', 'application/json;g=apidiscovery.k8s.io;v=v3;as=APIGroupDiscoveryList'],
    ['a kind that is none of discovery', 'application/json;g=apidiscovery.k8s.io;v=v2;as=Table'],
    ['a format that no server writes', 'text/csv'],
  ])('that offers nothing but %s is 406, and with JSON behind it the legacy document', async (_what, accept) => {
    for (const root of roots) {
      const refusal = await askFor(root, accept);
      expect(refusal.status).toBe(406);
      const answer = await askFor(root, `${accept},application/json`);
      expect(answer.status).toBe(200);
      expect(spoken(answer)).toBe('legacy');
    }
  });

  it('of */* is answered with the legacy document', async () => {
    for (const root of roots) expect(spoken(await askFor(root, '*/*'))).toBe('legacy');
  });

  it('of application/* is legacy at /apis and 406 at /api', async () => {
    expect(spoken(await askFor('/apis', 'application/*'))).toBe('legacy');
    expect((await askFor('/api', 'application/*')).status).toBe(406);
  });

  it.each([
    ['wherever', ['application/json', accepts[preferred]]],
    ['whatever its weight', [`${accepts[preferred]};q=0.1`, 'application/json;q=0.9']],
  ])('that names an aggregated format %s is answered with it', async (_how, clauses) => {
    for (const root of roots) expect(spoken(await askFor(root, clauses.join(',')))).toBe(preferred);
  });

  it('may carry parameters that the server does not know', async () => {
    const accept = server.formats.map((format) => `${accepts[format]};drop=metadata.managedFields`).join(',');
    for (const root of roots) expect(spoken(await askFor(root, accept))).toBe(preferred);
  });

  it('may ask for one replica alone, on servers that do not know of peers as well', async () => {
    const { discovery } = connect(server, { token: admin, discovery: { profile: 'nopeer' } });
    expect((await discovery.catalog()).provenance).toEqual({ api: preferred, apis: preferred });
  });

  it('of a group-version document has no aggregated form', async () => {
    const { body, status } = await askFor('/apis/apps/v1', accepts['legacy']);
    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({ kind: 'APIResourceList', groupVersion: 'apps/v1' });
    expect((await askFor('/apis/apps/v1', accepts['aggregated/v2'])).status).toBe(406);
  });
});

describe('legacy documents', () => {
  it.each(['/api', '/apis', '/api/v1', '/apis/apps/v1'])('have no ETag: %s', async (path) => {
    const { headers } = await askFor(path, accepts.legacy);
    expect(headers).not.toHaveProperty('etag');
  });
});

describe.each(aggregated)('the ETag of a document in %s', (format) => {
  const accept = accepts[format];

  it.each(roots)('is a quoted upper-hex SHA-512, and the answer varies with Accept: %s', async (root) => {
    const { headers } = await askFor(root, accept);
    expect(headers['etag']).toMatch(/^"[0-9A-F]{128}"$/);
    expect(headers['vary']).toContain('Accept');
  });

  it.each(roots)('is the same in every other aggregated format: %s', async (root) => {
    const { etag } = (await askFor(root, accept)).headers;
    for (const other of aggregated) expect((await askFor(root, accepts[other])).headers['etag']).toBe(etag);
  });

  it.each(roots)('gives 304 without a body when it comes back byte for byte: %s', async (root) => {
    const { etag } = (await askFor(root, accept)).headers;
    const again = await askFor(root, accept, { 'if-none-match': String(etag) });
    expect([again.status, again.body]).toEqual([304, '']);
  });

  it.each([
    ['weakened', (tag: string) => `W/${tag}`],
    ['as one of a list', (tag: string) => `"x", ${tag}`],
    ['as a star', () => '*'],
    ['in lower case', (tag: string) => tag.toLowerCase()],
  ])('gives the whole document when it comes back %s', async (_how, change) => {
    const { etag } = (await askFor('/apis', accept)).headers;
    expect((await askFor('/apis', accept, { 'if-none-match': change(String(etag)) })).status).toBe(200);
  });
});

describe('a refresh', () => {
  const resource: CustomResource = {
    group: 'negotiation.example.org',
    plural: 'newcomers',
    kind: 'Newcomer',
    versions: [{ name: 'v1' }],
  };

  it('answers the same catalog while nothing changes, by 304 where the server gives tags', async () => {
    const exchanges: Exchange[] = [];
    const { discovery } = connect(server, { token: admin, onExchange: (exchange) => exchanges.push(exchange) });
    const before = await discovery.catalog();
    exchanges.length = 0;
    expect(await discovery.refresh()).toBe(before);
    const answered = exchanges
      .filter(({ path }) => roots.includes(path))
      .map(({ status, bytes }) => [status, bytes > 0]);
    const expected = aggregated.length === 0 ? [200, true] : [304, false];
    expect(answered).toEqual([expected, expected]);
  });

  it('finds a custom resource that has come, by a new tag of /apis and the old one of /api', async () => {
    const exchanges: Exchange[] = [];
    const { discovery } = connect(server, { token: admin, onExchange: (exchange) => exchanges.push(exchange) });
    const before = await discovery.catalog();
    const gvr = { group: resource.group, version: 'v1', resource: resource.plural };
    expect(before.resource(gvr)).toBeUndefined();
    await install(server, [resource]);
    try {
      exchanges.length = 0;
      const after = await discovery.refresh();
      expect(after.resource(gvr)).toMatchObject({ kind: 'Newcomer', singular: 'newcomer', scope: 'Namespaced' });
      if (aggregated.length > 0) {
        expect(Object.fromEntries(exchanges.map(({ path, status }) => [path, status]))).toEqual({
          '/api': 304,
          '/apis': 200,
        });
      }
    } finally {
      await uninstall(server, [resource]);
    }
    expect((await discovery.refresh()).resource(gvr)?.freshness).toBe('Kept');
    const after = await discovery.refresh({ deleted: [gvr] });
    expect([after.resource(gvr), after.failures]).toEqual([undefined, before.failures]);
  });
});
