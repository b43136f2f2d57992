import { documentsFromYaml, UnreadableYamlError, type YamlDocument } from '../../yaml/index.js';
import { UsageError } from '../errors.js';

/**
 * Parses the documents of a text in YAML or JSON as kubectl does. If a part cannot be read, returns nothing of the
 * text. Messages quote nothing of it, since it may contain secrets.
 *
 * @param name the name of the file, for messages
 * @throws {UsageError} if the text is not YAML, has a duplicate key, or contains a number that JavaScript cannot hold
 *   exactly
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
