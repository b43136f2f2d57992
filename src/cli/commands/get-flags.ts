import type { ListOptions } from '../../index.js';
import type { Session } from '../session.js';

/** The flags of `get`, as commander gives them. */
export interface GetFlags {
  readonly allNamespaces?: boolean | undefined;
  readonly selector?: string | undefined;
  readonly fieldSelector?: string | undefined;
  readonly metadata?: boolean | undefined;
  readonly output?: 'wide' | 'name' | 'json' | 'yaml' | 'manifest' | 'csv' | undefined;
  readonly headers: boolean;
  readonly defuse?: boolean | undefined;
  readonly showKind?: boolean | undefined;
  readonly showManagedFields?: boolean | undefined;
  readonly chunkSize: number;
  readonly watch?: boolean | undefined;
  readonly watchOnly?: boolean | undefined;
  readonly outputWatchEvents?: boolean | undefined;
}

/** How the flags of `get` ask for a page of a list. */
export function listOptions({ calls }: Session, { selector, fieldSelector, chunkSize }: GetFlags): ListOptions {
  return {
    ...calls,
    labelSelector: selector,
    fieldSelector,
    limit: chunkSize === 0 ? undefined : chunkSize,
  };
}
