/** A program of the system that some tests need. */
export interface NeededProgram {
  /** For people. */
  readonly title: string;
  /** The variable that names one which lies elsewhere, and tells the tests which it is. */
  readonly variable: string;
  readonly find: () => string | undefined;
  /** The package of Debian that holds it. */
  readonly debianPackage: string;
}
