import { isJsonRecord, type JsonRecord } from '../core/shared/json-record.js';
import { quote } from '../core/shared/quote.js';
import type { AdmissionRule } from './admission-rule.js';
import { configurationKind, readableKinds, type MatchPolicy } from './configuration-kinds.js';
import { InvalidConfigurationError, type ConfigurationProblem } from './errors.js';
import { readRule, type Complain, type RuleFields } from './read-rule.js';

/** A list of rules with its path. */
export interface RuleList {
  /** The path of the list: `webhooks[0].rules`. */
  readonly path: string;
  readonly rules: readonly AdmissionRule[];
}

/** A webhook or a policy: the unit that the server calls for a request, which it does if any of its rules matches. */
export interface Hook {
  /** The name of the webhook or the policy; empty if it has none. */
  readonly name: string;
  readonly matchPolicy: MatchPolicy;
  readonly rules: RuleList;
  /** The rules of a policy that exclude requests, whatever its other rules match. */
  readonly excluded: RuleList;
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
  let total = 0;
  const hooks = readHooks(configuration, (field, problem) => {
    total += 1;
    if (problems.length < mostProblems) problems.push({ field, problem });
  });
  if (total > 0) throw new InvalidConfigurationError(problems, total);
  return hooks;
}

function readHooks(configuration: unknown, complain: Complain): readonly Hook[] {
  if (!isJsonRecord(configuration)) {
    complain('', 'must be an object');
    return [];
  }
  const { apiVersion, kind } = configuration;
  const known = configurationKind(apiVersion, kind);
  if (known === undefined) {
    const what = `is ${showWord(kind)} of ${showWord(apiVersion)}`;
    complain('', `${what}, but must be one of admissionregistration.k8s.io: ${readableKinds.join(', ')}`);
    return [];
  }
  if (known.rulesIn === 'webhooks') return readWebhooks(configuration, known.matchPolicy, complain);
  const name = hookName(configuration['metadata']);
  const spec = configuration['spec'];
  if (!isJsonRecord(spec)) {
    complain('spec', 'must be an object');
    return [];
  }
  const isBinding = known.rulesIn === 'spec.matchResources';
  const match = spec[isBinding ? 'matchResources' : 'matchConstraints'] ?? undefined;
  // A binding without matchResources binds the policy to everything.
  if (match === undefined && isBinding) return [];
  if (!isJsonRecord(match)) {
    complain(known.rulesIn, 'must be an object');
    return [];
  }
  const hook = readHook(match, { path: known.rulesIn, name, matchPolicy: known.matchPolicy, ...policyLists }, complain);
  // A policy needs rules: they determine the types of its expressions.
  if (!isBinding && isEmptyList(match['resourceRules'])) {
    complain(`${known.rulesIn}.resourceRules`, 'is missing or empty');
  }
  return [hook];
}

function readWebhooks({ webhooks }: JsonRecord, matchPolicy: MatchPolicy, complain: Complain): readonly Hook[] {
  const records = recordsOf(webhooks, 'webhooks', complain);
  let rules = 0;
  return records.map(([webhook, path]) => {
    const own = webhook['rules'];
    rules += Array.isArray(own) ? own.length : 0;
    if (rules > mostRules) {
      complain(`${path}.rules`, tooMany);
      return { name: '', matchPolicy, rules: noList, excluded: noList };
    }
    return readHook(webhook, { path, name: hookName(webhook), matchPolicy, ...webhookLists }, complain);
  });
}

const noList: RuleList = { path: '', rules: [] };
const tooMany = `exceeds, together with the rules before it, the number of rules that a server accepts: ${mostRules}`;

/** The fields in which a hook has its rules. */
interface HookLists extends RuleFields {
  readonly rules: string;
  readonly excluded?: string | undefined;
}

const webhookLists: HookLists = { rules: 'rules', resourceNames: false };
const policyLists: HookLists = { rules: 'resourceRules', excluded: 'excludeResourceRules', resourceNames: true };

function readHook(
  holder: JsonRecord,
  at: HookLists & { readonly path: string; readonly name: string; readonly matchPolicy: MatchPolicy },
  complain: Complain,
): Hook {
  const matchPolicy = holder['matchPolicy'] ?? at.matchPolicy;
  if (matchPolicy !== 'Exact' && matchPolicy !== 'Equivalent')
    complain(`${at.path}.matchPolicy`, 'must be Exact or Equivalent');
  const listOf = (field: string): RuleList => {
    const path = `${at.path}.${field}`;
    const records = recordsOf(holder[field], path, complain);
    return { path, rules: records.map(([rule, itemPath]) => readRule(rule, itemPath, at, complain)) };
  };
  return {
    name: at.name,
    matchPolicy: matchPolicy === 'Exact' ? 'Exact' : 'Equivalent',
    rules: listOf(at.rules),
    excluded: at.excluded === undefined ? noList : listOf(at.excluded),
  };
}

/** Returns the objects of a list, each with its path; a missing list is empty. */
function recordsOf(value: unknown, path: string, complain: Complain): (readonly [JsonRecord, string])[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    complain(path, 'must be a list');
    return [];
  }
  if (value.length > mostRules) {
    complain(path, tooMany);
    return [];
  }
  return value.flatMap((each: unknown, index) => {
    const itemPath = `${path}[${index}]`;
    if (isJsonRecord(each)) return [[each, itemPath] as const];
    complain(itemPath, 'must be an object');
    return [];
  });
}

function isEmptyList(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

function hookName(holder: unknown): string {
  const name = isJsonRecord(holder) ? holder['name'] : undefined;
  return typeof name === 'string' ? name : '';
}

function showWord(word: unknown): string {
  return typeof word === 'string' ? quote(word) : 'no name';
}
