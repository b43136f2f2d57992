import { KubeError } from '../core/shared/kube-error.js';

/**
 * A text is not readable YAML, or holds no objects. The error names line and column, and quotes nothing of the text, which
 * may hold secrets. Correct the text there.
 */
export class UnreadableYamlError extends KubeError {
  static override readonly brand = 'UnreadableYamlError';
  readonly code = 'unreadable-yaml' as const;
  /** What is wrong, without line and column. */
  readonly problem: string;
  /** The line, from 1; undefined for a problem of the text as a whole. */
  readonly line: number | undefined;
  /** The column, from 1; undefined together with `line`. */
  readonly column: number | undefined;

  constructor(
    problem: string,
    position: { readonly line: number; readonly column: number } | undefined,
    cause?: unknown,
  ) {
    const suffix = position === undefined ? '' : ` (line ${position.line}, column ${position.column})`;
    super(`The YAML cannot be used${suffix}: ${problem}.`, { cause });
    this.problem = problem;
    this.line = position?.line;
    this.column = position?.column;
  }
}
