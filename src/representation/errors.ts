import { formatGroupVersionResource, type GroupVersionResource } from '../model/group-version-resource.js';
import { KubeError } from '../shared/kube-error.js';
import { quote } from '../shared/quote.js';

/** What an {@link UnexpectedShapeError} tells, as data. */
export interface UnexpectedShape {
  /** The resource that was asked. */
  readonly resource: GroupVersionResource;
  /** What the answer calls itself; undefined where it names none. */
  readonly apiVersion: string | undefined;
  /** The kind that the answer names; undefined where it names none. */
  readonly kind: string | undefined;
  /** Where in the answer: `items[3].metadata`; empty for the answer as a whole. */
  readonly place: string;
  /** What is wrong there: `is not an object`. */
  readonly problem: string;
}

/**
 * A server answered with success and with JSON, but not with anything that fits the question: a `Status` or a
 * single object where a list was asked for, a list where one object was, or a field of a wrong type. An answer
 * that is no JSON object at all is a `MalformedAnswerError`.
 */
export class UnexpectedShapeError extends KubeError {
  static override readonly brand = 'UnexpectedShapeError';
  readonly code = 'unexpected-shape' as const;
  /** The resource that was asked. */
  readonly resource: GroupVersionResource;
  /** What the answer calls itself; undefined where it names none. */
  readonly apiVersion: string | undefined;
  /** The kind that the answer names; undefined where it names none. */
  readonly kind: string | undefined;
  /** Where in the answer: `items[3].metadata`; empty for the answer as a whole. */
  readonly place: string;

  constructor({ resource, apiVersion, kind, place, problem }: UnexpectedShape) {
    const type = [
      ...(kind === undefined ? [] : [`kind ${quote(kind)}`]),
      ...(apiVersion === undefined ? [] : [`apiVersion ${quote(apiVersion)}`]),
    ].join(', ');
    const answer = `The server's answer for ${quote(formatGroupVersionResource(resource))}`;
    super(`${answer}${type === '' ? '' : ` (${type})`} cannot be used: ${place === '' ? 'it' : place} ${problem}.`);
    this.resource = resource;
    this.apiVersion = apiVersion;
    this.kind = kind;
    this.place = place;
  }
}
