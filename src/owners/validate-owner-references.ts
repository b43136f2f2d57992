import type { HonorsOption } from '../core/model/owner-reference.js';
import { isJsonRecord } from '../core/shared/json-record.js';
import { honorsResource } from './check-arguments.js';
import type { OwnerReferenceProblem, OwnerReferenceProblemCode } from './owner-reference-problem.js';
import { validateOwnerReference } from './validate-owner-reference.js';

/**
 * A problem in the list of an object's owner references. Besides the problems of each reference:
 *
 * - `controllers`: a second reference has `controller: true`. Servers reject it.
 * - `duplicate`: it equals an earlier reference in every field that the server has. Servers drop it with a warning.
 */
export interface OwnerReferencesProblem extends Omit<OwnerReferenceProblem, 'code'> {
  /** The kind of problem, for programs. */
  readonly code: OwnerReferenceProblemCode | 'controllers' | 'duplicate';
  /** The index of the reference; absent if the value is not a list. */
  readonly index?: number | undefined;
}

const comparedFields: readonly string[] = ['apiVersion', 'kind', 'name', 'uid', 'controller', 'blockOwnerDeletion'];

/**
 * Checks `metadata.ownerReferences` of one object against all rules that API servers have, for each reference and for
 * the list. Returns all problems at once, none if the list is absent.
 *
 * @throws InvalidArgumentError for options that can never work
 * @example
 * for (const { index, message } of validateOwnerReferences(object.metadata.ownerReferences)) {
 *   console.warn(`ownerReferences[${index}]: ${message}`);
 * }
 */
export function validateOwnerReferences(
  references: unknown,
  options: HonorsOption = {},
): readonly OwnerReferencesProblem[] {
  const isResourceHonored = honorsResource(options);
  const compared = isResourceHonored ? [...comparedFields, 'resource'] : comparedFields;
  if (references === undefined || references === null) return Object.freeze([]);
  if (!Array.isArray(references)) {
    return Object.freeze([Object.freeze({ code: 'type', message: 'ownerReferences must be an array' } as const)]);
  }
  const list: readonly unknown[] = references;
  const seen = new Set<string>();
  let controllers = 0;
  return Object.freeze(
    list.flatMap((reference, index): OwnerReferencesProblem[] => {
      const found: Omit<OwnerReferencesProblem, 'index'>[] = [...validateOwnerReference(reference).problems];
      if (isJsonRecord(reference)) {
        const key = JSON.stringify(compared.map((field) => reference[field] ?? null));
        if (seen.has(key)) found.push({ code: 'duplicate', message: 'duplicate of an earlier reference' });
        seen.add(key);
        if (reference['controller'] === true) controllers += 1;
        if (reference['controller'] === true && controllers > 1) {
          const message = 'controller: only one reference of an object may have controller set to true';
          found.push({ code: 'controllers', field: 'controller', message });
        }
      }
      return found.map((problem) => Object.freeze({ ...problem, index }));
    }),
  );
}
