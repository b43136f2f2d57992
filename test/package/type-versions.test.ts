import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const manifest = readFileSync(path.resolve(import.meta.dirname, '../../package.json'), 'utf8');
const { exports, typesVersions } = JSON.parse(manifest) as {
  exports: Record<string, string | { import: { types: string } }>;
  typesVersions: { '*': Record<string, string[]> };
};

// TypeScript 5 without a setting of its own for CommonJS, as ts-jest calls it, does not read `exports`.
it('shows the types of every entry to compilers that do not read exports', () => {
  const types = Object.entries(exports).flatMap<[string, string[]]>(([entry, target]) =>
    entry === '.' || typeof target === 'string' ? [] : [[entry.slice('./'.length), [target.import.types]]],
  );
  expect(typesVersions).toEqual({ '*': Object.fromEntries<string[]>(types) });
});
