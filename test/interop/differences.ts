/** A step whose outcome is another on the fake server, and why. */
export interface Difference {
  readonly step: string;
  readonly why: string;
}

/** The differences that docs/testing.md declares. */
export const differences: readonly Difference[] = [
  { step: 'typed/3 create a wrong name', why: 'Some messages about bad input are worded differently.' },
];
