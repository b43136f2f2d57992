import type { KubeObject } from '../../model/kube-object.js';
import { isJsonRecord } from '../../shared/json-record.js';
import { selectorText } from '../../selector/selector-text.js';
import { ofCreation } from './column-descriptions.js';
import { ageOf } from './human-duration.js';
import { valueAtPath } from '../store/json-path.js';

/** A column of a Table, with the way to fill it. */
export interface Column {
  readonly name: string;
  /** @default 'string' */
  readonly type?: string | undefined;
  /** @default '' */
  readonly format?: string | undefined;
  /** @default '' */
  readonly description?: string | undefined;
  /** @default 0 */
  readonly priority?: number | undefined;
  readonly cell: (object: KubeObject, now: Date) => unknown;
}

/** How old the object is. */
export const age: Column = {
  ...textColumn('Age', ({ metadata }, now) => ageOf(metadata.creationTimestamp, now)),
  description: ofCreation,
};

/** A column of text, whatever its cells hold. */
export function textColumn(name: string, cell: Column['cell'], type = 'string'): Column {
  return { name, type, cell };
}

/** A column with the number at a path. */
export function integer(name: string, path: string, otherwise = 0): Column {
  return textColumn(name, (object) => numberAt(object, path, otherwise), 'integer');
}

/** The same textColumn, for `-o wide` alone. */
export function wide(narrow: Column): Column {
  return { ...narrow, priority: 1 };
}

/** Names and images of the containers in a template, for `-o wide`. */
export function containerColumns(): readonly Column[] {
  const containers = (path: string): Column['cell'] => {
    return (object) =>
      listAt(object, '.spec.template.spec.containers')
        .map((container) => stringAt(container, path))
        .join(',');
  };
  return [wide(textColumn('Containers', containers('.name'))), wide(textColumn('Images', containers('.image')))];
}

/** The selector of a workload as text, for `-o wide`. */
export function selectorColumn(): Column {
  return wide(textColumn('Selector', (object) => selectorText(valueAtPath(object, '.spec.selector')) || '<none>'));
}

/** The text at a path; empty for anything else. */
export function stringAt(object: unknown, path: string): string {
  const value = valueAtPath(object, path);
  return typeof value === 'string' ? value : '';
}

/** The number at a path. */
export function numberAt(object: unknown, path: string, otherwise = 0): number {
  const value = valueAtPath(object, path);
  return typeof value === 'number' ? value : otherwise;
}

/** The list at a path; empty for anything else. */
export function listAt(object: unknown, path: string): readonly unknown[] {
  const value = valueAtPath(object, path);
  return Array.isArray(value) ? value : [];
}

/** How many members the map at a path has. */
export function sizeAt(object: KubeObject, path: string): number {
  const value = valueAtPath(object, path);
  return isJsonRecord(value) ? Object.keys(value).length : 0;
}
