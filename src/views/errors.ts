import { KubeError } from '../core/shared/kube-error.js';
import type { ManagedByOthers } from './edit-object.js';

/**
 * Why an edit is not written:
 * - `managed-by-others`: it takes fields from others, which `conflicts` names; `force` takes them.
 * - `changed`: the object was changed meanwhile, and the edit cannot be told apart from that.
 * - `replaced`: the object was deleted and created anew meanwhile.
 * - `identity`: it changes what no edit can: apiVersion, kind, name, namespace, or a status that is written elsewhere.
 * - `unchanged`: it changes nothing.
 */
export type EditRefusal = 'managed-by-others' | 'changed' | 'replaced' | 'identity' | 'unchanged';

/** An edit was not written: it would do something else than the person meant, or takes fields from others. */
export class EditRefusedError extends KubeError {
  static override readonly brand = 'EditRefusedError';
  readonly code = 'edit-refused' as const;
  /** Why. */
  readonly refusal: EditRefusal;
  /** The fields that others manage, and who. */
  readonly conflicts: readonly ManagedByOthers[];

  constructor(refusal: EditRefusal, message: string, conflicts: readonly ManagedByOthers[] = [], cause?: unknown) {
    super(message, { cause });
    this.refusal = refusal;
    this.conflicts = conflicts;
  }
}
