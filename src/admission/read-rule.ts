import type { JsonRecord } from '../core/shared/json-record.js';
import { quote } from '../core/shared/quote.js';
import { parsePattern, type AdmissionRule } from './admission-rule.js';
import { operationWords, readOperations } from './operations.js';

/** Collects a problem of a field. The text completes a sentence that begins with the field. */
export type Complain = (field: string, problem: string) => void;

/** The optional fields of the rules of a configuration. */
export interface RuleFields {
  /** Whether rules can be limited to names, as those of policies; servers drop the field from a webhook's rules. */
  readonly resourceNames: boolean;
}

/** Reads one rule, and reports everything that servers reject. */
export function readRule(
  rule: JsonRecord,
  path: string,
  { resourceNames: hasNames }: RuleFields,
  complain: Complain,
): AdmissionRule {
  /** Returns the words of a field; reports a problem and returns undefined if it is not a list of strings. */
  const wordsOf = (field: string): readonly string[] | undefined => {
    const words = rule[field] ?? [];
    if (Array.isArray(words) && words.every((word) => typeof word === 'string')) return words;
    complain(`${path}.${field}`, 'must be a list of strings');
    return undefined;
  };
  const someWordsOf = (field: string, { mayBeEmpty = false, starStandsAlone = true } = {}): readonly string[] => {
    const words = wordsOf(field);
    if (words?.length === 0) complain(`${path}.${field}`, 'is missing or empty');
    if (words?.includes('') === true && !mayBeEmpty) complain(`${path}.${field}`, 'contains an empty string');
    if (starStandsAlone && words?.includes('*') === true && words.length > 1) {
      complain(`${path}.${field}`, 'contains other values besides *, which must be the only one');
    }
    return words ?? [];
  };

  const operations = someWordsOf('operations');
  for (const word of operations.filter((each) => each !== '' && !operationWords.includes(each))) {
    complain(`${path}.operations`, `contains ${quote(word)}, which is not one of ${operationWords.join(', ')}`);
  }
  const scope = rule['scope'] ?? '*';
  if (scope !== '*' && scope !== 'Namespaced' && scope !== 'Cluster') {
    complain(`${path}.scope`, 'must be Namespaced, Cluster or *');
  }
  const apiGroups = new Set(someWordsOf('apiGroups', { mayBeEmpty: true }));
  const apiVersions = new Set(someWordsOf('apiVersions'));
  const resources = someWordsOf('resources', { starStandsAlone: false });
  judgeResources(resources, `${path}.resources`, complain);
  return {
    apiGroups,
    apiVersions,
    resources: [...new Set(resources)].map(parsePattern),
    operations: readOperations(operations),
    scope: scope === 'Namespaced' || scope === 'Cluster' ? scope : '*',
    resourceNames: new Set(hasNames ? wordsOf('resourceNames') : []),
  };
}

/**
 * Reports the words of `resources` that servers reject. The order of the words matters, as on the server: a wildcard
 * forbids the words after it that it matches, and of the words without a slash only the last is checked against `*`.
 * @see https://github.com/kubernetes/kubernetes/blob/master/pkg/apis/admissionregistration/validation/validation.go
 */
function judgeResources(words: readonly string[], path: string, complain: Complain): void {
  const whole = new Set<string>();
  const everywhere = new Set<string>();
  let endsWithResource = false;
  for (const [index, word] of words.entries()) {
    if (word === '') continue;
    if (!word.includes('/')) {
      endsWithResource = word !== '*';
      continue;
    }
    const { resource, subresource } = parsePattern(word);
    const before = [
      ...(whole.has(resource) ? [`${resource}/*`] : []),
      ...(everywhere.has(subresource) ? [`*/${subresource}`] : []),
    ];
    for (const wildcard of before) {
      complain(`${path}[${index}]`, `is ${quote(word)}, which the earlier ${quote(wildcard)} already includes`);
    }
    if (subresource === '*') whole.add(resource);
    if (resource === '*') everywhere.add(subresource);
  }
  if (words.length > 1 && words.includes('*/*'))
    complain(path, 'contains other values besides */*, which must be the only one');
  if (endsWithResource && words.includes('*')) complain(path, 'contains values without a subresource besides *');
}
