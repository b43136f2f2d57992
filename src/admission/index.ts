// Everything exported here is public API of 'kubeatlas/admission': rules of admission webhooks and policies.
export { createRules, type Rules, type RulesCallOptions, type ServerRuleExpansion } from './create-rules.js';
export { expandRules, type ExpandRulesOptions } from './expand-rules.js';
export { type ConfigurationProblem, InvalidConfigurationError, type MatchPolicy } from './read-configuration.js';
export type {
  AdmissionEndpoint,
  CoveredEndpoint,
  MissedEndpoint,
  MissReason,
  RuleExpansion,
  RuleFinding,
} from './rule-expansion.js';
