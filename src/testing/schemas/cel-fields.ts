import type { Schema } from '../../openapi/index.js';

const text: Schema = { type: 'string' };
/** All that rules in CEL see of an object's metadata. */
export const resourceFields: Readonly<Record<string, Schema>> = {
  apiVersion: text,
  kind: text,
  metadata: { type: 'object', properties: { name: text, generateName: text } },
};

const reserved = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
);
const escapes: Readonly<Record<string, string>> = { __: 'underscores', '.': 'dot', '-': 'dash', '/': 'slash' };

/** Returns a name of a field as rules in CEL write it. */
export function escapedField(name: string): string {
  if (reserved.has(name)) return `__${name}__`;
  return name.replace(/__|[./-]/g, (found) => `__${escapes[found] ?? ''}__`);
}
