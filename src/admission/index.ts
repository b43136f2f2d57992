// Everything exported here is public API of 'kubeatlas/admission': rules of admission webhooks and policies.
export { createRules, type Rules, type RulesCallOptions, type ServerRuleExpansion } from './create-rules.js';
export { expandRules, type ExpandRulesOptions, type AdmissionEndpoint } from './expand-rules.js';
export type { CoveredEndpoint, MissedEndpoint, MissReason, RuleExpansion, RuleFinding } from './expand-rules.js';
export { type ConfigurationProblem, InvalidConfigurationError, type MatchPolicy } from './read-configuration.js';
