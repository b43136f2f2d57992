import { describePlace, type ConfigPlace as KubeconfigPlace } from '../shared/config-place.js';
import { KubeError } from '../shared/kube-error.js';

export type { KubeconfigPlace };

/**
 * A kubeconfig that is missing, cannot be read, or does not lead to a server or a credential: says which file, context
 * and field, and never shows what stands there when that may be a secret. Each cause has a class and a `code` of its
 * own; `isKubeconfigError` narrows to their union. Not for what the server itself answers.
 */
export abstract class KubeconfigError extends KubeError {
  static override readonly brand: string = 'KubeconfigError';
  abstract override readonly code: `kubeconfig-${string}`;
  readonly file: string | undefined;
  readonly context: string | undefined;
  readonly field: string | undefined;

  /** @param what goes on after the place: `users["me"].user.token: it is not a string` */
  constructor(what: string, place: KubeconfigPlace = {}) {
    const where = describePlace(place);
    super(where === '' ? what : `${where}: ${what}`);
    this.file = place.file;
    this.context = place.context;
    this.field = place.field;
  }
}
