import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contradict, readAnswers, writeAnswers, type Answer } from './answers.js';

const pods: Answer = ['v1 pods'];
const widgets: Answer = ['apps/v1 widgets', 'example.com/v1 widgets'];

describe('an answer file', () => {
  it('gives back what was written, the random answers and long runs among them', () => {
    const many = Array.from({ length: 500 }, (_, place): readonly Answer[] => [[`v1 r${place}`]]);
    const seen = [[pods], [pods], [pods], ['no match', widgets] as const, ['error'] as const, ...many, [pods]];
    const text = writeAnswers({ fingerprint: 'abc', seen });
    expect(readAnswers(text)).toEqual({ fingerprint: 'abc', seen });
  });

  it('is the same text for the same answers', () => {
    const text = readFileSync(new URL('answers/odd-v2.json', import.meta.url), 'utf8');
    expect(writeAnswers(readAnswers(text))).toBe(text);
  });
});

describe('answers of another time', () => {
  it.each<[rule: string, before: readonly Answer[], after: readonly Answer[], expected: boolean]>([
    ['contradict when both are always the same and differ', [pods], [widgets], true],
    ['contradict when nothing of what was random is seen again', [pods, widgets], ['no match'], true],
    ['agree when they are the same', [pods], [pods], false],
    ['agree when what is random happens to be seen otherwise', [pods, widgets], [widgets], false],
  ])('%s', (_rule, before, after, expected) => {
    expect(contradict(before, after)).toBe(expected);
  });
});
