import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** One fence of a guide. */
export interface Fence {
  readonly page: string;
  /** `page.md#Heading`, and `2` behind it for the second fence below a heading. */
  readonly name: string;
  readonly language: string;
  readonly code: string;
  /** What its first line says that the file is called. */
  readonly file: string | undefined;
  /** What the page says that it prints: the fence in `text` behind it. */
  readonly printed: string | undefined;
}

/** The guides, by the files in `docs/guides`. */
export const pages = [
  'README.md',
  'getting-started.md',
  'dashboard.md',
  'proxy.md',
  'scripts-and-ci.md',
  'before-you-upgrade.md',
  'testing-your-code.md',
  'large-clusters.md',
  'many-clusters.md',
  'functions-and-laptops.md',
  'more-than-one-active-replica.md',
  'from-kubectl.md',
  'from-client-go.md',
];

export const project = path.resolve(import.meta.dirname, '../../..');

const fileOf = (page: string): string => path.join(project, 'docs/guides', page);

export function textOf(page: string): string {
  return readFileSync(fileOf(page), 'utf8');
}

export function hasPage(page: string): boolean {
  return existsSync(fileOf(page));
}

/** What its headings are called in links. */
export function slugsOf(page: string): readonly string[] {
  return [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** The fences of a page in `docs/guides`, in order; those in `text` are part of the one before. */
export function fencesOf(page: string): readonly Fence[] {
  const text = textOf(page);
  const fences: Fence[] = [];
  const counts = new Map<string, number>();
  let place = page;
  for (const [, language, code = '', heading] of text.matchAll(/^```(\w*)\n([\s\S]*?)^```$|^#{1,3} (.*)$/gm)) {
    if (heading !== undefined) place = `${page}#${heading}`;
    if (language === undefined) continue;
    const last = fences.at(-1);
    if (language === 'text') {
      if (last === undefined || last.printed !== undefined) throw new Error(`${page}: whose output is ${code}`);
      fences[fences.length - 1] = { ...last, printed: code };
      continue;
    }
    const count = (counts.get(place) ?? 0) + 1;
    counts.set(place, count);
    const file = /^(?:#|\/\/) (\S+\.(?:yaml|ts))\n/.exec(code)?.[1];
    fences.push({ page, name: count === 1 ? place : `${place} ${count}`, language, code, file, printed: undefined });
  }
  return fences;
}

/** The pages with tables of calls, and the header above the calls. */
export const callTables = [
  ['from-kubectl.md', 'a program'],
  ['from-client-go.md', 'here'],
] as const;

/** One line of a table that has a call or a command in it. */
export interface TableCell {
  /** The first cell of the line, for messages. */
  readonly line: string;
  readonly code: string;
}

/** The cells of a page's tables below a header, as far as they are code and nothing else. */
export function cellsBelow(page: string, header: string): readonly TableCell[] {
  const text = textOf(page);
  const found: TableCell[] = [];
  let column = -1;
  for (const row of text.split('\n')) {
    // A bar that belongs to the code is escaped, as Markdown wants it.
    const cells = row.startsWith('|') ? row.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|')) : [];
    if (cells.length === 0) column = -1;
    else if (column === -1) column = cells.indexOf(header);
    const code = /^`([^`]+)`$/.exec(cells[column] ?? '')?.[1];
    if (code !== undefined && cells[column] !== header) found.push({ line: cells[1] ?? '', code });
  }
  return found;
}

/** The names that the calls in a page's tables stand behind. */
export function namesOf(page: string): string {
  return fencesOf(page).find(({ name }) => name === `${page}#The names below`)?.code ?? '';
}
