import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const project = path.resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(project, file), 'utf8');

/** Of the command line, which prints its errors; and what never leaves the fake server. */
const isInternal = (code: string, file: string): boolean => file.startsWith('src/cli/') || code === 'refusal';

it('the codes of all errors stand in docs/errors.md', () => {
  const page = read('docs/errors.md');
  const files = readdirSync(path.join(project, 'src'), { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => /errors?\.ts$/.test(file)).map((file) => path.posix.join('src', file));
  const codes = sources.flatMap((file) =>
    [...read(file).matchAll(/readonly code = '([^']+)'/g)].flatMap(([, code = '']) =>
      isInternal(code, file) ? [] : [code],
    ),
  );
  expect(codes.length).toBeGreaterThan(40);
  expect(codes.filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
});
