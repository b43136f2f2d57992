import { stat } from 'node:fs/promises';
import path from 'node:path';
import { quote } from '../../core/shared/quote.js';
import { KubeconfigInvalidFieldError, KubeconfigUnreadableFileError, type KubeconfigLocation } from '../errors.js';
import { errorCode, readLimited } from './read-limited.js';
import { locationOf, textOf, type Section } from './section.js';

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
    throw new KubeconfigUnreadableFileError(
      `${what} cannot be read (${errorCode(error) ?? 'unknown reason'})`,
      location,
    );
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
