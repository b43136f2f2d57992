import { InvalidJSONPathError, JSONPathMismatchError } from '../../jsonpath/errors.js';
import { parseJSONPath, type JSONPath } from '../../jsonpath/json-path.js';

/** Paths are few, and written down in programs; those that are read again are read once. */
const known = new Map<string, JSONPath | undefined>();
const mostKnown = 1000;

/**
 * The first value that a JSONPath in kubectl's dialect leads to, undefined when there is none. A path that cannot be read,
 * or that does not fit the value, leads nowhere.
 */
export function valueAtPath(root: unknown, path: string): unknown {
  if (!known.has(path)) {
    if (known.size >= mostKnown) known.clear();
    known.set(path, pathIn(path));
  }
  return firstValue(known.get(path), root);
}

/** Reads one path; undefined for what is none. */
export function pathIn(text: string): JSONPath | undefined {
  try {
    return parseJSONPath(text, { relaxed: true });
  } catch (error) {
    if (error instanceof InvalidJSONPathError) return undefined;
    throw error;
  }
}

/** The first value that a path leads to. */
export function firstValue(path: JSONPath | undefined, root: unknown): unknown {
  try {
    return path?.find(root)[0]?.[0];
  } catch (error) {
    if (error instanceof JSONPathMismatchError) return undefined;
    throw error;
  }
}
