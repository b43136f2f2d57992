import { describe, expect, it } from 'vitest';
import { MalformedAnswerError } from '../../src/core/media/errors.js';
import {
  createMetadataReader,
  type ListQuestion,
  type MetadataAnswer,
  type MetadataQuestion,
  type PagingOptions,
} from '../../src/core/metadata/create-metadata-reader.js';
import type { Status } from '../../src/core/model/status.js';
import { UnexpectedShapeError } from '../../src/core/representation/errors.js';
import type { CallOptions } from '../../src/core/resource/options.js';
import { InvalidNameError } from '../../src/core/resource/errors.js';
import {
  ClientClosedError,
  ConnectionError,
  ConnectionRefusedError,
  TimeoutError,
} from '../../src/core/transport/errors.js';
import { gadget, gadgets, refused, scriptedClient, type Scripted } from './scripted-client.js';

const listed = { mapping: gadgets, namespace: 'shop' };
const question = { ...listed, name: 'front' };
const where = { method: 'GET', path: '/x' } as const;

async function read(
  answer: Scripted,
  asked: MetadataQuestion = question,
  options?: CallOptions,
): Promise<MetadataAnswer> {
  return createMetadataReader(scriptedClient([answer]).client).read(asked, options);
}

/** A mapping of a resource of this plural. */
function mappingOf(resource: string, group = ''): MetadataQuestion['mapping'] {
  const mapping = { group, version: 'v1' };
  return { resource: { ...mapping, resource }, kind: { ...mapping, kind: 'Any' }, scope: 'Cluster' };
}

describe('an object is', () => {
  it('found, as metadata, in its namespace', async () => {
    const { client, asked } = scriptedClient([gadget('front')]);
    const found = await createMetadataReader(client).read(question, { timeoutMs: 7 });
    expect(found).toEqual({ state: 'found', object: gadget('front') });
    expect(asked).toEqual([{ namespace: 'shop', name: 'front', timeoutMs: 7 }]);
  });

  // As kube-apiserver answers: the first three are what a missing object, a CRD's object and a Namespace come to.
  it.each<[string, MetadataQuestion, Status]>([
    ['its kind', question, { details: { name: 'front', group: 'example.org', kind: 'gadgets' } }],
    ['a Namespace', { mapping: mappingOf('namespaces'), name: 'a' }, { details: { name: 'a', kind: 'namespaces' } }],
    ['no kind', question, { details: { name: 'front' } }],
  ])('missing where a 404 names it: %s', async (_what, asked, status) => {
    const path = asked === question ? undefined : '/api/v1/namespaces/a';
    const answer = refused(404, { reason: 'NotFound', ...status }, true, path);
    expect(await read(answer, asked)).toEqual({ state: 'missing' });
  });

  it.each<[string, Status, boolean]>([
    ['an unserved version, an unknown resource or a wrong scope', { details: {} }, true],
    ['a Status without details', {}, true],
    ['an unknown group, in plain text', {}, false],
    ['the page of a proxy that has the name', { details: { name: 'front' } }, false],
    ['another object', { details: { name: 'other', kind: 'gadgets' } }, true],
    ['the namespace, which has that name too', { details: { name: 'front', kind: 'namespaces' } }, true],
  ])('unknown where a 404 speaks of %s', async (_what, status, fromServer) => {
    const answer = await read(refused(404, { reason: 'NotFound', ...status }, fromServer));
    expect(answer).toMatchObject({ state: 'unknown', reason: 'not-served', statusCode: 404, error: { code: 'api' } });
  });

  it.each([
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [405, 'refused'],
    [406, 'refused'],
    [410, 'refused'],
    [429, 'unavailable'],
    [500, 'unavailable'],
    [503, 'unavailable'],
    [504, 'unavailable'],
  ])('unknown after a %i: %s', async (statusCode, reason) => {
    const status = { details: { name: 'front', kind: 'gadgets' } };
    expect(await read(refused(statusCode, status))).toMatchObject({ state: 'unknown', reason, statusCode });
  });

  const broken = { ...where, reasonCode: 'ECONNRESET', host: 'x:1', detail: 'reset' };
  const shape = { resource: gadgets.resource, apiVersion: undefined, kind: undefined, field: '', problem: 'is a list' };
  it.each<[string, Error, string]>([
    ['a broken connection', new ConnectionError(broken), 'no-answer'],
    ['nobody who listens', new ConnectionRefusedError(broken), 'no-answer'],
    ['no answer in time', new TimeoutError(where, 'silenceTimeoutMs', 5), 'no-answer'],
    ['a list', new UnexpectedShapeError(shape), 'unusable-answer'],
    ['no JSON', new MalformedAnswerError('/x', 'no JSON'), 'unusable-answer'],
  ])('unknown after %s, and no status is told', async (_what, error, reason) => {
    const answer = await read(error);
    expect(answer).toMatchObject({ state: 'unknown', reason, message: error.message, error });
    expect(answer).not.toHaveProperty('statusCode');
  });

  it('judged by the brand of an error, so that another copy of the package may have sent the request', async () => {
    const ours = refused(403);
    const brands = Symbol.for('kubeatlas.error.brands');
    const error = Object.assign(new Error('no'), { code: 'api', statusCode: 403, status: {}, fromServer: true });
    await expect(read(error)).rejects.toBe(error);
    const theirs = Object.assign(new Error('no'), { code: 'api', statusCode: 403, status: {}, fromServer: true });
    Object.defineProperty(theirs, brands, { value: Reflect.get(ours, brands) });
    expect(await read(theirs)).toMatchObject({ state: 'unknown', reason: 'forbidden', statusCode: 403 });
  });
});

describe('a question that gets no answer', () => {
  it.each<[string, Error]>([
    ['a closed client', new ClientClosedError()],
    ['a name that stands in no path', new InvalidNameError('name', '..')],
    ['credentials that cannot be had', new Error('no plugin')],
  ])('rejects: %s', async (_what, error) => {
    await expect(read(error)).rejects.toBe(error);
  });

  it('rejects with the reason of an abort, and asks nothing with a signal that is aborted already', async () => {
    const controller = new AbortController();
    const { client, asked } = scriptedClient([refused(503), gadget('front')]);
    const reading = createMetadataReader(client).read(question, { signal: controller.signal });
    controller.abort('left');
    await expect(reading).rejects.toBe('left');
    await expect(createMetadataReader(client).read(question, { signal: controller.signal })).rejects.toBe('left');
    expect(asked).toHaveLength(1);
  });

  it.each<[string, unknown, unknown]>([
    ['question', null, {}],
    ['question', 5, {}],
    ['options', question, null],
    ['signal', question, { signal: {} }],
    ['timeoutMs', question, { timeoutMs: 0 }],
    ['limit', question, { limit: 1.5 }],
    ['firstLimit', question, { firstLimit: 0 }],
  ])('is refused: %s, %j, %j', async (argument, asked, options) => {
    const { client, asked: requests } = scriptedClient([]);
    const reader = createMetadataReader(client);
    const wrong = { code: 'invalid-argument', argument };
    const isOfPages = ['limit', 'firstLimit'].includes(argument);
    if (!isOfPages) {
      await expect(reader.read(asked as MetadataQuestion, options as CallOptions)).rejects.toMatchObject(wrong);
    }
    const pages = reader.pages((asked === question ? listed : asked) as ListQuestion, options as PagingOptions);
    await expect(pages.next()).rejects.toMatchObject(wrong);
    expect(requests).toEqual([]);
  });

  it.each([null, undefined, 5])('has no reader without a client: %j', (client) => {
    expect(() => createMetadataReader(client as never)).toThrow(
      expect.objectContaining({ code: 'invalid-argument', argument: 'client' }),
    );
  });
});
