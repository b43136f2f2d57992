import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const project = path.resolve(import.meta.dirname, '..');

/** Words of ours that are gone, as words and as parts of names. What waits for room, or leaves room, is plain English. */
const gone = /\b(?:houses?|doors?|kits?|leavable|unserved|insists|judg(?:es?|ed|ing|ements?))\b|\brooms?\b(?! for)/i;
const inNames = /[a-z](?:Door|Judge|Unserved|Insists)|\bisPatient\b|\b(?:door|judge|unserved)[A-Z]/;
/** Sentences with room for something else than the words before it. */
const plain = /for room|\brequireRoom\b|\broom[?)]| room \?\?|\(room |no room/;

const names = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src', 'docs', 'test'], {
  cwd: project,
  encoding: 'utf8',
})
  .split('\n')
  .filter((name) => name !== '');

describe('words that are gone', () => {
  it('are in no line of the source and the documentation', () => {
    const texts = names.filter((name) => /^(?:src|docs)\/.*\.(?:tsx?|md)$/.test(name) && !name.startsWith('docs/api/'));
    expect(texts.length).toBeGreaterThan(500);
    const found = [...texts, 'CONTRIBUTING.md', 'SECURITY.md'].flatMap((name) => {
      const lines = readFileSync(path.join(project, name), 'utf8').split('\n');
      return lines
        .filter((line) => (gone.test(line) || inNames.test(line)) && !plain.test(line))
        .map((l) => `${name}: ${l}`);
    });
    expect(found).toEqual([]);
  });

  it('are in no name of a file', () => {
    const found = names.filter((name) =>
      /(?:^|[/-])(?:house|room|door|kit|judge|unserved|leavable)(?:[-.]|$)/.test(name),
    );
    expect(found).toEqual([]);
  });
});
