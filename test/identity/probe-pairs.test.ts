import { describe, expect, it } from 'vitest';
import type { ResourceEntry } from '../../src/core/catalog/entries.js';
import type { MetadataAnswer, MetadataReader } from '../../src/core/metadata/create-metadata-reader.js';
import { TimeoutError } from '../../src/core/transport/errors.js';
import { probePairs } from '../../src/identity/probe.js';
import type { Probe } from '../../src/identity/evidence.js';
import { endpoint, names } from './catalogs.js';

type Shown = Readonly<Record<string, MetadataAnswer>>;

const web = (uid: string): MetadataAnswer => {
  return {
    state: 'found',
    object: { apiVersion: 'a/v1', kind: 'Set', metadata: { name: 'web', namespace: 'shop', uid } },
  };
};
const error = new TimeoutError({ method: 'GET', path: '/x' }, 'timeoutMs', 5);
const denied: MetadataAnswer = { state: 'unknown', reason: 'forbidden', message: 'forbidden', error };
const none: MetadataAnswer = { state: 'missing' };
const [a, b, c] = [endpoint('sets.v1.a'), endpoint('sets.v1.b'), endpoint('sets.v1.c')];

/** Answers from two tables, by the group of the endpoint, and notes what it was asked. */
function readerOf(listed: Shown, named: Shown): MetadataReader & { readonly asked: readonly string[] } {
  const asked: string[] = [];
  return {
    asked,
    async *pages({ mapping }) {
      const { group } = mapping.resource;
      asked.push(`list ${group}`);
      const answer = listed[group] ?? none;
      const items = answer.state === 'found' ? [answer.object] : [];
      yield answer.state === 'unknown' ? answer : { state: 'page', items, more: false, remaining: undefined };
    },
    async read({ mapping, name, namespace }) {
      const { group } = mapping.resource;
      asked.push(`get ${group} ${namespace}/${name}`);
      return named[group] ?? none;
    },
  };
}

function inWords({ endpoints, finding, why }: Probe): string {
  return [...names(endpoints), finding, ...(why === undefined ? [] : [why])].join(' ');
}

interface Case {
  readonly rule: string;
  readonly pair?: readonly [ResourceEntry, ResourceEntry];
  readonly listed: Shown;
  readonly named: Shown;
  readonly found: string;
  readonly asked: readonly string[];
}

const cases: readonly Case[] = [
  {
    rule: 'the same UID under the same name and namespace is one object',
    listed: { a: web('1') },
    named: { b: web('1') },
    found: 'one UID',
    asked: ['list a', 'get b shop/web'],
  },
  {
    rule: 'another UID is seen as such',
    listed: { a: web('1') },
    named: { b: web('2') },
    found: 'another UID',
    asked: ['list a', 'get b shop/web'],
  },
  {
    rule: 'two empty UIDs are not one',
    listed: { a: web('') },
    named: { b: web('') },
    found: 'another UID',
    asked: ['list a', 'get b shop/web'],
  },
  {
    rule: 'an object that is missing there is seen as such',
    listed: { a: web('1') },
    named: {},
    found: 'not there',
    asked: ['list a', 'get b shop/web'],
  },
  {
    rule: 'without objects there is nothing to look for',
    listed: {},
    named: {},
    found: 'no objects',
    asked: ['list a'],
  },
  {
    rule: 'an endpoint that may not be listed is looked at from the other side',
    listed: { a: denied, b: web('1') },
    named: { a: web('1') },
    found: 'one UID',
    asked: ['list a', 'list b', 'get a shop/web'],
  },
  {
    rule: 'what can be read from no side is told with the first reason',
    listed: { a: denied, b: { ...denied, message: 'gone' } },
    named: {},
    found: 'not readable forbidden',
    asked: ['list a', 'list b'],
  },
  {
    rule: 'an endpoint without list is only asked for objects of the other one',
    pair: [endpoint('sets.v1.a', { verbs: ['get'] }), b],
    listed: { b: web('1') },
    named: { a: web('1') },
    found: 'one UID',
    asked: ['list b', 'get a shop/web'],
  },
  {
    rule: 'endpoints without get are not asked',
    pair: [endpoint('sets.v1.a', { verbs: ['list'] }), endpoint('sets.v1.b', { verbs: ['list'] })],
    listed: {},
    named: {},
    found: 'not readable no get for sets.v1.b',
    asked: [],
  },
];

describe('a look at two endpoints', () => {
  it.each(cases)('$rule', async ({ pair = [a, b], listed, named, found, asked }) => {
    const reader = readerOf(listed, named);
    expect((await probePairs([[pair]], reader)).map(inWords)).toEqual([`sets.v1.a sets.v1.b ${found}`]);
    expect(reader.asked).toEqual(asked);
  });

  it('lists an endpoint once, and asks no pair that is one by way of a third', async () => {
    const reader = readerOf({ a: web('1'), b: web('1') }, { b: web('1'), c: web('1') });
    const pairs = [
      [a, b],
      [a, c],
      [b, c],
    ] as const;
    expect((await probePairs([pairs], reader)).map(inWords)).toEqual([
      'sets.v1.a sets.v1.b one UID',
      'sets.v1.a sets.v1.c one UID',
    ]);
    expect(reader.asked).toEqual(['list a', 'get b shop/web', 'get c shop/web']);
  });

  it('is told by rank, whichever answer comes first', async () => {
    const slow: MetadataReader = {
      ...readerOf({}, {}),
      async *pages({ mapping: { resource } }) {
        for (let turn = 0; resource.group === 'a' && turn < 20; turn += 1) await Promise.resolve();
        yield { state: 'page', items: [], more: false, remaining: undefined };
      },
    };
    const found = await probePairs([[[a, b]], [[b, c]]], slow);
    expect(found.map(inWords)).toEqual(['sets.v1.a sets.v1.b no objects', 'sets.v1.b sets.v1.c no objects']);
  });

  it('ends with what the reader throws', async () => {
    const aborted: MetadataReader = {
      ...readerOf({}, {}),
      // eslint-disable-next-line require-yield -- it ends before its first page
      async *pages() {
        throw new Error('left');
      },
    };
    await expect(probePairs([[[a, b]]], aborted)).rejects.toThrow('left');
  });

  it('looks at ten groups of pairs side by side, no more', async () => {
    let [now, most] = [0, 0];
    const counting: MetadataReader = {
      ...readerOf({}, {}),
      async *pages() {
        now += 1;
        most = Math.max(most, now);
        for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
        now -= 1;
        yield { state: 'page', items: [], more: false, remaining: undefined };
      },
    };
    const groups = Array.from({ length: 25 }, (_, at) => [[endpoint(`s${at}.v1.a`), endpoint(`s${at}.v1.b`)] as const]);
    await probePairs(groups, counting);
    expect(most).toBe(10);
  });
});
