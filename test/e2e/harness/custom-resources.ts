import type { Scope } from '../../../src/index.js';

/** A short description of a custom resource. */
export interface CustomResource {
  readonly group: string;
  readonly plural: string;
  readonly kind: string;
  /** @default the kind in lower case */
  readonly singular?: string | undefined;
  readonly shortNames?: readonly string[] | undefined;
  readonly categories?: readonly string[] | undefined;
  /** @default 'Namespaced' */
  readonly scope?: Scope | undefined;
  /** The first one is the storage version. */
  readonly versions: readonly CustomVersion[];
}

/** One version of a {@link CustomResource}. */
export interface CustomVersion {
  readonly name: string;
  /** @default true */
  readonly served?: boolean | undefined;
  /** Whether it has the subresources `status` and `scale`. */
  readonly scalable?: boolean | undefined;
  readonly columns?: readonly PrinterColumn[] | undefined;
  /** @default any fields */
  readonly schema?: object | undefined;
}

/** @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#additional-printer-columns */
export interface PrinterColumn {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date';
  readonly jsonPath: string;
  readonly priority?: number | undefined;
}

/** The path of the definitions themselves. */
export const definitionsPath = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

export function definitionName({ plural, group }: CustomResource): string {
  return `${plural}.${group}`;
}

/** Returns the definition of the resource. */
export function definitionOf(resource: CustomResource): object {
  const { group, plural, kind, shortNames, categories, scope = 'Namespaced', versions } = resource;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: definitionName(resource) },
    spec: {
      group,
      scope,
      names: {
        plural,
        singular: resource.singular ?? kind.toLowerCase(),
        kind,
        listKind: `${kind}List`,
        ...(shortNames && { shortNames }),
        ...(categories && { categories }),
      },
      versions: versions.map(({ name, served = true, scalable = false, columns, schema = anyFields }, index) => ({
        name,
        served,
        storage: index === 0,
        schema: { openAPIV3Schema: schema },
        ...(scalable && { subresources }),
        ...(columns && { additionalPrinterColumns: columns }),
      })),
    },
  };
}

const anyFields = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

const subresources = {
  status: {},
  scale: {
    specReplicasPath: '.spec.replicas',
    statusReplicasPath: '.status.replicas',
    labelSelectorPath: '.status.selector',
  },
};
