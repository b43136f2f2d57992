import { readFileSync } from 'node:fs';

/** The rows of the README that the bench has measured: what, then where docs/performance.md says it, for each of the three. */
const places: readonly (readonly [
  what: string,
  column: string,
  ...cells: (readonly [heading: string, row: string] | undefined)[],
])[] = [
  [
    '500 pods for a table: bytes',
    'pods: bytes',
    ['Forms', 'Table'],
    ['Forms', 'whole objects'],
    ['Forms', 'Table with metadata'],
  ],
  [
    'a list of 5,000 pods: processor time',
    'processor',
    ['Lists of a real server', '`list()`'],
    ['Lists of a real server', 'client-node'],
    undefined,
  ],
  [
    'what is needed for owners and counts: processor time',
    'processor',
    ['Metadata of a real server', "`as('PartialObjectMetadata').list()`"],
    ['Metadata of a real server', 'whole objects by client-node'],
    undefined,
  ],
  [
    '20 informers of 5,000 pods: processor time until synced',
    'processor',
    ['Informers of a real server', '`createInformer`'],
    ['Informers of a real server', 'client-node'],
    undefined,
  ],
  [
    'their memory for each pod',
    'heap for each object',
    ['Informers of a real server', '`createInformer`'],
    ['Informers of a real server', 'client-node'],
    undefined,
  ],
  [
    '`get pods -A` of 5,000 pods: time',
    'clock',
    ['A table as a process', '`kubeatlas get pods -A`'],
    undefined,
    ['A table as a process', '`kubectl get pods -A`'],
  ],
  [
    '`get pods -A` of 5,000 pods: memory',
    'memory',
    ['A table as a process', '`kubeatlas get pods -A`'],
    undefined,
    ['A table as a process', '`kubectl get pods -A`'],
  ],
];

/** The rows, as docs/performance.md has them. */
export function benchRows(): readonly (readonly string[])[] {
  const page = readFileSync(new URL('../../docs/performance.md', import.meta.url), 'utf8');
  return places.map(([what, column, ...cells]) => [
    what,
    ...cells.map((place) => (place === undefined ? '' : cellOf(page, ...place, column))),
  ]);
}

function cellOf(page: string, heading: string, row: string, column: string): string {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  const table = lines.map((line) => line.split('|').map((cell) => cell.trim()));
  const place = table[0]?.indexOf(column) ?? -1;
  const cell = table.find(([, first]) => first === row)?.[place];
  if (cell === undefined || place === -1)
    throw new Error(`docs/performance.md has no ${column} of ${row} below ${heading}`);
  return cell;
}
