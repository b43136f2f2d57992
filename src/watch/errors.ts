import { formatGroupVersionResource, type GroupVersionResource } from '../core/model/group-version-resource.js';
import { KubeError } from '../core/shared/kube-error.js';
import { quote } from '../core/shared/quote.js';

/** Why a wait failed: its time ran out, or the object was deleted. */
export type WaitFailure = 'timeout' | 'deleted';

/** What a wait waited for, and what it saw; `isKnown` if that was read at the end. */
type Waited = Pick<WaitFailedError, 'last'> & Record<'name' | 'condition', string> & { readonly isKnown: boolean };

/**
 * The condition of `waitFor` did not hold in time (`timeout`), or not before the object was deleted (`deleted`). `last`
 * is the last known state of the object.
 */
export class WaitFailedError extends KubeError {
  static override readonly brand = 'WaitFailedError';
  readonly code = 'wait-failed' as const;
  /** Why the wait failed: its time ran out, or the object was deleted. */
  readonly failure: WaitFailure;
  /** The resource of the object; undefined if the time ran out before it was found. */
  readonly resource: GroupVersionResource | undefined;
  /** The name of the object. */
  readonly objectName: string;
  /** The last known state of the object. Undefined if the object never existed. */
  readonly last: unknown;

  constructor(
    failure: WaitFailure,
    resource: GroupVersionResource | undefined,
    { name, condition, last, isKnown }: Waited,
  ) {
    const what = quote(name) + (resource === undefined ? '' : ` of ${quote(formatGroupVersionResource(resource))}`);
    const seen = last === undefined ? 'it was not seen' : 'it existed when it was last seen';
    const read = last === undefined ? 'it did not exist at the end' : 'it existed at the end';
    const state = isKnown ? read : `${seen}, and could not be read at the end`;
    const was = resource === undefined ? 'its resource was not found' : state;
    super(
      failure === 'timeout'
        ? `${what} was not ${condition} in time; ${was}: increase the timeout, or check what prevents it.`
        : `${what} was deleted before it was ${condition}.`,
    );
    this.failure = failure;
    this.resource = resource;
    this.objectName = name;
    this.last = last;
  }
}

/**
 * The server did not serve the expected resource in time. The last error for its name is the `cause`: it tells what
 * there is instead, and what could not be read.
 */
export class ResourceNotServedError extends KubeError {
  static override readonly brand = 'ResourceNotServedError';
  readonly code = 'resource-not-served' as const;
  /** The name of the resource, as given. */
  readonly subject: string;

  constructor(subject: string, timeoutMs: number, cause: unknown) {
    super(
      `${quote(subject)} was not served within ${timeoutMs} ms: increase the timeout, or check the conditions of its CustomResourceDefinition or APIService.`,
      { cause },
    );
    this.subject = subject;
  }
}

/**
 * A pool has reached its maximum number of informers. Close those that are no longer needed, or set a larger
 * `maxInformers`.
 */
export class InformerPoolFullError extends KubeError {
  static override readonly brand = 'InformerPoolFullError';
  readonly code = 'informer-pool-full' as const;
  /** The maximum number of informers. */
  readonly maxInformers: number;

  constructor(maxInformers: number) {
    super(`The pool has ${maxInformers} informers already: close those that are not needed, or increase maxInformers.`);
    this.maxInformers = maxInformers;
  }
}
