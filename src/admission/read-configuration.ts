import { groupBy } from '../core/shared/group-by.js';
import { KubeError } from '../core/shared/kube-error.js';
import type { GroupVersionResource } from '../core/model/group-version-resource.js';
import type { Scope } from '../core/model/rest-mapping.js';
import { isJsonRecord, type JsonRecord } from '../core/shared/json-record.js';
import { quote } from '../core/shared/quote.js';

/** One problem in a configuration. */
export interface ConfigurationProblem {
  /** The path of the field: `webhooks[0].rules[1].apiGroups`; empty for the configuration as a whole. */
  readonly field: string;
  /** Completes a sentence that begins with the field: `must be a list of strings`. */
  readonly problem: string;
}

const shown = 5;

/**
 * The input is not an admission configuration, or one that every server rejects. The first 1,000 problems are reported
 * together; the message names the first few.
 */
export class InvalidConfigurationError extends KubeError {
  static override readonly brand = 'InvalidConfigurationError';
  readonly code = 'invalid-configuration' as const;
  /** The problems, each with its field. */
  readonly problems: readonly ConfigurationProblem[];

  /** `total` also counts problems that are not reported. */
  constructor(problems: readonly ConfigurationProblem[], total = problems.length) {
    const lines = problems.slice(0, shown).map(({ field, problem }) => `${field || 'the configuration'} ${problem}`);
    const rest = total > shown ? `; and ${total - shown} more problems` : '';
    super(`Invalid admission configuration: ${lines.join('; ')}${rest}.`);
    this.problems = Object.freeze([...problems]);
  }
}

/** A set of operations, one bit for each of {@link operationWords}; `*` has a separate bit for future operations. */
export type Operations = number;

/** The words that a rule may list as operations; `*` means all present and future ones. */
export const operationWords: readonly string[] = ['*', 'CREATE', 'UPDATE', 'DELETE', 'CONNECT'];

const allOperations: Operations = 2 ** operationWords.length - 1;

/** Reads the operations of a rule; unknown words are ignored. */
export function readOperations(words: readonly string[]): Operations {
  if (words.includes('*')) return allOperations;
  return words.reduce(
    (found, word) => found | (operationWords.includes(word) ? 1 << operationWords.indexOf(word) : 0),
    0,
  );
}

/** Returns operations as a rule lists them: `*` stands alone. */
export function writeOperations(operations: Operations): readonly string[] {
  const words = operationWords.filter((_, bit) => (operations & (1 << bit)) !== 0);
  return words.includes('*') ? ['*'] : words;
}

/** One word of a rule's `resources`. The subresource is empty for a word without a slash: the objects themselves. */
export interface ResourcePattern {
  readonly resource: string;
  readonly subresource: string;
}

/**
 * The requests that a rule of a webhook or a policy matches.
 * @see https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-rules
 */
export interface AdmissionRule {
  /** Its path in the configuration: `webhooks[0].rules[1]`. */
  readonly path: string;
  readonly apiGroups: ReadonlySet<string>;
  readonly apiVersions: ReadonlySet<string>;
  readonly resources: readonly ResourcePattern[];
  readonly operations: Operations;
  readonly scope: '*' | Scope;
  /** For policies only; empty for all names. */
  readonly resourceNames: ReadonlySet<string>;
}

/** The target of a request: the objects of an endpoint, or one of their subresources. */
export interface RuleTarget extends GroupVersionResource {
  /** Empty for the objects themselves. */
  readonly subresource: string;
  readonly scope: Scope;
}

/** Parses a word of `resources`: the subresource follows the first slash. */
export function parsePattern(word: string): ResourcePattern {
  const slash = word.indexOf('/');
  if (slash < 0) return { resource: word, subresource: '' };
  return { resource: word.slice(0, slash), subresource: word.slice(slash + 1) };
}

/**
 * Returns a function that reports whether a rule itself names a target, by the rules of the server: `*` matches all
 * objects and no subresource, and `pods/*` matches pods as well, although its documentation says otherwise. Operations
 * and names are left to the caller.
 */
export function targetMatcher(rule: AdmissionRule): (target: RuleTarget) => boolean {
  const subresources = groupBy(rule.resources, ({ resource }) => resource);
  const hasPattern = (resource: string, wanted: string): boolean =>
    subresources.get(resource)?.some(({ subresource }) => subresource === '*' || subresource === wanted) === true;
  return (target) =>
    (rule.scope === '*' || rule.scope === target.scope) &&
    allows(rule.apiGroups, target.group) &&
    allows(rule.apiVersions, target.version) &&
    (hasPattern('*', target.subresource) || hasPattern(target.resource, target.subresource));
}

/** Reports whether the words of a rule include a word or `*`. */
export function allows(words: ReadonlySet<string>, word: string): boolean {
  return words.has('*') || words.has(word);
}

/** How the server matches the rules of a configuration: only as written, or also at equivalent endpoints. */
export type MatchPolicy = 'Exact' | 'Equivalent';

const admissionGroup = 'admissionregistration.k8s.io';

/** Where the rules of each kind are: each webhook has its own list; a policy or binding has one place for all. */
const placeOfRules: Readonly<Record<string, 'webhooks' | 'matchConstraints' | 'matchResources'>> = {
  ValidatingWebhookConfiguration: 'webhooks',
  MutatingWebhookConfiguration: 'webhooks',
  ValidatingAdmissionPolicy: 'matchConstraints',
  MutatingAdmissionPolicy: 'matchConstraints',
  ValidatingAdmissionPolicyBinding: 'matchResources',
  MutatingAdmissionPolicyBinding: 'matchResources',
};

/** Reports whether servers exempt an endpoint: it passes no webhook and no policy to them. */
export function isExemptFromAdmission(endpoint: { readonly group: string; readonly resource: string }): boolean {
  return (
    endpoint.group === admissionGroup &&
    /^(validating|mutating)(webhookconfigurations|admissionpolic)/.test(endpoint.resource)
  );
}

/** Collects a problem of a field. The text completes a sentence that begins with the field. */
type Complain = (field: string, problem: string) => void;

/** Reads one rule, and reports everything that servers reject. A webhook has no names: servers drop them there. */
function readRule(rule: JsonRecord, path: string, hasNames: boolean, complain: Complain): AdmissionRule {
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
  return {
    path,
    apiGroups,
    apiVersions,
    resources: [...new Set(resources)].map(parsePattern),
    operations: readOperations(operations),
    scope: scope === 'Namespaced' || scope === 'Cluster' ? scope : '*',
    resourceNames: new Set(hasNames ? wordsOf('resourceNames') : []),
  };
}

/** A webhook or a policy: the unit that the server calls for a request, which it does if any of its rules matches. */
export interface Hook {
  /** The name of the webhook or the policy; empty if it has none. */
  readonly name: string;
  readonly matchPolicy: MatchPolicy;
  readonly rules: readonly AdmissionRule[];
  /** The rules of a policy that exclude requests, whatever its other rules match. */
  readonly excluded: readonly AdmissionRule[];
}

/** The largest number of problems to report. */
const mostProblems = 1000;

/**
 * The largest number of rules in one configuration. Servers accept no request above 3 MiB, which holds about 40,000 of
 * the shortest rules.
 */
const mostRules = 40_000;

/**
 * Reads a configuration of any kind with rules.
 * @throws InvalidConfigurationError with its first 1,000 problems.
 */
export function readConfiguration(configuration: unknown): readonly Hook[] {
  const problems: ConfigurationProblem[] = [];
  const hooks = readHooks(configuration, (field, problem) => void problems.push({ field, problem }));
  if (problems.length === 0) return hooks;
  throw new InvalidConfigurationError(problems.slice(0, mostProblems), problems.length);
}

function readHooks(configuration: unknown, complain: Complain): readonly Hook[] {
  if (!isJsonRecord(configuration)) {
    complain('', 'must be an object');
    return [];
  }
  const { apiVersion, kind, metadata, spec, webhooks } = configuration;
  const place = typeof kind === 'string' && Object.hasOwn(placeOfRules, kind) ? placeOfRules[kind] : undefined;
  const isOfWebhooks = place === 'webhooks';
  // Only servers before 1.22 have webhooks of v1beta1, but such files still exist.
  const versions = isOfWebhooks ? ['v1', 'v1beta1'] : ['v1', 'v1beta1', 'v1alpha1'];
  const version = versions.find((each) => apiVersion === `${admissionGroup}/${each}`);
  if (place === undefined || version === undefined) {
    const what = `is ${showWord(kind)} of ${showWord(apiVersion)}`;
    complain('', `${what}, but must be one of ${admissionGroup}: ${Object.keys(placeOfRules).join(', ')}`);
    return [];
  }

  let count = 0;
  const rulesIn = (holder: JsonRecord, path: string): readonly AdmissionRule[] => {
    const field = path.slice(path.lastIndexOf('.') + 1);
    const records = recordsIn(holder[field], path, complain);
    count += records.length;
    if (count > mostRules) {
      const tooMany = 'exceeds, together with the rules before it, the number of rules that a server accepts';
      complain(path, `${tooMany}: ${mostRules}`);
      return [];
    }
    return records.map(([rule, itemPath]) => readRule(rule, itemPath, !isOfWebhooks, complain));
  };
  const hookOf = (holder: JsonRecord, path: string, name: unknown): Hook => {
    const matchPolicy = holder['matchPolicy'] ?? (isOfWebhooks && version === 'v1beta1' ? 'Exact' : 'Equivalent');
    if (matchPolicy !== 'Exact' && matchPolicy !== 'Equivalent') {
      complain(`${path}.matchPolicy`, 'must be Exact or Equivalent');
    }
    return {
      name: typeof name === 'string' ? name : '',
      matchPolicy: matchPolicy === 'Exact' ? 'Exact' : 'Equivalent',
      rules: rulesIn(holder, `${path}.${isOfWebhooks ? 'rules' : 'resourceRules'}`),
      excluded: isOfWebhooks ? [] : rulesIn(holder, `${path}.excludeResourceRules`),
    };
  };

  if (isOfWebhooks) {
    return recordsIn(webhooks, 'webhooks', complain).map(([each, path]) => hookOf(each, path, each['name']));
  }
  if (!isJsonRecord(spec)) {
    complain('spec', 'must be an object');
    return [];
  }
  const match = spec[place] ?? undefined;
  // A binding without matchResources binds the policy to everything.
  if (match === undefined && place === 'matchResources') return [];
  if (!isJsonRecord(match)) {
    complain(`spec.${place}`, 'must be an object');
    return [];
  }
  const hook = hookOf(match, `spec.${place}`, isJsonRecord(metadata) ? metadata['name'] : undefined);
  const rules = match['resourceRules'] ?? [];
  // A policy needs rules: they determine the types of its expressions.
  if (place === 'matchConstraints' && Array.isArray(rules) && rules.length === 0) {
    complain(`spec.${place}.resourceRules`, 'is missing or empty');
  }
  return [hook];
}

/** Returns the objects of a list, each with its path; a missing list is empty. */
function recordsIn(value: unknown, path: string, complain: Complain): (readonly [JsonRecord, string])[] {
  const list = value ?? [];
  if (!Array.isArray(list)) {
    complain(path, 'must be a list');
    return [];
  }
  return list.flatMap((each: unknown, index) => {
    const itemPath = `${path}[${index}]`;
    if (isJsonRecord(each)) return [[each, itemPath] as const];
    complain(itemPath, 'must be an object');
    return [];
  });
}

function showWord(word: unknown): string {
  return typeof word === 'string' ? quote(word) : 'no name';
}
