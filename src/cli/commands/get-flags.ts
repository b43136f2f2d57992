import type { ListOptions } from '../../index.js';
import type { ManifestFlags } from '../manifests/manifest-flags.js';
import type { Session } from '../session.js';
import type { LabelColumns } from '../terminal/label-columns.js';
import type { GetOutput } from './get-output.js';
import type { SortKey } from './get-sort.js';

/** The flags of `get`, as commander returns them. */
export interface GetFlags extends LabelColumns, ManifestFlags {
  readonly allNamespaces?: boolean | undefined;
  readonly selector?: string | undefined;
  readonly fieldSelector?: string | undefined;
  readonly metadata?: boolean | undefined;
  readonly ignoreNotFound?: boolean | undefined;
  /** The path of `--raw`. */
  readonly raw?: string | undefined;
  readonly output?: GetOutput | undefined;
  readonly sortBy?: SortKey | undefined;
  readonly headers: boolean;
  readonly defuse?: boolean | undefined;
  readonly showKind?: boolean | undefined;
  readonly showManagedFields?: boolean | undefined;
  readonly chunkSize: number;
  readonly watch?: boolean | undefined;
  readonly watchOnly?: boolean | undefined;
  readonly outputWatchEvents?: boolean | undefined;
}

/** Returns the list options for the flags of `get`. */
export function listOptions({ calls }: Session, { selector, fieldSelector, chunkSize }: GetFlags): ListOptions {
  return {
    ...calls,
    labelSelector: selector === '' ? undefined : selector,
    fieldSelector,
    limit: chunkSize === 0 ? undefined : chunkSize,
  };
}

/** Whether one file, one folder or one kustomization is given; as in kubectl, standard input is none. */
export function isOneSource({ filename = [], kustomize }: GetFlags): boolean {
  return kustomize !== undefined || (filename.length === 1 && filename[0] !== '-');
}

/** Selects the label columns for the tables of `get`; tables of metadata already have a column with all labels. */
export function labelFlags({ labelColumns, showLabels, metadata }: GetFlags): LabelColumns {
  return { labelColumns, showLabels: showLabels === true && metadata !== true };
}
