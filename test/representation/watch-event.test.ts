import { describe, expect, it } from 'vitest';
import { UnexpectedShapeError } from '../../src/core/representation/errors.js';
import { originOf } from '../../src/core/representation/origin.js';
import { partialObjectMetadata } from '../../src/core/representation/partial-object-metadata.js';
import { wholeObject } from '../../src/core/representation/whole-object.js';
import { tableRepresentation } from '../../src/core/representation/table/table-representation.js';
import { bareItem, frame, partial, pod, podList, received, row, success, table } from './bodies.js';
import { allPods, thrownBy, webPods } from './contexts.js';

const representations = [wholeObject(), partialObjectMetadata(), tableRepresentation()];
const bookmark = {
  kind: 'Pod',
  apiVersion: 'v1',
  metadata: { resourceVersion: '9' },
  spec: { containers: null },
  status: {},
};

describe('events of whole objects', () => {
  it.each(['ADDED', 'MODIFIED', 'DELETED'])('%s carry the object, with its kind', (type) => {
    const decode = wholeObject().decodeEvents(webPods);
    expect(decode(frame(type, pod('front')))).toEqual({ type, object: pod('front') });
    expect(decode(frame(type, bareItem('front')))).toEqual({
      type,
      object: { ...bareItem('front'), kind: 'Pod', apiVersion: 'v1' },
    });
  });

  it('refuse metadata and tables in place of an object', () => {
    const decode = wholeObject().decodeEvents(webPods);
    expect(() => decode(frame('ADDED', partial('front')))).toThrow(/is the metadata of a single object/);
    expect(() => decode(frame('ADDED', table([row('front')])))).toThrow(/is a Table/);
  });
});

describe('events of metadata', () => {
  it('carry the kind of the object, and say where they were cut here', () => {
    const decode = partialObjectMetadata().decodeEvents(webPods);
    const object = { apiVersion: 'v1', kind: 'Pod', metadata: pod('front')['metadata'] };
    const [sent, cut] = [decode(frame('ADDED', partial('front'))), decode(frame('ADDED', pod('front')))];
    expect([sent, cut]).toEqual([
      { type: 'ADDED', object },
      { type: 'ADDED', object },
    ]);
    expect([originOf(sent), originOf(cut)]).toEqual(['server', 'converted']);
  });
});

describe('events of rows', () => {
  const later = (name: string, resourceVersion: string, object: unknown = null) => ({
    ...table([row(name, object)], { resourceVersion }),
    columnDefinitions: null,
  });
  const names = ({ columns }: { columns: readonly { name: string }[] }) => columns.map(({ name }) => name);

  it('carry the columns that the first one names', () => {
    const decode = tableRepresentation().decodeEvents(webPods);
    const events = [
      decode(frame('ADDED', table([row('front')], { resourceVersion: '7' }))),
      decode(frame('MODIFIED', later('front', '8'))),
      decode(frame('DELETED', later('front', '9'))),
    ];
    expect(events.map((event) => (event.type === 'BOOKMARK' ? [] : names(event)))).toEqual(
      Array(3).fill(['Name', 'Ready', 'Age', 'IP']),
    );
    expect(events[1]).toMatchObject({
      type: 'MODIFIED',
      resourceVersion: '8',
      object: { cells: ['front', '1/1', '5d', '10.0.0.1'], object: undefined },
    });
    expect(originOf(events[0] as object)).toBe('server');
  });

  it('of two streams do not know each other', () => {
    const representation = tableRepresentation();
    representation.decodeEvents(webPods)(frame('ADDED', table([row('front')])));
    expect(representation.decodeEvents(webPods)(frame('ADDED', later('front', '8')))).toMatchObject({ columns: [] });
  });

  it('take new columns where the server names some again', () => {
    const decode = tableRepresentation().decodeEvents(webPods);
    decode(frame('ADDED', table([row('front')])));
    const changed = { ...table([{ cells: ['a'] }]), columnDefinitions: [{ name: 'Only' }] };
    expect(decode(frame('ADDED', changed))).toMatchObject({ columns: [{ name: 'Only' }] });
    expect(decode(frame('ADDED', later('b', '2')))).toMatchObject({ columns: [{ name: 'Only' }] });
  });

  it('carry what includeObject asks for, where the server sends it', () => {
    const decode = tableRepresentation().decodeEvents(allPods);
    expect(decode(frame('ADDED', table([row('front', partial('front'))])))).toMatchObject({
      object: { object: { kind: 'Pod', metadata: { name: 'front' } } },
    });
    expect(decode(frame('ADDED', later('back', '8')))).toMatchObject({ object: { object: undefined } });
  });

  it('are made here from whole objects, and say so', () => {
    const decode = tableRepresentation({ now: () => Date.parse('2026-01-01T00:00:05Z') }).decodeEvents(webPods);
    const event = decode(frame('ADDED', pod('front')));
    expect(event).toMatchObject({ object: { cells: ['front', '5s'] }, columns: [{ name: 'Name' }, { name: 'Age' }] });
    expect(originOf(event)).toBe('converted');
  });

  it('have one row each', () => {
    const decode = tableRepresentation().decodeEvents(webPods);
    expect(() => decode(frame('ADDED', table([])))).toThrow(/rows contains no object/);
    expect(() => decode(frame('ADDED', table([row('a'), row('b')])))).toThrow(/rows contains several objects/);
  });

  it('name the columns in a bookmark too, whose annotations are those of its row', () => {
    const metadata = { creationTimestamp: null, annotations: { 'k8s.io/initial-events-end': 'true' } };
    const end = { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata };
    for (const includeObject of ['None', 'Object'] as const) {
      const decode = tableRepresentation({ includeObject }).decodeEvents(webPods);
      expect(decode(frame('BOOKMARK', table([row('', end)], { resourceVersion: '9' })))).toEqual({
        type: 'BOOKMARK',
        object: { apiVersion: 'v1', kind: 'Pod', metadata: { ...metadata, resourceVersion: '9' } },
      });
      expect(decode(frame('ADDED', later('front', '10', pod('front'))))).toMatchObject({
        columns: [{ name: 'Name' }, {}, {}, {}],
      });
    }
    expect(tableRepresentation().decodeEvents(webPods)(frame('BOOKMARK', table([], { resourceVersion: '9' })))).toEqual(
      {
        type: 'BOOKMARK',
        object: { apiVersion: 'v1', kind: 'Pod', metadata: { resourceVersion: '9' } },
      },
    );
  });
});

describe.each(representations.map((each) => [each.name, each] as const))('an event of %s', (_name, representation) => {
  it('that is a bookmark carries metadata alone', () => {
    expect(representation.decodeEvents(webPods)(frame('BOOKMARK', bookmark))).toEqual({
      type: 'BOOKMARK',
      object: { apiVersion: 'v1', kind: 'Pod', metadata: { resourceVersion: '9' } },
    });
  });

  it.each<[string, unknown, unknown, string]>([
    ['no object', 'ADDED', undefined, 'object is missing'],
    ['an object that is null', 'BOOKMARK', null, 'object is missing'],
    ['an object that is a list', 'ADDED', [], 'object is not an object'],
    ['no type', undefined, pod('a'), 'type is not a known type of event'],
    ['a type that is not known', 'SYNC', pod('a'), 'type is not a known type of event'],
    ['a type that is a number', 5, pod('a'), 'type is not a string'],
    ['an error, which is the affair of the watch', 'ERROR', success, 'type is not a known type of event'],
    ['a Status for an object', 'ADDED', success, 'it is a Status'],
    ['a list for an object', 'ADDED', podList([]), 'it is a list'],
  ])('with %s is refused', (_case, type, object, problem) => {
    const error = thrownBy(() => representation.decodeEvents(webPods)(frame(type, object)));
    expect(error).toBeInstanceOf(UnexpectedShapeError);
    expect((error as Error).message).toContain(problem);
  });

  it('that is no JSON object is malformed', () => {
    const body = { ...received({}), json: () => 'ADDED' };
    expect(thrownBy(() => representation.decodeEvents(webPods)(body))).toMatchObject({ code: 'malformed-answer' });
  });
});
