import { describe, expect, it } from 'vitest';
import { originOf } from '../../../src/core/representation/origin.js';
import { tableRepresentation } from '../../../src/core/representation/table/table-representation.js';
import { columnDefinitions, partial, pod, received, row, table } from '../bodies.js';
import { allPods, nodes, webPods } from '../contexts.js';

const accept =
  'application/json;g=meta.k8s.io;v=v1;as=Table,application/json;g=meta.k8s.io;v=v1beta1;as=Table,application/json';

describe('a Table is asked for', () => {
  it.each([
    ['one namespace', webPods, 'None'],
    ['a cluster-scoped resource', nodes, 'None'],
    ['all namespaces, where cells do not tell the namespace', allPods, 'Metadata'],
  ] as const)('by default for %s with the least that tells rows apart', (_case, context, includeObject) => {
    expect(tableRepresentation().offer('list', context)).toEqual({ accept, query: { includeObject } });
    expect(tableRepresentation().offer('get', context)).toEqual({ accept, query: { includeObject } });
  });

  it.each(['None', 'Metadata', 'Object'] as const)(
    'with includeObject=%s where the caller says so',
    (includeObject) => {
      const offer = tableRepresentation({ includeObject }).offer('list', allPods);
      expect(offer).toEqual({ accept, query: { includeObject } });
    },
  );
});

describe('a Table that a server made', () => {
  it('is read with its columns, cells and list metadata', () => {
    const decoded = tableRepresentation().decodeMany(
      received(table([row('front'), row('back')], { resourceVersion: '10', continue: 'next', remainingItemCount: 3 })),
      webPods,
    );
    expect(decoded).toEqual({
      apiVersion: 'meta.k8s.io/v1',
      kind: 'Table',
      metadata: { resourceVersion: '10', continue: 'next', remainingItemCount: 3 },
      columnDefinitions,
      rows: [
        { cells: ['front', '1/1', '5d', '10.0.0.1'], object: undefined },
        { cells: ['back', '1/1', '5d', '10.0.0.1'], object: undefined },
      ],
    });
    expect(originOf(decoded)).toBe('server');
    expect(tableRepresentation().continueOf(decoded)).toBe('next');
    expect(tableRepresentation().itemsOf(decoded)).toBe(decoded.rows);
  });

  it('of v1beta1 is one as well', () => {
    const decoded = tableRepresentation().decodeMany(
      received({ ...table([row('a')]), apiVersion: 'meta.k8s.io/v1beta1' }),
      webPods,
    );
    expect(decoded.rows).toHaveLength(1);
    expect(originOf(decoded)).toBe('server');
  });

  it('has empty arrays where the server sends none, and blank columns where it names nothing', () => {
    const bare = { kind: 'Table', apiVersion: 'meta.k8s.io/v1' };
    expect(tableRepresentation().decodeMany(received({ ...bare, rows: null }), webPods)).toEqual({
      ...bare,
      metadata: {},
      columnDefinitions: [],
      rows: [],
    });
    expect(
      tableRepresentation().decodeMany(received({ ...bare, columnDefinitions: [{}], rows: [{}] }), webPods),
    ).toMatchObject({
      columnDefinitions: [{ name: '', type: '', format: '', description: '', priority: 0 }],
      rows: [{ cells: [] }],
    });
  });

  it('keeps conditions and cells of any JSON type', () => {
    const conditions = [{ type: 'Completed', status: 'True' }];
    const decoded = tableRepresentation().decodeMany(
      received(table([{ cells: [1, null, true, { a: 1 }], conditions }])),
      webPods,
    );
    expect(decoded.rows).toEqual([{ cells: [1, null, true, { a: 1 }], conditions, object: undefined }]);
  });

  it('of one object has one row', () => {
    const decoded = tableRepresentation().decodeOne(received(table([row('front')])), webPods);
    expect(decoded.rows.map(({ cells }) => cells[0])).toEqual(['front']);
    expect(() => tableRepresentation().decodeOne(received(table([row('a'), row('b')])), webPods)).toThrow(
      /rows contains several objects, but one was requested/,
    );
  });
});

describe('the object of a row', () => {
  const decode = (includeObject: 'None' | 'Metadata' | 'Object', object: unknown) =>
    tableRepresentation({ includeObject }).decodeMany(received(table([row('front', object)])), webPods).rows[0]?.object;
  const cut = { apiVersion: 'v1', kind: 'Pod', metadata: pod('front')['metadata'] };

  it('is nothing with None, whatever the server sends', () => {
    expect(decode('None', null)).toBeUndefined();
    expect(decode('None', partial('front'))).toBeUndefined();
  });

  it('is metadata with Metadata: the mapping’s kind on it, and cut from a whole object', () => {
    expect(decode('Metadata', partial('front'))).toEqual(cut);
    expect(decode('Metadata', pod('front'))).toEqual(cut);
  });

  it('is the whole object with Object', () => {
    expect(decode('Object', pod('front'))).toEqual(pod('front'));
  });

  it('is never less than what was asked for', () => {
    expect(() => decode('Object', partial('front'))).toThrow(/rows\[0\]\.object is metadata alone/);
  });

  it.each(['Metadata', 'Object'] as const)(
    'is missing with %s where one row has none, and the others are there',
    (include) => {
      const rows = [row('front', pod('front')), row('back', null), { cells: ['side'] }, row('last', pod('last'))];
      const decoded = tableRepresentation({ includeObject: include }).decodeMany(received(table(rows)), webPods);
      expect(decoded.rows.map(({ cells, object }) => [cells[0], object?.metadata.name])).toEqual([
        ['front', 'front'],
        ['back', undefined],
        ['side', undefined],
        ['last', 'last'],
      ]);
    },
  );

  it('is by default metadata over all namespaces where the server sends it, else nothing', () => {
    const representation = tableRepresentation();
    const rows = [row('front', partial('front')), row('back', null)];
    expect(representation.decodeMany(received(table(rows)), allPods).rows.map(({ object }) => object)).toEqual([
      cut,
      undefined,
    ]);
    expect(representation.decodeMany(received(table(rows)), webPods).rows.map(({ object }) => object)).toEqual([
      undefined,
      undefined,
    ]);
  });
});
