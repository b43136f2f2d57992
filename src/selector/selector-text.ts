import { isJsonRecord, type JsonRecord } from '../shared/json-record.js';

/** A selector as text: it may be text already, a map of labels, or a LabelSelector. */
export function selectorText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!isJsonRecord(value)) return '';
  const { matchLabels, matchExpressions } = value;
  const labels = matchLabels === undefined && matchExpressions === undefined ? value : matchLabels;
  const equal = isJsonRecord(labels) ? Object.entries(labels).map(([key, text]) => `${key}=${String(text)}`) : [];
  const expressions = Array.isArray(matchExpressions) ? matchExpressions.filter(isJsonRecord).map(expressionText) : [];
  return [...equal, ...expressions].sort().join(',');
}

function expressionText({ key, operator, values }: JsonRecord): string {
  const list = Array.isArray(values) ? values.map(String).sort().join(',') : '';
  switch (operator) {
    case 'In':
      return `${String(key)} in (${list})`;
    case 'NotIn':
      return `${String(key)} notin (${list})`;
    case 'DoesNotExist':
      return `!${String(key)}`;
    default:
      return String(key);
  }
}
