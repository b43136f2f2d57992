import { isJsonRecord, type JsonRecord } from '../shared/json-record.js';
import { quote } from '../shared/quote.js';
import type { AdmissionRule } from './admission-rule.js';
import { configurationKind, readableKinds, type MatchPolicy } from './configuration-kinds.js';
import { InvalidConfigurationError, type ConfigurationProblem } from './invalid-configuration-error.js';
import { readRule } from './read-rule.js';

/** A list of rules, and where it stands. */
export interface RuleList {
  /** `webhooks[0].rules` */
  readonly path: string;
  readonly rules: readonly AdmissionRule[];
}

/** What is asked as a whole, and as one: a webhook, or a policy. A request is its own when any rule names it. */
export interface Hook {
  /** Of the webhook, or of the policy; empty where it has none. */
  readonly name: string;
  readonly matchPolicy: MatchPolicy;
  readonly rules: RuleList;
  /** Of policies: what is not its own, whatever the rules say. */
  readonly excluded: RuleList;
}

/** Collects what is wrong. */
export type Complain = (field: string, problem: string) => void;

/** Reads a configuration of any kind that has rules. Throws {@link InvalidConfigurationError} with all its problems. */
export function readConfiguration(configuration: unknown): readonly Hook[] {
  const problems: ConfigurationProblem[] = [];
  const complain: Complain = (field, problem) => problems.push({ field, problem });
  const hooks = readHooks(configuration, complain);
  if (problems.length > 0) throw new InvalidConfigurationError(problems);
  return hooks;
}

function readHooks(configuration: unknown, complain: Complain): readonly Hook[] {
  if (!isJsonRecord(configuration)) {
    complain('', 'has to be an object');
    return [];
  }
  const { apiVersion, kind } = configuration;
  const known = configurationKind(apiVersion, kind);
  if (known === undefined) {
    const what = `is ${show(kind)} of ${show(apiVersion)}`;
    complain('', `${what}, and has to be one of admissionregistration.k8s.io: ${readableKinds.join(', ')}`);
    return [];
  }
  if (known.rulesIn === 'webhooks') return readWebhooks(configuration, known.matchPolicy, complain);
  const name = nameOf(configuration['metadata']);
  const spec = configuration['spec'];
  if (!isJsonRecord(spec)) {
    complain('spec', 'has to be an object');
    return [];
  }
  const field = known.rulesIn === 'spec.matchConstraints' ? 'matchConstraints' : 'matchResources';
  const match = spec[field];
  // A binding without it binds the policy to everything.
  if (match === undefined && field === 'matchResources') return [];
  if (!isJsonRecord(match)) {
    complain(known.rulesIn, 'has to be an object');
    return [];
  }
  return [
    readHook(match, { path: known.rulesIn, name, rules: 'resourceRules', matchPolicy: known.matchPolicy }, complain),
  ];
}

function readWebhooks({ webhooks }: JsonRecord, matchPolicy: MatchPolicy, complain: Complain): readonly Hook[] {
  return recordsOf(webhooks, 'webhooks', complain).map(([webhook, path]) =>
    readHook(webhook, { path, name: nameOf(webhook), rules: 'rules', matchPolicy }, complain),
  );
}

function readHook(
  holder: JsonRecord,
  at: { readonly path: string; readonly name: string; readonly rules: string; readonly matchPolicy: MatchPolicy },
  complain: Complain,
): Hook {
  const said = holder['matchPolicy'] ?? at.matchPolicy;
  if (said !== 'Exact' && said !== 'Equivalent') complain(`${at.path}.matchPolicy`, 'has to be Exact or Equivalent');
  const listOf = (field: string): RuleList => {
    const path = `${at.path}.${field}`;
    return {
      path,
      rules: recordsOf(holder[field], path, complain).map(([rule, place]) => readRule(rule, place, complain)),
    };
  };
  return {
    name: at.name,
    matchPolicy: said === 'Exact' ? 'Exact' : 'Equivalent',
    rules: listOf(at.rules),
    excluded: at.rules === 'rules' ? { path: '', rules: [] } : listOf('excludeResourceRules'),
  };
}

/** The objects of a list, each with its path; a list that is not there is empty. */
function recordsOf(value: unknown, path: string, complain: Complain): (readonly [JsonRecord, string])[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    complain(path, 'has to be a list');
    return [];
  }
  return value.flatMap((each: unknown, index) => {
    const place = `${path}[${index}]`;
    if (isJsonRecord(each)) return [[each, place] as const];
    complain(place, 'has to be an object');
    return [];
  });
}

function nameOf(holder: unknown): string {
  const name = isJsonRecord(holder) ? holder['name'] : undefined;
  return typeof name === 'string' ? name : '';
}

function show(word: unknown): string {
  return typeof word === 'string' ? quote(word) : 'no name';
}
