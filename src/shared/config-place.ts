import { quote } from './quote.js';

/** Where in a configuration something stands; what is not known is left out. */
export interface ConfigPlace {
  /** The kubeconfig file; undefined for what was given as an option or found in the pod. */
  readonly file?: string | undefined;
  /** The context in use. */
  readonly context?: string | undefined;
  /** The path of the field, `users["me"].user.tokenFile` say, or `options.token`. */
  readonly field?: string | undefined;
}

/** A place in words, `kubeconfig "/home/me/config", context "dev", current-context`; empty where nothing is known. */
export function describePlace({ file, context, field }: ConfigPlace): string {
  return [
    ...(file === undefined ? [] : [`kubeconfig ${quote(file)}`]),
    ...(context === undefined ? [] : [`context ${quote(context)}`]),
    ...(field === undefined ? [] : [field]),
  ].join(', ');
}
