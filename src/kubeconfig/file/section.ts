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

const isText = (value: unknown): boolean => typeof value === 'string';
const isTextList = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

/** A cluster, user or context of a kubeconfig, and where it stands. Reads its fields, and refuses those of a wrong type. */
export class Section {
  constructor(
    readonly value: JsonRecord,
    readonly location: KubeconfigLocation,
  ) {}

  /** Returns where a field stands. */
  at(field: string): KubeconfigLocation {
    const { location } = this;
    return { ...location, field: location.field === undefined ? field : `${location.field}.${field}` };
  }

  /** Returns the error for a field. */
  invalid(field: string, what: string): KubeconfigInvalidFieldError {
    return new KubeconfigInvalidFieldError(what, this.at(field));
  }

  /** Returns the options as a section, so that an error about one that replaces a field names it: `options.as`. */
  replacedBy(options: LoadKubeconfigOptions): Section {
    return new Section({ ...options }, { ...this.location, file: undefined, field: 'options' });
  }

  /** Returns a string; undefined for null and the empty string, as in Go. */
  text(field: string): string | undefined {
    return this.read<string>(field, '', isText, 'not a string') || undefined;
  }

  /** Returns a string that must be there. */
  required(field: string): string {
    const value = this.text(field);
    if (value === undefined) throw this.invalid(field, 'it is missing');
    return value;
  }

  /** Returns a string as the value of a header; undefined for null and the empty string. */
  header(field: string): string | undefined {
    const value = this.text(field);
    return value === undefined ? undefined : headerSafe(value, this.at(field));
  }

  /** Returns a list of strings, each as the value of a header. */
  headers(field: string): readonly string[] {
    return this.texts(field).map((value) => headerSafe(value, this.at(field)));
  }

  /** Returns a boolean; false for null and undefined. */
  flag(field: string): boolean {
    return this.read<boolean>(field, false, (value) => typeof value === 'boolean', 'neither true nor false');
  }

  /** Returns a list of strings; empty for null and undefined. */
  texts(field: string): readonly string[] {
    return this.read<readonly string[]>(field, [], isTextList, 'not a list of strings');
  }

  /** Returns a mapping as a separate section; undefined for null and undefined. */
  section(field: string): Section | undefined {
    const value = this.read<JsonRecord | undefined>(field, undefined, isJsonRecord, 'not a mapping');
    return value && new Section(value, this.at(field));
  }

  /** Returns a list of mappings, each with its location; empty for null and undefined, as each of them may be. */
  sections(field: string): readonly Section[] {
    const items = this.read<readonly unknown[]>(field, [], Array.isArray, 'not a list');
    const members = Object.fromEntries(items.map((item, index) => [`${field}[${index}]`, item]));
    const list = new Section(members, this.location);
    return Object.keys(members).map((member) => list.section(member) ?? new Section({}, list.at(member)));
  }

  /** Reads inline base64 data at `<field>-data`, or else the file that `field` names; the data wins if both exist. */
  material(field: string): Material | undefined {
    const data = this.text(`${field}-data`);
    if (data === undefined) return this.file(field);
    const location = this.at(`${field}-data`);
    const compact = data.replace(/[\r\n]/g, '');
    if (compact.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(compact))
      throw new KubeconfigInvalidFieldError('it is not base64', location);
    const content = Buffer.from(compact, 'base64').toString('utf8');
    return { location, changes: false, read: () => Promise.resolve(content) };
  }

  /** Reads the file that a field names; a relative path begins at the folder of the kubeconfig. */
  file(field: string): Material | undefined {
    const file = this.text(field);
    const { file: kubeconfig } = this.location;
    const folder = kubeconfig === undefined ? '.' : path.dirname(kubeconfig);
    return file === undefined ? undefined : fileMaterial(path.resolve(folder, file), this.at(field));
  }

  /** Returns the value of a field if it is what it has to be; `otherwise` for null and undefined. */
  private read<T>(field: string, otherwise: T, is: (value: unknown) => boolean, what: string): T {
    const value = this.value[field] ?? otherwise;
    if (value === otherwise || is(value)) return value as T;
    throw this.invalid(field, `it is ${what}`);
  }
}

/**
 * Encodes a text as the value of a header: in UTF-8, with one character for each byte, as HTTP in JavaScript expects.
 * Throws if it would break out of the header.
 */
export function headerSafe(value: string, location: KubeconfigLocation): string {
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u0008\u000a-\u001f\u007f]/.test(value))
    throw new KubeconfigInvalidFieldError('it has a character that no header may have, such as a line break', location);
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
   * Returns the current content: a file is read again if it has changed. Throws a KubeconfigUnreadableFileError that does
   * not show the content.
   */
  read(): Promise<string>;
}

const maxBytes = 1024 * 1024;

/** A file modified so shortly before it was read may be modified again within the same tick of its clock. */
const settledMs = 2_000;

/** Makes a material from a separate file. */
function fileMaterial(file: string, location: KubeconfigLocation): Material {
  const what = `the file ${quote(file)}`;
  let known: { readonly stamp: string; readonly settled: boolean; readonly content: string } | undefined;
  return {
    location,
    changes: true,
    async read() {
      const { dev, ino, size, mtimeNs, ctimeNs, ctimeMs } = await stat(file, { bigint: true }).catch(
        (error: unknown) => {
          throw unreadable(what, error, location);
        },
      );
      // Changes with the file, including when a link now leads elsewhere.
      const stamp = [dev, ino, size, mtimeNs, ctimeNs].join(' ');
      if (known?.stamp !== stamp || !known.settled) {
        const content = await readLimited(file, maxBytes, location, what);
        known = { stamp, settled: Date.now() - Number(ctimeMs) > settledMs, content };
      }
      return known.content;
    },
  };
}
