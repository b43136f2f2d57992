import type { DiscoveryFormat } from '../../../src/index.js';
import { ask, type Answer, type Question } from './ask.js';
import { definitionName, definitionOf, definitionsPath, type CustomResource } from './custom-resources.js';
import { discoveryAccepts } from './discovery-formats.js';
import type { ServerAccess } from './server-access.js';
import { waitUntil } from './wait-until.js';

type Server = Pick<ServerAccess, 'url' | 'ca' | 'tokens' | 'formats'>;

/** Sends a request as cluster admin, and throws for any status other than the expected ones. */
export async function askAsAdmin(
  server: Server,
  question: Omit<Question, 'token'>,
  expected: readonly number[] = [200, 201, 202],
): Promise<Answer> {
  const answer = await ask(server, { ...question, token: server.tokens.admin });
  if (expected.includes(answer.status)) return answer;
  throw new Error(`${question.method ?? 'GET'} ${question.path}: ${answer.status} ${answer.body}`);
}

/** Creates custom resources, and waits until every discovery document of the server lists them and they can be used. */
export async function install(server: Server, resources: readonly CustomResource[]): Promise<void> {
  for (const resource of resources) {
    await askAsAdmin(server, { method: 'POST', path: definitionsPath, body: definitionOf(resource) });
  }
  await untilServed(server, resources);
  await untilStored(server, resources, [200]);
}

/**
 * Removes custom resources and their objects, and waits until no discovery document lists them.
 *
 * The server first looks for objects to remove. If it does so while the storage is still being set up, it may give up
 * for five minutes. Therefore this function waits for the storage first.
 */
export async function uninstall(server: Server, resources: readonly CustomResource[]): Promise<void> {
  await untilStored(server, resources, [200, 404]);
  for (const resource of resources) {
    const path = `${definitionsPath}/${definitionName(resource)}`;
    await askAsAdmin(server, { method: 'DELETE', path }, [200, 404]);
  }
  const gone = resources.map((resource) => ({
    ...resource,
    versions: resource.versions.map((version) => ({ ...version, served: false })),
  }));
  await untilServed(server, gone);
}

/** Waits until discovery lists all served versions of the resources and none of the others. */
export async function untilServed(server: Server, resources: readonly CustomResource[]): Promise<void> {
  let wrong: string[] = [];
  const isServed = async (): Promise<true | undefined> => {
    const documents = await servedEndpoints(server);
    wrong = resources.flatMap(({ group, plural, versions }) =>
      versions.flatMap(({ name, served = true }) =>
        documents
          .filter(({ endpoints }) => endpoints.has(`${group}/${name}/${plural}`) !== served)
          .map(({ format }) => `${format} ${served ? 'lacks' : 'still has'} ${plural}.${name}.${group}`),
      ),
    );
    return wrong.length === 0 || undefined;
  };
  await waitUntil(() => `discovery serves what is defined: ${wrong.join(', ')}`, isServed);
}

interface Discovered {
  readonly metadata?: { readonly name?: string };
  readonly name?: string;
  readonly versions?: readonly {
    readonly version: string;
    readonly resources?: readonly { readonly resource: string }[];
  }[];
}

/**
 * Waits until a list of the objects is answered with one of these statuses, instead of 429 while the storage is being
 * set up.
 */
async function untilStored(
  server: Server,
  resources: readonly CustomResource[],
  answers: readonly number[],
): Promise<void> {
  for (const { group, plural, versions } of resources) {
    for (const { name, served = true } of versions) {
      if (!served) continue;
      const path = `/apis/${group}/${name}/${plural}?limit=1`;
      let status = 0;
      const isStored = async (): Promise<true | undefined> => {
        ({ status } = await askAsAdmin(server, { path }, [200, 404, 429]));
        return answers.includes(status) || undefined;
      };
      await waitUntil(() => `GET ${path} is answered with ${answers.join(' or ')}, not ${status}`, isStored);
    }
  }
}

interface Served {
  readonly format: DiscoveryFormat;
  /** `group/version/plural` */
  readonly endpoints: ReadonlySet<string>;
}

/** Returns the endpoints below /apis in each format of discovery. */
async function servedEndpoints(server: Server): Promise<Served[]> {
  const documents: Served[] = [{ format: 'legacy', endpoints: await legacyEndpoints(server) }];
  for (const format of server.formats) {
    if (format === 'legacy') continue;
    const accept = discoveryAccepts[format];
    const { items } = (await askAsAdmin(server, { path: '/apis', headers: { accept } })).json();
    const found = (items as Discovered[]).flatMap(({ metadata, versions = [] }) =>
      versions.flatMap(({ version, resources = [] }) =>
        resources.map(({ resource }) => `${metadata?.name ?? ''}/${version}/${resource}`),
      ),
    );
    documents.push({ format, endpoints: new Set(found) });
  }
  return documents;
}

async function legacyEndpoints(server: Server): Promise<ReadonlySet<string>> {
  const { groups } = (await askAsAdmin(server, { path: '/apis' })).json();
  const found = (groups as Discovered[]).flatMap(({ name = '', versions = [] }) =>
    versions.map(async ({ version }) => {
      const path = `/apis/${name}/${version}`;
      const answer = await askAsAdmin(server, { path }, [200, 404, 503]);
      if (answer.status !== 200) return [];
      const { resources } = answer.json();
      return (resources as { name: string }[]).map((resource) => `${name}/${version}/${resource.name}`);
    }),
  );
  return new Set((await Promise.all(found)).flat());
}
