import type { KubeObject } from '../../model/kube-object.js';

/** A column of a Table, with the way to fill it. */
export interface Column {
  readonly name: string;
  /** @default 'string' */
  readonly type?: string | undefined;
  /** @default '' */
  readonly format?: string | undefined;
  /** @default '' */
  readonly description?: string | undefined;
  /** @default 0 */
  readonly priority?: number | undefined;
  readonly cell: (object: KubeObject, now: Date) => unknown;
}
