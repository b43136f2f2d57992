import { describe, expect, it } from 'vitest';
import { parseLabelSelector } from '../../src/selector/label-selector.js';

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
  ])('%j', (text, expected) => {
    const parsed = parseLabelSelector(text);
    if (expected === undefined) expect(parsed).toEqual({ problem: expect.any(String) as string });
    else if (typeof parsed === 'function') expect(parsed(labels)).toBe(expected);
    else expect.fail(parsed.problem);
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
    ['app=a/b', 'unable to parse requirement: values[0][app]: Invalid value: "a/b": is no label value'],
  ])('%j is told in the words of servers: %s', (text, problem) => {
    expect(parseLabelSelector(text)).toEqual({ problem });
  });
});
