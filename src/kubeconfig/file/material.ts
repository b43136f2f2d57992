import { stat } from 'node:fs/promises';
import path from 'node:path';
import { quote } from '../../shared/quote.js';
import { KubeconfigInvalidFieldError, KubeconfigUnreadableFileError, type KubeconfigPlace } from '../errors.js';
import { errorCode, readLimited } from './read-limited.js';
import { placeOf, textOf, type Section } from './section.js';

/** A certificate, a key or a token, wherever it stands. */
export interface Material {
  readonly place: KubeconfigPlace;
  /** Whether it can change, as a file can. */
  readonly changes: boolean;
  /**
   * The content of now: a file is read again when it has changed, and in any case when `anew` is true. Throws a
   * KubeconfigUnreadableFileError that does not show it.
   */
  read(anew?: boolean): Promise<string>;
}

const maxBytes = 1024 * 1024;

/** A file that was written to so shortly before it was read may be written to again within the same tick of its clock. */
const settledMs = 2_000;

/** Material that stands in a kubeconfig itself. */
export function inlineMaterial(content: string, place: KubeconfigPlace): Material {
  return { place, changes: false, read: () => Promise.resolve(content) };
}

/** Material in a file of its own. */
export function fileMaterial(file: string, place: KubeconfigPlace): Material {
  const what = `the file ${quote(file)}`;
  let known: { readonly stamp: string; readonly settled: boolean; readonly content: string } | undefined;
  return {
    place,
    changes: true,
    async read(anew = false) {
      const { stamp, changedAt } = await stampOf(file, place, what);
      if (known?.stamp !== stamp || !known.settled || anew) {
        const content = await readLimited(file, maxBytes, place, what);
        known = { stamp, settled: Date.now() - changedAt > settledMs, content };
      }
      return known.content;
    },
  };
}

/** What tells that a file is no longer the one of before: links that lead elsewhere now count as well. */
async function stampOf(
  file: string,
  place: KubeconfigPlace,
  what: string,
): Promise<{ stamp: string; changedAt: number }> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs, mtimeMs, ctimeMs } = await stat(file, { bigint: true });
    return {
      stamp: [dev, ino, size, mtimeNs, ctimeNs].join(' '),
      changedAt: Number(mtimeMs > ctimeMs ? mtimeMs : ctimeMs),
    };
  } catch (error) {
    throw new KubeconfigUnreadableFileError(`${what} cannot be read (${errorCode(error) ?? 'no reason given'})`, place);
  }
}

/** Inline data in base64 at `<field>-data`, or else the file that `field` names; the data wins where both are there. */
export function materialOf(section: Section, field: string): Material | undefined {
  const data = textOf(section, `${field}-data`);
  if (data === undefined) return fileMaterialOf(section, field);
  const place = placeOf(section, `${field}-data`);
  const compact = data.replace(/[\r\n]/g, '');
  if (compact.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(compact))
    throw new KubeconfigInvalidFieldError('it is not base64', place);
  return inlineMaterial(Buffer.from(compact, 'base64').toString('utf8'), place);
}

/** The file that a field names; a relative path begins at the folder of the kubeconfig. */
export function fileMaterialOf(section: Section, field: string): Material | undefined {
  const file = textOf(section, field);
  if (file === undefined) return undefined;
  const { file: kubeconfig } = section.place;
  const folder = kubeconfig === undefined ? '.' : path.dirname(kubeconfig);
  return fileMaterial(path.resolve(folder, file), placeOf(section, field));
}
