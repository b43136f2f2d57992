import { describe, expect, it } from 'vitest';
import { partialObjectMetadata } from '../../src/core/representation/partial-object-metadata.js';
import { optionTables, type OptionTable } from '../../src/core/resource/options.js';
import { catalogOf, deployments, entryOf, nodes } from './handles.js';
import { nodeMapping } from '../representation/contexts.js';
import { silentConnection } from './recording-connection.js';

/** A handle as JavaScript sees it. */
interface Loose {
  get(...values: unknown[]): Promise<unknown>;
  list(...values: unknown[]): Promise<unknown>;
  pages(...values: unknown[]): AsyncIterable<unknown>;
  items(...values: unknown[]): AsyncIterable<unknown>;
  watch(...values: unknown[]): AsyncIterable<unknown>;
  deleteCollection(...values: unknown[]): Promise<unknown>;
  apply(...values: unknown[]): Promise<unknown>;
  create(...values: unknown[]): Promise<unknown>;
  replace(...values: unknown[]): Promise<unknown>;
  patch(...values: unknown[]): Promise<unknown>;
  delete(...values: unknown[]): Promise<unknown>;
  namespace(...values: unknown[]): Loose;
  scale(name: unknown): { get(...values: unknown[]): Promise<unknown>; set(...values: unknown[]): Promise<unknown> };
  as(...values: unknown[]): unknown;
}

const handle: object = nodes(silentConnection(), catalogOf(entryOf(nodeMapping, ['get', 'patch'])));
const loose = handle as Loose;
const node = { metadata: { name: 'n1' } };

const first = async (pages: AsyncIterable<unknown>): Promise<unknown> => {
  for await (const page of pages) return page;
  return undefined;
};

const withOptions: [string, (options: unknown) => Promise<unknown>][] = [
  ['get', (options) => loose.get('n1', options)],
  ['list', (options) => loose.list(options)],
  ['pages', (options) => first(loose.pages(options))],
  ['items', (options) => first(loose.items(options))],
  ['watch', (options) => first(loose.watch(options))],
  ['create', (options) => loose.create(node, options)],
  ['replace', (options) => loose.replace(node, options)],
  ['patch', (options) => loose.patch('n1', {}, options)],
  ['apply', (options) => loose.apply(node, options)],
  ['delete', (options) => loose.delete('n1', options)],
  ['deleteCollection', (options) => loose.deleteCollection(options)],
  ['scale get', (options) => loose.scale('n1').get(options)],
  ['scale set', (options) => loose.scale('n1').set(1, options)],
];

describe.each(withOptions)('the options of %s', (verb, call) => {
  it.each([null, 'All', 5, [], true])('are refused when they are %j', async (options) => {
    await expect(call(options)).rejects.toMatchObject({ code: 'invalid-argument', argument: 'options' });
  });

  it.each(['x', null, {}, 5])('are refused when their signal is %j', async (signal) => {
    const more = verb === 'patch' ? { type: 'merge' } : verb === 'apply' ? { fieldManager: 'me' } : {};
    await expect(call({ ...more, signal })).rejects.toMatchObject({ code: 'invalid-argument', argument: 'signal' });
  });

  it.each(['labelSelektor', '__proto__', 'constructor', 'watch'])(
    'are refused when one is called %s',
    async (option) => {
      const options: unknown = JSON.parse(`{"type":"merge","${option}":"x"}`);
      const own = verb === 'patch' ? options : (JSON.parse(`{"${option}":"x"}`) as unknown);
      await expect(call(own)).rejects.toMatchObject({ code: 'invalid-argument', argument: option });
    },
  );
});

/** What may be true or false. */
const flags: ReadonlySet<string> = new Set(['initialEvents', 'bookmarks', 'interruptions', 'relist', 'force']);

describe.each(Object.entries<OptionTable>(optionTables))('an option of %s', (_call, { query, further = {} }) => {
  const checks = Object.entries({ ...query, ...further }).filter(
    ([option]) => option !== 'subresource' && option !== 'name',
  );

  it('is never null, nor of another type', () => {
    for (const [option, check] of checks) {
      for (const value of [null, Number.NaN, true, Symbol('x'), [1]]) {
        if (value === true && flags.has(option)) continue;
        expect(() => check(option, value)).toThrow(expect.objectContaining({ code: 'invalid-argument' }) as Error);
      }
    }
  });
});

describe('an argument', () => {
  it.each<[string, () => Promise<unknown>, string]>([
    ['a name that is null', () => loose.get(null), 'invalid-name'],
    ['a name that is null, to delete', () => loose.delete(null), 'invalid-name'],
    ['a name that is null, to scale', () => loose.scale(null).get(), 'invalid-name'],
    ['a name that is a number', () => loose.get(5), 'invalid-name'],
    ['a name that is null, to patch', () => loose.patch(null, {}, { type: 'merge' }), 'invalid-name'],
    ['a namespace that is null', () => loose.namespace(null).list(), 'invalid-name'],
    [
      'a subresource that is null',
      () => loose.patch('n1', {}, { type: 'merge', subresource: null }),
      'invalid-argument',
    ],
    ['an object that is null', () => loose.create(null), 'invalid-argument'],
    ['no object', () => loose.replace(), 'invalid-argument'],
    ['a patch that is null', () => loose.patch('n1', null, { type: 'merge' }), 'invalid-argument'],
    ['no patch', () => loose.patch('n1', undefined, { type: 'merge' }), 'invalid-argument'],
    ['a patch without options', () => loose.patch('n1', {}), 'invalid-argument'],
    ['no replicas', () => loose.scale('n1').set(), 'invalid-argument'],
    ['replicas that are null', () => loose.scale('n1').set(null), 'invalid-argument'],
    ['preconditions that are null', () => loose.delete('n1', { preconditions: null }), 'invalid-argument'],
    ['a precondition that is none', () => loose.delete('n1', { preconditions: { uuid: 'x' } }), 'invalid-argument'],
    ['a precondition that is null', () => loose.delete('n1', { preconditions: { uid: null } }), 'invalid-argument'],
    ['a dryRun that there is not', () => loose.create(node, { dryRun: true }), 'invalid-argument'],
    ['a limit that is text', () => loose.list({ limit: '5' }), 'invalid-argument'],
    ['a limit below 0', () => loose.list({ limit: -1 }), 'invalid-argument'],
  ])('that is %s is refused before a request, in words', async (_case, call, code) => {
    await expect(call()).rejects.toMatchObject({ code });
  });

  it('of as() is refused when it is no option', () => {
    expect(() => loose.as('Table', null)).toThrow(/options must be an object/);
    expect(() => loose.as('Table', { managedFields: true })).toThrow(/managedFields is not a supported option/);
    expect(() => loose.as('PartialObjectMetadata', { includeObject: 'None' })).toThrow(/includeObject is not/);
    expect(() => loose.as(partialObjectMetadata(), { includeObject: 'None' })).toThrow(/includeObject is not/);
  });

  it('that is undefined is as left out', async () => {
    const options = { limit: undefined, labelSelektor: undefined };
    await expect(loose.list(options)).rejects.toThrow(/nothing is prepared/);
  });

  it('whose kind is null has none', async () => {
    await expect(loose.create({ ...node, kind: null, apiVersion: null })).rejects.toThrow(/nothing is prepared/);
  });
});

describe('what would widen a delete or a write', () => {
  const bound = deployments(silentConnection()).namespace('web') as object as Loose;
  const blank = ['', ' ', '\t\n', undefined];

  it.each([...blank, ',', '=', '==', '!=', ' , ', 'app!=', 'app!= ,tier=db', 'app notin ()', 'app notin ( )'])(
    'is a selector of %j for many objects',
    async (selector) => {
      for (const option of ['labelSelector', 'fieldSelector']) {
        const call = bound.deleteCollection({ [option]: selector });
        await expect(call).rejects.toMatchObject({ code: 'invalid-argument', argument: option });
      }
    },
  );

  it.each(['limit', 'timeoutSeconds', 'dryRun', 'gracePeriodSeconds', 'propagationPolicy'])(
    'is %s that is there but undefined, for many objects',
    async (option) => {
      const call = bound.deleteCollection({ labelSelector: 'a=b', [option]: undefined });
      await expect(call).rejects.toMatchObject({ code: 'invalid-argument', argument: option });
    },
  );

  it('is not a signal or a time limit that is undefined', async () => {
    const options = { labelSelector: 'a=b', signal: undefined, timeoutMs: undefined };
    await expect(bound.deleteCollection(options)).rejects.toThrow(/nothing is prepared/);
  });

  it.each<[unknown, string]>([
    [{}, 'preconditions'],
    [new Map([['uid', 'u1']]), 'preconditions'],
    [Promise.resolve({ uid: 'u1' }), 'preconditions'],
    ...blank.flatMap((value): [unknown, string][] => [
      [{ uid: value }, 'preconditions.uid'],
      [{ resourceVersion: value, uid: 'u1' }, 'preconditions.resourceVersion'],
    ]),
  ])('is a delete with the preconditions %j', async (preconditions, argument) => {
    await expect(loose.delete('n1', { preconditions })).rejects.toMatchObject({ code: 'invalid-argument', argument });
  });

  it.each([...blank.map((resourceVersion) => ({ resourceVersion })), { currentReplicas: undefined }])(
    'is a scale with the precondition %j',
    async (options) => {
      const [argument] = Object.keys(options);
      await expect(loose.scale('n1').set(1, options)).rejects.toMatchObject({ code: 'invalid-argument', argument });
    },
  );

  it.each([' ', '\t', '\u00a0'])('is the blank name %j', async (name) => {
    await expect(loose.delete(name)).rejects.toMatchObject({ code: 'invalid-name', role: 'name' });
    await expect(loose.namespace(name).list()).rejects.toMatchObject({ code: 'invalid-name', role: 'namespace' });
  });
});
