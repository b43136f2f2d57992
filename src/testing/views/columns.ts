import type { FakePrinterColumn } from '../served/fake-resource.js';
import type { ServedResource } from '../served/served.js';
import type { builtInColumns } from './built-in-columns.js';
import { age as ageOfCreation, ofCreation, ofName, type Column } from './cells.js';
import { ageOf } from './human-duration.js';
import { printValue } from '../../representations/json-path.js';
import { firstValue, pathIn, valueAtPath } from '../store/json-path.js';

/** The first column of every Table. */
export const nameColumn: Column = {
  name: 'Name',
  format: 'name',
  description: ofName,
  cell: ({ metadata }) => metadata.name ?? '',
};

const createdAt: Column = {
  name: 'Created At',
  type: 'date',
  description: ofCreation,
  cell: ({ metadata }) => metadata.creationTimestamp ?? null,
};

const printedAge: FakePrinterColumn = {
  name: 'Age',
  type: 'date',
  jsonPath: '.metadata.creationTimestamp',
  description: ofCreation,
};

/** Returns the columns of a Scale, of a built-in or a custom resource: Name, Desired, Available, Age. */
export const scaleColumns = (custom: boolean): readonly Column[] => [
  { ...nameColumn, format: custom ? nameColumn.format : '' },
  {
    name: 'Desired',
    type: 'integer',
    description: custom
      ? 'Number of desired replicas'
      : 'replicas is the desired number of instances for the scaled object.',
    cell: (scale) => valueAtPath(scale, '.spec.replicas') ?? 0,
  },
  {
    name: 'Available',
    type: 'integer',
    description: custom
      ? 'Number of actual replicas'
      : 'replicas is the actual number of observed instances of the scaled object.',
    cell: (scale) => valueAtPath(scale, '.status.replicas') ?? 0,
  },
  { ...ageOfCreation, type: custom ? 'date' : 'string' },
];

/** The columns of built-in resources, once {@link loadColumns} has loaded them. */
let builtIn: typeof builtInColumns | undefined;

/** Loads the columns of built-in resources, which are large and which clients that ask for no Table never need. */
export async function loadColumns(): Promise<void> {
  builtIn ??= (await import('./built-in-columns.js')).builtInColumns;
}

/**
 * Returns the columns of a resource: its own printer columns, those of kubectl for built-in resources, Name and Age for
 * other custom resources, Name and Created At for all others.
 */
export function columnsOf(resource: ServedResource): readonly Column[] {
  const { custom, printerColumns } = resource;
  if (printerColumns !== undefined || custom) return [nameColumn, ...fromDescriptions(printerColumns ?? [printedAge])];
  return builtInColumnsOf(resource) ?? [nameColumn, createdAt];
}

/** Reports whether a resource has specific columns, rather than those that any object has. */
export function hasOwnColumns(resource: ServedResource): boolean {
  return resource.custom || resource.printerColumns !== undefined || builtInColumnsOf(resource) !== undefined;
}

function builtInColumnsOf(resource: ServedResource): readonly Column[] | undefined {
  return builtIn?.(keyOf(resource), nameColumn);
}

function keyOf({ group, resource }: ServedResource): string {
  return group === '' ? resource : `${resource}.${group}`;
}

/**
 * Creates columns of descriptions. As on a real server, a column with an invalid path is omitted, along with all
 * columns after it.
 */
function fromDescriptions(descriptions: readonly FakePrinterColumn[]): readonly Column[] {
  const columns: Column[] = [];
  for (const { name, type, jsonPath, format, description, priority } of descriptions) {
    const path = pathIn(jsonPath);
    if (path === undefined) break;
    columns.push({
      name,
      type,
      format,
      description: description ?? `Custom resource definition column (in JSONPath format): ${jsonPath}`,
      priority,
      cell: (object, now) => cellOf(type, firstValue(path, object), now),
    });
  }
  return columns;
}

/**
 * Returns the value of a cell. A value that does not match the type of the column is null, except in a string column,
 * which prints everything.
 */
function cellOf(type: string, value: unknown, now: Date): unknown {
  if (value === undefined) return null;
  switch (type) {
    case 'string':
      return value === null ? '<no value>' : printValue(value);
    case 'integer':
      return typeof value === 'number' ? Math.trunc(value) : null;
    case 'number':
      return typeof value === 'number' ? value : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'date':
      return typeof value === 'string' ? ageOf(value, now) : null;
    default:
      return null;
  }
}
