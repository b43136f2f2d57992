import { request } from 'node:https';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { formatGroupVersion, type Client, type ResourceEntry } from '../../../src/index.js';
import { mapLimit } from '../../../src/core/shared/concurrency.js';
import { createOpenAPI, findRepresentations, type VerbRepresentations } from '../../../src/openapi/index.js';
import { closeClients, connect } from '../harness/connect.js';
import { askAsAdmin } from '../harness/install.js';
import { createObject, deployment } from '../harness/objects.js';
import { clearTheStage, exhibits, setTheStage, stage } from './representation-stage.js';

const server = inject('server');
const encodings = ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf', 'application/cbor'];
const forms = ['Object', 'Table', 'PartialObjectMetadata'] as const;
let client: Client;

beforeAll(async () => {
  await setTheStage();
  await createObject(server, `/api/v1/namespaces/${stage}/configmaps`, { metadata: { name: 'one' } });
  client = connect(server, { token: server.tokens.admin });
});

afterAll(async () => {
  await closeClients();
  await askAsAdmin(server, { method: 'DELETE', path: `/api/v1/namespaces/${stage}/configmaps/one` });
  await clearTheStage();
});

interface Head {
  /** Undefined if the server ended the connection. */
  readonly status: number | undefined;
  readonly mediaType: string;
}

/** Sends a request and ends it once the answer begins: that of a watch has no end. */
function headOf(method: string, path: string, headers: Readonly<Record<string, string>>, body?: string): Promise<Head> {
  return new Promise((resolve) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const sent = request(new URL(path, server.url), {
      ...{ method, ca: server.ca, agent: false },
      headers: { ...headers, ...length, authorization: `Bearer ${server.tokens.admin}` },
    });
    sent.once('error', () => {
      resolve({ status: undefined, mediaType: '' });
    });
    sent.once('response', (response) => {
      response.on('error', () => undefined);
      resolve({ status: response.statusCode, mediaType: response.headers['content-type'] ?? '' });
      sent.destroy();
    });
    sent.end(body);
  });
}

/** Every media type that might be requested, with what is expected: the server's word is compared with it. */
function* mediaTypesFor(verb: string): Generator<string> {
  const list = verb === 'list' || verb === 'deletecollection' ? 'List' : '';
  for (const type of encodings) {
    for (const form of forms) {
      const kind = form === 'Table' ? form : `${form}${list}`;
      yield form === 'Object' ? type : `${type};g=meta.k8s.io;v=v1;as=${kind}`;
    }
  }
}

/** Where the server and {@link findRepresentations} differ about the answers of a verb. */
async function differences(
  what: string,
  verb: string,
  { answers }: VerbRepresentations,
  ask: (accept: string) => Promise<Head>,
): Promise<string[]> {
  const found: string[] = [];
  for (const accept of mediaTypesFor(verb)) {
    const { status = 0, mediaType } = await ask(accept);
    const isAnswered = status !== 406 && status !== 0;
    const isExpected = answers.some((each) => each.mediaType === accept);
    // Before an error that comes of what was asked, the server has agreed to the form.
    const isInForm = status >= 300 || mediaType.startsWith(accept.replace(/;.*/, ''));
    if (isAnswered !== isExpected || (isAnswered && !isInForm)) found.push(`${verb} ${what}: ${accept}: ${status}`);
  }
  return found;
}

const pathOf = (entry: ResourceEntry, namespace?: string): string => {
  const base = `${entry.group === '' ? '/api' : '/apis'}/${formatGroupVersion(entry)}`;
  return `${base}${namespace === undefined ? '' : `/namespaces/${namespace}`}/${entry.resource}`;
};

/** The path of an object; of one that does not exist where there is none, which the server tells after the form. */
async function anyObject(entry: ResourceEntry): Promise<string> {
  const { items = [] } = (await askAsAdmin(server, { path: `${pathOf(entry)}?limit=1` })).json() as {
    items?: readonly { readonly metadata: { readonly name: string; readonly namespace?: string } }[];
  };
  const { name, namespace = 'default' } = items[0]?.metadata ?? { name: 'no-such-object' };
  return `${pathOf(entry, entry.scope === 'Namespaced' ? namespace : undefined)}/${name}`;
}

it(
  'of every resource, get, list and watch are answered in these forms and no other',
  { timeout: 300_000 },
  async () => {
    const entries = (await client.discovery.catalog()).resources({});
    const { documents, failures } = await createOpenAPI(client).documents();
    expect(failures).toEqual([]);
    let compared = 0;
    const found = await mapLimit(entries, 6, async (entry) => {
      const verbs = findRepresentations(documents[formatGroupVersion(entry)] ?? {}, entry);
      const what = `${entry.resource}.${entry.group}`;
      const { get, list, watch } = verbs;
      compared += [get, list, watch].filter((each) => each !== undefined).length;
      const collection = pathOf(entry);
      const object = get === undefined || list === undefined ? undefined : await anyObject(entry);
      return [
        ...(object === undefined || get === undefined
          ? []
          : await differences(what, 'get', get, (accept) => headOf('GET', object, { accept }))),
        ...(list === undefined
          ? []
          : await differences(what, 'list', list, (accept) => headOf('GET', `${collection}?limit=1`, { accept }))),
        ...(watch === undefined
          ? []
          : await differences(what, 'watch', watch, (accept) => headOf('GET', `${collection}?watch=1`, { accept }))),
      ];
    });
    expect(found.flat()).toEqual([]);
    expect(compared).toBeGreaterThan(150);
  },
);

const [deployments, widgets] = exhibits;
/** Five kinds, each with an object that exists and one to create. */
const kinds = [
  { word: 'configmaps', path: `/api/v1/namespaces/${stage}/configmaps`, name: 'one', created: {} },
  { word: deployments.word, path: deployments.path, name: 'front', created: deployment('new', 1) },
  { word: 'clusterroles', path: '/apis/rbac.authorization.k8s.io/v1/clusterroles', name: 'view', created: {} },
  { word: widgets.word, path: widgets.path, name: 'plain', created: {} },
  {
    word: 'tokenreviews',
    path: '/apis/authentication.k8s.io/v1/tokenreviews',
    name: undefined,
    created: { spec: { token: 'none' } },
  },
] as const;

const patchBodies: Readonly<Record<string, string>> = {
  'application/json-patch+json': '[]',
  'application/merge-patch+json': '{}',
  'application/strategic-merge-patch+json': '{}',
  'application/apply-patch+cbor': '',
  'application/json': '{}',
};

/** DeleteOptions: where there is a body, the server does not read those in the query. */
const dryRun = JSON.stringify({ apiVersion: 'v1', kind: 'DeleteOptions', dryRun: ['All'] });

describe.each(kinds)('of $word', ({ word, path, name, created }) => {
  it('writes are answered in these forms and take these bodies, and no other', { timeout: 60_000 }, async () => {
    const { mapping, verbs } = await createOpenAPI(client).representationsOf(word);
    const apiVersion = formatGroupVersion(mapping.kind);
    const { kind } = mapping.kind;
    const typed = { apiVersion, kind, ...created, metadata: { name: 'new' } };
    const object = `${path}/${name ?? ''}`;
    // With its version, without which custom resources are not replaced.
    const present = name === undefined ? '' : (await askAsAdmin(server, { path: object })).body;
    const applied = JSON.stringify({ apiVersion, kind, metadata: { name } });
    const writes: Readonly<Record<string, readonly [method: string, path: string, body: string]>> = {
      create: ['POST', path, JSON.stringify(typed)],
      update: ['PUT', object, present],
      patch: ['PATCH', object, '{}'],
      delete: ['DELETE', object, dryRun],
      deletecollection: ['DELETE', path, dryRun],
    };
    const found: string[] = [];
    let compared = 0;
    for (const [verb, [method, at, body]] of Object.entries(writes)) {
      const can = verbs[verb];
      if (can === undefined) continue;
      compared += 1;
      const to = `${at}?dryRun=All${verb === 'patch' ? '&fieldManager=e2e' : ''}`;
      const plain = { accept: 'application/json' };
      const usual = verb === 'patch' ? 'application/merge-patch+json' : 'application/json';
      found.push(
        ...(await differences(word, verb, can, (accept) =>
          headOf(method, to, { accept, 'content-type': usual }, body),
        )),
      );
      const types =
        verb === 'patch' ? [...Object.keys(patchBodies), 'application/apply-patch+yaml'] : [...encodings, 'text/plain'];
      for (const type of types) {
        const text = verb === 'patch' ? (patchBodies[type] ?? applied) : body;
        const { status = 415 } = await headOf(method, to, { ...plain, 'content-type': type }, text);
        // JSON is no protobuf: the server has looked into it, which a 1.29 calls its own mistake.
        const isTaken = type.endsWith('.protobuf') ? [400, 500].includes(status) : status < 300;
        if (isTaken !== can.bodies.some(({ mediaType }) => mediaType === type)) {
          found.push(`${verb} ${word}: a body in ${type}: ${status}`);
        }
      }
    }
    expect(found).toEqual([]);
    expect(compared).toBe(name === undefined ? 1 : 5);
  });
});
