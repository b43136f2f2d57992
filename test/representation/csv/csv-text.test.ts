import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRecord, formatCsv, parseCsv } from '../../../src/representations/csv.js';
import { markConverted } from '../../../src/core/representation/origin.js';
import type { Table } from '../../../src/core/representation/table/table.js';

const tableOf = (names: readonly string[], ...rows: unknown[][]): Table => ({
  apiVersion: 'meta.k8s.io/v1',
  kind: 'Table',
  metadata: {},
  columnDefinitions: names.map((name, priority) => ({ name, type: 'string', format: '', description: '', priority })),
  rows: rows.map((cells) => ({ cells, object: { apiVersion: 'v1', kind: 'Pod', metadata: { namespace: 'web' } } })),
});

describe('a record', () => {
  it.each([
    [['a', 'b'], 'a,b'],
    [['a,b', 'say "no"', 'two\nlines', 'cr\rhere'], '"a,b","say ""no""","two\nlines","cr\rhere"'],
    [[' kept ', '\u00a0'], '" kept ","\u00a0"'],
    [['日本語', '👩‍💻', 'é'], '日本語,👩‍💻,é'],
    [[null, undefined, '', 0, -1.5, true], ',,,0,-1.5,true'],
    [[9007199254740993n, 1e20], '9007199254740993,100000000000000000000'],
    [[{ a: 9007199254740993n }], '"{""a"":""9007199254740993""}"'],
    [[{ a: [1, 'x'] }], '"{""a"":[1,""x""]}"'],
    [[''], '""'],
    [[null], '""'],
  ])('of %o is %j', (cells, line) => {
    expect(csvRecord(cells, {})).toBe(`${line}\r\n`);
  });

  it('has dots for what is nested too deeply to be written', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 50_000; level += 1) deep = [deep];
    expect(csvRecord(['a', deep], {})).toBe('a,...\r\n');
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+cmd|x', "'+cmd|x"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t'=1"],
    ['\rx', '"\'\rx"'],
    ['  =1', "'  =1"],
    ['\ufeff=1', "'\ufeff=1"],
    ['＝1', "'＝1"],
    ['a;=1', "a;'=1"],
    ['a\n@x', '"a\n\'@x"'],
    ['-12.5', '-12.5'],
    ['+7', '+7'],
    ['a=b', 'a=b'],
    ['web-0', 'web-0'],
  ])('with %j is harmless to a spreadsheet as %j', (text, written) => {
    expect(csvRecord(['x', text], { defuse: true })).toBe(`x,${written}\r\n`);
    expect(csvRecord([text], {})).not.toContain("'");
  });

  it('keeps numbers that are numbers', () => {
    expect(csvRecord([-5, '-5', -1e21], { defuse: true })).toBe('-5,-5,-1e+21\r\n');
  });
});

describe('a table', () => {
  const table = tableOf(['Name', 'Ready'], ['front', '1/1'], ['back', '=1']);

  it('is a header and a line for each row, with the columns of every priority', () => {
    expect(formatCsv(table)).toBe('Name,Ready\r\nfront,1/1\r\nback,=1\r\n');
    expect(formatCsv(table, { header: false, defuse: true })).toBe("front,1/1\r\nback,'=1\r\n");
  });

  it('has the namespace before its columns where it is asked for, and once', () => {
    expect(formatCsv(table, { namespace: true, header: false })).toBe('web,front,1/1\r\nweb,back,=1\r\n');
    const made = markConverted(tableOf(['Namespace', 'Name'], ['web', 'front']));
    expect(formatCsv(made, { namespace: true })).toBe('Namespace,Name\r\nweb,front\r\n');
  });

  it('has as many cells in each line as there are columns', () => {
    expect(formatCsv(tableOf(['A', 'B'], ['1'], ['1', '2', '3']))).toBe('A,B\r\n1,\r\n1,2\r\n');
  });

  it('without rows is its header', () => {
    expect(formatCsv(tableOf(['A', 'B']))).toBe('A,B\r\n');
  });
});

describe('CSV that is read', () => {
  it.each([
    [
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['\ufeffa\n"x ""y"", z"\r"two\r\nlines"', [['a'], ['x "y", z'], ['two\r\nlines']]],
    ['a,\r\n,\r\n\r\n""\r\n', [['a', ''], ['', ''], ['']]],
    ['a,', [['a', '']]],
    ['', []],
  ])('%j', (text, records) => {
    expect(parseCsv(text)).toEqual(records);
  });

  it.each([
    ['"no end', 0],
    ['a,"x"y', 5],
    ['a\r\nb"c"', 4],
    [`"${'""'.repeat(10)}`, 20],
  ])('%j has a quote that does not fit, at %i', (text, position) => {
    expect(parseCsv(text)).toEqual({ position });
  });

  it('is what was written, whatever stands in the cells', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\r', '\n', ' ', '\t', '=', '日') });
    const records = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 5 });
    fc.assert(
      fc.property(records, (all) => {
        expect(parseCsv(all.map((each) => csvRecord(each, {})).join(''))).toEqual(all);
      }),
    );
  });

  it('of one very long cell is read as well', () => {
    const text = `"${'x""\n'.repeat(500_000)}"`;
    expect(parseCsv(text)).toEqual([['x"\n'.repeat(500_000)]]);
  });
});
