import { readFileSync } from 'node:fs';
import path from 'node:path';
import { publicEntries } from '../public-api.js';

/** One page of the reference: a whole entry, or what stands under one heading of the root entry. */
export interface Page {
  /** The name of its file: `discovery-and-the-catalog`. */
  readonly name: string;
  readonly entry: string;
  /** The heading of `src/index.ts`, where it is a part of the root entry. */
  readonly heading?: string | undefined;
  /** A module that exports just what the page shows, for a file at `folder`. */
  readonly moduleAt: (folder: string) => string;
}

/** The root entry has some hundred exports: each heading of its list is a page. Every other entry is one. */
export function pages(): readonly Page[] {
  const all = [...publicEntries()].flatMap(([entry, file]) => {
    const text = readFileSync(file, 'utf8');
    if (entry === 'kubeatlas') return partsOf(text).map(([heading, code]) => page(entry, file, { heading, code }));
    const isList = /^export (type )?\{/m.test(text) && !/^export (async )?function/m.test(text);
    return [page(entry, file, { code: isList ? text : `export * from './${path.basename(file, '.ts')}.js';` })];
  });
  const names = all.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw new Error(`Two pages would be called ${twice}: give one of the headings another name.`);
  return all;
}

function page(entry: string, file: string, { heading, code }: { heading?: string; code: string }): Page {
  const name = (heading ?? entry.replace('kubeatlas/', '')).toLowerCase().replace(/\W+/g, '-');
  return {
    name,
    entry,
    heading,
    moduleAt(folder) {
      const up = path.relative(folder, path.dirname(file)).split(path.sep).join('/');
      return code.replace(/from '(\.[^']*)'/g, (_all, from: string) => `from '${path.posix.join(up, from)}'`);
    },
  };
}

/** The headings of a list of exports, each with the exports behind it. A sentence with a full stop is no heading. */
function partsOf(text: string): readonly (readonly [string, string])[] {
  const [before = '', ...parts] = text.split(/^\/\/ ([^.\n]+)\n/m);
  if (/^export /m.test(before)) throw new Error('There is an export before the first heading of src/index.ts.');
  return parts.flatMap((heading, index) => (index % 2 === 0 ? [[heading, parts[index + 1] ?? ''] as const] : []));
}
