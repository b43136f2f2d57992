import { describe, expect, it } from 'vitest';
import { InvalidSelectorError } from '../../src/core/selector/errors.js';
import { formatLabelSelector, matchesLabels, parseLabelSelector } from '../../src/core/selector/label-selector.js';
import { InvalidArgumentError } from '../../src/core/shared/invalid-argument-error.js';
import { errorOf } from './support.js';

const labels = { app: 'web', tier: 'front', 'example.com/size': '3', empty: '', in: 'x' };

describe('a label selector', () => {
  it.each([
    ['', true],
    ['  ', true],
    ['app=web', true],
    ['app==web', true],
    ['app = web , tier=front', true],
    ['app=api', false],
    ['app!=api', true],
    ['app!=web', false],
    ['nope!=web', true],
    ['app in (web,api)', true],
    ['app in ( api )', false],
    ['app notin (api)', true],
    ['app notin (web)', false],
    ['nope notin (web)', true],
    ['nope in (web)', false],
    ['app', true],
    ['nope', false],
    ['!nope', true],
    ['!app', false],
    ['app,!nope,tier in (front),empty=', true],
    ['empty=,app=web', true],
    ['empty in (,x)', true],
    ['empty in ()', true],
    ['app in ()', false],
    ['empty!=', false],
    ['app,nope', false],
    ['in', true],
    ['in in (x)', true],
    ['example.com/size>2', true],
    ['example.com/size<3', false],
    ['nope>1', false],
    ['toString', false],
    ['!constructor', true],
    ['__proto__', undefined],
    ['app=web,', undefined],
    [',app=web', undefined],
    ['app=web tier=front', undefined],
    ['app=a=b', undefined],
    ['=web', undefined],
    ['app in web', undefined],
    ['app in (web', undefined],
    ['app in (web api)', undefined],
    ['app ~ web', undefined],
    ['!', undefined],
    ['a b', undefined],
    ['app=we b', undefined],
    ['app=$x', undefined],
    ['a/b/c=d', undefined],
    ['UPPER.case/x', undefined],
    ['app>x', undefined],
    [`app=${'x'.repeat(64)}`, undefined],
    ['(', undefined],
    ['app((', undefined],
    // White space and NUL are what Go takes them for.
    ['\tapp\r\n=\tweb ', true],
    ['app=web\u00a0', undefined],
    ['app\0=web', true],
    ['\0app=nope', true],
    // Integers are what Go reads as such, in labels too.
    ['example.com/size>-1', undefined],
    ['example.com/size>2.5', undefined],
    ['example.com/size<9223372036854775807', true],
    ['example.com/size<9223372036854775808', undefined],
    ['empty<1', false],
    ['app>0', false],
    ['a..b/c', undefined],
    [`${'a'.repeat(254)}/c`, undefined],
    ['tier in (front,,back)', true],
    ['empty in (front,,back)', true],
    ['tier in (front,,,)', true],
    ['app in (a,,)', undefined],
    ['app in (=)', undefined],
    ['app notin (web', undefined],
    ['notin notin (notin)', true],
    ['!app=web', undefined],
    ['app=web,=x', undefined],
  ])('%j', (text, expected) => {
    if (expected === undefined) expect(() => parseLabelSelector(text)).toThrow(InvalidSelectorError);
    else expect(matchesLabels(parseLabelSelector(text), labels)).toBe(expected);
  });
});

describe('a label selector that cannot be read', () => {
  it.each([
    [',app', "found ',', expected: !, identifier, or 'end of string'"],
    ['=web', "found '=', expected: !, identifier, or 'end of string'"],
    ['app,,tier', "found ',', expected: identifier after ','"],
    ['app,', "found '', expected: identifier after ','"],
    ['!', "unable to parse requirement: found '', expected: identifier"],
    ['app=(web)', "unable to parse requirement: found '(', expected: identifier"],
    ['app in (', "unable to parse requirement: found '', expected: ',', ')' or identifier"],
    ['app web', "unable to parse requirement: found 'web', expected: in, notin, =, ==, !=, gt, lt"],
    ['app,=web', "found '=', expected: identifier after ','"],
    ['app in (a,,)', "unable to parse requirement: found ')', expected: ',', or identifier"],
    ['app in (=)', "unable to parse requirement: found '=', expected: ',', ')' or identifier"],
    ['app in (a b)', "unable to parse requirement: found 'b', expected: ',' or ')'"],
    [
      'app>x',
      `unable to parse requirement: values[0]: Invalid value: "x": for 'Gt', 'Lt' operators, the value must be an integer`,
    ],
    ['app in (b/c,a)', 'unable to parse requirement: values[1][app]: Invalid value: "b/c": is not a valid label value'],
    ['app=a/b', 'unable to parse requirement: values[0][app]: Invalid value: "a/b": is not a valid label value'],
  ])('%j is told in the words of servers: %s', (text, problem) => {
    expect(errorOf(() => parseLabelSelector(text))).toMatchObject({
      code: 'invalid-selector',
      selector: text,
      problem,
    });
  });

  it.each([
    ['app,,tier', 4],
    ['app,', 4],
    ['app = (web)', 6],
    ['app=web, a b', 11],
    ['app in (fine, b$d)', 14],
    ['tier in (a', 10],
  ])('%j is wrong at %i', (text, position) => {
    const error = errorOf(() => parseLabelSelector(text));
    expect(error).toMatchObject({ position });
    expect(String(error)).toContain(`is invalid at character ${position + 1}: `);
  });

  it.each([null, undefined, 7, {}])('%j is no text', (text) => {
    expect(() => parseLabelSelector(text as string)).toThrow(InvalidArgumentError);
  });
});

describe('a label selector as text', () => {
  it.each([
    ['', ''],
    ['  b = 1 ,a', 'a,b=1'],
    ['a==1,b!=2', 'a==1,b!=2'],
    ['!z,a in ( c , b,b ),m notin (x)', 'a in (b,c),m notin (x),!z'],
    ['a in ()', 'a in ()'],
    ['a in (b,)', 'a in (,b)'],
    ['a=', 'a='],
    ['n>1,n<5', 'n>1,n<5'],
    ['in in (notin),!notin', 'in in (notin),!notin'],
  ])('%j is %j, which reads as the same', (text, expected) => {
    const formatted = formatLabelSelector(parseLabelSelector(text));
    expect(formatted).toBe(expected);
    expect(parseLabelSelector(formatted)).toEqual(parseLabelSelector(text));
  });
});
