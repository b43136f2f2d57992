import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readAnswers } from './answers.js';
import { toldOfMethods, toldOfWords, type ToldDifference } from './differences/told.js';
import { verdictOfAnswers, type Verdict } from './verdict.js';
import { describeQuestion } from './questions/question.js';
import { allSubjects } from './subject.js';

const subjects = await allSubjects();
const verdicts = new Map<string, Verdict>();

function verdictOn(name: string): Verdict {
  const known = verdicts.get(name);
  if (known !== undefined) return known;
  const subject = subjects.find((each) => each.name === name)!;
  const answers = readAnswers(readFileSync(new URL(`answers/${name}.json`, import.meta.url), 'utf8'));
  const stale = 'the answers are to other questions: npm run suite -- conformance --write';
  expect(answers.fingerprint, stale).toBe(subject.fingerprint);
  const verdict = verdictOfAnswers(subject, answers);
  verdicts.set(name, verdict);
  return verdict;
}

describe('our answers', () => {
  it.each(subjects.map(({ name }) => name))('are those of client-go on %s, but for what is listed', (name) => {
    const { asked, unexplained } = verdictOn(name);
    expect(asked).toBeGreaterThan(1000);
    const told = unexplained.map(({ question, theirs, ours }) => ({
      question: describeQuestion(question),
      theirs,
      ours,
    }));
    expect(told).toEqual([]);
  });
});

describe('docs/conformance.md', () => {
  const page = readFileSync(new URL('../../docs/conformance.md', import.meta.url), 'utf8');
  const all = (): readonly Verdict[] => subjects.map(({ name }) => verdictOn(name));
  const sum = (count: (verdict: Verdict) => number): number => all().reduce((total, each) => total + count(each), 0);
  const rowsOf = (heading: string): readonly (readonly string[])[] =>
    (page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '')
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .slice(2)
      .map((line) =>
        line
          .slice(1, -1)
          .split(' | ')
          .map((cell) => cell.trim()),
      );

  it.each<[heading: string, told: readonly ToldDifference[]]>([
    ['The seven methods', toldOfMethods],
    ['Words, as kubectl reads them', toldOfWords],
  ])('lists under %s each difference', (heading, told) => {
    const expected = told.map(({ theirs, ours }) => [theirs, ours]);
    expect(rowsOf(heading)).toEqual(expected);
  });

  it('says how many questions were asked', () => {
    const [asked, stable, agreed] = [sum((each) => each.asked), sum((each) => each.stable), sum((each) => each.agreed)];
    expect(asked).toBeGreaterThan(20_000);
    const inWords = (count: number): string => count.toLocaleString('en');
    expect(page.replaceAll('\n', ' ')).toContain(
      `${inWords(asked)} questions about ${subjects.length} servers. client-go always gives the same answer to ` +
        `${inWords(stable)} of them, and ${inWords(agreed)} answers are equal`,
    );
  });
});

describe('a listed difference', () => {
  it.each([...toldOfMethods, ...toldOfWords].map(({ id }) => id))('%s is one that decides some question', (id) => {
    expect(subjects.some(({ name }) => (verdictOn(name).explained.get(id) ?? 0) > 0)).toBe(true);
  });

  it('is each that a question is decided by', () => {
    const told = new Set([...toldOfMethods, ...toldOfWords].map(({ id }) => id));
    const used = subjects.flatMap(({ name }) => [...verdictOn(name).explained.keys()]);
    expect(used.filter((id) => !told.has(id))).toEqual([]);
  });
});
