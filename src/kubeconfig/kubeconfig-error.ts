import { KubeError } from '../shared/kube-error.js';
import { quote } from '../shared/quote.js';

/** Where in a kubeconfig something stands; what is not known is left out. */
export interface KubeconfigPlace {
  /** The kubeconfig file; undefined for what was given as an option or found in the pod. */
  readonly file?: string | undefined;
  /** The context in use. */
  readonly context?: string | undefined;
  /** The path of the field, `users["me"].user.tokenFile` say, or `options.token`. */
  readonly field?: string | undefined;
}

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
  constructor(what: string, { file, context, field }: KubeconfigPlace = {}) {
    const place = [
      ...(file === undefined ? [] : [`kubeconfig ${quote(file)}`]),
      ...(context === undefined ? [] : [`context ${quote(context)}`]),
      ...(field === undefined ? [] : [field]),
    ].join(', ');
    super(place === '' ? what : `${place}: ${what}`);
    this.file = file;
    this.context = context;
    this.field = field;
  }
}
