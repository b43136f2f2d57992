import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAccept, formatMediaType, parseMediaType, type MediaType } from '../../src/core/media/media-type.js';
import { negotiatedMediaType, readNegotiation, type Negotiation } from '../../src/representations/negotiation.js';

const read = (text: string): Negotiation => readNegotiation(parseMediaType(text)!);
const write = (negotiation: Negotiation): string => formatMediaType(negotiatedMediaType(negotiation));

describe('the parameters of a media type', () => {
  it('are read by their meaning, and those without one are kept', () => {
    expect(
      read(
        'application/json;x=1;pretty=1;as=Table;v=v1;g=meta.k8s.io;sv=v2;export=0;profile=nopeer;stream=watch;y="a b"',
      ),
    ).toEqual({
      type: 'application/json',
      group: 'meta.k8s.io',
      version: 'v1',
      kind: 'Table',
      serverVersion: 'v2',
      stream: 'watch',
      export: false,
      pretty: true,
      profile: 'nopeer',
      further: new Map([
        ['x', '1'],
        ['y', 'a b'],
      ]),
    });
  });

  it('that are not there are not asked for', () => {
    expect(read('text/csv')).toEqual({ type: 'text/csv' });
    expect(read('application/json;g=;as=Pod;v=v1')).toEqual({
      type: 'application/json',
      group: '',
      version: 'v1',
      kind: 'Pod',
    });
  });

  it.each(['true', 'yes', '', '2'])('are true for 1 alone, as servers have it: %j', (value) => {
    expect(readNegotiation({ type: 'a/b', parameters: new Map([['pretty', value]]) }).pretty).toBe(false);
  });

  it('are written in the one order that servers of all ages take', () => {
    const everything: Negotiation = {
      further: new Map([['x', '1']]),
      profile: 'nopeer',
      pretty: true,
      export: true,
      stream: 'watch',
      serverVersion: 'v1',
      kind: 'Table',
      version: 'v1',
      group: 'meta.k8s.io',
      type: 'Application/YAML',
    };
    expect(write(everything)).toBe(
      'application/yaml;g=meta.k8s.io;v=v1;as=Table;sv=v1;stream=watch;export=1;pretty=1;profile=nopeer;x=1',
    );
    expect(write({})).toBe('application/json');
  });

  it('win over further ones of the same name', () => {
    expect(
      write({
        kind: 'Table',
        further: new Map([
          ['as', 'Pod'],
          ['z', '1'],
        ]),
      }),
    ).toBe('application/json;as=Table;z=1');
  });

  it('are the same when they are written and read again', () => {
    const text = fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) });
    const some = fc.record(
      {
        group: text,
        version: text,
        kind: text,
        serverVersion: text,
        stream: text,
        export: fc.boolean(),
        pretty: fc.boolean(),
        profile: text,
        further: fc
          .dictionary(fc.constantFrom('x', 'charset', 'new-one'), text, { minKeys: 1 })
          .map((o) => new Map(Object.entries(o))),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(some, (negotiation) => {
        expect(read(write(negotiation))).toEqual({ type: 'application/json', ...negotiation });
      }),
    );
  });
});

describe('what is not a valid header value', () => {
  it.each([
    ['a line break in a value', { type: 'a/b', parameters: new Map([['as', 'x\r\nAuthorization: y']]) }],
    ['a character beyond a byte', { type: 'a/b', parameters: new Map([['as', '日']]) }],
    ['a name of two words', { type: 'a/b', parameters: new Map([['a b', 'x']]) }],
    ['a name that is empty', { type: 'a/b', parameters: new Map([['', 'x']]) }],
    ['a type that is two', { type: 'a/b,c/d', parameters: new Map() }],
    ['a type with a line break', { type: 'a/b\n', parameters: new Map() }],
  ] as [string, MediaType][])('is not written: %s', (_what, mediaType) => {
    expect(() => formatMediaType(mediaType)).toThrow('mediaType is not a valid header value.');
  });

  it('takes what HTTP takes in quotes', () => {
    expect(formatMediaType({ type: 'a/b', parameters: new Map([['x', 'é\t"']]) })).toBe('a/b;x="é\t\\""');
  });
});

describe('an Accept header that is garbage', () => {
  it.each([
    [';;;', []],
    ['a/b;as="unclosed, c/d', ['a/b;as="\\"unclosed, c/d"']],
    ['a/b;=;c/d', []],
    ['a/b;q="0.5"', ['a/b']],
    ['\u0000/\u0001, application/json', ['application/json']],
    ['"a/b", c/d', ['c/d']],
  ])('%j leaves what makes sense', (header, types) => {
    expect(parseAccept(header).map(formatMediaType)).toEqual(types);
  });

  it('may be a hundred thousand clauses, or one of a million characters', () => {
    expect(parseAccept('a/b;q=0.1,'.repeat(100_000))).toHaveLength(100_000);
    expect(parseAccept(`a/b;x="${'\\"'.repeat(500_000)}",c/d`)).toHaveLength(2);
    expect(parseAccept(`${'"'.repeat(1_000_001)},a/b`)).toEqual([]);
    expect(parseAccept(';='.repeat(500_000))).toEqual([]);
  });
});
