import { stateKey } from '../follow/followed-object.js';
import { requireObject, unreadable } from '../shared/arguments.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';

/** Which object is to be reconciled: its name, and its namespace where it has one. */
export interface ReconcileRequest {
  /** The namespace of the object; left out for a cluster-scoped one. */
  readonly namespace?: string | undefined;
  /** The name of the object. */
  readonly name: string;
}

/** By what two requests are the same: `namespace/name`, or the name alone. */
export const requestKey: (request: ReconcileRequest) => string = stateKey;

/** A request of what somebody made up; throws `InvalidArgumentError` for what cannot be one. */
export function requireRequest(argument: string, value: unknown): ReconcileRequest {
  const { name, namespace } = fieldsOf(argument, value);
  if (!isNamePart(name)) throw new InvalidArgumentError(`${argument}.name`, 'has to be the name of an object');
  if (namespace === undefined || namespace === '') return { name };
  if (!isNamePart(namespace)) throw new InvalidArgumentError(`${argument}.namespace`, 'has to be a namespace');
  return { namespace, name };
}

function fieldsOf(argument: string, value: unknown): { readonly name?: unknown; readonly namespace?: unknown } {
  try {
    const given: object = requireObject<unknown>(argument, value);
    return { name: Reflect.get(given, 'name') as unknown, namespace: Reflect.get(given, 'namespace') as unknown };
  } catch (error) {
    throw unreadable(argument, error);
  }
}

/** With a slash two requests could not be told apart; no server has such names. */
function isNamePart(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && !value.includes('/');
}
