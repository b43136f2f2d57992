import { stateKey } from '../watch/followed-object.js';
import { requireObject } from '../core/shared/arguments.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';

/** The object to reconcile: its name, and its namespace if it has one. */
export interface ReconcileRequest {
  /** The namespace of the object; left out for a cluster-scoped one. */
  readonly namespace?: string | undefined;
  /** The name of the object. */
  readonly name: string;
}

/** The key of a request: `namespace/name`, or only the name. */
export const requestKey: (request: ReconcileRequest) => string = stateKey;

/** No server has names with a slash, and with one, two requests could have the same key. */
const namePart = /^[^/]+$/;

/** Reads a request from user code; throws `InvalidArgumentError` for anything else. */
export function requireRequest(argument: string, value: unknown): ReconcileRequest {
  const { name, namespace }: { name?: unknown; namespace?: unknown } = requireObject(argument, value as object);
  if (typeof name !== 'string' || !namePart.test(name))
    throw new InvalidArgumentError(`${argument}.name`, 'must be the name of an object');
  if (namespace === undefined || namespace === '') return { name };
  if (typeof namespace !== 'string' || !namePart.test(namespace)) {
    throw new InvalidArgumentError(`${argument}.namespace`, 'must be a namespace');
  }
  return { namespace, name };
}
