/** A step whose outcome is another on the fake server. */
export interface Difference {
  readonly program: string;
  readonly step: string;
  /** The row of the table in docs/testing.md that it belongs to. */
  readonly row: string;
}

/** All of them: a run fails for one that is not listed, and for a listed one that is gone. */
export const differences: readonly Difference[] = [];
