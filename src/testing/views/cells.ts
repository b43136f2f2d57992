import type { KubeObject } from '../../core/model/kube-object.js';
import { isJsonRecord } from '../../core/shared/json-record.js';
import { selectorText } from '../../core/selector/label-selector.js';
import { ageOf } from './human-duration.js';
import { valueAtPath } from '../store/json-path.js';

/** A column of a Table, and the function that fills it. */
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

/** The description of the name, in every Table. */
export const ofName =
  'Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names';

/** The description of the creation time, for `Age` and `Created At`. Clients identify an age by this text. */
export const ofCreation =
  'CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata';

export const age: Column = {
  ...textColumn('Age', ({ metadata }, now) => ageOf(metadata.creationTimestamp, now)),
  description: ofCreation,
};

/** Returns a column of type string, whatever its cells hold. */
export function textColumn(name: string, cell: Column['cell'], type = 'string'): Column {
  return { name, type, cell };
}

/** Returns a column with the number at a path. */
export function integer(name: string, path: string, fallback = 0): Column {
  return textColumn(name, (object) => numberAt(object, path, fallback), 'integer');
}

/** Returns the same column, shown only with `-o wide`. */
export function wide(narrow: Column): Column {
  return { ...narrow, priority: 1 };
}

/** Returns the columns with names and images of the containers in a template, for `-o wide`. */
export function containerColumns(template = '.spec.template'): readonly Column[] {
  const containers = (path: string): Column['cell'] => {
    return (object) =>
      listAt(object, `${template}.spec.containers`)
        .map((container) => stringAt(container, path))
        .join(',');
  };
  return [wide(textColumn('Containers', containers('.name'))), wide(textColumn('Images', containers('.image')))];
}

/** Returns the column with the selector of a workload as text, for `-o wide`. */
export function selectorColumn(path = '.spec.selector'): Column {
  return wide(textColumn('Selector', (object) => selectorText(valueAtPath(object, path)) || '<none>'));
}

/** Returns the string at a path; empty for anything else. */
export function stringAt(object: unknown, path: string): string {
  const value = valueAtPath(object, path);
  return typeof value === 'string' ? value : '';
}

export function numberAt(object: unknown, path: string, fallback = 0): number {
  const value = valueAtPath(object, path);
  return typeof value === 'number' ? value : fallback;
}

/** Returns the list at a path; empty for anything else. */
export function listAt(object: unknown, path: string): readonly unknown[] {
  const value = valueAtPath(object, path);
  return Array.isArray(value) ? value : [];
}

/** Returns the number of members of the map at a path. */
export function sizeAt(object: KubeObject, path: string): number {
  const value = valueAtPath(object, path);
  return isJsonRecord(value) ? Object.keys(value).length : 0;
}

/** Returns the map of labels at a path as text. */
export function labelsAt(object: unknown, path: string): string {
  const labels = valueAtPath(object, path);
  const pairs = Object.entries(Object(labels) as object).map(([key, value]) => `${key}=${String(value)}`);
  return pairs.sort().join(',') || '<none>';
}
