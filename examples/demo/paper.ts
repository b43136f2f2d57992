import { formatTable, type Table } from 'kubeatlas';

/* What the demo is written on. */
const bold = process.stdout.isTTY && process.env['NO_COLOR'] === undefined;

let last = '';

/** Writes a line; of empty lines in a row, one. */
const write = (line = ''): void => {
  if (line === '' && last === '') return;
  process.stdout.write(`${line}\n`);
  last = line;
};

/** A heading with its number. */
export function heading(number: number, title: string): void {
  const line = `${number}. ${title}`;
  write();
  write(bold ? `\u001b[1m${line}\u001b[0m` : line);
  write('-'.repeat(line.length));
}

/** A paragraph. */
export function say(...lines: string[]): void {
  for (const line of lines) write(line);
}

/** Rows below a header, in the table that `kubeatlas` prints everywhere. */
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

/** A table, set in from the margin. */
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

/** 1234567 -> `1.2 MB` */
export function bytes(count: number): string {
  if (count < 1000) return `${count} B`;
  return count < 1_000_000 ? `${(count / 1000).toFixed(1)} kB` : `${(count / 1_000_000).toFixed(1)} MB`;
}
