import { formatGroupVersionResource, type GroupVersionResource } from '../model/group-version-resource.js';
import { KubeError } from '../shared/kube-error.js';
import { quote } from '../shared/quote.js';

/**
 * What was followed is no longer served: its path answers 404, and so says a fresh discovery. A version may have been
 * withdrawn while the objects live on in another: `client.resource()` finds it.
 */
export class ResourceGoneError extends KubeError {
  static override readonly brand = 'ResourceGoneError';
  readonly code = 'resource-gone' as const;
  /** What was followed. */
  readonly resource: GroupVersionResource;

  constructor(resource: GroupVersionResource, cause: unknown) {
    super(`${quote(formatGroupVersionResource(resource))} is no longer served: look for another version of it.`, {
      cause,
    });
    this.resource = resource;
  }
}

/** Why a wait ended without what it waited for. */
export type WaitFailure = 'timeout' | 'deleted';

/**
 * What `waitFor` waited for did not come: within its time (`timeout`), or before the object was deleted (`deleted`). `last` is
 * the object as it was last.
 */
export class WaitFailedError extends KubeError {
  static override readonly brand = 'WaitFailedError';
  readonly code = 'wait-failed' as const;
  /** Why: the time was over, or the object was deleted. */
  readonly failure: WaitFailure;
  /** The resource of the object. */
  readonly resource: GroupVersionResource;
  /** The name of the object. */
  readonly objectName: string;
  /** Undefined where it was never there. */
  readonly last: unknown;

  constructor(
    failure: WaitFailure,
    resource: GroupVersionResource,
    { name, condition, last }: { readonly name: string; readonly condition: string; readonly last: unknown },
  ) {
    const what = `${quote(name)} of ${quote(formatGroupVersionResource(resource))}`;
    const was = last === undefined ? 'it was not there' : 'it was there';
    super(
      failure === 'timeout'
        ? `${what} was not ${condition} in time; ${was} at the end: give it more time, or look what keeps it.`
        : `${what} was deleted before it was ${condition}.`,
    );
    this.failure = failure;
    this.resource = resource;
    this.objectName = name;
    this.last = last;
  }
}
