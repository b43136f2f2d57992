import { KubeError } from '../index.js';

/** The arguments make no sense together. The bin ends with exit code 2. */
export class UsageError extends KubeError {
  static override readonly brand = 'UsageError';
  readonly code = 'usage' as const;
}

/** An answer of the server cannot be printed. It quotes nothing of the answer. */
export class UnreadableAnswerError extends KubeError {
  static override readonly brand = 'UnreadableAnswerError';
  readonly code = 'unreadable-answer' as const;

  constructor(path: string, problem: string, options?: ErrorOptions) {
    super(`the answer to GET ${path} ${problem}`, options);
  }
}
