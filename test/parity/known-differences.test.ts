import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { differences as interop } from '../interop/differences.js';
import { knownDifferences, notCompared } from './known-differences.js';
import { discovery } from './requests/discovery.js';
import { everything } from './requests/everything.js';

const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/testing.md'), 'utf8');

describe('the list of differences', () => {
  it('is the list of docs/testing.md', () => {
    const [, section = ''] = page.split('## Where it differs from a real server');
    const [, list = ''] = section.split('\n\n- ');
    const told = `- ${list.split('\n\n')[0] ?? ''}`
      .split(/^- /m)
      .slice(1)
      .map((item) => item.replaceAll(/\s+/g, ' ').trim());
    expect(told).toEqual([...knownDifferences, ...notCompared].map(({ what }) => `${what}.`));
  });

  it('has a row for each difference that programs on client libraries meet', () => {
    const rows = [...knownDifferences, ...notCompared].map(({ what }) => what);
    expect(interop.filter(({ row }) => !rows.includes(row))).toEqual([]);
  });

  it('names requests that are sent', () => {
    const names = [...everything.map(({ name }) => name), ...discovery.map(({ name }) => `from legacy, ${name}`)];
    for (const { places } of knownDifferences) {
      for (const { requests } of places) expect(names.filter((name) => requests.test(name))).not.toEqual([]);
    }
  });
});

describe('the list of requests', () => {
  it('names each of them differently', () => {
    const names = everything.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});
