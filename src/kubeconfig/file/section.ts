import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';
import { quote } from '../../core/shared/quote.js';
import {
  KubeconfigInvalidFieldError,
  type KubeconfigLocation,
  KubeconfigMissingFileError,
  KubeconfigUnreadableFileError,
} from '../errors.js';
import type { LoadKubeconfigOptions } from '../load-options.js';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';

/** A cluster, user or context of a kubeconfig, and where it stands. */
export interface Section {
  readonly value: JsonRecord;
  readonly location: KubeconfigLocation;
}

export function locationOf({ location }: Section, field: string): KubeconfigLocation {
  return { ...location, field: location.field === undefined ? field : `${location.field}.${field}` };
}

/** The options as a section, so that an error about one that replaces a field names it: `options.as`. */
export function optionsInPlaceOf({ location }: Section, options: LoadKubeconfigOptions): Section {
  return { value: { ...options }, location: { ...location, file: undefined, field: 'options' } };
}

/** Returns the error for a field of a section. */
export function invalidField(section: Section, field: string, what: string): KubeconfigInvalidFieldError {
  return new KubeconfigInvalidFieldError(what, locationOf(section, field));
}

/** Returns the value of a field if it is what it has to be; `otherwise` for null and undefined. */
function valueOf<T>(section: Section, field: string, otherwise: T, is: (value: unknown) => boolean, what: string): T {
  const value = section.value[field] ?? otherwise;
  if (value === otherwise || is(value)) return value as T;
  throw invalidField(section, field, `it is ${what}`);
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isTextList = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

/** Returns a string; undefined for null and the empty string, as in Go. */
export function textOf(section: Section, field: string): string | undefined {
  return valueOf<string>(section, field, '', isText, 'not a string') || undefined;
}

/** Returns a boolean; false for null and undefined. */
export function flagOf(section: Section, field: string): boolean {
  return valueOf<boolean>(section, field, false, (value) => typeof value === 'boolean', 'neither true nor false');
}

/** Returns a list of strings; empty for null and undefined. */
export function textListOf(section: Section, field: string): readonly string[] {
  return valueOf<readonly string[]>(section, field, [], isTextList, 'not a list of strings');
}

/** Returns lists of strings by name; empty for null and undefined. */
export function textListsOf(section: Section, field: string): ReadonlyMap<string, readonly string[]> {
  return new Map(
    Object.entries(sectionOf(section, field)?.value ?? {}).map(([name, value]) => {
      const member = `${field}[${quote(name)}]`;
      return [name, textListOf({ ...section, value: { [member]: value } }, member)];
    }),
  );
}

/** Returns a mapping as a separate section; undefined for null and undefined. */
export function sectionOf(section: Section, field: string): Section | undefined {
  const value = valueOf<JsonRecord | undefined>(section, field, undefined, isJsonRecord, 'not a mapping');
  return value && { value, location: locationOf(section, field) };
}

/** Returns a list of mappings, each with its location; empty for null and undefined, as each of them may be. */
export function sectionsOf(section: Section, field: string): readonly Section[] {
  const items = valueOf<readonly unknown[]>(section, field, [], Array.isArray, 'not a list');
  return items.map((value, index) => {
    const member = `${field}[${index}]`;
    const empty = { value: {}, location: locationOf(section, member) };
    return sectionOf({ ...section, value: { [member]: value } }, member) ?? empty;
  });
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

/**
 * Reads a whole text file, including pipes and devices, unless it is larger than `limit` bytes. Throws a
 * KubeconfigUnreadableFileError that names the file, but not its content.
 */
export async function readLimited(
  path: string,
  limit: number,
  location: KubeconfigLocation,
  what: string,
): Promise<string> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of createReadStream(path, { end: limit })) chunks.push(chunk as Buffer);
  } catch (error) {
    throw unreadable(what, error, location);
  }
  const bytes = Buffer.concat(chunks);
  if (bytes.length > limit) throw new KubeconfigUnreadableFileError(`${what} is larger than ${limit} bytes`, location);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new KubeconfigUnreadableFileError(`${what} is not UTF-8 text`, location);
  }
}

/** Reads a whole text file; undefined for one that is missing, which is an error if it is required. */
export async function readIfThere(file: string, limit: number, isRequired: boolean): Promise<string | undefined> {
  try {
    await stat(file);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw unreadable('it', error, { file });
    if (isRequired) throw new KubeconfigMissingFileError('file not found', { file });
    return undefined;
  }
  return readLimited(file, limit, { file }, 'it');
}

function unreadable(what: string, error: unknown, location: KubeconfigLocation): KubeconfigUnreadableFileError {
  const reason = errorCode(error) ?? 'unknown reason';
  return new KubeconfigUnreadableFileError(`${what} cannot be read (${reason})`, location);
}

/** Returns the code of a Node error, such as `ENOENT`; undefined if it has none. */
export function errorCode(error: unknown): string | undefined {
  const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** A certificate, a key or a token, from a file or from the kubeconfig itself. */
export interface Material {
  readonly location: KubeconfigLocation;
  /** Whether it can change, as a file can. */
  readonly changes: boolean;
  /**
   * Returns the current content: a file is read again if it has changed, or if `refresh` is true. Throws a
   * KubeconfigUnreadableFileError that does not show the content.
   */
  read(refresh?: boolean): Promise<string>;
}

const maxBytes = 1024 * 1024;

/** A file modified so shortly before it was read may be modified again within the same tick of its clock. */
const settledMs = 2_000;

/** Makes a material from text in the kubeconfig itself. */
export function inlineMaterial(content: string, location: KubeconfigLocation): Material {
  return { location, changes: false, read: () => Promise.resolve(content) };
}

/** Makes a material from a separate file. */
export function fileMaterial(file: string, location: KubeconfigLocation): Material {
  const what = `the file ${quote(file)}`;
  let known: { readonly stamp: string; readonly settled: boolean; readonly content: string } | undefined;
  return {
    location,
    changes: true,
    async read(refresh = false) {
      const { stamp, changedAt } = await stampOf(file, location, what);
      if (known?.stamp !== stamp || !known.settled || refresh) {
        const content = await readLimited(file, maxBytes, location, what);
        known = { stamp, settled: Date.now() - changedAt > settledMs, content };
      }
      return known.content;
    },
  };
}

/** Returns a stamp that changes with the file, including when a link now leads elsewhere. */
async function stampOf(
  file: string,
  location: KubeconfigLocation,
  what: string,
): Promise<{ stamp: string; changedAt: number }> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs, mtimeMs, ctimeMs } = await stat(file, { bigint: true });
    return {
      stamp: [dev, ino, size, mtimeNs, ctimeNs].join(' '),
      changedAt: Number(mtimeMs > ctimeMs ? mtimeMs : ctimeMs),
    };
  } catch (error) {
    throw unreadable(what, error, location);
  }
}

/** Reads inline base64 data at `<field>-data`, or else the file that `field` names; the data wins if both exist. */
export function materialOf(section: Section, field: string): Material | undefined {
  const data = textOf(section, `${field}-data`);
  if (data === undefined) return fileMaterialOf(section, field);
  const location = locationOf(section, `${field}-data`);
  const compact = data.replace(/[\r\n]/g, '');
  if (compact.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(compact))
    throw new KubeconfigInvalidFieldError('it is not base64', location);
  return inlineMaterial(Buffer.from(compact, 'base64').toString('utf8'), location);
}

/** Reads the file that a field names; a relative path begins at the folder of the kubeconfig. */
export function fileMaterialOf(section: Section, field: string): Material | undefined {
  const file = textOf(section, field);
  if (file === undefined) return undefined;
  const { file: kubeconfig } = section.location;
  const folder = kubeconfig === undefined ? '.' : path.dirname(kubeconfig);
  return fileMaterial(path.resolve(folder, file), locationOf(section, field));
}
