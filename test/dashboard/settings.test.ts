import { expect, it } from 'vitest';
import { getSettings, keepSettings, widthWithin } from '../../src/dashboard/settings.js';

function kept(known: string) {
  keepSettings(JSON.parse(known) as object, () => undefined);
  return getSettings();
}

const widths = (of: string): string => `{"widths":{"pods.v1.":${of}}}`;

it.each([
  ['below none', widths('{"Name":-5,"Status":100}')],
  ['of nothing', widths('{"Name":0.0000001}')],
  ['without end', widths('{"Name":1e999}')],
  ['of a thousand screens', widths('{"Name":1e9}')],
  ['as text', widths('{"Name":"100"}')],
  ['that is none', widths('{"Name":null}')],
  ['of a list', widths('[[100]]')],
  ['of another version of the page', '{"version":9,"widths":[1],"recent":{"a":1},"namespaces":"x"}'],
])('a width %s is not taken from the file, and breaks no table', (_, known) => {
  expect(kept(known)).toMatchObject({ widths: {}, recent: [], namespaces: {} });
});

it('what a person may have is taken, each name once', () => {
  const known = kept('{"pinned":["pods.v1.","pods.v1.","__proto__"],"widths":{"a.v1.":{"__proto__":48,"Name":4000}}}');
  expect(known.pinned).toEqual(['pods.v1.', '__proto__']);
  expect(Object.entries(known.widths['a.v1.'] ?? {})).toEqual([
    ['__proto__', 48],
    ['Name', 4000],
  ]);
  expect([-5, 47.6, 99.5, Infinity].map(widthWithin)).toEqual([48, 48, 100, 4000]);
});
