import { describe, expect, it } from 'vitest';
import {
  formatAccept,
  isKindMediaType,
  kindMediaType,
  formatMediaType,
  json,
  parseMediaType,
  splitOutsideQuotes,
} from '../../src/core/media/media-type.js';

const table = { group: 'meta.k8s.io', version: 'v1', kind: 'Table' };

describe('a media type', () => {
  it.each([
    ['application/json', 'application/json'],
    [' Application/JSON ; Charset="utf-8" ', 'application/json;charset=utf-8'],
    ['application/json;g=meta.k8s.io;v=v1;as=Table', 'application/json;g=meta.k8s.io;v=v1;as=Table'],
    ['text/plain; a="x;y\\"z"', 'text/plain;a="x;y\\"z"'],
    ['application/vnd.kubernetes.protobuf;', 'application/vnd.kubernetes.protobuf'],
    ['*/*', '*/*'],
  ])('%j is read', (text, written) => {
    const mediaType = parseMediaType(text);
    expect(mediaType && formatMediaType(mediaType)).toBe(written);
  });
  it.each([
    '',
    'json',
    '/',
    'a/',
    '/b',
    'a/b/c',
    'a b/c',
    'application/json;=x',
    'application/json;novalue',
    'a/b;c d=e',
  ])('%j is none', (text) => {
    expect(parseMediaType(text)).toBeUndefined();
  });
});

describe('an Accept header', () => {
  it('is written in order', () => {
    expect(formatAccept([kindMediaType(table), json])).toBe(
      'application/json;g=meta.k8s.io;v=v1;as=Table,application/json',
    );
  });
  it('is not split inside quotes', () => {
    expect(splitOutsideQuotes('a/b;c="x,\\"y",d/e', ',')).toEqual(['a/b;c="x,\\"y"', 'd/e']);
  });
});

describe('the type of a kind', () => {
  it('is recognised whatever the order and whatever else stands there', () => {
    const read = parseMediaType('application/json;as=Table;charset=utf-8;v=v1;g=meta.k8s.io');
    expect(read && isKindMediaType(read, table)).toBe(true);
    expect(read && isKindMediaType(read, { ...table, version: 'v1beta1' })).toBe(false);
    expect(isKindMediaType(json, table)).toBe(false);
  });
  it('carries further parameters behind its own', () => {
    expect(formatMediaType(kindMediaType({ ...table, parameters: { profile: 'nopeer' } }))).toBe(
      'application/json;g=meta.k8s.io;v=v1;as=Table;profile=nopeer',
    );
  });
});
