import type { Scope } from '../../../src/index.js';

/** A custom resource, as short as a test wants to say it. */
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
  /** The first one is what is stored. */
  readonly versions: readonly CustomVersion[];
}

/** One version of a {@link CustomResource}, its objects without a schema. */
export interface CustomVersion {
  readonly name: string;
  /** @default true */
  readonly served?: boolean | undefined;
  /** Whether it has the subresources `status` and `scale`. */
  readonly scalable?: boolean | undefined;
  readonly columns?: readonly PrinterColumn[] | undefined;
}

/** @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#additional-printer-columns */
export interface PrinterColumn {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date';
  readonly jsonPath: string;
  readonly priority?: number | undefined;
}

/** Where the definitions themselves live. */
export const definitionsPath = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

export function definitionName({ plural, group }: CustomResource): string {
  return `${plural}.${group}`;
}

/** The definition that makes a server serve the resource. */
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
      versions: versions.map(({ name, served = true, scalable = false, columns }, index) => ({
        name,
        served,
        storage: index === 0,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        ...(scalable && { subresources }),
        ...(columns && { additionalPrinterColumns: columns }),
      })),
    },
  };
}

const subresources = {
  status: {},
  scale: {
    specReplicasPath: '.spec.replicas',
    statusReplicasPath: '.status.replicas',
    labelSelectorPath: '.status.selector',
  },
};
