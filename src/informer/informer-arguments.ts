import { followOptionChecks } from '../follow/follow.js';
import {
  requireCallback,
  requireFunction,
  requireMethods,
  requireMilliseconds,
  requireObject,
  requireText,
  type OptionCheck,
} from '../shared/arguments.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';

/** Whether a resource is given by name; throws `InvalidArgumentError` for what is neither a name nor a handle. */
export function isNameOfResource(subject: unknown): boolean {
  if (typeof subject === 'string' && subject !== '') return true;
  if (typeof subject !== 'object') {
    throw new InvalidArgumentError('subject', 'has to be the name of a resource, or a handle');
  }
  requireMethods('subject', subject, ['watch', 'isServed', 'at']);
  return false;
}

/** The check of each option. */
export function informerOptionChecks(isNamed: boolean) {
  const ofNames =
    (check: OptionCheck): OptionCheck =>
    (option, value) => {
      if (isNamed) return check(option, value);
      throw new InvalidArgumentError(option, 'is for a resource that is given by name: a handle says it by itself');
    };
  // An informer keeps its objects itself.
  const { state: _, ...ofFollow } = followOptionChecks;
  return {
    ...ofFollow,
    namespace: ofNames(requireText),
    waitForResourceMs: ofNames(requireMilliseconds),
    filter: requireFunction,
    indexes: (option, value) => {
      for (const [name, index] of Object.entries(requireObject(option, value))) {
        requireCallback(`${option}.${name}`, index);
      }
    },
    onListenerError: requireFunction,
  } satisfies Readonly<Record<string, OptionCheck>>;
}
