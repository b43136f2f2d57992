/** A server made up for questions. Groups, versions and resources stand in the order of its documents. */
export interface Server {
  readonly groups: readonly ServerGroup[];
}

/** The core group has the name ''. */
export interface ServerGroup {
  readonly name: string;
  readonly versions: readonly ServerVersion[];
  /** Legacy documents say which; in an aggregated one it is always the first version that is not stale. */
  readonly preferred?: string;
}

export interface ServerVersion {
  readonly version: string;
  /** True when the backend does not answer: marked stale in an aggregated document, 503 in a legacy one. */
  readonly stale?: boolean;
  readonly resources: readonly ServerResource[];
}

export interface ServerResource {
  readonly plural: string;
  /** Left out where the server names none. */
  readonly singular?: string;
  /** Left out for a parent that has nothing but subresources. */
  readonly kind?: string;
  /** The group and version of its objects where they are not the endpoint's. */
  readonly kindOf?: { readonly group: string; readonly version: string };
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly scope?: 'Namespaced' | 'Cluster';
  readonly subresources?: readonly string[];
}
