import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';
import { quote } from '../../core/shared/quote.js';
import { KubeconfigInvalidFieldError, type KubeconfigLocation } from '../errors.js';

/** A cluster, user or context of a kubeconfig, and where it stands. */
export interface Section {
  readonly value: JsonRecord;
  readonly location: KubeconfigLocation;
}

export function locationOf({ location }: Section, field: string): KubeconfigLocation {
  return { ...location, field: location.field === undefined ? field : `${location.field}.${field}` };
}

/** Returns a string; undefined for null and the empty string, as in Go. */
export function textOf(section: Section, field: string): string | undefined {
  const value = section.value[field] ?? '';
  if (typeof value !== 'string')
    throw new KubeconfigInvalidFieldError('it is not a string', locationOf(section, field));
  return value === '' ? undefined : value;
}

/** Returns a boolean; false for null and undefined. */
export function flagOf(section: Section, field: string): boolean {
  const value = section.value[field] ?? false;
  if (typeof value !== 'boolean')
    throw new KubeconfigInvalidFieldError('it is neither true nor false', locationOf(section, field));
  return value;
}

/** Returns a list of strings; empty for null and undefined. */
export function textListOf(section: Section, field: string): readonly string[] {
  return textsIn(section.value[field], locationOf(section, field));
}

/** Returns lists of strings by name; empty for null and undefined. */
export function textListsOf(section: Section, field: string): ReadonlyMap<string, readonly string[]> {
  const value = section.value[field] ?? {};
  const location = locationOf(section, field);
  if (!isJsonRecord(value)) throw new KubeconfigInvalidFieldError('it is not a mapping', location);
  return new Map(
    Object.entries(value).map(([name, item]) => [
      name,
      textsIn(item, { ...location, field: `${location.field ?? ''}[${quote(name)}]` }),
    ]),
  );
}

/** Returns a mapping as a separate section; undefined for null and undefined. */
export function sectionOf(section: Section, field: string): Section | undefined {
  const value = section.value[field] ?? undefined;
  if (value === undefined) return undefined;
  const location = locationOf(section, field);
  if (!isJsonRecord(value)) throw new KubeconfigInvalidFieldError('it is not a mapping', location);
  return { value, location };
}

/** Returns a list of mappings, each with its location; empty for null and undefined. */
export function sectionsOf(section: Section, field: string): readonly Section[] {
  const items = section.value[field] ?? [];
  const location = locationOf(section, field);
  if (!Array.isArray(items)) throw new KubeconfigInvalidFieldError('it is not a list', location);
  return (items as unknown[]).map((value, index) => {
    const item = { ...location, field: `${location.field ?? ''}[${index}]` };
    if (!isJsonRecord(value)) throw new KubeconfigInvalidFieldError('it is not a mapping', item);
    return { value, location: item };
  });
}

function textsIn(value: unknown, location: KubeconfigLocation): readonly string[] {
  const items: unknown = value ?? [];
  if (!Array.isArray(items) || !items.every((item) => typeof item === 'string'))
    throw new KubeconfigInvalidFieldError('it is not a list of strings', location);
  return items;
}

/**
 * Encodes a text as the value of a header: in UTF-8, with one character for each byte, as HTTP in JavaScript expects.
 * Throws if it would break out of the header.
 */
export function headerSafe(value: string, location: KubeconfigLocation): string {
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u0008\u000a-\u001f\u007f]/.test(value))
    throw new KubeconfigInvalidFieldError(
      'it contains a character that is not allowed in a header, such as a line break',
      location,
    );
  return Buffer.from(value, 'utf8').toString('latin1');
}
