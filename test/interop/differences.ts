/** A step whose outcome is another on the fake server, and why. */
export interface Difference {
  readonly program: string;
  readonly step: string;
  readonly why: string;
}

/** The differences that docs/testing.md declares. */
export const differences: readonly Difference[] = [
  {
    program: 'client-go and controller-runtime',
    step: 'typed/3 create a wrong name',
    why: 'Some messages about bad input are worded differently.',
  },
  ...['client-node 1.4', 'client-node 2.0', 'python'].map((program) => ({
    program,
    step: 'typed/3 a wrong name',
    why: 'Some messages about bad input are worded differently.',
  })),
  ...[
    { program: 'client-node 1.4', step: 'deployments/2 an invalid one' },
    { program: 'client-node 2.0', step: 'deployments/2 an invalid one' },
    { program: 'client-node 1.4', step: 'deployments/6 immutable' },
    { program: 'client-node 2.0', step: 'deployments/6 immutable' },
    { program: 'python', step: 'deployments/7 immutable' },
  ].map((each) => ({ ...each, why: 'Of the values in built-in kinds, only types and immutable fields are checked.' })),
];
