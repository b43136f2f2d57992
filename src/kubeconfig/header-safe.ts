import { KubeconfigInvalidFieldError } from './entry-errors.js';
import type { KubeconfigPlace } from './kubeconfig-error.js';

/**
 * A text as the value of a header: in UTF-8, of which HTTP in JavaScript takes each byte for a character. Throws
 * where it would break out of the header.
 */
export function headerSafe(value: string, place: KubeconfigPlace): string {
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u0008\u000a-\u001f\u007f]/.test(value))
    throw new KubeconfigInvalidFieldError(
      'it holds a character that cannot stand in a header, a line break for one',
      place,
    );
  return Buffer.from(value, 'utf8').toString('latin1');
}
