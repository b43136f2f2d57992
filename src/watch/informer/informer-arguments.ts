import { followOptionChecks } from '../follow.js';
import {
  oneOf,
  requireCallback,
  requireFunction,
  requireKnownOptions,
  requireMethods,
  requireMilliseconds,
  requireObject,
  requireText,
  type OptionCheck,
} from '../../core/shared/arguments.js';
import { innerOf } from '../../core/resource/inner-handle.js';
import { InvalidArgumentError } from '../../core/shared/invalid-argument-error.js';

/** Reports whether a resource is given by name; throws `InvalidArgumentError` if it is neither a name nor a handle. */
export function isNameOfResource(subject: unknown): boolean {
  if (typeof subject === 'string' && subject !== '') return true;
  if (typeof subject !== 'object') {
    throw new InvalidArgumentError('subject', 'must be the name of a resource, or a handle');
  }
  innerOf(requireMethods('subject', subject, ['watch', 'isServed', 'mapping', 'at']), 'subject');
  return false;
}

/** Throws for invalid options, before anything starts. */
export function requireInformerOptions<Options extends object>(options: Options, isNamed: boolean): Options {
  requireKnownOptions<object>(options, informerOptionChecks(isNamed));
  return options;
}

/** Returns the check of each option. */
function informerOptionChecks(isNamed: boolean) {
  const ofNames =
    (check: OptionCheck): OptionCheck =>
    (option, value) => {
      if (isNamed) return check(option, value);
      throw new InvalidArgumentError(option, 'is only for a resource specified by name: a handle has its own');
    };
  // An informer has its own state.
  const { state: _, ...ofFollow } = followOptionChecks;
  return {
    ...ofFollow,
    as: ofNames(oneOf('PartialObjectMetadata', 'Table')),
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
