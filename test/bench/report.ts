import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import type { Bench, Table } from './bench.js';

const page = 'docs/performance.md';
const begin = '<!-- The bench writes from here: npm run bench -- --write -->';
const end = '<!-- to here. -->';

/** Renders the tables as a section of a page. */
export function render(results: readonly (readonly [Bench, Table])[]): string {
  const machine = `Measured on ${cpus().length} CPUs with Node ${process.versions.node.split('.')[0] ?? ''}, each table in one run.`;
  return [machine, ...results.map(([bench, table]) => renderBench(bench, table))].join('\n\n');
}

/** Puts the table of one bench into docs/performance.md, in the place of the one before, or behind that of `previous`. */
export function writeBench(bench: Bench, table: Table, previous: Bench | undefined): void {
  const text = readFileSync(page, 'utf8');
  const partOf = (of: Bench | undefined): [from: number, to: number] => {
    const from = of === undefined ? -1 : text.indexOf(`\n## ${of.title}\n`);
    const next = text.slice(from + 1).search(/\n(?:## |<!-- to here)/);
    return [from, from + 1 + next];
  };
  const own = partOf(bench);
  const behind = partOf(previous);
  const [from, to] = own[0] === -1 ? [behind[1], behind[1]] : own;
  if (from <= 0) throw new Error(`${page} has no place for this table: write all`);
  writeFileSync(page, `${text.slice(0, from)}\n${renderBench(bench, table)}\n${text.slice(to)}`);
}

/** Renders one bench with its heading. */
export function renderBench({ title, about }: Bench, table: Table): string {
  return [`## ${title}`, '', about, '', ...renderTable(table)].join('\n');
}

/** Replaces the section in docs/performance.md. */
export function write(section: string): void {
  const text = readFileSync(page, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`${page} has no place for the tables`);
  writeFileSync(page, `${text.slice(0, from)}${begin}\n\n${section}\n\n${text.slice(to)}`);
}

/** Renders a table, aligned as prettier aligns tables. */
export function renderTable({ columns, rows }: Table): string[] {
  const widths = columns.map((column, place) =>
    Math.max(...[column, ...rows.map((row) => row[place] ?? '')].map(length)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, place) => (cells[place] ?? '').padEnd(width)).join(' | ')} |`;
  return [line(columns), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)];
}

function length(text: string): number {
  return text.length;
}
