import { describe, expect, it } from 'vitest';
import { createPagePrinter } from '../../src/cli/terminal/page-printer.js';
import type { Table } from '../../src/index.js';
import { lines } from './support.js';

function page(
  rows: readonly (readonly unknown[])[],
  namespaces: readonly string[] = [],
  columns = ['Name', 'Age'],
): Table {
  return {
    apiVersion: 'meta.k8s.io/v1',
    kind: 'Table',
    metadata: {},
    columnDefinitions: columns.map((name, index) => ({
      name,
      type: 'string',
      format: index === 0 ? 'name' : '',
      description: '',
      priority: 0,
    })),
    rows: rows.map((cells, index) => ({
      cells: [...cells],
      object: { apiVersion: 'v1', kind: 'Pod', metadata: { namespace: namespaces[index] } },
    })),
  };
}

describe('pages of a table', () => {
  it('share their columns: a later page is as wide as all before it', () => {
    const print = createPagePrinter({ header: true });
    const texts = [page([['a-long-name', '1d']]), page([['b', '2d']]), page([['an-even-longer-name', '3d']])].map(
      print,
    );
    expect([...texts, print(page([['c', '4d']]))].join('')).toBe(
      lines`
        NAME          AGE
        a-long-name   1d
        b             2d
        an-even-longer-name   3d
        c                     4d
      `,
    );
  });

  it('are as wide as a terminal shows earlier ones: wide characters, escapes and lines that are cut', () => {
    const wide = ['日本語日本', 'abcdefgh', '\u001b[31mred', 'first\nsecond'];
    for (const header of [true, false]) {
      const print = createPagePrinter({ header });
      const first = print(page(wide.map((name) => [name, '1d'])));
      const column = first
        .split('\n')
        .at(1 + (header ? 1 : 0))
        ?.indexOf('1d');
      expect(column).toBe('\\u001b[31mred   '.length);
      expect(print(page([['b', '2d']])).indexOf('2d')).toBe(column);
      const next = createPagePrinter({ header });
      next(
        page([
          ['日本語日本', '1d'],
          ['abcdefgh', '1d'],
        ]),
      );
      expect(next(page([['b', '2d']])).indexOf('2d')).toBe('日本語日本'.length * 2 + 3);
    }
  });

  it('have no line of headers when none is wanted', () => {
    const print = createPagePrinter({ header: false });
    expect(print(page([['a', '1d']])) + print(page([['b', '2d']]))).toBe('a     1d\nb     2d\n');
  });

  it('keep the width of the namespaces', () => {
    const print = createPagePrinter({ header: true, namespace: true });
    const text = print(page([['a', '1d']], ['kube-system-two'])) + print(page([['b', '2d']], ['web']));
    expect(text).toBe(
      lines`
        NAMESPACE         NAME   AGE
        kube-system-two   a      1d
        web               b      2d
      `,
    );
  });

  it('measure the whole of a cell of several lines, as kubectl does, of which one is shown', () => {
    const print = createPagePrinter({ header: false });
    print(
      page([
        ['a-name', 'x'],
        ['b\nand much that is not shown', 'x'],
      ]),
    );
    expect(print(page([['c', 'x']]))).toBe('c                              x\n');
  });

  it('measure what is no text as it is shown', () => {
    const print = createPagePrinter({ header: false });
    print(
      page([
        [123456, true],
        [null, 'x'],
      ]),
    );
    expect(print(page([['c', 'x']]))).toBe('c        x\n');
  });

  it('measure nothing for a cell that is null', () => {
    const print = createPagePrinter({ header: false });
    print(page([['abc', 'x']]));
    print(page([[null, 'x']]));
    expect(print(page([['d', 'x']]))).toBe('d     x\n');
  });

  it('hold a cell of JSON that is nested 100,000 deep, even as the name', () => {
    const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as unknown;
    const print = createPagePrinter({ header: false, prefix: 'pod/' });
    expect(print(page([['a', deep]]))).toBe('pod/a   ...\n');
    expect(print(page([[deep, 'x']]))).toBe('pod/...   x\n');
    expect(print(page([['b', 'x']]))).toBe('pod/b     x\n');
  });

  it('have headers again when the columns change', () => {
    const print = createPagePrinter({ header: true });
    print(page([['a-long-name', '1d']]));
    expect(print(page([['b', '2d']], [], ['Name', 'Status']))).toBe('NAME   STATUS\nb      2d\n');
  });

  it('without rows are no text', () => {
    expect(createPagePrinter({ header: true })(page([]))).toBe('');
  });

  it('have the prefix before the name alone', () => {
    const print = createPagePrinter({ header: false, prefix: 'pod/' });
    expect(print(page([['a', '1d']]))).toBe('pod/a   1d\n');
  });
});
