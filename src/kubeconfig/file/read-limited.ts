import { createReadStream } from 'node:fs';
import { KubeconfigUnreadableFileError, type KubeconfigLocation } from '../errors.js';

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
    throw new KubeconfigUnreadableFileError(
      `${what} cannot be read (${errorCode(error) ?? 'unknown reason'})`,
      location,
    );
  }
  const bytes = Buffer.concat(chunks);
  if (bytes.length > limit) throw new KubeconfigUnreadableFileError(`${what} is larger than ${limit} bytes`, location);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new KubeconfigUnreadableFileError(`${what} is not UTF-8 text`, location);
  }
}

/** Returns the code of a Node error, such as `ENOENT`; undefined if it has none. */
export function errorCode(error: unknown): string | undefined {
  const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? code : undefined;
}
