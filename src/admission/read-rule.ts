import type { JsonRecord } from '../shared/json-record.js';
import { quote } from '../shared/quote.js';
import { parsePattern, type AdmissionRule } from './admission-rule.js';
import { operationWords, spellOut } from './operations.js';

/** Reads one rule; what every server refuses of it is complained of. */
export function readRule(
  rule: JsonRecord,
  path: string,
  complain: (field: string, problem: string) => void,
): AdmissionRule {
  /** Undefined when it is no list of words, which is complained of once. */
  const wordsOf = (field: string): readonly string[] | undefined => {
    const words = rule[field] ?? [];
    if (Array.isArray(words) && words.every((word) => typeof word === 'string')) return words;
    complain(`${path}.${field}`, 'has to be a list of words');
    return undefined;
  };
  const someWordsOf = (field: string, { mayBeEmpty = false, starStandsAlone = true } = {}): readonly string[] => {
    const words = wordsOf(field);
    if (words?.length === 0) complain(`${path}.${field}`, 'is missing or empty');
    if (words?.includes('') === true && !mayBeEmpty) complain(`${path}.${field}`, 'has an empty word');
    if (starStandsAlone && words?.includes('*') === true && words.length > 1) {
      complain(`${path}.${field}`, 'has words beside *, which stands alone');
    }
    return words ?? [];
  };

  const operations = someWordsOf('operations');
  for (const word of operations.filter((each) => each !== '' && !operationWords.includes(each))) {
    complain(`${path}.operations`, `has ${quote(word)}, which is none of ${operationWords.join(', ')}`);
  }
  const scope = rule['scope'] ?? '*';
  if (scope !== '*' && scope !== 'Namespaced' && scope !== 'Cluster') {
    complain(`${path}.scope`, 'has to be Namespaced, Cluster or *');
  }
  return {
    apiGroups: new Set(someWordsOf('apiGroups', { mayBeEmpty: true })),
    apiVersions: new Set(someWordsOf('apiVersions')),
    resources: someWordsOf('resources', { starStandsAlone: false }).map(parsePattern),
    operations: spellOut(operations),
    scope: scope === 'Namespaced' || scope === 'Cluster' ? scope : '*',
    resourceNames: new Set(wordsOf('resourceNames')),
  };
}
