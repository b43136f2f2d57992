import { formatGroupVersionResource, KubeError, type GroupVersionResource } from '../index.js';

/** The arguments make no sense together. The program ends with exit code 2. */
export class UsageError extends KubeError {
  static override readonly brand = 'UsageError';
  readonly code = 'usage' as const;
}

/** What is wanted of an object cannot be done with it, as it is. */
export class ImpossibleError extends KubeError {
  static override readonly brand = 'ImpossibleError';
  readonly code = 'impossible' as const;
}

/** An object is nested too deeply to be printed. */
export class TooDeepError extends KubeError {
  static override readonly brand = 'TooDeepError';
  readonly code = 'too-deep' as const;

  constructor(limit: number) {
    super(`an object is nested more than ${limit} levels deep and cannot be printed: print a table instead`);
  }
}

/** An answer of the server cannot be printed. The message quotes nothing of it. */
export class UnreadableAnswerError extends KubeError {
  static override readonly brand = 'UnreadableAnswerError';
  readonly code = 'unreadable-answer' as const;

  constructor(path: string, problem: string, options?: ErrorOptions) {
    super(`the answer to GET ${path} ${problem}`, options);
  }
}

/** Newly defined resources are not served in time. */
export class NotServedError extends KubeError {
  static override readonly brand = 'NotServedError';
  readonly code = 'not-served' as const;

  constructor(resources: readonly string[], timeoutMs: number) {
    super(
      `the server does not serve ${resources.join(', ')} ${timeoutMs / 1000} s after the definition: check its conditions, or increase --timeout`,
    );
  }
}

/** More logs would have to be followed than the flag allows. */
export class TooManyFollowedError extends KubeError {
  static override readonly brand = 'TooManyFollowedError';
  readonly code = 'too-many-followed' as const;

  constructor(count: number, limit: number) {
    super(
      `you are attempting to follow ${count} log streams, but maximum allowed concurrency is ${limit}, use --max-log-requests to increase the limit`,
    );
  }
}

/** The server accepts no strategic merge patch for a resource. */
export class PatchTypeError extends KubeError {
  static override readonly brand = 'PatchTypeError';
  readonly code = 'patch-type' as const;

  constructor(resource: GroupVersionResource, cause: unknown) {
    super(
      `${formatGroupVersionResource(resource)} does not support strategic merge patches, which work only for built-in resources: use --type=merge, which replaces whole lists, or --type=json`,
      { cause },
    );
  }
}

/** Objects cannot be sorted by the key that `--sort-by` names. */
export class UnsortableError extends KubeError {
  static override readonly brand = 'UnsortableError';
  readonly code = 'unsortable' as const;

  constructor(key: string, problem: string) {
    super(`--sort-by ${JSON.stringify(key)} ${problem}`);
  }
}
