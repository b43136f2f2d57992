import { quote } from './quote.js';

/** Where in a configuration a value stands; unknown parts are omitted. */
export interface ConfigLocation {
  /** The kubeconfig file; undefined for a value given as an option or found in the pod. */
  readonly file?: string | undefined;
  /** The context in use. */
  readonly context?: string | undefined;
  /** The path of the field, such as `users["me"].user.tokenFile` or `options.token`. */
  readonly field?: string | undefined;
}

/** Describes a location: `kubeconfig "/home/me/config", context "dev", current-context`; empty if nothing is known. */
export function describeLocation({ file, context, field }: ConfigLocation): string {
  return [
    ...(file === undefined ? [] : [`kubeconfig ${quote(file)}`]),
    ...(context === undefined ? [] : [`context ${quote(context)}`]),
    ...(field === undefined ? [] : [field]),
  ].join(', ');
}
