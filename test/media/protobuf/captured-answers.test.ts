import { describe, expect, it } from 'vitest';
import { UnreadableProtobufError } from '../../../src/core/media/errors.js';
import { bytesOf, capturedPairs, pairedServers } from '../../fixtures/captured-pairs.js';
import { asInProtobuf, eventType, objectType, read } from './bodies.js';
import { framesOf } from './encode.js';

describe.each(pairedServers)('what %s answers in protobuf', (server) => {
  const pairs = Object.entries(capturedPairs(server));
  const objects = pairs.filter(([name, { mediaType }]) => mediaType === objectType && name !== 'a whole pod');
  const streams = pairs.filter(([, { mediaType }]) => mediaType === eventType);

  it.each(objects)('is what it answers in JSON: %s', (_, pair) => {
    expect(read(bytesOf(pair))).toStrictEqual(asInProtobuf(JSON.parse(pair.json)));
  });

  it.each(streams)('is what it answers in JSON, frame by frame: %s', (_, pair) => {
    const events = framesOf(bytesOf(pair)).map((frame) => read(frame, pair.mediaType));
    const lines = pair.json.trim().split('\n');
    expect(events.length).toBeGreaterThan(0);
    expect(events).toStrictEqual(lines.map((line) => asInProtobuf(JSON.parse(line))));
  });

  it('is not read where it is a whole object', () => {
    const { 'a whole pod': pod } = capturedPairs(server);
    expect(() => read(bytesOf(pod!))).toThrow(UnreadableProtobufError);
    expect(() => read(bytesOf(pod!))).toThrow(
      'The answer to /here is malformed: it is protobuf that cannot be decoded: it is of kind "Pod", apiVersion "v1" and form "".',
    );
  });
});
