import { isJsonRecord, type JsonRecord } from '../../shared/json-record.js';
import { quote } from '../../shared/quote.js';
import { KubeconfigInvalidFieldError, type KubeconfigPlace } from '../errors.js';

/** A cluster, user or context of a kubeconfig, and its place. */
export interface Section {
  readonly value: JsonRecord;
  readonly place: KubeconfigPlace;
}

/** Returns the place of one field of a section. */
export function placeOf({ place }: Section, field: string): KubeconfigPlace {
  return { ...place, field: place.field === undefined ? field : `${place.field}.${field}` };
}

/** Returns a string; undefined for null and the empty string, as in Go. */
export function textOf(section: Section, field: string): string | undefined {
  const value = section.value[field] ?? '';
  if (typeof value !== 'string') throw new KubeconfigInvalidFieldError('it is not a string', placeOf(section, field));
  return value === '' ? undefined : value;
}

/** Returns a boolean; false for null and undefined. */
export function flagOf(section: Section, field: string): boolean {
  const value = section.value[field] ?? false;
  if (typeof value !== 'boolean')
    throw new KubeconfigInvalidFieldError('it is neither true nor false', placeOf(section, field));
  return value;
}

/** Returns a list of strings; empty for null and undefined. */
export function textListOf(section: Section, field: string): readonly string[] {
  return textsIn(section.value[field], placeOf(section, field));
}

/** Returns lists of strings by name; empty for null and undefined. */
export function textListsOf(section: Section, field: string): ReadonlyMap<string, readonly string[]> {
  const value = section.value[field] ?? {};
  const place = placeOf(section, field);
  if (!isJsonRecord(value)) throw new KubeconfigInvalidFieldError('it is not a mapping', place);
  return new Map(
    Object.entries(value).map(([name, item]) => [
      name,
      textsIn(item, { ...place, field: `${place.field ?? ''}[${quote(name)}]` }),
    ]),
  );
}

/** Returns a mapping as a separate section; undefined for null and undefined. */
export function sectionOf(section: Section, field: string): Section | undefined {
  const value = section.value[field] ?? undefined;
  if (value === undefined) return undefined;
  const place = placeOf(section, field);
  if (!isJsonRecord(value)) throw new KubeconfigInvalidFieldError('it is not a mapping', place);
  return { value, place };
}

/** Returns a list of mappings, each with its place; empty for null and undefined. */
export function sectionsOf(section: Section, field: string): readonly Section[] {
  const items = section.value[field] ?? [];
  const place = placeOf(section, field);
  if (!Array.isArray(items)) throw new KubeconfigInvalidFieldError('it is not a list', place);
  return (items as unknown[]).map((value, index) => {
    const item = { ...place, field: `${place.field ?? ''}[${index}]` };
    if (!isJsonRecord(value)) throw new KubeconfigInvalidFieldError('it is not a mapping', item);
    return { value, place: item };
  });
}

function textsIn(value: unknown, place: KubeconfigPlace): readonly string[] {
  const items: unknown = value ?? [];
  if (!Array.isArray(items) || !items.every((item) => typeof item === 'string'))
    throw new KubeconfigInvalidFieldError('it is not a list of strings', place);
  return items;
}

/**
 * Encodes a text as the value of a header: in UTF-8, with one character for each byte, as HTTP in JavaScript expects.
 * Throws if it would break out of the header.
 */
export function headerSafe(value: string, place: KubeconfigPlace): string {
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u0008\u000a-\u001f\u007f]/.test(value))
    throw new KubeconfigInvalidFieldError(
      'it contains a character that is not allowed in a header, such as a line break',
      place,
    );
  return Buffer.from(value, 'utf8').toString('latin1');
}
