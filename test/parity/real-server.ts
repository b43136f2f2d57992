import { ask } from '../e2e/harness/ask.js';
import { definitionsPath } from '../e2e/harness/custom-resources.js';
import { discoveryAccepts } from '../e2e/harness/discovery-formats.js';
import { askAsAdmin, untilServed } from '../e2e/harness/install.js';
import type { TestServer } from '../e2e/harness/start-server.js';
import { waitUntil } from '../e2e/harness/wait-until.js';
import { deadApiService } from '../e2e/harness/objects.js';
import { parseMediaType } from '../../src/core/media/media-type.js';
import type { CapturedDocuments } from '../../src/testing/index.js';
import { definitions, resources } from './custom-resources.js';

/** An APIService whose backend does not exist. */
export const dead = { group: 'dead.parity.example.org', version: 'v1beta1' };

/**
 * Creates the custom resources of the list and one dead APIService on a fresh server, and waits until discovery has all
 * of them.
 */
export async function prepare(server: TestServer): Promise<void> {
  for (const body of definitions) await askAsAdmin(server, { method: 'POST', path: definitionsPath, body });
  await askAsAdmin(server, {
    method: 'POST',
    path: '/apis/apiregistration.k8s.io/v1/apiservices',
    body: deadApiService(dead),
  });
  await untilServed(server, resources);
  for (const { group, plural, versions } of resources) {
    for (const { name, served = true } of versions) {
      if (served) await untilListed(server, `/apis/${group}/${name}/${plural}`);
    }
  }
  await waitUntil('the dead APIService is stale in /apis', async () => {
    const [aggregated, legacy] = await Promise.all([read(server, '/apis', 'aggregated/v2'), read(server, '/apis')]);
    const known = [aggregated, legacy].every(({ body }) => JSON.stringify(body).includes(dead.group));
    return (known && JSON.stringify(aggregated.body).includes('Stale')) || undefined;
  });
}

/** Reads the aggregated discovery of the server, which is in its two roots. */
export async function readAggregated(server: TestServer): Promise<CapturedDocuments> {
  const roots = ['/api', '/apis'];
  const documents = roots.map(async (path) => [path, await read(server, path, 'aggregated/v2')] as const);
  return Object.fromEntries(await Promise.all([...documents, version(server)]));
}

/** Reads the legacy discovery of the server: the roots, each group and each group-version. */
export async function readLegacy(server: TestServer): Promise<CapturedDocuments> {
  const roots = await Promise.all(['/api', '/apis'].map(async (path) => [path, await read(server, path)] as const));
  const { groups } = roots[1]?.[1].body as { groups: { name: string; versions: { groupVersion: string }[] }[] };
  const paths = [
    '/api/v1',
    ...groups.flatMap(({ name, versions }) => [
      `/apis/${name}`,
      ...versions.map(({ groupVersion }) => `/apis/${groupVersion}`),
    ]),
  ];
  const documents = paths.map(async (path) => [path, await read(server, path)] as const);
  return Object.fromEntries([...roots, ...(await Promise.all([...documents, version(server)]))]);
}

async function version(server: TestServer): Promise<readonly [string, CapturedDocuments[string]]> {
  return ['/version', await read(server, '/version')];
}

async function read(
  server: TestServer,
  path: string,
  format: keyof typeof discoveryAccepts = 'legacy',
): Promise<CapturedDocuments[string]> {
  const accept = discoveryAccepts[format];
  const { status, headers, body } = await ask(server, { path, token: server.tokens.admin, headers: { accept } });
  const kept = ['content-type', 'etag', 'vary', 'cache-control', 'x-content-type-options'].flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  const type = parseMediaType(String(headers['content-type']))?.type;
  return {
    status,
    headers: Object.fromEntries(kept) as Record<string, string>,
    body: type === 'application/json' ? (JSON.parse(body) as unknown) : body,
  };
}

async function untilListed(server: TestServer, path: string): Promise<void> {
  await waitUntil(`${path} can be listed`, async () => {
    const { status } = await askAsAdmin(server, { path: `${path}?limit=1` }, [200, 404, 429]);
    return status === 200 || undefined;
  });
}
