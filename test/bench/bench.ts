/** Cells as text; the first column names the subject of a row. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** One subject to measure: a separate file, and a line in `benches.ts`. */
export interface Bench {
  /** One or two words that select it on the command line. */
  readonly name: string;
  /** The heading in docs/performance.md. */
  readonly title: string;
  /** What is measured, the comparison, and the target; one paragraph. */
  readonly about: string;
  run(): Promise<Table>;
}
