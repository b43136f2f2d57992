/** Cells of text; the first column names what a row is about. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** One subject that is measured. A file of its own, and a line in `benches.ts`. */
export interface Bench {
  /** In one or two words, to choose it on the command line. */
  readonly name: string;
  /** The heading in docs/performance.md. */
  readonly title: string;
  /** What is measured, against what, and what must hold; one paragraph. */
  readonly about: string;
  run(): Promise<Table>;
}
