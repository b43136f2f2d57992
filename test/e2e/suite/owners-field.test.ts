import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  explainOwnerResource,
  validateOwnerReference,
  validateOwnerReferences,
  withoutOwnerResource,
} from '../../../src/owners/index.js';
import { type ApiError, type KubeObject, type OwnerReference, type ServerWarning } from '../../../src/index.js';
import { ask, type Answer, type Question } from '../harness/ask.js';
import { closeClients, connect } from '../harness/connect.js';
import { askAsAdmin } from '../harness/install.js';
import { namespace } from '../harness/objects.js';

const server = inject('server');
const space = `owners-field-${Date.now()}`;
const path = `/api/v1/namespaces/${space}/configmaps`;
const owner: OwnerReference = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: 'uid-1' };
const named: OwnerReference = { ...owner, resource: 'configmaps' };
const dropped = '299 - "unknown field \\"metadata.ownerReferences[0].resource\\""';
const applyYaml = { 'content-type': 'application/apply-patch+yaml' };

const send = (question: Question): Promise<Answer> => ask(server, { ...question, token: server.tokens.admin });

function owned(name: string, ...ownerReferences: readonly unknown[]): object {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ownerReferences } };
}

function ownersIn(answer: Answer): unknown {
  return (JSON.parse(answer.body) as KubeObject).metadata.ownerReferences;
}

beforeAll(async () => {
  await askAsAdmin(server, { method: 'POST', path: '/api/v1/namespaces', body: namespace(space) });
  await askAsAdmin(server, { method: 'POST', path, body: owned('front', owner) });
});

afterAll(async () => {
  await closeClients();
  await askAsAdmin(server, { method: 'DELETE', path: `/api/v1/namespaces/${space}` });
});

describe('resource in an owner reference', () => {
  it.each([
    ['create', 201, { method: 'POST', path: `${path}?dryRun=All`, body: owned('new', named) }],
    ['replace', 200, { method: 'PUT', path: `${path}/front`, body: owned('front', named) }],
    [
      'a merge patch',
      200,
      {
        method: 'PATCH',
        path: `${path}/front`,
        body: owned('front', named),
        headers: { 'content-type': 'application/merge-patch+json' },
      },
    ],
    [
      'a strategic merge patch',
      200,
      {
        method: 'PATCH',
        path: `${path}/front`,
        body: owned('front', named),
        headers: { 'content-type': 'application/strategic-merge-patch+json' },
      },
    ],
  ] as const)('is dropped with a warning by %s', async (_verb, status, question) => {
    const answer = await send(question);
    expect([answer.status, answer.headers['warning']]).toEqual([status, dropped]);
    expect(ownersIn(answer)).toEqual([owner]);
  });

  it('is 400 under strict validation, whatever the verb', async () => {
    const writes = [
      { method: 'POST', path: `${path}?fieldValidation=Strict`, body: owned('new', named) },
      { method: 'PUT', path: `${path}/front?fieldValidation=Strict`, body: owned('front', named) },
    ] as const;
    for (const write of writes) {
      const answer = await send(write);
      expect(answer.status).toBe(400);
      expect(explainOwnerResource(answer.json())).toMatchObject({ outcome: 'strict' });
    }
  });

  it.each([[[named]], [[named, { ...named, uid: 'uid-2' }]]])(
    'fails an apply with 500, strict or not',
    async (owners) => {
      for (const query of ['', '&fieldValidation=Strict']) {
        const question = {
          method: 'PATCH',
          path: `${path}/applied?fieldManager=me${query}`,
          headers: applyYaml,
        } as const;
        const answer = await send({ ...question, body: owned('applied', ...owners) });
        expect(answer.status).toBe(500);
        expect(answer.body).toContain('.resource: field not declared in schema');
        expect(explainOwnerResource(answer.json())).toMatchObject({ outcome: 'apply' });
      }
      await askAsAdmin(server, { path: `${path}/applied` }, [404]);
    },
  );

  it('does no harm to an apply that goes without it', async () => {
    const body = withoutOwnerResource(owned('sent', named));
    const answer = await send({ method: 'PATCH', path: `${path}/sent?fieldManager=me`, body, headers: applyYaml });
    expect([answer.status, ownersIn(answer)]).toEqual([201, [owner]]);
  });

  it('is explained where a client meets it: by a warning, and by the error of strict validation', async () => {
    const warnings: ServerWarning[] = [];
    const client = connect(server, { token: server.tokens.admin, onWarning: (warning) => warnings.push(warning) });
    const maps = client.resource('configmaps').namespace(space);
    await maps.create(owned('warned', named), { dryRun: 'All' });
    expect(warnings.map(({ text }) => explainOwnerResource(text)?.outcome)).toEqual(['dropped']);
    const error = await maps.create(owned('strict', named), { fieldValidation: 'Strict' }).then(
      () => undefined,
      (reason: unknown) => reason as ApiError,
    );
    expect(explainOwnerResource(error)?.outcome).toBe('strict');
  });
});

describe('what is wrong with a reference is what the server says', () => {
  const { kind: _kind, ...kindless } = owner;
  const { name: _name, ...nameless } = owner;
  it.each<[string, unknown]>([
    ['resource and kind', named],
    ['resource without kind', { ...kindless, resource: 'configmaps' }],
    ['kind without resource', owner],
    ['neither', kindless],
    ['an empty resource', { ...owner, resource: '' }],
    ['a resource of another type', { ...owner, resource: 5 }],
    ['no name', nameless],
    ['an empty uid', { ...owner, uid: '' }],
    ['a null uid', { ...owner, uid: null }],
    ['a null controller', { ...owner, controller: null }],
    ['a uid of another type', { ...owner, uid: 5 }],
    ['a name of another type', { ...owner, name: {} }],
    ['a controller of another type', { ...owner, controller: 'yes' }],
    ['a blockOwnerDeletion of another type', { ...owner, blockOwnerDeletion: 1 }],
    ['an apiVersion without a version', { ...owner, apiVersion: 'apps/' }],
    ['an apiVersion of three parts', { ...owner, apiVersion: 'a/b/c' }],
    ['an apiVersion of the core group with a slash', { ...owner, apiVersion: '/v1' }],
    ['a slash for an apiVersion', { ...owner, apiVersion: '/' }],
    ['a core event', { ...owner, kind: 'Event' }],
    ['a core event with a slash', { ...owner, kind: 'Event', apiVersion: '/v1' }],
    ['an event of events.k8s.io', { ...owner, kind: 'Event', apiVersion: 'events.k8s.io/v1' }],
    ['what cannot stand in a path', { ...owner, name: '..', apiVersion: '../v1' }],
    ['hostile names', { ...owner, name: '__proto__', kind: 'constructor', apiVersion: '__proto__/v1' }],
    ['a number', 5],
    ['a text', 'owner'],
  ])('%s', async (_what, reference) => {
    const { status } = await send({ method: 'POST', path: `${path}?dryRun=All`, body: owned('judged', reference) });
    expect(status === 201 ? 'kind' : 'refused').toBe(validateOwnerReference(reference).honored.old);
  });

  it.each<[string, readonly object[], number, readonly string[]]>([
    [
      'two controllers',
      [
        { ...owner, controller: true },
        { ...owner, uid: 'b', controller: true },
      ],
      422,
      ['controllers'],
    ],
    ['the same one twice', [owner, owner], 201, ['duplicate']],
    ['two of one uid', [owner, { ...owner, name: 'other' }], 201, []],
  ])('in a list: %s', async (_what, references, status, codes) => {
    const answer = await send({ method: 'POST', path: `${path}?dryRun=All`, body: owned('judged', ...references) });
    expect(answer.status).toBe(status);
    expect(validateOwnerReferences(references).map(({ code }) => code)).toEqual(codes);
    if (codes.includes('duplicate')) expect(ownersIn(answer)).toEqual([owner]);
  });
});
