import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';
import type { FakeCel, FakeSwitches } from '../served/options.js';

/**
 * Returns where a CustomResourceDefinition has rules in CEL that the fake server does not run, such as `v1 .spec.size`.
 *
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation-rules
 */
export function uncheckedRulesOf(definition: JsonRecord, cel: FakeSwitches['cel']): string[] {
  const runs = typeof cel === 'object' ? cel.runs : () => false;
  const spec = isJsonRecord(definition['spec']) ? definition['spec'] : {};
  const versions: readonly unknown[] = Array.isArray(spec['versions']) ? spec['versions'] : [];
  return versions.filter(isJsonRecord).flatMap(({ name, schema }) => {
    const root = isJsonRecord(schema) ? schema['openAPIV3Schema'] : undefined;
    return rulesBelow(root, '', runs).map((path) => `${String(name)} ${path === '' ? '.' : path}`);
  });
}

function rulesBelow(schema: unknown, path: string, runs: FakeCel['runs']): string[] {
  if (!isJsonRecord(schema)) return [];
  const { properties, items, additionalProperties, allOf, 'x-kubernetes-validations': rules } = schema;
  const all: readonly unknown[] = Array.isArray(rules) ? rules : [];
  const nested: readonly unknown[] = Array.isArray(allOf) ? allOf : [];
  return [
    ...(all.every((rule) => isJsonRecord(rule) && runs(rule)) ? [] : [path]),
    ...Object.entries(isJsonRecord(properties) ? properties : {}).flatMap(([name, inner]) => {
      return rulesBelow(inner, `${path}.${name}`, runs);
    }),
    ...rulesBelow(items, `${path}[*]`, runs),
    ...rulesBelow(additionalProperties, `${path}[*]`, runs),
    // A server runs these as well, which is rare, so they are not run here.
    ...nested.flatMap((each) => rulesBelow(each, path, () => false)),
  ];
}
