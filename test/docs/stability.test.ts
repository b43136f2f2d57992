import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { publicEntries } from './public-api.js';

it('docs/stability.md says of every entry what is stable, once', () => {
  const page = readFileSync(new URL('../../docs/stability.md', import.meta.url), 'utf8');
  const named = [...page.matchAll(/^\| (`kubeatlas.*?) +\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  );
  expect(named.sort()).toEqual([...publicEntries().keys(), 'kubeatlas/types'].sort());
});
