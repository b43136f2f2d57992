import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { oneLine } from './one-line.js';
import { UsageError } from './usage-error.js';

/** Gives the text of a file, or of standard input for `-`. */
export type ReadInput = (path: string) => Promise<string>;

/** Reads from the process. Throws {@link UsageError} for what cannot be read. */
export const readInput: ReadInput = async (path) => {
  if (path === '-') return text(process.stdin);
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const why = cause instanceof Error ? oneLine(cause.message) : 'unknown';
    throw new UsageError(`${JSON.stringify(path)} cannot be read: ${why}`, { cause });
  }
};
