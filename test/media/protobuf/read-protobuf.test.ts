import { describe, expect, it } from 'vitest';
import { createAnswerBody } from '../../../src/core/media/answer-body.js';
import { MalformedAnswerError, UnreadableProtobufError } from '../../../src/core/media/errors.js';
import { eventType, objectType, read } from './bodies.js';
import {
  bytes,
  enveloped,
  event,
  integer,
  magic,
  message,
  partial,
  partialList,
  tag,
  varint,
  wire,
  type Bytes,
} from './encode.js';

/** The metadata of one object, of its fields. */
const metadataOf = (...fields: readonly Bytes[]): unknown =>
  (read(partial(...fields)) as { metadata: unknown }).metadata;
const time = (seconds: number | bigint): Bytes => integer(1, seconds);
const label = (...entry: readonly Bytes[]): Bytes => bytes(11, message(...entry));

describe('metadata in protobuf', () => {
  it('has the fields that JSON has, and no others', () => {
    const owner = [bytes(1, 'Node'), bytes(3, 'n1'), bytes(4, 'u1'), bytes(5, 'v1'), integer(6, 1), integer(7, 0)];
    const metadata = metadataOf(
      bytes(1, 'a'),
      bytes(2, 'a-'),
      bytes(3, 'web'),
      bytes(4, '/self'),
      bytes(5, 'u'),
      bytes(6, '7'),
      integer(7, 3),
      bytes(8, time(1_700_000_000)),
      bytes(9, time(1_700_000_001)),
      integer(10, 30),
      label(bytes(1, 'tier'), bytes(2, 'db')),
      label(bytes(1, 'app'), bytes(2, 'front')),
      bytes(12, message(bytes(1, 'note'), bytes(2, 'x'.repeat(100)))),
      bytes(13, message(...owner)),
      bytes(13, []),
      bytes(14, 'example.org/a'),
      bytes(14, ''),
      bytes(17, bytes(1, 'kubectl')),
    );
    expect(metadata).toStrictEqual({
      name: 'a',
      generateName: 'a-',
      namespace: 'web',
      selfLink: '/self',
      uid: 'u',
      resourceVersion: '7',
      generation: 3,
      creationTimestamp: '2023-11-14T22:13:20Z',
      deletionTimestamp: '2023-11-14T22:13:21Z',
      deletionGracePeriodSeconds: 30,
      labels: { tier: 'db', app: 'front' },
      annotations: { note: 'x'.repeat(100) },
      ownerReferences: [
        { apiVersion: 'v1', kind: 'Node', name: 'n1', uid: 'u1', controller: true, blockOwnerDeletion: false },
        { apiVersion: '', kind: '', name: '', uid: '' },
      ],
      finalizers: ['example.org/a', ''],
    });
  });

  it('leaves out what JSON leaves out: empty texts, zero, and no time', () => {
    const empty = [1, 2, 3, 4, 5, 6].map((number) => bytes(number, ''));
    expect(metadataOf(...empty, integer(7, 0), bytes(8, []), bytes(9, []))).toStrictEqual({});
    expect(metadataOf(bytes(8, time(-62_135_596_800)))).toStrictEqual({});
    expect(metadataOf(integer(10, 0))).toStrictEqual({ deletionGracePeriodSeconds: 0 });
  });

  it('has maps with any keys, the last value of each, and its own prototype', () => {
    const metadata = metadataOf(
      label(),
      label(bytes(1, 'a'), bytes(2, '1')),
      label(bytes(2, '2'), bytes(1, 'a')),
      label(bytes(1, '__proto__'), bytes(2, 'x')),
      label(bytes(1, 'constructor')),
    );
    const labels = JSON.parse('{"":"","a":"2","__proto__":"x","constructor":""}') as object;
    expect(metadata).toStrictEqual({ labels });
    expect(Object.getPrototypeOf((metadata as { labels: object }).labels)).toBe(Object.prototype);
  });

  it.each([
    [1n, '1'],
    [2n ** 53n - 1n, '9007199254740991'],
    [2n ** 53n + 1n, '9007199254740993'],
    [2n ** 63n - 1n, '9223372036854775807'],
    [-(2n ** 63n), '-9223372036854775808'],
    [-1n, '-1'],
    [-(2n ** 53n) - 3n, '-9007199254740995'],
    [123456789012345678n, '123456789012345678'],
  ])('rounds the whole number %d as JSON.parse does', (value, text) => {
    expect(metadataOf(integer(7, value))).toStrictEqual(JSON.parse(`{"generation":${text}}`));
  });

  it.each([
    [-1n, '1969-12-31T23:59:59Z'],
    [0n, '1970-01-01T00:00:00Z'],
    [253402300799n, '9999-12-31T23:59:59Z'],
    [-62135596799n, '0001-01-01T00:00:01Z'],
  ])('writes the second %d as JSON does', (seconds, text) => {
    expect(metadataOf(bytes(8, time(seconds)))).toStrictEqual({ creationTimestamp: text });
    const withNanoseconds = message(time(seconds), integer(2, 999_999_999));
    expect(metadataOf(bytes(9, withNanoseconds))).toStrictEqual({ deletionTimestamp: text });
  });

  it.each([253402300800n, -62135596801n, 2n ** 62n])('refuses the second %d, which RFC 3339 cannot say', (seconds) => {
    expect(() => metadataOf(bytes(8, time(seconds)))).toThrow(/creationTimestamp is not a valid time/);
  });

  it.each([
    ['a byte that begins nothing', [0x61, 0xff, 0x62], 'a\ufffdb'],
    ['a character that is cut off', [0xe2, 0x82], '\ufffd'],
    ['one that is cut off by another', [0xf0, 0x9f, 0x8e, 0x41], '\ufffdA'],
    ['half of a pair', [0xed, 0xa0, 0x80], '\ufffd\ufffd\ufffd'],
    ['a character written too long', [0xc0, 0x80], '\ufffd\ufffd'],
    ['beyond the last character', [0xf4, 0x90, 0x80, 0x80], '\ufffd\ufffd\ufffd\ufffd'],
    ['a replacement character among them', [0xef, 0xbf, 0xbd, 0x80], '\ufffd\ufffd'],
    ['a mark of the byte order', [0xef, 0xbb, 0xbf, 0x61], '\ufeffa'],
    ['many', [...new TextEncoder().encode('ü'.repeat(40)), 0xff], `${'ü'.repeat(40)}\ufffd`],
  ])('reads text that is no UTF-8: %s', (_, raw, text) => {
    const note = bytes(12, message(bytes(1, raw), bytes(2, raw)));
    expect(metadataOf(note, bytes(3, raw))).toStrictEqual({ namespace: text, annotations: { [text]: text } });
  });

  it('gives each text by itself, however many alike came before', () => {
    const words = Array.from({ length: 5000 }, (_, index) => `word-${index % 1300}-${'x'.repeat(index % 70)}`);
    const finalizers = words.map((word) => bytes(14, word));
    expect(metadataOf(...finalizers, ...finalizers)).toStrictEqual({ finalizers: [...words, ...words] });
  });

  it('steps over fields that are not known, of every wire type', () => {
    const unknown = [
      integer(16, 2n ** 63n),
      [...tag(18, wire.fixed64), 1, 2, 3, 4, 5, 6, 7, 8],
      bytes(19, 'x'),
      [...tag(536_870_911, wire.fixed32), 1, 2, 3, 4],
    ];
    expect(metadataOf(...unknown, bytes(1, 'a'), ...unknown)).toStrictEqual({ name: 'a' });
  });
});

describe('a list in protobuf', () => {
  it('has items with kind and apiVersion, and what follows', () => {
    const metadata = message(bytes(2, '9'), bytes(3, 'next'), integer(4, 0), bytes(5, message(bytes(1, 'half'))));
    expect(read(partialList(metadata, bytes(1, 'a'), []))).toStrictEqual({
      kind: 'PartialObjectMetadataList',
      apiVersion: 'meta.k8s.io/v1',
      metadata: { resourceVersion: '9', continue: 'next', remainingItemCount: 0, shardInfo: { selector: 'half' } },
      items: [
        { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: { name: 'a' } },
        { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: {} },
      ],
    });
  });
});

describe('a Status in protobuf', () => {
  it.each(['v1', 'meta.k8s.io/v1'])('of %s has what JSON has', (apiVersion) => {
    const causes = [message(bytes(1, 'Bad'), bytes(2, 'it is'), bytes(3, 'spec.x')), []];
    const details = message(
      bytes(1, 'a'),
      bytes(2, 'apps'),
      bytes(3, 'Deployment'),
      ...causes.map((cause) => bytes(4, cause)),
      integer(5, 7),
      bytes(6, 'u'),
    );
    const raw = message(
      bytes(1, []),
      bytes(2, 'Failure'),
      bytes(3, 'no'),
      bytes(4, 'Why'),
      bytes(5, details),
      integer(6, 422),
    );
    expect(read(enveloped(apiVersion, 'Status', raw))).toStrictEqual({
      kind: 'Status',
      apiVersion,
      metadata: {},
      status: 'Failure',
      message: 'no',
      reason: 'Why',
      details: {
        name: 'a',
        group: 'apps',
        kind: 'Deployment',
        uid: 'u',
        causes: [{ reason: 'Bad', message: 'it is', field: 'spec.x' }, {}],
        retryAfterSeconds: 7,
      },
      code: 422,
    });
  });

  it.each([2n ** 31n, -(2n ** 31n) - 1n])('refuses the code %d, which has more than 32 bits', (code) => {
    expect(() => read(enveloped('v1', 'Status', integer(6, code)))).toThrow(/code has more than 32 bits/);
  });
});

describe('an event in protobuf', () => {
  it('is the type and the object', () => {
    expect(read(event('ADDED', partial(bytes(1, 'a'))), eventType)).toStrictEqual({
      type: 'ADDED',
      object: { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: { name: 'a' } },
    });
  });

  it.each([
    ['no object', bytes(1, 'ADDED')],
    ['an empty object', message(bytes(1, 'ADDED'), bytes(2, []))],
    ['JSON inside', event('ADDED', [...new TextEncoder().encode('{"kind":"Pod"}')])],
    ['an object without an event around it', partial(bytes(1, 'a'))],
    ['two objects', message(event('ADDED', partial(bytes(1, 'a'))), bytes(2, bytes(1, partial())))],
  ])('is refused with %s', (_, frame) => {
    expect(() => read(frame, eventType)).toThrow(MalformedAnswerError);
  });
});

describe('protobuf that is wrong', () => {
  const group = message(tag(20, wire.group), integer(1, 1), tag(20, wire.endGroup));
  it.each<[string, Bytes, RegExp]>([
    ['nothing', [], /it does not begin with a Kubernetes object, at byte 0 of 0/],
    ['JSON', [...new TextEncoder().encode('{"kind":"Pod"}')], /it does not begin with a Kubernetes object/],
    ['an envelope without content', [...magic, ...bytes(1, message(bytes(1, 'v1'), bytes(2, 'Status')))], /is empty/],
    ['a length beyond the end', [...magic, ...tag(2, wire.bytes), 100], /a length exceeds the message/],
    ['a length of 2^64 - 1', [...magic, ...tag(2, wire.bytes), ...varint(-1)], /a length exceeds the message/],
    ['a length of 2^63', [...magic, ...tag(2, wire.bytes), ...varint(2n ** 63n)], /a length exceeds the message/],
    ['a length of 2^32', [...magic, ...tag(2, wire.bytes), ...varint(2n ** 32n), 1], /a length exceeds the message/],
    ['a number that goes on', partial([...tag(7, 0), ...Array<number>(11).fill(0x80), 0]), /more than 64 bits/],
    ['a number of 65 bits', partial([...tag(7, 0), ...Array<number>(9).fill(0xff), 2]), /more than 64 bits/],
    ['a group', partial(group), /the wire type 3 is invalid/],
    ['the end of a group', partial(tag(20, wire.endGroup)), /the wire type 4 is invalid/],
    ['a wire type of the future', partial([...tag(20, 7), 1]), /the wire type 7 is invalid/],
    ['a number for a text', partial(integer(1, 5)), /field 1 is not of the wire type 0/],
    ['a text for a number', partial(bytes(7, 'x')), /field 7 is not of the wire type 2/],
    ['a time that is a number', partial(integer(8, 5)), /field 8 is not of the wire type 0/],
    ['field 0', partial(bytes(0, 'x')), /the field number is invalid/],
    ['a field beyond 2^29', partial(bytes(2 ** 29, 'x')), /the field number is invalid/],
    ['an entry with a third field', partial(bytes(11, bytes(3, 'x'))), /labels has an entry with an unknown field/],
    [
      'metadata twice',
      enveloped('meta.k8s.io/v1', 'PartialObjectMetadata', message(bytes(1, []), bytes(1, []))),
      /twice/,
    ],
    ['64 bits that are cut off', partial([...tag(20, wire.fixed64), 1, 2, 3]), /is truncated/],
    ['32 bits that are cut off', partial([...tag(20, wire.fixed32), 1, 2]), /is truncated/],
  ])('is a clear error: %s', (_, content, words) => {
    expect(() => read(content)).toThrow(words);
    expect(() => read(content)).toThrow(MalformedAnswerError);
    expect(() => read(content)).not.toThrow(UnreadableProtobufError);
  });

  it.each<[string, Bytes, RegExp]>([
    ['a whole object', enveloped('v1', 'Pod', bytes(1, [])), /it is of kind "Pod", apiVersion "v1" and form ""/],
    ['metadata of another version', enveloped('meta.k8s.io/v1beta1', 'PartialObjectMetadataList', []), /v1beta1/],
    ['no kind', [...magic, ...bytes(2, [1])], /of kind "", apiVersion ""/],
    ['a kind that objects have by nature', enveloped('', '__proto__', []), /of kind "__proto__"/],
    ['gzip', enveloped('v1', 'Status', [0x1f, 0x8b], 'gzip'), /apiVersion "v1" and form "gzip"/],
    [
      'JSON in an envelope',
      enveloped('v1', 'Status', [0x7b, 0x7d], '', 'application/json'),
      /apiVersion "v1" and form "application\/json"/,
    ],
    ['an owner of whom more is said', partial(bytes(13, bytes(8, 'daemonsets'))), /it has an unknown field 8/],
  ])('is told apart from what only JSON tells: %s', (_, content, words) => {
    expect(() => read(content)).toThrow(UnreadableProtobufError);
    expect(() => read(content)).toThrow(MalformedAnswerError);
    expect(() => read(content)).toThrow(words);
  });

  it('conceals what a server repeats', () => {
    const body = createAnswerBody({
      content: Uint8Array.from(enveloped('v1', 'tok3n', [])),
      mediaType: objectType,
      conceal: (text) => text.replaceAll('tok3n', '[hidden]'),
    });
    expect(() => body.json()).toThrow('it is of kind "[hidden]"');
  });

  it('takes the content type that says protobuf', () => {
    expect(read(enveloped('v1', 'Status', integer(6, 1), '', objectType))).toMatchObject({ code: 1 });
  });
});
