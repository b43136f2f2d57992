import { stringify } from 'yaml';

/**
 * A value as indented JSON or as YAML, with a line break at its end. Text that a reader of YAML 1.1, kubectl for one,
 * would take for something else (`yes`, a time) stands in quotes.
 */
export function formatDocument(value: unknown, format: 'json' | 'yaml'): string {
  if (format === 'json') return `${JSON.stringify(value, null, 2)}\n`;
  return stringify(value, { aliasDuplicateObjects: false, compat: 'yaml-1.1', lineWidth: 0 });
}

/** How to print objects. */
export interface ObjectsFormat {
  /** Whether one object was asked for by its name. */
  readonly isSingle: boolean;
  readonly format: 'json' | 'yaml';
}

/** The one object that was asked for, or a `List` of all as kubectl prints it. */
export function formatObjects(objects: readonly object[], { isSingle, format }: ObjectsFormat): string {
  if (isSingle) return objects.map((object) => formatDocument(object, format)).join('');
  return formatDocument({ apiVersion: 'v1', kind: 'List', metadata: { resourceVersion: '' }, items: objects }, format);
}
