import { describe, expect, it } from 'vitest';
import { originOf } from '../../../src/core/representation/origin.js';
import { tableRepresentation } from '../../../src/core/representation/table/table-representation.js';
import { bareItem, created, partial, partialList, pod, podList, received } from '../bodies.js';
import { allPods, nodes, webPods } from '../contexts.js';

const now = () => Date.parse(created) + 200_000;
const representation = tableRepresentation({ now });
const names = (table: { columnDefinitions: { name: string }[] }) => table.columnDefinitions.map(({ name }) => name);

describe('a table made here', () => {
  it.each([
    ['a whole list', podList([bareItem('front', 'web')])],
    ['a metadata list', partialList([partial('front')])],
  ])('shows Name and Age from %s in one namespace', (_case, body) => {
    const made = representation.decodeMany(received(body), webPods);
    expect(names(made)).toEqual(['Name', 'Age']);
    expect(made.rows).toEqual([{ cells: ['front', '3m20s'], object: undefined }]);
    expect(made).toMatchObject({ kind: 'Table', apiVersion: 'meta.k8s.io/v1' });
    expect(originOf(made)).toBe('converted');
  });

  it('shows the namespace first over all namespaces, with metadata beside the cells', () => {
    const made = representation.decodeMany(received(podList([bareItem('front', 'web')])), allPods);
    expect(names(made)).toEqual(['Namespace', 'Name', 'Age']);
    expect(made.rows).toEqual([
      {
        cells: ['web', 'front', '3m20s'],
        object: { apiVersion: 'v1', kind: 'Pod', metadata: bareItem('front', 'web')['metadata'] },
      },
    ]);
  });

  it('has no namespace column for a cluster-scoped resource', () => {
    const list = { kind: 'NodeList', apiVersion: 'v1', metadata: {}, items: [bareItem('n1')] };
    expect(names(representation.decodeMany(received(list), nodes))).toEqual(['Name', 'Age']);
  });

  it.each([
    ['a whole object', pod('front')],
    ['metadata alone', partial('front')],
  ])('has one row for %s', (_case, body) => {
    const made = representation.decodeOne(received(body), webPods);
    expect(made.rows).toEqual([{ cells: ['front', '3m20s'], object: undefined }]);
    expect(originOf(made)).toBe('converted');
  });

  it('keeps the list’s continue token and resourceVersion, and an object’s resourceVersion', () => {
    const metadata = { resourceVersion: '10', continue: 'next', remainingItemCount: 2 };
    expect(representation.decodeMany(received(podList([], metadata)), webPods).metadata).toEqual(metadata);
    const one = { kind: 'Pod', apiVersion: 'v1', metadata: { name: 'a', resourceVersion: '7', labels: {} } };
    expect(representation.decodeOne(received(one), webPods).metadata).toEqual({ resourceVersion: '7' });
  });

  it('carries what includeObject asks for', () => {
    const body = podList([bareItem('front', 'web')]);
    const object = (includeObject: 'None' | 'Metadata' | 'Object') =>
      tableRepresentation({ includeObject, now }).decodeMany(received(body), webPods).rows[0]?.object;
    expect(object('None')).toBeUndefined();
    expect(object('Metadata')).toEqual({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: bareItem('front', 'web')['metadata'],
    });
    expect(object('Object')).toEqual(pod('front'));
  });

  it('cannot carry whole objects where metadata alone came', () => {
    const whole = tableRepresentation({ includeObject: 'Object', now });
    expect(() => whole.decodeMany(received(partialList([partial('front')])), webPods)).toThrow(
      /items\[0\] is metadata alone/,
    );
  });

  it('shows null for a missing name and <unknown> for a missing or senseless age', () => {
    const items = [{ metadata: {} }, {}, { metadata: { name: 'a', creationTimestamp: 'yesterday' } }];
    expect(representation.decodeMany(received(podList(items)), webPods).rows.map(({ cells }) => cells)).toEqual([
      [null, '<unknown>'],
      [null, '<unknown>'],
      ['a', '<unknown>'],
    ]);
  });

  it('gives every table columns of its own', () => {
    const first = representation.decodeMany(received(podList([])), webPods);
    first.columnDefinitions[0]!.name = 'changed';
    expect(names(representation.decodeMany(received(podList([])), webPods))).toEqual(['Name', 'Age']);
  });
});
