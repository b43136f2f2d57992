import { quote } from './quote.js';

/** A place in a configuration; unknown parts are omitted. */
export interface ConfigPlace {
  /** The kubeconfig file; undefined for a value given as an option or found in the pod. */
  readonly file?: string | undefined;
  /** The context in use. */
  readonly context?: string | undefined;
  /** The path of the field, such as `users["me"].user.tokenFile` or `options.token`. */
  readonly field?: string | undefined;
}

/** Describes a place: `kubeconfig "/home/me/config", context "dev", current-context`; empty if nothing is known. */
export function describePlace({ file, context, field }: ConfigPlace): string {
  return [
    ...(file === undefined ? [] : [`kubeconfig ${quote(file)}`]),
    ...(context === undefined ? [] : [`context ${quote(context)}`]),
    ...(field === undefined ? [] : [field]),
  ].join(', ');
}
