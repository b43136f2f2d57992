import { describe, expect, it, vi } from 'vitest';
import { readRootAgain } from '../../../src/discovery/parse/read-again.js';
import { readRoot, type RootContent } from '../../../src/discovery/parse/read-document.js';
import { createAnswerBody, type AnswerBody } from '../../../src/media/answer-body.js';
import { documentsOf } from '../../bench/documents.js';
import { randomOf } from '../../e2e/harness/random.js';

const place = { root: 'apis', document: '/apis' } as const;
const mediaType = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
const bodyOf = (text: string): AnswerBody =>
  createAnswerBody({ content: new TextEncoder().encode(text), mediaType, path: '/apis' });

const plain = new TextDecoder().decode(documentsOf(300).apis);
type Item = {
  metadata: { name: string };
  versions: { freshness: string; resources: { responseKind: { kind: unknown } }[] }[];
};
const itemsIn = (text: string): Item[] => (JSON.parse(text) as { items: Item[] }).items;
const textOf = (items: readonly object[], further: object = {}): string =>
  JSON.stringify({ kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2', ...further, items });

/** A document that has been read twice, so that its groups are known by their texts. */
function readTwice(text = plain): RootContent {
  const first = readRoot(bodyOf(text), place);
  return readRootAgain(bodyOf(text), place, first);
}

const groupsOf = (content: RootContent) => (content.kind === 'aggregated' ? content.groups : []);

/** What is read of a text at once; the error where it makes no sense. */
function attempt(read: () => RootContent): unknown {
  try {
    const { kind, format, failures, ...rest } = read();
    return { kind, format, failures, groups: 'groups' in rest ? rest.groups : rest.outlines };
  } catch (error) {
    return String(error);
  }
}

const changes: readonly [string, (text: string) => string][] = [
  ['one group', (text) => text.replace('"shortNames":["fbw"]', '"shortNames":["other"]')],
  ['the first group', (text) => text.replace('"kind":"Awidget"', '"kind":"Bwidget"')],
  ['the last group', (text) => text.slice(0, -400) + text.slice(-400).replace('"Namespaced"', '"Cluster"')],
  ['a group that comes first', (text) => textOf([itemsIn(plain)[7]!, ...itemsIn(text).filter((_, at) => at !== 7)])],
  [
    'a group that is new',
    (text) => text.replace('"items":[', '"items":[{"metadata":{"name":"new.io"},"versions":[]},'),
  ],
  ['groups that are gone', (text) => textOf(itemsIn(text).filter((_, at) => at % 5 !== 0))],
  ['another order', (text) => textOf(itemsIn(text).reverse())],
  ['a group that is listed twice', (text) => textOf([...itemsIn(text), itemsIn(text)[9]!])],
  ['a group that is stale', (text) => text.replace(/"freshness":"Current"}]},{/, '"freshness":"Stale"}]},{')],
  ['an entry that makes no sense', (text) => text.replace('"Namespaced"', '"Nowhere"')],
  [
    'an entry in the middle that makes no sense',
    (text) => text.slice(0, text.length / 2) + text.slice(text.length / 2).replace('"Namespaced"', '"Nowhere"'),
  ],
  ['a name that is escaped', (text) => text.replace('"name":"f.team', '"name":"\\u0066.team')],
  ['letters beyond ASCII', (text) => text.replace('"kind":"Awidget"', '"kind":"Äwidget"')],
  ['blanks', (text) => JSON.stringify(JSON.parse(text), null, 1)],
  [
    'a group in the field of another one',
    (text) => {
      const items = itemsIn(text);
      return textOf(items.map((item, at) => (at === 3 ? { ...item, further: [items[4], items[5], items[6]] } : item)));
    },
  ],
  ['a list of groups in the document beside', (text) => textOf(itemsIn(text), { others: itemsIn(text).slice(3, 9) })],
  [
    'a second list of items',
    (text) => text.replace(/\}\n?$/, `,"items":${JSON.stringify(itemsIn(text).slice(40, 50))}}`),
  ],
  ['another kind', (text) => text.replace('"APIGroupDiscoveryList"', '"PodList"')],
  ['half of it', (text) => text.slice(0, text.length / 2)],
  ['half of it, to the end of a group', (text) => text.slice(0, text.indexOf('},{"metadata"', text.length / 2) + 1)],
  ['a bracket too many', (text) => text.replace('},{"metadata"', '}],{"metadata"')],
  ['a group of another shape between', (text) => text.replace('},{"metadata"', '},5,null,{"x":1},{"metadata"')],
  [
    'the fields of a group in another order',
    (text) => textOf(itemsIn(text).map(({ metadata, ...rest }) => ({ ...rest, metadata }))),
  ],
  ['a legacy document', () => JSON.stringify({ kind: 'APIGroupList', groups: [{ name: 'a.io', versions: [] }] })],
];

describe('a document that is read again', () => {
  it.each(changes)('with %s says what it says at once', (_what, change) => {
    const text = change(plain);
    expect(text).not.toBe(plain);
    const expected = attempt(() => readRoot(bodyOf(text), place));
    expect(attempt(() => readRootAgain(bodyOf(text), place, readTwice()))).toEqual(expected);
    // And again, where it could be read at all.
    const before = readTwice();
    expect(attempt(() => readRootAgain(bodyOf(text), place, readRootAgain(bodyOf(text), place, before)))).toEqual(
      expected,
    );
    expect(attempt(() => readRootAgain(bodyOf(plain), place, readRootAgain(bodyOf(text), place, before)))).toEqual(
      typeof expected === 'string' ? expected : attempt(() => readRoot(bodyOf(plain), place)),
    );
  });

  it('has the groups of before where they did not change, from the second time on without parsing them', () => {
    const before = readTwice();
    const [, change] = changes[0]!;
    const parse = vi.spyOn(JSON, 'parse');
    const after = readRootAgain(bodyOf(change(plain)), place, before);
    expect(Math.max(...parse.mock.calls.map(([text]) => text.length))).toBeLessThan(plain.length / 50);
    parse.mockRestore();
    const changed = groupsOf(after).filter((group, at) => group !== groupsOf(before)[at]);
    expect(changed.map(({ versions }) => versions[0]?.resources[0]?.shortNames)).toEqual([['other']]);
    expect(readRootAgain(bodyOf(plain), place, before)).toMatchObject({ groups: groupsOf(before) });
    expect(groupsOf(readRootAgain(bodyOf(plain), place, before))).toBe(groupsOf(before));
  });

  it('says what it says at once, whatever is changed in it', () => {
    const random = randomOf(1);
    let text = plain;
    let before = readTwice();
    for (let round = 0; round < 40; round += 1) {
      const items = itemsIn(text);
      const at = Math.floor(random() * items.length);
      if (random() < 0.3) items.splice(at, 1);
      else if (random() < 0.5) items.splice(Math.floor(random() * items.length), 0, items.splice(at, 1)[0]!);
      else items[at]!.versions[0]!.resources[0]!.responseKind.kind = random() < 0.1 ? 5 : `Kind${round}`;
      if (random() < 0.2) items[at]!.versions[0]!.freshness = 'Stale';
      text = items.length < 200 ? plain : textOf(items);
      before = readRootAgain(bodyOf(text), place, before);
      const { failures } = readRoot(bodyOf(text), place);
      expect([groupsOf(before), before.failures], `round ${round}`).toEqual([
        groupsOf(readRoot(bodyOf(text), place)),
        failures,
      ]);
    }
  });
});
