import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { memoryMs, verdictOf, verdicts, type PartFacts, type PartVerdict } from '../../src/core/discovery/verdict.js';

/** Everything that a row may look at, so that no row below the expected one fits by accident of what is missing. */
const everything: PartFacts = {
  missingForMs: memoryMs,
  ownPathLacks: true,
  sawDeleted: true,
  notServedForMs: memoryMs,
  isUnread: true,
  wasRead: true,
  wasLacked: true,
};

/** The rows, by facts that are just enough for them, and by facts that just fail to be. */
const rows: readonly (readonly [
  row: number,
  verdict: PartVerdict,
  fitting: PartFacts,
  unfitting: readonly PartFacts[],
])[] = [
  [0, 'gone', everything, [{ ...everything, missingForMs: undefined }]],
  [
    0,
    'gone',
    { missingForMs: memoryMs, ownPathLacks: true },
    [
      { missingForMs: memoryMs - 1, ownPathLacks: true },
      { missingForMs: memoryMs },
      { missingForMs: memoryMs, ownPathLacks: false, wasLacked: true },
      { ownPathLacks: true, wasLacked: true },
    ],
  ],
  [
    1,
    'gone',
    { missingForMs: 0, sawDeleted: true, ownPathLacks: true },
    [
      { missingForMs: 0, sawDeleted: true, wasLacked: true },
      { missingForMs: 0, ownPathLacks: true },
      { sawDeleted: true, ownPathLacks: true },
    ],
  ],
  [
    2,
    'gone',
    { notServedForMs: memoryMs, wasRead: true, wasLacked: true, isUnread: true },
    [{ notServedForMs: 59_999 }],
  ],
  [3, 'kept', { isUnread: true, wasRead: true, wasLacked: true }, [{ isUnread: true }, { wasRead: true }]],
  [4, 'nothing', { isUnread: true, wasLacked: true }, [{}]],
  [5, 'kept', { wasLacked: true, wasRead: true, missingForMs: 10 }, [{ wasRead: true, sawDeleted: true }]],
  [6, 'reported', { wasRead: true }, []],
  [6, 'reported', {}, []],
];

const rowOf = (facts: PartFacts): number => verdicts.findIndex(([fits]) => fits(facts) === true);

describe('the table of verdicts', () => {
  it.each(rows)('row %i: %s', (row, verdict, fitting, unfitting) => {
    expect([rowOf(fitting), verdictOf(fitting)]).toEqual([row, verdict]);
    for (const facts of unfitting) expect(rowOf(facts), JSON.stringify(facts)).not.toBe(row);
  });

  it('is the table of docs/discovery.md', () => {
    const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/discovery.md'), 'utf8');
    const [, table = ''] = page.split('| what is known of a part');
    const outcomes = table
      .split('\n\n')[0]!
      .split('\n')
      .slice(2)
      .map((line) => line.split('|').at(-2)?.trim() ?? '');
    const words: Readonly<Record<PartVerdict, RegExp>> = {
      gone: /^gone$/,
      kept: /^`Kept`/,
      nothing: /^a group-version: present, `Stale` and empty; an entry: left out$/,
      reported: /^what the server says/,
    };
    expect(outcomes).toHaveLength(verdicts.length);
    for (const [row, [, verdict]] of verdicts.entries()) expect(outcomes[row]).toMatch(words[verdict]);
  });

  it('has every row in the tests above', () => {
    expect([...new Set(rows.map(([row]) => row))]).toEqual([...verdicts.keys()]);
  });
});
