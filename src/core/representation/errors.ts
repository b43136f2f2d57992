import { formatGroupVersionResource, type GroupVersionResource } from '../model/group-version-resource.js';
import { KubeError } from '../shared/kube-error.js';
import { quote } from '../shared/quote.js';

/** The details of an {@link UnexpectedShapeError}. */
export type UnexpectedShape = Pick<UnexpectedShapeError, 'resource' | 'field'> & {
  readonly apiVersion?: string | undefined;
  readonly kind?: string | undefined;
  /** What is wrong with the field: `is not an object`. */
  readonly problem: string;
};

/**
 * The server answered successfully and in JSON, but the answer does not fit the request: a `Status` or a single object
 * instead of a list, a list instead of one object, or a field of the wrong type. An answer that is not a JSON object at
 * all is a `MalformedAnswerError`.
 */
export class UnexpectedShapeError extends KubeError {
  static override readonly brand = 'UnexpectedShapeError';
  readonly code = 'unexpected-shape' as const;
  /** The requested resource. */
  readonly resource: GroupVersionResource;
  /** The apiVersion of the answer; undefined if it has none. */
  readonly apiVersion: string | undefined;
  /** The kind of the answer; undefined if it has none. */
  readonly kind: string | undefined;
  /** The path of the field in the answer: `items[3].metadata`; empty for the answer as a whole. */
  readonly field: string;

  constructor({ resource, apiVersion, kind, field, problem }: UnexpectedShape) {
    const type = [
      ...(kind === undefined ? [] : [`kind ${quote(kind)}`]),
      ...(apiVersion === undefined ? [] : [`apiVersion ${quote(apiVersion)}`]),
    ].join(', ');
    const answer = `The server's answer for ${quote(formatGroupVersionResource(resource))}`;
    super(`${answer}${type === '' ? '' : ` (${type})`} cannot be used: ${field === '' ? 'it' : field} ${problem}.`);
    this.resource = resource;
    this.apiVersion = apiVersion;
    this.kind = kind;
    this.field = field;
  }
}
