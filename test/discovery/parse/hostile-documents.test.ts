import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../../src/core/catalog/catalog.js';
import { createDiscovery } from '../../../src/core/discovery/create-discovery.js';
import { createAnswerBody } from '../../../src/core/media/answer-body.js';
import { readGroupVersion, readRoot } from '../../../src/core/discovery/parse-documents.js';
import { replay, type Scripted } from '../replay-connection.js';

const list = { kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2' };
const core: Scripted = { body: { ...list, items: [] } };
const apis = { root: 'apis', document: '/apis' } as const;

async function learn(body: unknown): Promise<Catalog> {
  return createDiscovery(replay({ '/api': core, '/apis': { body } })).catalog();
}

function bodyOf(text: string) {
  return createAnswerBody({ content: new TextEncoder().encode(text), mediaType: 'application/json', path: '/apis' });
}

/** So many nothings, as they stand in a list. */
function nothings(entries: number): string {
  return '{},'.repeat(entries).slice(0, -1);
}

/** In seconds of the processor, which others on the machine do not use up. */
function costOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

describe('a document of nothing', () => {
  it.each<[string, (text: string) => { readonly failures: readonly { readonly message: string }[] }]>([
    [
      'groups',
      (text) => readRoot(bodyOf(`{"kind":"${list.kind}","apiVersion":"${list.apiVersion}","items":[${text}]}`), apis),
    ],
    [
      'resources',
      (text) => {
        const versions = `[{"version":"v1","resources":[${text}]}]`;
        const items = `[{"metadata":{"name":"a.io"},"versions":${versions}}]`;
        return readRoot(bodyOf(`{"kind":"${list.kind}","apiVersion":"${list.apiVersion}","items":${items}}`), apis);
      },
    ],
    ['groups of a legacy root', (text) => readRoot(bodyOf(`{"kind":"APIGroupList","groups":[${text}]}`), apis)],
    [
      'resources of a legacy document',
      (text) => {
        const where = { ...apis, group: 'a.io', version: 'v1' };
        return readGroupVersion(bodyOf(`{"kind":"APIResourceList","resources":[${text}]}`), where);
      },
    ],
  ])('costs little more than to parse it, its first 100 %s told and the rest counted', (_what, read) => {
    const entries = 1_500_000;
    const text = nothings(entries);
    let failures: readonly { readonly message: string }[] = [];
    const cost = costOf(() => {
      ({ failures } = read(text));
    });
    expect(failures).toHaveLength(101);
    expect(failures.at(-1)?.message).toBe(`/apis: ${entries - 100} further entries are malformed`);
    // About 1.5 times here. With an error for each entry it was more than a hundred times.
    expect(cost / costOf(() => JSON.parse(`[${text}]`))).toBeLessThan(6);
  });

  it('keeps what is good behind what is not', async () => {
    const good = { resource: 'good', scope: 'Cluster', verbs: ['get'] };
    const bad = Array.from({ length: 5000 }, () => ({}));
    const items = [{ metadata: { name: 'a.io' }, versions: [{ version: 'v1', resources: [...bad, good, {}] }] }];
    const catalog = await learn({ ...list, items });
    expect(catalog.resource({ group: 'a.io', version: 'v1', resource: 'good' })?.verbs).toEqual(['get']);
    expect(catalog.failures).toHaveLength(101);
    expect(catalog.failures.at(-1)).toEqual({
      class: 'malformed',
      ...apis,
      message: '/apis: 4901 further entries are malformed',
    });
  });

  it('does not count what the server marks stale: each of these is told', async () => {
    const versions = Array.from({ length: 300 }, (_, index) => ({ version: `v${index}`, freshness: 'Stale' }));
    const catalog = await learn({ ...list, items: [{ metadata: { name: 'a.io' }, versions }] });
    expect(catalog.failures.map(({ class: why }) => why)).toEqual(Array.from({ length: 300 }, () => 'stale'));
  });
});

describe('a document that is nested without end', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const deepObject = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;

  it.each([
    ['as the document', deep],
    ['as its kind', `{"kind":${deep}}`],
    ['as its version', `{"kind":"APIGroupDiscoveryList","apiVersion":${deepObject}}`],
    ['as its items', `{"kind":"${list.kind}","apiVersion":"${list.apiVersion}","items":${deep}}`],
    ['as its groups', `{"kind":"APIGroupList","groups":${deepObject}}`],
  ])('%s is a failure', async (_where, body) => {
    const catalog = await learn(body);
    expect(catalog.failures.some((failure) => failure.class === 'malformed')).toBe(true);
  });

  it.each(['scope', 'resource', 'verbs', 'responseKind', 'acceptedTypes', 'subresources', 'shortNames'])(
    'in the field %s of an entry is a failure of that entry',
    async (field) => {
      for (const value of [deep, deepObject]) {
        const bad = `{"resource":"bad","scope":"Cluster","verbs":["get"],"${field}":${value}}`;
        const good = '{"resource":"good","scope":"Cluster","verbs":["get"],"more":[]}';
        const versions = `[{"version":"v1","resources":[${bad},${good}]}]`;
        const catalog = await learn(
          `{"kind":"${list.kind}","apiVersion":"${list.apiVersion}","items":[{"metadata":{"name":"a.io"},"versions":${versions}}]}`,
        );
        expect(catalog.resource({ group: 'a.io', version: 'v1', resource: 'good' })).toBeDefined();
        expect(catalog.failures.every((failure) => failure.message.length < 500)).toBe(true);
      }
    },
  );
});

describe('a document that repeats the credential of the request', () => {
  const token = `eyJ${'secret-'.repeat(60)}end`;
  const leaks = async (body: unknown, path: '/api' | '/apis' = '/apis'): Promise<string> => {
    const connection = replay({ '/api': core, [path]: { body } }, (text) => text.replaceAll(token, '[hidden]'));
    const outcome = await createDiscovery(connection)
      .catalog()
      .catch((error: unknown) => error);
    const { failures } = outcome as Catalog;
    return JSON.stringify([failures, String(outcome)]);
  };

  it.each<[string, unknown]>([
    ['as its kind', { kind: token, apiVersion: 'v1' }],
    ['as its version', { kind: 'PodList', apiVersion: token }],
    [
      'as the scope of an entry',
      {
        ...list,
        items: [
          { metadata: { name: 'a' }, versions: [{ version: 'v1', resources: [{ resource: 'x', scope: token }] }] },
        ],
      },
    ],
    [
      'as the name of an entry',
      {
        ...list,
        items: [
          {
            metadata: { name: 'a' },
            versions: [{ version: 'v1', resources: [{ resource: `${token}/x`, scope: 'Cluster' }] }],
          },
        ],
      },
    ],
    ['as the name of a group', { ...list, items: [{ metadata: { name: `/${token}` } }] }],
    [
      'as the name of a legacy version',
      { kind: 'APIGroupList', groups: [{ name: 'a', versions: [{ version: `${token}?` }] }] },
    ],
  ])('%s shows none of it', async (_where, body) => {
    const shown = await leaks(body);
    expect(shown).toContain('[hidden]');
    expect(shown).not.toContain('secret-');
  });

  it('shows none of it in a DiscoveryError and its causes', async () => {
    const bad = { body: { kind: token, apiVersion: token } };
    const connection = replay({ '/api': bad, '/apis': bad }, (text) => text.replaceAll(token, '[hidden]'));
    const error = (await createDiscovery(connection)
      .catalog()
      .catch((thrown: unknown) => thrown)) as {
      message: string;
      causes: { api: Error; apis: Error };
    };
    const shown = [error.message, error.causes.api.message, error.causes.apis.message].join(' ');
    expect(shown).toContain('[hidden]');
    expect(shown).not.toContain('secret-');
    expect(error.causes.apis).toMatchObject({ code: 'malformed-answer' });
  });
});
