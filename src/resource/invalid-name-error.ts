import { isPathSegment } from '../model/api-path.js';
import { KubeError } from '../shared/kube-error.js';
import { quote } from '../shared/quote.js';

/** What a word was meant to name. */
export type NameRole = 'name' | 'namespace' | 'subresource';

/**
 * A word that cannot stand in a path was given as a name: empty or missing, `.` or `..`, or with a slash, percent
 * sign, backslash, `?`, `#` or control character in it. Nothing was sent. Any other name is sent exactly as given,
 * and the server judges it.
 */
export class InvalidNameError extends KubeError {
  static override readonly brand = 'InvalidNameError';
  readonly code = 'invalid-name' as const;
  readonly role: NameRole;
  /** The word as it was given; empty when it was missing. */
  readonly word: string;

  constructor(role: NameRole, word: string) {
    super(
      word === ''
        ? `A ${role} is needed, and it was empty or missing: give it.`
        : `${quote(word)} cannot be the ${role} in a request: a ${role} is one segment of a path, without / \\ % ? # and control characters, and neither "." nor "..".`,
    );
    this.role = role;
    this.word = word;
  }
}

/** Gives the word back when it can stand in a path, else throws {@link InvalidNameError}. */
export function requireSegment(role: NameRole, word: unknown): string {
  if (typeof word === 'string' && isPathSegment(word)) return word;
  throw new InvalidNameError(role, typeof word === 'string' ? word : '');
}
