import { describe, expect, it } from 'vitest';
import { parseJSONPath, type JSONPathOptions } from '../../src/representations/json-path.js';

/** A template, and what it prints or why it cannot. */
type Case = readonly [template: string, expected: string];

/** Each template prints what it has to, for a value in which keys may not be missing. */
export function check(name: string, data: unknown, cases: readonly Case[], options: JSONPathOptions = {}): void {
  describe(name, () => {
    it.each(cases)('%s', (template, expected) => {
      expect(parseJSONPath(template, { allowMissingKeys: false, ...options }).format(data)).toBe(expected);
    });
  });
}

/** Each template fails for this reason. */
export function checkFailures(
  name: string,
  data: unknown,
  cases: readonly Case[],
  options: JSONPathOptions = {},
): void {
  describe(`${name}, and fail`, () => {
    it.each(cases)('%s', (template, problem) => {
      expect(() => parseJSONPath(template, { allowMissingKeys: false, ...options }).format(data)).toThrow(problem);
    });
  });
}
