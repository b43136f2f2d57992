import { describe, expect, it } from 'vitest';
import { createLineCutter, createLogPosition, timeKey } from '../../src/connect/read-log.js';

const at = (second: number, nanos = 0): string =>
  `2026-01-01T00:00:${String(second).padStart(2, '0')}.${String(nanos).padStart(9, '0')}Z`;

function verdicts(taken: readonly string[], served: readonly string[]): string[] {
  const position = createLogPosition();
  for (const time of taken) position.add(time);
  const judge = position.resume();
  return served.map((time) => {
    const verdict = judge(time);
    if (verdict !== 'skip') position.add(time);
    return verdict;
  });
}

describe('the position in a log', () => {
  it.each([
    ['the same file goes on', [at(1), at(2)], [at(1), at(2), at(3)], ['skip', 'skip', 'take']],
    ['the first second has lines from before', [at(1, 5)], [at(1, 1), at(1, 5), at(1, 9)], ['skip', 'skip', 'take']],
    ['lines of one time', [at(1), at(1), at(1)], [at(1), at(1), at(1), at(1)], ['skip', 'skip', 'skip', 'take']],
    ['lines out of order', [at(2), at(1), at(3)], [at(2), at(1), at(3), at(2, 5)], ['skip', 'skip', 'skip', 'take']],
    ['a late line after the cut', [at(1), at(3)], [at(1), at(3), at(2)], ['skip', 'skip', 'take']],
    ['the file was rotated', [at(1), at(2)], [at(3), at(4)], ['unknown', 'unknown']],
    ['rotated, and the new file begins with lines that were taken', [at(1), at(2)], [at(2), at(3)], ['skip', 'take']],
    ['rotated within the second of the last line', [at(1, 1), at(1, 2)], [at(1, 3), at(2)], ['unknown', 'unknown']],
    ['rotated among lines of one time', [at(1), at(1), at(1)], [at(1), at(2)], ['skip', 'take']],
    ['nothing was taken', [], [at(3), at(4)], ['take', 'take']],
  ])('%s', (_, taken, served, expected) => {
    expect(verdicts(taken, served)).toEqual(expected);
  });

  it.each([
    ['the same file', [at(1), at(2)], [at(1), at(2), at(3)], false],
    ['a file of one time', [at(1)], [at(1), at(2)], false],
    ['a file that begins with some of the last times', [at(1), at(2), at(3)], [at(2), at(3)], false],
    ['a file that begins with the last time', [at(1), at(2), at(3)], [at(3), at(4)], true],
    ['a file that begins among the lines of the last time', [at(1), at(2), at(2)], [at(2), at(4)], true],
    ['a file that begins with another time', [at(1), at(2)], [at(3)], false],
    ['the first file', [], [at(3)], false],
  ])('is vague, or not, in %s', (_, taken, served, isVague) => {
    const position = createLogPosition();
    for (const time of taken) position.add(time);
    const compare = position.resume();
    for (const time of served) compare(time);
    expect(compare.isVague()).toBe(isVague);
  });

  it('remembers enough of a long log, and no more', () => {
    const times = Array.from({ length: 10_000 }, (_, index) => at(1, index));
    expect(verdicts(times, [...times, at(1, 20_000)])).toEqual([...times.map(() => 'skip'), 'take']);
    expect(verdicts(times, [at(1, 20_000)])).toEqual(['unknown']);
  });

  it('counts the lines of one time', () => {
    const times = new Array<string>(3001).fill(at(1));
    expect(verdicts(times, [...times, at(1)])).toEqual([...times.map(() => 'skip'), 'take']);
  });

  it('asks from a minute before the oldest line that it remembers', () => {
    const position = createLogPosition();
    expect(position.sinceTime).toBeUndefined();
    position.add('2026-01-01T02:00:01.5+02:00');
    position.add(at(7));
    expect(position.sinceTime).toBe('2025-12-31T23:59:01Z');
  });

  it('compares times of any zone and precision', () => {
    expect(timeKey('2026-01-01T02:00:01.5+02:00')).toBe(at(1, 500_000_000));
    expect(timeKey('2026-01-01T00:00:01Z')).toBe(at(1));
    expect(timeKey(at(1, 7))).toBe(at(1, 7));
  });
});

describe('the lines of a log', () => {
  const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
  const cut = (pieces: readonly string[], maxLineBytes = 1000): unknown[] => {
    const cutter = createLineCutter(maxLineBytes);
    const lines = pieces.flatMap((piece) => cutter.push(encode(piece)));
    const rest = cutter.rest();
    return [...lines, ...(rest === undefined ? [] : [rest])].map(({ time, bytes }) => [
      time,
      new TextDecoder().decode(bytes),
    ]);
  };

  it.each([
    [[`${at(1)} one\n${at(2)} two\n`]],
    [[`${at(1)} o`, `ne\n${at(2)} two\n`]],
    [[...`${at(1)} one\n${at(2)} two\n`]],
  ])('are the same however they arrive: %j', (pieces) => {
    expect(cut(pieces)).toEqual([
      [at(1), 'one\n'],
      [at(2), 'two\n'],
    ]);
  });

  it('keep what is no time, empty lines, and the end without a newline', () => {
    expect(cut(['unable to retrieve container logs\n', `${at(1)} \n`, `2026-01-01T00:00:00+02:00 x`])).toEqual([
      ['', 'unable to retrieve container logs\n'],
      [at(1), '\n'],
      ['2026-01-01T00:00:00+02:00', 'x'],
    ]);
  });

  it('are no longer than maxLineBytes', () => {
    expect(() => cut(['x'.repeat(60), 'x'.repeat(60)], 100)).toThrow('maxLineBytes');
  });
});
