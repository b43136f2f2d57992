import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';

/**
 * Returns where a CustomResourceDefinition has rules in CEL, such as `v1 .spec.size`: the fake server does not run them.
 *
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation-rules
 */
export function celRulesOf(definition: JsonRecord): string[] {
  const spec = isJsonRecord(definition['spec']) ? definition['spec'] : {};
  const versions: readonly unknown[] = Array.isArray(spec['versions']) ? spec['versions'] : [];
  return versions.filter(isJsonRecord).flatMap(({ name, schema }) => {
    const root = isJsonRecord(schema) ? schema['openAPIV3Schema'] : undefined;
    return rulesBelow(root, '').map((path) => `${String(name)} ${path === '' ? '.' : path}`);
  });
}

function rulesBelow(schema: unknown, path: string): string[] {
  if (!isJsonRecord(schema)) return [];
  const { properties, items, additionalProperties, 'x-kubernetes-validations': rules } = schema;
  return [
    ...(Array.isArray(rules) && rules.length > 0 ? [path] : []),
    ...Object.entries(isJsonRecord(properties) ? properties : {}).flatMap(([name, inner]) => {
      return rulesBelow(inner, `${path}.${name}`);
    }),
    ...rulesBelow(items, `${path}[*]`),
    ...rulesBelow(additionalProperties, `${path}[*]`),
  ];
}
