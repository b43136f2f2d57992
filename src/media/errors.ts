import { KubeError } from '../shared/kube-error.js';

/**
 * A server answered with success, but the body is not what the API promises: no JSON, cut off, or of another form.
 * Mostly there is a proxy or a login page in between. Only the first words of the body are shown, because it may hold a
 * Secret.
 */
export class MalformedAnswerError extends KubeError {
  static override readonly brand: string = 'MalformedAnswerError';
  readonly code = 'malformed-answer' as const;
  /** The path that was asked for. */
  readonly path: string;

  /** @param problem what is wrong, and where in the body: `items[3].metadata is not an object` */
  constructor(path: string, problem: string) {
    super(`The answer to ${path} makes no sense: ${problem}.`);
    this.path = path;
  }
}

/**
 * An answer in protobuf that may well be in order, and of which nothing can be told without its JSON: of another kind than
 * metadata or a Status, compressed inside, or with a field that may change the meaning of others. Handles ask for JSON then.
 */
export class UnreadableProtobufError extends MalformedAnswerError {
  static override readonly brand = 'UnreadableProtobufError';
}
