import { KubeError } from '../shared/kube-error.js';

/**
 * A text is not readable YAML, or holds no objects. The error names the place, and quotes nothing of the text, which
 * may hold secrets. Correct the text at that place.
 */
export class UnreadableYamlError extends KubeError {
  static override readonly brand = 'UnreadableYamlError';
  readonly code = 'unreadable-yaml' as const;
  /** What is wrong, without the place. */
  readonly problem: string;
  /** The line, from 1; undefined for a problem of the text as a whole. */
  readonly line: number | undefined;
  /** The column, from 1; undefined together with `line`. */
  readonly column: number | undefined;

  constructor(problem: string, place: { readonly line: number; readonly column: number } | undefined, cause?: unknown) {
    const where = place === undefined ? '' : ` (line ${place.line}, column ${place.column})`;
    super(`The YAML cannot be used${where}: ${problem}.`, { cause });
    this.problem = problem;
    this.line = place?.line;
    this.column = place?.column;
  }
}
