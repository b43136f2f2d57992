import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allTables } from './all-tables.js';
import { differences } from './differences.js';

const page = readFileSync(new URL('../../../docs/conformance.md', import.meta.url), 'utf8');

describe('docs/conformance.md', () => {
  it('says how many cases there are, and how many of them are answered in another way', () => {
    const cases = allTables.flatMap((table) => table.cases);
    const differing = cases.filter(({ steps }) => steps.some(({ difference }) => difference !== undefined));
    expect(page).toContain(`${cases.length} cases in ${allTables.length} tables`);
    expect(page).toContain(`answers ${differing.length} in another way`);
  });
});

describe('the tables', () => {
  const cases = allTables.flatMap(({ name, cases: own }) => own.map((each) => ({ ...each, table: name })));

  it('name each case once', () => {
    const names = cases.map(({ table, id }) => `${table}: ${id}`);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(allTables.map(({ name }) => name)).size).toBe(allTables.length);
  });

  it('have our own answer where it differs and nowhere else, and always a reason for it', () => {
    for (const { table, id, steps } of cases) {
      expect(steps.length).toBeGreaterThan(0);
      for (const { peer, ours, difference } of steps) {
        expect([table, id, ours !== undefined]).toEqual([table, id, difference !== undefined]);
        expect([table, id, ours]).not.toEqual([table, id, peer]);
      }
    }
  });

  it('use every difference that is there', () => {
    const used = new Set(cases.flatMap(({ steps }) => steps.flatMap(({ difference }) => difference ?? [])));
    expect([...used].sort()).toEqual(Object.keys(differences).sort());
  });
});
