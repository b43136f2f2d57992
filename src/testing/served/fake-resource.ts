import type { GroupVersionKind } from '../../model/group-version-kind.js';
import type { Scope } from '../../model/rest-mapping.js';

/** A short description of one resource in one version; everything but the names has a default. */
export interface FakeResource {
  /** `''` is the core group. */
  readonly group: string;
  /** The version of the group: `v1`. */
  readonly version: string;
  /** The plural. */
  readonly resource: string;
  /** Empty for a parent that only carries subresources. */
  readonly kind: string;
  /** @default 'Namespaced' */
  readonly scope?: Scope | undefined;
  /** @default the kind in lower case */
  readonly singular?: string | undefined;
  /** Further words for it. @default none */
  readonly shortNames?: readonly string[] | undefined;
  /** The groups of resources that it is in, `all` for one. @default none */
  readonly categories?: readonly string[] | undefined;
  /** @default all eight of an ordinary resource */
  readonly verbs?: readonly string[] | undefined;
  /** `status` and `scale` work; others are listed in discovery and answer 405. */
  readonly subresources?: readonly (string | FakeSubresource)[] | undefined;
  /**
   * Columns of its Table after Name, as a CustomResourceDefinition has them in `additionalPrinterColumns`. With columns
   * there is no Age unless one of them is it, as on real servers. @default Name and Age
   */
  readonly printerColumns?: readonly FakePrinterColumn[] | undefined;
  /** What `metadata.name` and `metadata.namespace` are joined by in field selectors: JSON paths, `.spec.color`. */
  readonly selectableFields?: readonly string[] | undefined;
  /** Where the scale subresource reads and writes. */
  readonly scalePaths?: FakeScalePaths | undefined;
  /** Legacy documents only. Resources of equal plural, scope and hash share their objects. */
  readonly storageVersionHash?: string | undefined;
  /** Legacy documents only, unless the switch `internalIDInAggregated` is on. Equal ids share their objects. */
  readonly internalID?: string | undefined;
  /**
   * `<resource>.<version>.<group>` whose objects these are too. Versions of one plural in one group share theirs
   * without being told, and so do the groups that cohabit on real servers (`events`, say).
   */
  readonly sharesStorageWith?: string | undefined;
  /** The server cannot make a Table of it: a clause that asks for one is skipped. */
  readonly noTable?: boolean | undefined;
  /** Behaves as a custom resource. @default groups with a dot that do not end in `.k8s.io` */
  readonly custom?: boolean | undefined;
}

/** A subresource in a {@link FakeResource}. */
export interface FakeSubresource {
  /** Its name, as it stands in paths: `status`. */
  readonly subresource: string;
  /**
   * null for none.
   * @default autoscaling/v1 Scale for `scale`, their own for `eviction`, `binding` and `token`, the parent's kind for others
   */
  readonly responseKind?: GroupVersionKind | null | undefined;
  /** @default get, patch, update; create for `eviction`, `binding` and `token` of built-in resources */
  readonly verbs?: readonly string[] | undefined;
}

/** One of a CustomResourceDefinition's `additionalPrinterColumns`. */
export interface FakePrinterColumn {
  /** The header of the column. */
  readonly name: string;
  /** integer, number, string, boolean or date. */
  readonly type: string;
  /** As kubectl reads one: `.spec.replicas`, `.status.conditions[?(@.type=="Ready")].status`. */
  readonly jsonPath: string;
  /** An OpenAPI format. @default none */
  readonly format?: string | undefined;
  /** What the column tells, for people. @default none */
  readonly description?: string | undefined;
  /** 0 is always shown; higher ones only in a wide table. @default 0 */
  readonly priority?: number | undefined;
}

/** Dotted paths into the object, as a CustomResourceDefinition's `scale` subresource names them. */
export interface FakeScalePaths {
  /** @default '.spec.replicas' */
  readonly specReplicas?: string | undefined;
  /** @default '.status.replicas' */
  readonly statusReplicas?: string | undefined;
  /** A label selector as text. @default '.status.selector' for custom resources, `.spec.selector` spelt out for others */
  readonly labelSelector?: string | undefined;
}
