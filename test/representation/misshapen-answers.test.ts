import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { partialObjectMetadata } from '../../src/core/representation/partial-object-metadata.js';
import type { Representation } from '../../src/core/representation/representation.js';
import { tableRepresentation } from '../../src/core/representation/table/table-representation.js';
import type { AnswerShapes } from '../../src/core/representation/shapes.js';
import { UnexpectedShapeError } from '../../src/core/representation/errors.js';
import { wholeObject } from '../../src/core/representation/whole-object.js';
import type { JsonRecord } from '../../src/core/shared/json-record.js';
import { partial, partialList, pod, podList, received, row, success, table } from './bodies.js';
import { thrownBy, webPods } from './contexts.js';

const representations: readonly Representation<AnswerShapes>[] = [
  wholeObject(),
  partialObjectMetadata(),
  tableRepresentation(),
];

function refusal(action: () => unknown): UnexpectedShapeError {
  const error = thrownBy(action);
  if (error instanceof UnexpectedShapeError) return error;
  throw error;
}

describe.each(representations.map((representation) => [representation.name, representation] as const))(
  'asked for %s',
  (_name, representation) => {
    it.each<[string, JsonRecord, string]>([
      ['a Status with 200', success, 'it is a Status, but a list was requested'],
      ['a Status without apiVersion', { kind: 'Status' }, 'it is a Status, but a list was requested'],
      [
        'a Status of meta.k8s.io',
        { ...success, apiVersion: 'meta.k8s.io/v1' },
        'it is a Status, but a list was requested',
      ],
      ['a single object', pod('a'), 'it is a single object, but a list was requested'],
      ['the metadata of one object', partial('a'), 'it is the metadata of a single object, but a list was requested'],
      ['a Table of a future version', { ...table([]), apiVersion: 'meta.k8s.io/v2' }, 'it has an unsupported version'],
      ['some other JSON', { message: 'please log in' }, 'it is neither a Kubernetes object nor a list'],
      ['items of nobody', { items: [] }, 'it is neither a Kubernetes object nor a list'],
      ['an empty object', {}, 'it is neither a Kubernetes object nor a list'],
      ['a kind that is a number', { ...podList([]), kind: 5 }, 'kind is not a string'],
      ['an apiVersion that is an object', { ...podList([]), apiVersion: {} }, 'apiVersion is not a string'],
      ['items that are an object', { ...podList([]), items: {} }, 'items is not an array'],
      ['items that are text', { ...podList([]), items: 'none' }, 'items is not an array'],
      ['an item that is null', podList([pod('a'), null]), 'items[1] is missing'],
      ['an item that is a list', podList([[]]), 'items[0] is not an object'],
      ['an item whose kind is a number', podList([{ ...pod('a'), kind: 1 }]), 'items[0].kind is not a string'],
      ['metadata that is text', podList([{ metadata: 'a' }]), 'items[0].metadata is not an object'],
      ['a name that is a number', podList([{ metadata: { name: 7 } }]), 'items[0].metadata.name is not a string'],
      ['list metadata that is an array', { ...podList([]), metadata: [] }, 'metadata is not an object'],
      ['a continue that is a number', podList([], { continue: 1 }), 'metadata.continue is not a string'],
    ])('a list refuses %s', (_case, body, problem) => {
      const error = refusal(() => representation.decodeMany(received(body), webPods));
      expect(error.message).toContain(problem);
      expect(error).toMatchObject({ code: 'unexpected-shape', resource: webPods.mapping.resource });
    });

    it.each<[string, JsonRecord, string]>([
      ['a Status with 200', success, 'it is a Status, but one object was requested'],
      ['a list', podList([pod('a')]), 'it is a list, but one object was requested'],
      ['an empty list', podList([]), 'it is a list, but one object was requested'],
      ['a list without a kind', { metadata: {}, items: [] }, 'it is a list, but one object was requested'],
      ['a list of metadata', partialList([]), 'it is a list of metadata, but one object was requested'],
      ['some other JSON', { error: 'nope' }, 'it is neither a Kubernetes object nor a list'],
      ['metadata that is text', { ...pod('a'), metadata: 'a' }, 'metadata is not an object'],
      ['a name that is an object', { ...pod('a'), metadata: { name: {} } }, 'metadata.name is not a string'],
    ])('one object refuses %s', (_case, body, problem) => {
      expect(refusal(() => representation.decodeOne(received(body), webPods)).message).toContain(problem);
    });
  },
);

describe('asked for whole objects', () => {
  it.each<[string, JsonRecord, string]>([
    ['a Table', table([]), 'it is a Table, but a list was requested'],
    ['a list of metadata', partialList([]), 'it is a list of metadata, but a list was requested'],
    ['metadata among the items', podList([pod('a'), partial('b')]), 'items[1] is metadata alone, not a whole object'],
  ])('a list refuses %s', (_case, body, problem) => {
    expect(refusal(() => wholeObject().decodeMany(received(body), webPods)).message).toContain(problem);
  });

  it('one object refuses metadata alone and a Table', () => {
    expect(() => wholeObject().decodeOne(received(partial('a')), webPods)).toThrow(
      /is the metadata of a single object/,
    );
    expect(() => wholeObject().decodeOne(received(table([row('a')])), webPods)).toThrow(/is a Table/);
  });
});

describe('asked for metadata', () => {
  it('a Table is refused, and so is a PartialObjectMetadata without metadata', () => {
    const bare = { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1' };
    expect(() => partialObjectMetadata().decodeMany(received(table([])), webPods)).toThrow(/is a Table/);
    expect(() => partialObjectMetadata().decodeOne(received(bare), webPods)).toThrow(/has no metadata/);
    expect(() => partialObjectMetadata().decodeMany(received(partialList([bare])), webPods)).toThrow(
      /items\[0\] has no metadata/,
    );
  });
});

describe('a Table', () => {
  it.each<[string, JsonRecord, string]>([
    ['columns that are an object', { ...table([]), columnDefinitions: {} }, 'columnDefinitions is not an array'],
    ['a column that is text', { ...table([]), columnDefinitions: ['Name'] }, 'columnDefinitions[0] is not an object'],
    ['a name that is a number', { ...table([]), columnDefinitions: [{ name: 1 }] }, 'columnDefinitions[0].name is not'],
    [
      'a priority that is text',
      { ...table([]), columnDefinitions: [{ name: 'A', priority: '1' }] },
      'columnDefinitions[0].priority is not a whole number',
    ],
    ['rows that are text', { ...table([]), rows: 'x' }, 'rows is not an array'],
    ['a row that is null', table([null]), 'rows[0] is missing'],
    ['cells that are an object', table([{ cells: {} }]), 'rows[0].cells is not an array'],
    ['conditions that are text', table([{ cells: [], conditions: 'x' }]), 'rows[0].conditions is not an array'],
  ])('with %s is refused', (_case, body, problem) => {
    expect(refusal(() => tableRepresentation().decodeMany(received(body), webPods)).message).toContain(problem);
  });
});

it('the error names the resource, the kind and the place, for people and as data', () => {
  const error = refusal(() => wholeObject().decodeMany(received(podList([{ metadata: 'a' }])), webPods));
  expect(error.message).toBe(
    'The server\'s answer for "pods.v1." (kind "PodList", apiVersion "v1") cannot be used: items[0].metadata is not an object.',
  );
  expect(error).toMatchObject({ kind: 'PodList', apiVersion: 'v1', field: 'items[0].metadata' });
});

it('the error quotes no credential of the request that a server sends back', () => {
  const conceal = (text: string) => text.replaceAll('very-secret', '***');
  const context = webPods;
  const body = { kind: 'very-secret', apiVersion: 'very-secret/v1', metadata: 'none' };
  const answer = { ...received(body), conceal };
  const errors = [
    refusal(() => wholeObject().decodeOne(answer, context)),
    refusal(() =>
      tableRepresentation().decodeEvents(context)({ ...received({ type: 'ADDED', object: body }), conceal }),
    ),
  ];
  for (const error of errors) {
    expect(inspect(error)).not.toContain('very-secret');
    expect(error).toMatchObject({ kind: '***', apiVersion: '***/v1', field: 'metadata' });
  }
});
