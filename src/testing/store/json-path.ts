import {
  InvalidJSONPathError,
  JSONPathMismatchError,
  parseJSONPath,
  type JSONPath,
} from '../../representations/json-path.js';

/** Parsed paths. There are few, since they are part of programs. */
const known = new Map<string, JSONPath | undefined>();
const maxKnown = 1000;

/**
 * Returns the first value at a JSONPath in kubectl's dialect; undefined if there is none, if the path is invalid, or if
 * it does not fit the value.
 */
export function valueAtPath(root: unknown, path: string): unknown {
  if (!known.has(path)) {
    if (known.size >= maxKnown) known.clear();
    known.set(path, pathIn(path));
  }
  return firstValue(known.get(path), root);
}

/** Parses a path; undefined if it is invalid. */
export function pathIn(text: string): JSONPath | undefined {
  try {
    return parseJSONPath(text, { relaxed: true });
  } catch (error) {
    if (error instanceof InvalidJSONPathError) return undefined;
    throw error;
  }
}

export function firstValue(path: JSONPath | undefined, root: unknown): unknown {
  try {
    return path?.find(root)[0]?.[0];
  } catch (error) {
    if (error instanceof JSONPathMismatchError) return undefined;
    throw error;
  }
}
