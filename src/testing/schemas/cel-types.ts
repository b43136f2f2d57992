import type { Environment } from '@marcbachmann/cel-js';
import type { Schema } from '../../openapi/index.js';
import { escapedField, resourceFields } from './cel-fields.js';
import type { Steps } from './steps.js';

/** A type takes as long as many steps of a check. */
const stepsOfType = 10;

/** Texts of these formats are of another type in rules. */
const formats: Readonly<Record<string, string>> = {
  byte: 'bytes',
  date: 'google.protobuf.Timestamp',
  'date-time': 'google.protobuf.Timestamp',
  duration: 'google.protobuf.Duration',
};
const simple: Readonly<Record<string, string>> = { boolean: 'bool', number: 'double', integer: 'int' };

/**
 * Adds the types of a schema to an environment, and returns the name of its own; undefined if rules see nothing of such
 * values, as of fields that are kept without being described. Throws 422 for a schema that takes too many steps.
 *
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#type-checking
 */
export function declareType(
  environment: Environment,
  schema: Schema,
  isResource: boolean,
  steps: Steps,
): string | undefined {
  let count = 0;
  const declare = (part: Schema, isWhole: boolean): string | undefined => {
    steps.spend(stepsOfType);
    const { type, format = '', items, additionalProperties: all, properties = {} } = part;
    if (part['x-kubernetes-int-or-string'] === true) return 'dyn';
    if (type === 'string') return Object.hasOwn(formats, format) ? formats[format] : 'string';
    if (type === 'array') {
      const item = items === undefined ? undefined : below(items);
      return item === undefined ? undefined : `list<${item}>`;
    }
    if (type !== 'object') return type === undefined || !Object.hasOwn(simple, type) ? undefined : simple[type];
    if (typeof all === 'object' && !isWhole) {
      const value = below(all);
      return value === undefined ? undefined : `map<string, ${value}>`;
    }
    const described = isWhole ? { ...properties, ...resourceFields } : properties;
    const fields = Object.entries(described).flatMap(([name, field]) => {
      const own = below(field);
      return own === undefined ? [] : [[escapedField(name), own] as const];
    });
    count += 1;
    environment.registerType(`Object${count}`, { fields: Object.fromEntries(fields) });
    return `Object${count}`;
  };
  const below = (part: Schema): string | undefined => declare(part, part['x-kubernetes-embedded-resource'] === true);
  return declare(schema, isResource);
}
