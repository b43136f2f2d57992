import type { KubeList, KubeObject } from '../../model/kube-object.js';
import { formatGroupVersion } from '../../model/group-version.js';
import type { Status } from '../../model/status.js';
import type { ServedResource } from '../served/served.js';
import type { ObjectStore } from '../storage/object-store.js';
import type { Storage } from '../storage/storage.js';
import type { Column } from '../views/column.js';

/** A request to a resource that exists, with its body read. */
export interface ResourceRequest {
  readonly resource: ServedResource;
  readonly namespace?: string | undefined;
  readonly query: URLSearchParams;
  readonly contentType: string | null;
  readonly body: string;
}

/** The same for one object. */
export interface ObjectRequest extends ResourceRequest {
  readonly name: string;
}

/** Where the verbs read and write. */
export interface Backend {
  readonly storage: Storage;
  readonly store: ObjectStore;
  readonly now: () => Date;
}

/** What a verb comes to, before it is put into the view that was asked for. */
export type Outcome =
  | { readonly code: number; readonly object: KubeObject; readonly columns?: readonly Column[] | undefined }
  | { readonly code: number; readonly list: KubeList }
  | { readonly code: number; readonly status: Status };

/** The object as this endpoint shows it: only apiVersion and kind differ between the endpoints of one storage. */
export function asServed(object: KubeObject, { objectKind }: ServedResource): KubeObject {
  const apiVersion = formatGroupVersion(objectKind);
  const { kind } = objectKind;
  return object.apiVersion === apiVersion && object.kind === kind ? object : { ...object, apiVersion, kind };
}

/** A point in time as Kubernetes writes it, without fractions of a second. */
export function timestampOf(date: Date): string {
  return date.toISOString().replace(/\.\d+Z$/, 'Z');
}
