import { documentsFromYaml, UnreadableYamlError, type YamlDocument } from '../../yaml/index.js';
import { UsageError } from '../errors.js';

/**
 * The documents of a text in YAML or JSON, read as kubectl reads them. A text that cannot be read as a whole gives nothing.
 * Messages quote nothing of it, since it may hold secrets.
 *
 * @param name of the file, for messages
 * @throws {UsageError} for what is no YAML, has a key twice, or holds a number that JavaScript cannot hold
 */
export function readExactYaml(text: string, name: string): readonly YamlDocument[] {
  try {
    return documentsFromYaml(text);
  } catch (cause) {
    if (!(cause instanceof UnreadableYamlError)) throw cause;
    const { problem, line, column } = cause;
    const where = line === undefined ? '' : `, line ${line}, column ${column ?? 1}`;
    throw new UsageError(`${JSON.stringify(name)}${where}: ${problem}.`);
  }
}
