import type { ResourceEntry } from '../../core/catalog/entries.js';
import type { GroupVersionKind } from '../../core/model/group-version-kind.js';
import type { GroupVersionResource } from '../../core/model/group-version-resource.js';
import type { Scope } from '../../core/model/rest-mapping.js';
import type { Schema } from '../../openapi/index.js';
import type { JsonRecord } from '../../core/shared/json-record.js';
import type { CapturedDocument } from './captured-documents.js';
import type { FakePrinterColumn, FakeScalePaths } from './fake-resource.js';

/** The two roots of discovery. */
export type RootName = 'api' | 'apis';

/** A response kind as its source has it: null and absent are kept apart, empty group and version stay empty. */
export type ResponseKind = GroupVersionKind | null | undefined;

/** One endpoint, whatever format it was read from. */
export interface ServedResource extends GroupVersionResource {
  readonly responseKind: ResponseKind;
  /** The kind of its objects: the response kind with group and version filled in; an empty kind if there is none. */
  readonly objectKind: GroupVersionKind;
  readonly scope: Scope;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly verbs: readonly string[];
  readonly subresources: readonly ServedSubresource[];
  readonly storageVersionHash?: string | undefined;
  readonly internalID?: string | undefined;
  readonly custom: boolean;
  readonly printerColumns?: readonly FakePrinterColumn[] | undefined;
  readonly selectableFields?: readonly string[] | undefined;
  readonly scalePaths?: FakeScalePaths | undefined;
  readonly sharesStorageWith?: string | undefined;
  readonly deprecationWarning?: string | undefined;
  readonly noTable?: boolean | undefined;
  readonly schema?: Schema | undefined;
  /** Of a built-in kind, where the server has the schemas of those: how lists and maps are owned. */
  readonly builtInSchema?: { readonly schema: Schema; readonly resolve: (schema: Schema) => Schema } | undefined;
  readonly listKind?: string | undefined;
}

/** A path below each object of a {@link ServedResource}. */
export interface ServedSubresource {
  readonly subresource: string;
  readonly responseKind: ResponseKind;
  readonly acceptedTypes: readonly GroupVersionKind[];
  readonly verbs: readonly string[];
}

/** A version of a group. */
export interface ServedVersion {
  readonly version: string;
  readonly freshness: ResourceEntry['freshness'];
  readonly resources: readonly ServedResource[];
  /** The answer of its legacy document when it is Stale; 503 if none was captured. */
  readonly failure?: CapturedDocument | undefined;
}

/** A group with its versions in order of preference. */
export interface ServedGroup {
  readonly name: string;
  /** As in an aggregated source; otherwise only the name. */
  readonly metadata: JsonRecord;
  readonly versions: readonly ServedVersion[];
  /** As in a legacy source; otherwise the first version. */
  readonly preferredVersion?: string | undefined;
}

/** Groups in order, or the error answer of the root. */
export interface ServedRoot {
  readonly groups: ReadonlyMap<string, ServedGroup>;
  readonly failure?: CapturedDocument | undefined;
}

/**
 * Reports whether a group looks like one of custom resources. Groups of aggregated servers such as `metrics.k8s.io` are
 * neither custom nor built into kube-apiserver.
 */
export function holdsCustomResources(group: string): boolean {
  return group.includes('.') && !group.endsWith('.k8s.io');
}

/** Returns a response kind, with group and version of the endpoint if its own version is empty. */
export function kindOfObjects(responseKind: ResponseKind, { group, version }: GroupVersionResource): GroupVersionKind {
  if (responseKind === null || responseKind === undefined) return { group, version, kind: '' };
  return responseKind.version === '' ? { group, version, kind: responseKind.kind } : responseKind;
}
