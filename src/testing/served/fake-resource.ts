import type { GroupVersionKind } from '../../core/model/group-version-kind.js';
import type { Schema } from '../../openapi/index.js';
import type { Scope } from '../../core/model/rest-mapping.js';

/** A short description of one resource in one version; everything except the names has a default. */
export interface FakeResource {
  /** The API group; `''` is the core group. */
  readonly group: string;
  /** The version of the group: `v1`. */
  readonly version: string;
  /** The plural. */
  readonly resource: string;
  /** The kind; empty for a parent that only has subresources. */
  readonly kind: string;
  /** @default 'Namespaced' */
  readonly scope?: Scope | undefined;
  /** @default the kind in lower case */
  readonly singular?: string | undefined;
  /** @default none */
  readonly shortNames?: readonly string[] | undefined;
  /** The categories of the resource, such as `all`. @default none */
  readonly categories?: readonly string[] | undefined;
  /** @default the eight verbs of an ordinary resource */
  readonly verbs?: readonly string[] | undefined;
  /** `status` and `scale` work; others are listed in discovery and answer 405. */
  readonly subresources?: readonly (string | FakeSubresource)[] | undefined;
  /**
   * Columns of its Table after Name, like `additionalPrinterColumns` of a CustomResourceDefinition. As on real servers,
   * a Table with such columns has Age only if it is one of them. @default Name and Age
   */
  readonly printerColumns?: readonly FakePrinterColumn[] | undefined;
  /** Fields for field selectors besides `metadata.name` and `metadata.namespace`: JSON paths such as `.spec.color`. */
  readonly selectableFields?: readonly string[] | undefined;
  /** The fields that the scale subresource reads and writes. */
  readonly scalePaths?: FakeScalePaths | undefined;
  /**
   * The structural schema of its objects, as `openAPIV3Schema` of a CustomResourceDefinition: it decides which fields are
   * kept, which values are valid and which defaults are set. @default any fields
   */
  readonly schema?: Schema | undefined;
  /** The kind of its lists. @default the kind, and `List` */
  readonly listKind?: string | undefined;
  /** Appears only in legacy documents. Resources with equal plural, scope and hash share their objects. */
  readonly storageVersionHash?: string | undefined;
  /**
   * Appears only in legacy documents unless the switch `internalIDInAggregated` is on. Resources with equal ids share
   * their objects.
   */
  readonly internalID?: string | undefined;
  /**
   * The resource to share objects with, as `<resource>.<version>.<group>`. Versions of one plural in one group always
   * share their objects, as do the cohabiting groups of real servers (`events`, for example).
   */
  readonly sharesStorageWith?: string | undefined;
  /** The warning that comes with every answer, like `deprecationWarning` of a CustomResourceDefinition. @default none */
  readonly deprecationWarning?: string | undefined;
  /** The server cannot render a Table of this resource: Accept clauses that ask for one are skipped. */
  readonly noTable?: boolean | undefined;
  /** Whether it behaves like a custom resource. @default true for groups with a dot that do not end in `.k8s.io` */
  readonly custom?: boolean | undefined;
}

/** A subresource in a {@link FakeResource}. */
export interface FakeSubresource {
  /** Its name in paths: `status`. */
  readonly subresource: string;
  /**
   * The kind that discovery reports; null for none.
   * @default autoscaling/v1 Scale for `scale`, their own kinds for `eviction`, `binding` and `token`, otherwise the
   * kind of the parent
   */
  readonly responseKind?: GroupVersionKind | null | undefined;
  /** @default get, patch, update; create for `eviction`, `binding` and `token` of built-in resources */
  readonly verbs?: readonly string[] | undefined;
}

/** One of the `additionalPrinterColumns` of a CustomResourceDefinition. */
export interface FakePrinterColumn {
  /** The header of the column. */
  readonly name: string;
  /** integer, number, string, boolean or date. */
  readonly type: string;
  /** A JSON path as in kubectl: `.spec.replicas`, `.status.conditions[?(@.type=="Ready")].status`. */
  readonly jsonPath: string;
  /** An OpenAPI format. @default none */
  readonly format?: string | undefined;
  /** A description for people. @default none */
  readonly description?: string | undefined;
  /** 0 is always shown; higher priorities only in a wide table. @default 0 */
  readonly priority?: number | undefined;
}

/** Dotted paths into the object, as in the `scale` subresource of a CustomResourceDefinition. */
export interface FakeScalePaths {
  /** @default '.spec.replicas' */
  readonly specReplicas?: string | undefined;
  /** @default '.status.replicas' */
  readonly statusReplicas?: string | undefined;
  /**
   * A label selector as text. @default '.status.selector' for custom resources, otherwise `.spec.selector` formatted as
   * text
   */
  readonly labelSelector?: string | undefined;
}
