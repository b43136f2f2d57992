import { expect, it } from 'vitest';
import { customTable, columnBlocks, readColumnsList } from '../../src/cli/terminal/custom-columns.js';
import { createPagePrinter } from '../../src/cli/terminal/page-printer.js';

// Printed by kubectl 1.37; it writes ESC as ^[, where this table has \u001b.
const printed = String.raw`NAME   CERT   V
a      one
two
                   x
a-long-name-here   1      TAB
2

3                  5
b                  cr\rx\u001b[31m   map[a:[x
y 1.5 <nil>] b:true]
c                  <none>        1e+20
d                                false
e                  last line
                   [map[k:v
w] z]
`;

it('values of several lines and of every kind are printed whole, in the columns of kubectl', () => {
  const object = (name: string, crt: unknown, v: unknown) => ({ metadata: { name }, data: { crt }, v });
  const objects = [
    object('a', 'one\ntwo\n', 'x'),
    object('a-long-name-here', '1\tTAB\n2\n\n3', 5),
    object('b', 'cr\rx\u001b[31m', { b: true, a: ['x\ny', 1.5, null] }),
    { metadata: { name: 'c' }, data: {}, v: 1e20 },
    object('d', '', false),
    object('e', 'last line\n', [{ k: 'v\nw' }, 'z']),
  ];
  const table = customTable(readColumnsList('NAME:.metadata.name,CERT:.data.crt,V:.v'), objects);
  table.rows.unshift({ cells: ['NAME', 'CERT', 'V'], object: undefined });
  const text = columnBlocks(table)
    .map(createPagePrinter({ header: false }))
    .join('');
  const width = (line: string): string => line.replace(/ +/g, ' ');
  expect(text.split('\n').map(width)).toEqual(printed.split('\n').map(width));
  // The escape is four characters longer here, and so is its column.
  expect(text.split('\n').slice(0, 7)).toEqual(printed.split('\n').slice(0, 7));
});

it('a value with tabs loses nothing, nor do the columns behind it', () => {
  const objects = [{ a: 'x\ty\tz', b: 'end' }, { a: 'long-one', b: 'other\tend' }, { a: '\t' }];
  for (const columns of ['A:.a', 'A:.a,B:.b']) {
    const table = customTable(readColumnsList(columns), objects);
    const text = columnBlocks(table)
      .map(createPagePrinter({ header: false }))
      .join('');
    expect(text.match(/[^\s]+/g)).toEqual(
      columns === 'A:.a' ? ['x', 'y', 'z', 'long-one'] : ['x', 'y', 'z', 'end', 'long-one', 'other', 'end', '<none>'],
    );
  }
});
