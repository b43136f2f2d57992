import { formatFieldSelector, parseFieldSelector } from '../../core/selector/field-selector.js';
import { formatLabelSelector, parseLabelSelector, type LabelRequirement } from '../../core/selector/label-selector.js';
import type { CoreOptions } from './informer-core.js';

/** The options that decide which objects of its endpoint an informer holds, and in which form. */
type Form = Pick<
  CoreOptions<unknown>,
  'as' | 'managedFields' | 'namespace' | 'labelSelector' | 'fieldSelector' | 'shard' | 'filter' | 'transform'
>;

/** Creates a function that gives equal forms equal keys; functions are equal if they are identical. */
export function createFormKeys(): (form: Form) => string {
  const numbers = new WeakMap<object, number>();
  let last = 0;
  const numberOf = (act: object | undefined): number => {
    if (act === undefined) return 0;
    const known = numbers.get(act);
    if (known !== undefined) return known;
    last += 1;
    numbers.set(act, last);
    return last;
  };
  return ({ as, managedFields = false, namespace = null, labelSelector, fieldSelector, shard, filter, transform }) =>
    JSON.stringify([
      as ?? 'object',
      managedFields,
      namespace,
      canonical(labelSelector, (text) => formatLabelSelector(parseLabelSelector(text).map(withOneEqualsSign))),
      canonical(fieldSelector, (text) => formatFieldSelector(parseFieldSelector(text))),
      shard?.text ?? '',
      numberOf(filter),
      numberOf(transform),
    ]);
}

function withOneEqualsSign(requirement: LabelRequirement): LabelRequirement {
  return requirement.operator === '==' ? { ...requirement, operator: '=' } : requirement;
}

/** A selector that cannot be parsed is left to the server. */
function canonical(selector: string | undefined, rewrite: (text: string) => string): string {
  if (selector === undefined) return '';
  try {
    return rewrite(selector);
  } catch {
    return selector;
  }
}
