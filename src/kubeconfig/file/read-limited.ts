import { createReadStream } from 'node:fs';
import { KubeconfigUnreadableFileError, type KubeconfigPlace } from '../errors.js';

/**
 * Reads a text file whole, or not at all when it is larger than `limit` bytes; pipes and devices as well. Throws a
 * KubeconfigUnreadableFileError that names the file and not its content.
 */
export async function readLimited(path: string, limit: number, place: KubeconfigPlace, what: string): Promise<string> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of createReadStream(path, { end: limit })) chunks.push(chunk as Buffer);
  } catch (error) {
    throw new KubeconfigUnreadableFileError(`${what} cannot be read (${errorCode(error) ?? 'no reason given'})`, place);
  }
  const bytes = Buffer.concat(chunks);
  if (bytes.length > limit) throw new KubeconfigUnreadableFileError(`${what} is larger than ${limit} bytes`, place);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new KubeconfigUnreadableFileError(`${what} is not UTF-8 text`, place);
  }
}

/** `ENOENT` and its like, where an error of Node carries one. */
export function errorCode(error: unknown): string | undefined {
  const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? code : undefined;
}
