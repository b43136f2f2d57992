/** A step whose outcome is another on the fake server. */
export interface Difference {
  readonly program: string;
  readonly step: string;
  /** The row of the table in docs/testing.md that it belongs to. */
  readonly row: string;
}

const wording = 'Some messages about bad input are worded differently; status, reason and fields are the same';
const rules = 'Without schemas, only metadata is validated; unknown and duplicate fields are kept without a warning';

/** All of them: a run fails for one that is not listed, and for a listed one that is gone. */
export const differences: readonly Difference[] = [
  { program: 'client-go and controller-runtime', step: 'typed/3 create a wrong name', row: wording },
  { program: 'client-node 1.4', step: 'typed/3 a wrong name', row: wording },
  { program: 'client-node 2.0', step: 'typed/3 a wrong name', row: wording },
  { program: 'python', step: 'typed/3 a wrong name', row: wording },
  { program: 'client-node 1.4', step: 'deployments/2 an invalid one', row: rules },
  { program: 'client-node 2.0', step: 'deployments/2 an invalid one', row: rules },
  { program: 'client-node 1.4', step: 'deployments/6 immutable', row: rules },
  { program: 'client-node 2.0', step: 'deployments/6 immutable', row: rules },
  { program: 'python', step: 'deployments/7 immutable', row: rules },
];
