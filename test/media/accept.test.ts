import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatAccept,
  parseAccept,
  kindMediaType,
  formatMediaType,
  json,
  parseMediaType,
  protobuf,
} from '../../src/core/media/media-type.js';

const read = (header: string): string[] => parseAccept(header).map(formatMediaType);

describe('an Accept header', () => {
  it.each([
    ['application/json', ['application/json']],
    ['application/yaml, application/json', ['application/yaml', 'application/json']],
    ['a/a;q=0.5, b/b, c/c;q=0.9, d/d;q=1.0', ['b/b', 'd/d', 'c/c', 'a/a']],
    ['a/a;q=0, b/b;q=0.000, c/c;q=2, d/d;q=-1, e/e;q=x, f/f;Q=0.1', ['f/f']],
    ['a/a;v="1,2;3";q=0.5, b/b', ['b/b', 'a/a;v="1,2;3"']],
    [', nonsense, a/b/c, ;, application/json,', ['application/json']],
    ['', []],
  ])('%j is read in the order of preference', (header, types) => {
    expect(read(header)).toEqual(types);
  });

  it('keeps every parameter in its place', () => {
    const header =
      'application/json;g=meta.k8s.io;v=v1;as=Table;sv=v2;export=1;pretty=0;profile=nopeer;stream=watch;x-new="a b"';
    expect(read(header)).toEqual([header]);
  });

  it('is written as it is read', () => {
    const kind = { group: 'meta.k8s.io', version: 'v1', kind: 'Table', parameters: { sv: 'v2' } };
    const types = [kindMediaType(kind, protobuf), kindMediaType(kind), json];
    expect(parseAccept(formatAccept(types))).toEqual(types);
  });
});

it('quotes any value of a parameter so that it is read again', () => {
  const value = fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) });
  fc.assert(
    fc.property(value, value, (a, b) => {
      const mediaType = {
        type: 'application/json',
        parameters: new Map([
          ['a', a],
          ['b', b],
        ]),
      };
      expect(parseMediaType(formatMediaType(mediaType))).toEqual(mediaType);
      expect(parseAccept(formatAccept([mediaType, json]))).toEqual([mediaType, json]);
    }),
  );
});
