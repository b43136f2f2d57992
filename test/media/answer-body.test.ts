import { describe, expect, it } from 'vitest';
import { createAnswerBody, loadProtobuf, readJsonObject } from '../../src/core/media/answer-body.js';
import { MalformedAnswerError, UnreadableProtobufError } from '../../src/core/media/errors.js';

const read = (content: string, path: string) => readJsonObject(createAnswerBody({ content, path }));

describe('readJsonObject', () => {
  it('gives the object, whatever its keys', () => {
    const value = read('{"kind":"APIGroupList","__proto__":{"polluted":true}}', '/apis');
    expect(value['kind']).toBe('APIGroupList');
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it.each([
    ['', 'the body is empty'],
    [' \n', 'the body is empty'],
    [
      '<html><body>Please log in</body></html>',
      'the body is HTML or XML, not JSON: "<html><body>Please log in</body></html>"',
    ],
    ['404 page not found', 'it is not JSON: "404 page not found"'],
    ['{"kind":"X"', 'the JSON is broken, or was cut off after 11 characters'],
    ['{"kind":"Secret","data":{"a":"c2VjcmV0', 'the JSON is broken, or was cut off after 38 characters'],
    ['{"data":{"a":"c2VjcmV0"} "b"}', 'the JSON is broken, or was cut off after 29 characters'],
    ['[{"a":"c2VjcmV0"} 1]', 'the JSON is broken, or was cut off after 20 characters'],
    ['[]', 'the body is an array, not a JSON object'],
    ['null', 'the body is null, not a JSON object'],
    ['"text"', 'the body is a string, not a JSON object'],
    ['7', 'the body is a number, not a JSON object'],
  ])('%j: %s', (body, problem) => {
    const parse = () => read(body, '/apis/apps/v1');
    expect(parse).toThrow(MalformedAnswerError);
    expect(parse).toThrow(`The answer to /apis/apps/v1 is malformed: ${problem}.`);
  });

  it('never shows what a broken object holds', () => {
    const parse = () => read('{"data":{"password":"aHVudGVyMg=="},}', '/x');
    expect(parse).toThrow(MalformedAnswerError);
    expect(parse).not.toThrow('aHVudGVyMg');
  });
});

describe('an answer body', () => {
  const bytes = new TextEncoder().encode('\ufeff{"ü":"€"}');

  it('is made of bytes or of text', () => {
    const ofBytes = createAnswerBody({ content: bytes, mediaType: 'application/json' });
    expect(ofBytes.bytes()).toBe(bytes);
    expect(ofBytes.text()).toBe('{"ü":"€"}');
    expect(ofBytes.json()).toEqual({ ü: '€' });
    expect(ofBytes.mediaType).toBe('application/json');
    expect(createAnswerBody({ content: 'ü' }).bytes()).toEqual(new Uint8Array([0xc3, 0xbc]));
  });

  it('parses JSON that is nested 100,000 deep, or says what is wrong with it', () => {
    const deep = '['.repeat(100_000);
    expect(() => createAnswerBody({ content: `${deep}${']'.repeat(100_000)}` }).json()).not.toThrow();
    expect(() => createAnswerBody({ content: deep, path: '/x' }).json()).toThrow(MalformedAnswerError);
  });

  it('conceals a text before it is cut', () => {
    const token = `tok3n${'x'.repeat(200)}`;
    const conceal = (text: string): string => text.replaceAll(token, '[hidden]');
    for (const content of [`<html>${token}</html>`, `no: ${token}`]) {
      const parse = () => createAnswerBody({ content, path: '/x', conceal }).json();
      expect(parse).toThrow('[hidden]');
      expect(parse).not.toThrow('tok3n');
    }
  });

  it('is unreadable as protobuf until its reader is loaded, so that JSON is asked for', async () => {
    const body = createAnswerBody({ content: new Uint8Array(), mediaType: 'application/vnd.kubernetes.protobuf' });
    expect(() => body.json()).toThrow(UnreadableProtobufError);
    await loadProtobuf();
    expect(() => body.json()).not.toThrow(UnreadableProtobufError);
    expect(() => body.json()).toThrow('does not begin with a Kubernetes object');
  });
});
