import { KubeError } from '../shared/kube-error.js';

/**
 * A server reported success, but the body is not what the API promises: not JSON, truncated, or of another shape.
 * Usually there is a proxy or a login page in between. The message shows only the first words of the body, because it
 * may hold a Secret.
 */
export class MalformedAnswerError extends KubeError {
  static override readonly brand: string = 'MalformedAnswerError';
  readonly code = 'malformed-answer' as const;
  /** The requested path. */
  readonly path: string;

  /** @param problem what is wrong, and where in the body: `items[3].metadata is not an object` */
  constructor(path: string, problem: string) {
    super(`The answer to ${path} is malformed: ${problem}.`);
    this.path = path;
  }
}

/**
 * An answer in protobuf that may be valid, but cannot be read without its JSON: of a kind other than metadata or a
 * Status, compressed inside, or with a field that may change the meaning of others. Handles then request JSON.
 */
export class UnreadableProtobufError extends MalformedAnswerError {
  static override readonly brand = 'UnreadableProtobufError';
}
