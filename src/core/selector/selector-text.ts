import { isJsonRecord, type JsonRecord } from '../shared/json-record.js';
import {
  formatLabelSelector,
  type LabelOperator,
  type LabelRequirement,
  type LabelSelector,
} from './label-selector.js';

const operators = new Map<unknown, LabelOperator>([
  ['In', 'in'],
  ['NotIn', 'notin'],
  ['DoesNotExist', '!'],
]);

/**
 * Returns the selector in a field of an object as text. The field may hold text, a map of labels (as in a Service), or
 * a LabelSelector with matchLabels and matchExpressions (as in a Deployment). Returns an empty string for anything
 * else.
 */
export function selectorText(value: unknown): string {
  return typeof value === 'string' ? value : formatLabelSelector(requirementsOf(value));
}

/** Returns the requirements of a map of labels or a LabelSelector, unchecked; none for anything else. */
export function requirementsOf(value: unknown): LabelSelector {
  if (!isJsonRecord(value)) return [];
  const { matchLabels, matchExpressions } = value;
  const labels = matchLabels === undefined && matchExpressions === undefined ? value : matchLabels;
  const equal = isJsonRecord(labels) ? Object.entries(labels) : [];
  const expressions = Array.isArray(matchExpressions) ? matchExpressions.filter(isJsonRecord) : [];
  return [
    ...equal.map(([key, text]): LabelRequirement => ({ key, operator: '=', values: [String(text)] })),
    ...expressions.map(readExpression),
  ];
}

function readExpression({ key, operator, values }: JsonRecord): LabelRequirement {
  return {
    key: String(key),
    operator: operators.get(operator) ?? 'exists',
    values: Array.isArray(values) ? values.map(String) : [],
  };
}
