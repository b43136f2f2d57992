import { formatTable, type Table } from 'kubeatlas';

/* The output of the demo. */
const bold = process.stdout.isTTY && process.env['NO_COLOR'] === undefined;

let last = '';

/** Writes a line; collapses consecutive empty lines into one. */
const write = (line = ''): void => {
  if (line === '' && last === '') return;
  process.stdout.write(`${line}\n`);
  last = line;
};

/** Writes a numbered heading. */
export function heading(number: number, title: string): void {
  const line = `${number}. ${title}`;
  write();
  write(bold ? `\u001b[1m${line}\u001b[0m` : line);
  write('-'.repeat(line.length));
}

/** Writes a paragraph. */
export function say(...lines: string[]): void {
  for (const line of lines) write(line);
}

/** Writes rows below a header, in the table format of `kubeatlas`. */
export function show(header: readonly string[], rows: readonly (readonly string[])[]): void {
  const table: Table = {
    apiVersion: 'meta.k8s.io/v1',
    kind: 'Table',
    metadata: {},
    columnDefinitions: header.map((name) => ({ name, type: 'string', format: '', description: '', priority: 0 })),
    rows: rows.map((cells) => ({ cells: [...cells], object: undefined })),
  };
  showTable(table);
}

/** Writes an indented table. */
export function showTable(table: Table, rows = table.rows.length): void {
  write();
  const lines = formatTable({ ...table, rows: table.rows.slice(0, rows) })
    .trimEnd()
    .split('\n');
  for (const line of lines) write(`  ${line}`);
  const left = table.rows.length - rows;
  if (left > 0) write(`  ... and ${left} more`);
  write();
}

/** Formats a number of bytes: 1234567 becomes `1.2 MB`. */
export function bytes(count: number): string {
  if (count < 1000) return `${count} B`;
  return count < 1_000_000 ? `${(count / 1000).toFixed(1)} kB` : `${(count / 1_000_000).toFixed(1)} MB`;
}
