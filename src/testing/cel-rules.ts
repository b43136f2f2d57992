import { requireObject } from '../core/shared/arguments.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import { loadPatterns } from './schemas/patterns.js';
import type { FakeCel } from './served/options.js';

/** The package `@marcbachmann/cel-js`. */
export interface CelLibrary {
  /** Its class that reads expressions. */
  readonly Environment: new (...options: never[]) => object;
  /** Its class of values that may be missing. */
  readonly Optional: object;
}

/**
 * Runs the rules in CEL of CustomResourceDefinitions: the option `cel` of `createFakeApiServer`. An object that breaks a
 * rule is then refused with 422, in the words of a real server. The expressions are evaluated by the package
 * `@marcbachmann/cel-js`, which you install. A rule that calls what neither it nor the fake server knows is not run, and
 * `uncheckedRules` of the server names it. A definition is refused whose rules do not compile with the types of its schema.
 * What a rule costs is not counted as there; a check that takes too many steps is refused.
 *
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation-rules
 * @throws InvalidArgumentError for another library
 * @example
 * import * as library from '@marcbachmann/cel-js';
 *
 * const fake = createFakeApiServer({ documents: kubernetes(), cel: await celRules(library) });
 */
export async function celRules(library: CelLibrary): Promise<FakeCel> {
  const { Environment, Optional }: Partial<CelLibrary> = requireObject('library', library);
  if (typeof Environment !== 'function' || typeof Optional !== 'function') {
    throw new InvalidArgumentError('library', 'must be the package @marcbachmann/cel-js');
  }
  const [{ createCel }] = await Promise.all([import('./schemas/cel.js'), loadPatterns()]);
  return createCel(library as Parameters<typeof createCel>[0]);
}
