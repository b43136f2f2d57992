import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { piecesOf } from '../../../src/discovery/parse/pieces.js';
import type { JsonRecord } from '../../../src/shared/json-record.js';

const runs = 3000 * Number(process.env['KUBEATLAS_PROPERTY_RUNS'] ?? 1);
const seed = Number(process.env['KUBEATLAS_PROPERTY_SEED'] ?? 20_261_122);

/** What the pieces say together; undefined where the document has to be read as a whole. */
function together(text: string, pieceLength: number): JsonRecord | undefined {
  try {
    const pieces = [...piecesOf(text, pieceLength)];
    const items = pieces.flatMap((piece) => piece['items'] ?? []);
    return { ...pieces[0], ...pieces.at(-1), items };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const item = fc.record({
  metadata: fc.record({ name: fc.constantFrom('a', 'b', 'items', '},{"metadata"') }),
  n: fc.nat(9),
});
const items = fc.array(item, { maxLength: 12 }).map((list) => JSON.stringify(list));
/** Names of keys as they may be written; several mean the same. */
const key = fc.constantFrom(
  'items',
  'items',
  '\\u0069tems',
  'it\\u0065ms',
  'kind',
  'metadata',
  '0',
  '7',
  '__proto__',
  'others',
);
const space = fc.constantFrom('', '', ' ', ' \n\t'.repeat(40));
const value = fc.oneof(
  { weight: 4, arbitrary: items },
  { weight: 1, arbitrary: items.map((list) => `{"items":${list}}`) },
  { weight: 1, arbitrary: items.map((list) => `[{"metadata":{},"deep":${list}}]`) },
  { weight: 1, arbitrary: fc.constantFrom('null', '"items"', '"K"', '[]', '{}', '[0]', '[0,0]') },
);
const field = fc
  .tuple(key, space, value, space)
  .map(([name, before, said, after]) => `"${name}"${before}:${after}${said}`);
const document = fc.array(field, { minLength: 1, maxLength: 6 }).map((fields) => `{${fields.join(',')}}`);

describe('the pieces of any document', () => {
  it('say together what JSON.parse says of the whole, or the document is read as a whole', () => {
    let cut = 0;
    fc.assert(
      fc.property(document, fc.integer({ min: 1, max: 120 }), (text, pieceLength) => {
        const found = together(text, pieceLength);
        if (found === undefined) return;
        const whole = JSON.parse(text) as JsonRecord;
        if ([...piecesOf(text, pieceLength)].length === 1) return;
        cut += 1;
        expect(found['items']).toEqual(whole['items']);
        expect(Object.entries(found).sort()).toEqual(Object.entries(whole).sort());
      }),
      { numRuns: runs, seed },
    );
    expect(cut).toBeGreaterThan(runs / 50);
  });

  const [a, b, c] = ['a', 'b', 'c'].map((name) => `{"metadata":{"name":"${name}"}}`);
  it.each([
    ['items twice', `{"kind":"K","items":[${a},${b}],"items":[${c}]}`],
    ['items twice, in another writing', `{"kind":"K","items":[${a},${b}],"it\\u0065ms":[${c}]}`],
    ['items twice, with much space', `{"kind":"K","items":[${a},${b}],"items"${' '.repeat(500)}:[${c}]}`],
    ['items twice, both cut', `{"kind":"K","items":[${a},${b}],"items":[${b},${c}]}`],
    ['a kind again at its end', `{"kind":"K","items":[${a},${b}],"kind":"PodList"}`],
    ['a list under a number', `{"kind":"K","items":[],"7":[${a},${b}]}`],
    ['a list in the place of an earlier field', `{"metadata":{},"items":[${c}],"metadata":[${a},${b}]}`],
  ])('that has %s cannot be cut', (_what, text) => {
    expect(JSON.parse(text)).toBeDefined();
    expect(together(text, 20)).toBeUndefined();
  });

  it('with an item that is called items can be cut', () => {
    const items = Array.from({ length: 5 }, () => ({ metadata: { name: 'items' } }));
    expect(together(JSON.stringify({ kind: 'K', items }), 20)).toEqual({ kind: 'K', items });
  });
});
