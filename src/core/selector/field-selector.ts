import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import { InvalidSelectorError } from './errors.js';

/** One part of a field selector. */
export interface FieldRequirement {
  /** The field as written; which fields exist is up to the resource. */
  readonly field: string;
  readonly operator: '=' | '!=';
  readonly value: string;
}

/** Requirements that all have to hold. An empty list selects everything. */
export type FieldSelector = readonly FieldRequirement[];

/**
 * Parses a field selector exactly as a Kubernetes server does: `metadata.name=a,spec.nodeName!=b`, and `==` for `=`. In
 * values, `\,`, `\=` and `\\` stand for the character after the backslash. Terms are sorted by their text; one with
 * neither field nor value selects everything.
 *
 * @throws InvalidSelectorError for a text that a server would refuse
 * @throws InvalidArgumentError if the argument is not a string
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/field-selectors/
 */
export function parseFieldSelector(text: string): FieldSelector {
  if (typeof text !== 'string') throw new InvalidArgumentError('fieldSelector', 'must be a string');
  return splitTerms(text)
    .filter((term) => term.text !== '')
    .sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
    .map((term) => readTerm(term, text))
    .filter(({ field, value }) => field !== '' || value !== '');
}

/**
 * Reports whether the fields of an object meet every requirement. `valueOf` returns a field as text, empty if the
 * object has none.
 */
export function matchesFields(selector: FieldSelector, valueOf: (field: string) => string): boolean {
  return selector.every(({ field, operator, value }) => (valueOf(field) === value) === (operator === '='));
}

/** Formats a selector as text that {@link parseFieldSelector} parses to the same selector. */
export function formatFieldSelector(selector: FieldSelector): string {
  return selector
    .map(({ field, operator, value }) => `${field}${operator}${value.replace(/[\\,=]/g, '\\$&')}`)
    .join(',');
}

interface Term {
  readonly text: string;
  /** The offset of its first character. */
  readonly position: number;
}

/** Splits at commas, except those after a backslash. */
function splitTerms(text: string): Term[] {
  const terms: Term[] = [];
  let position = 0;
  for (const { index } of text.matchAll(/\\[^]?|,/g)) {
    if (text[index] !== ',') continue;
    terms.push({ text: text.slice(position, index), position });
    position = index + 1;
  }
  return [...terms, { text: text.slice(position), position }];
}

function readTerm({ text, position }: Term, selector: string): FieldRequirement {
  const operator = /!=|==|=/.exec(text);
  if (operator === null) {
    const problem = `invalid selector: '${selector}'; can't understand '${text}'`;
    throw new InvalidSelectorError('field', selector, problem, position);
  }
  const [sign] = operator;
  const start = operator.index + sign.length;
  return {
    field: text.slice(0, operator.index),
    operator: sign === '!=' ? '!=' : '=',
    value: readValue(text.slice(start), position + start, selector),
  };
}

/** Unescapes a value. */
function readValue(text: string, position: number, selector: string): string {
  for (const { index, 0: part } of text.matchAll(/\\[^]?|[,=]/gu)) {
    if (['\\\\', '\\,', '\\='].includes(part)) continue;
    const problem = part.startsWith('\\')
      ? `invalid escape sequence: ${part}`
      : `unescaped character in value: ${String(part.codePointAt(0))}`;
    throw new InvalidSelectorError('field', selector, `invalid field selector: ${problem}`, position + index);
  }
  return text.replace(/\\([^])/g, '$1');
}
