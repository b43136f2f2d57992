import { KubeconfigError, type KubeconfigPlace } from './kubeconfig-error.js';

/** A text that is to be sent as a header; one that would break out of it, or that HTTP cannot carry, throws. */
export function headerSafe(value: string, place: KubeconfigPlace): string {
  if (/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) return value;
  throw new KubeconfigError('it holds characters that cannot stand in a header, a line break for one', place);
}
