import type { KubeObject } from '../../core/model/kube-object.js';
import { compareVersions } from '../../core/model/version-order.js';
import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';
import { textsOf } from './fields.js';
import { readSchema } from './read-schema.js';
import type { FakePrinterColumn, FakeResource } from './fake-resource.js';
import { storageVersionHash } from './storage-version-hash.js';

/** The resource of CustomResourceDefinitions. */
export const definitions = { group: 'apiextensions.k8s.io', version: 'v1', resource: 'customresourcedefinitions' };

/**
 * Returns the resources that a CustomResourceDefinition defines: one for each served version, in the order of the
 * definition. Returns none for an invalid definition, which a real server would have refused.
 * @see https://kubernetes.io/docs/reference/kubernetes-api/extend-resources/custom-resource-definition-v1/
 */
export function resourcesFromDefinition({
  spec,
  ...definition
}: KubeObject & { readonly spec?: unknown }): FakeResource[] {
  const { group, scope, names, versions } = recordOf(spec);
  const { plural, kind, listKind, singular, shortNames, categories } = recordOf(names);
  const isValid = isText(group) && isText(plural) && isText(kind) && definition.metadata.name === `${plural}.${group}`;
  if (!isValid || !Array.isArray(versions)) return [];
  const all = versions.map(recordOf);
  const { name: stored } = all.find(({ storage }) => storage === true) ?? {};
  const hash = isText(stored) ? storageVersionHash(group, stored, kind) : undefined;
  return all.flatMap((version): FakeResource[] => {
    if (!isText(version['name']) || version['served'] !== true) return [];
    const { scale, ...others } = recordOf(version['subresources']);
    const paths = recordOf(scale);
    const { openAPIV3Schema: schema } = recordOf(version['schema']);
    return [
      {
        group,
        version: version['name'],
        resource: plural,
        kind,
        scope: scope === 'Cluster' ? 'Cluster' : 'Namespaced',
        singular: isText(singular) ? singular : kind.toLowerCase(),
        shortNames: textsOf(shortNames).filter(isText),
        categories: textsOf(categories).filter(isText),
        subresources: [
          ...(isJsonRecord(others['status']) ? ['status'] : []),
          ...(isJsonRecord(scale) ? ['scale'] : []),
        ],
        printerColumns: columnsOf(version['additionalPrinterColumns']),
        selectableFields: recordsOf(version['selectableFields']).flatMap(({ jsonPath }) =>
          isText(jsonPath) ? [jsonPath] : [],
        ),
        ...(isJsonRecord(scale) && {
          scalePaths: {
            specReplicas: textOf(paths['specReplicasPath']),
            statusReplicas: textOf(paths['statusReplicasPath']),
            labelSelector: textOf(paths['labelSelectorPath']),
          },
        }),
        ...(isJsonRecord(schema) && { schema: readSchema(schema) }),
        deprecationWarning: warningOf(version, all, `${group}/`, kind),
        listKind: textOf(listKind),
        ...(hash !== undefined && { storageVersionHash: hash }),
        custom: true,
      },
    ];
  });
}

/** Returns the warning of a deprecated version: its own, or one that names the best version after it. */
function warningOf(
  { name, deprecated, deprecationWarning }: JsonRecord,
  versions: readonly JsonRecord[],
  prefix: string,
  kind: string,
): string | undefined {
  if (deprecated !== true) return undefined;
  if (isText(deprecationWarning)) return deprecationWarning;
  const [best] = versions
    .filter((version) => version['served'] === true && version['deprecated'] !== true)
    .flatMap((version) => (isText(version['name']) ? [version['name']] : []))
    .filter((other) => compareVersions(other, String(name)) < 0)
    .sort(compareVersions);
  const instead = best === undefined ? '' : `; use ${prefix}${best} ${kind}`;
  return `${prefix}${String(name)} ${kind} is deprecated${instead}`;
}

function columnsOf(value: unknown): FakePrinterColumn[] | undefined {
  const columns = recordsOf(value).flatMap(({ name, type, jsonPath, format, description, priority }) => {
    if (!isText(name) || !isText(type) || !isText(jsonPath)) return [];
    const further = { format: textOf(format), description: textOf(description) };
    return [{ name, type, jsonPath, ...further, priority: typeof priority === 'number' ? priority : undefined }];
  });
  return columns.length === 0 ? undefined : columns;
}

function recordsOf(value: unknown): JsonRecord[] {
  return Array.isArray(value) ? value.map(recordOf) : [];
}

function recordOf(value: unknown): JsonRecord {
  return isJsonRecord(value) ? value : {};
}

function textOf(value: unknown): string | undefined {
  return isText(value) ? value : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
