import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { docstringExamples } from './docstring-examples.js';
import { publicEntries } from './public-api.js';

/** `humanDuration(200); // '3m20s'`: a call, and behind it what it gives, as JavaScript writes it. */
const told = /^(?!const |if |console\.)(.+); \/\/ (['{[].*|true|false|\d+)$/gm;

const entries = publicEntries();

/** The examples that stand alone, each line with a value as a check of it. */
const examples = [...docstringExamples()].flatMap(([file, code]): [string, string][] => {
  if (code.match(told) === null || /^declare |\bawait\b/m.test(code)) return [];
  const local = code.replace(/from '(kubeatlas[^']*)'/g, (_all, entry: string) => {
    return `from ${JSON.stringify(entries.get(entry))}`;
  });
  return [[path.basename(file), `export const told = [];\n${local.replace(told, 'told.push([$1, $2]);')}`]];
});

it.each(examples)('%s gives what it says', async (name, code) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kubeatlas-example-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const file = path.join(folder, name.replace(/\.ts$/, '.js'));
  writeFileSync(file, code);
  const { told: values } = (await import(pathToFileURL(file).href)) as { told: readonly [unknown, unknown][] };
  expect(values.length).toBeGreaterThan(0);
  expect(values.map(([value]) => value)).toEqual(values.map(([, wanted]) => wanted));
});

it('finds the examples that say what they give', () => {
  expect(examples.length).toBeGreaterThan(10);
});
