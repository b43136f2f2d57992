import { KubeError } from '../shared/kube-error.js';

/**
 * A text holds no YAML that can be read, or no objects. It says where, and quotes nothing of the text, which may hold secrets.
 * Correct the text at that place.
 */
export class UnreadableYamlError extends KubeError {
  static override readonly brand = 'UnreadableYamlError';
  readonly code = 'unreadable-yaml' as const;
  /** What is wrong, without the place. */
  readonly problem: string;
  /** From 1; undefined for what concerns the text as a whole. */
  readonly line: number | undefined;
  /** From 1. */
  readonly column: number | undefined;

  constructor(problem: string, place: { readonly line: number; readonly column: number } | undefined, cause?: unknown) {
    const where = place === undefined ? '' : ` (line ${place.line}, column ${place.column})`;
    super(`The YAML cannot be used${where}: ${problem}.`, { cause });
    this.problem = problem;
    this.line = place?.line;
    this.column = place?.column;
  }
}
