import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import { isJsonRecord, type JsonRecord } from '../shared/json-record.js';
import { InvalidSelectorError } from './errors.js';

/** The `metadata.labels` of an object. */
export type Labels = Readonly<Record<string, string>>;

/** The operator of a requirement; `exists` and `!` check only the key. */
export type LabelOperator = 'exists' | '!' | '=' | '==' | '!=' | 'in' | 'notin' | '>' | '<';

/** One part of a label selector. */
export interface LabelRequirement {
  readonly key: string;
  readonly operator: LabelOperator;
  /** None for `exists` and `!`; any number, sorted and unique, for `in` and `notin`; otherwise one. */
  readonly values: readonly string[];
}

/** Requirements that all have to hold, sorted by key. An empty list selects everything. */
export type LabelSelector = readonly LabelRequirement[];

interface Token {
  /** A word or an operator; empty at the end. */
  readonly text: string;
  readonly isWord: boolean;
  /** The offset of its first character. */
  readonly position: number;
}

type Cursor = ReturnType<typeof cursorOver>;

/**
 * Parses a label selector exactly as a Kubernetes server does: `a=b`, `a==b`, `a!=b`, `a in (b,c)`, `a notin (b,c)`,
 * `a`, `!a`, `a>1`, `a<1`, joined by commas.
 *
 * @throws InvalidSelectorError for a text that a server would refuse
 * @throws InvalidArgumentError if the argument is not a string
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors
 */
export function parseLabelSelector(text: string): LabelSelector {
  if (typeof text !== 'string') throw new InvalidArgumentError('labelSelector', 'must be a string');
  const cursor = cursorOver(text);
  const requirements: LabelRequirement[] = [];
  for (;;) {
    const first = cursor.peek();
    if (first.text === '') break;
    if (!first.isWord && first.text !== '!') {
      throw cursor.fail(`found '${first.text}', expected: !, identifier, or 'end of string'`, first);
    }
    requirements.push(readRequirement(cursor));
    const comma = cursor.next();
    if (comma.text === '') break;
    if (comma.text !== ',') throw cursor.fail(`found '${comma.text}', expected: ',' or 'end of string'`, comma);
    const after = cursor.peek();
    if (!after.isWord && after.text !== '!') {
      throw cursor.fail(`found '${after.text}', expected: identifier after ','`, after);
    }
  }
  return requirements.sort((a, b) => compare(a.key, b.key));
}

/** Reports whether labels meet every requirement. Pass `{}` for an object without labels. */
export function matchesLabels(selector: LabelSelector, labels: Labels): boolean {
  return selector.every((requirement) => holds(requirement, labels));
}

/**
 * Formats a selector as text that {@link parseLabelSelector} parses to the same selector; equal selectors give equal
 * texts.
 */
export function formatLabelSelector(selector: LabelSelector): string {
  return [...selector]
    .sort((a, b) => compare(a.key, b.key))
    .map(formatRequirement)
    .join(',');
}

function formatRequirement({ key, operator, values }: LabelRequirement): string {
  switch (operator) {
    case 'exists':
      return key;
    case '!':
      return `!${key}`;
    case 'in':
    case 'notin':
      return `${key} ${operator} (${[...values].sort(compare).join(',')})`;
    default:
      return `${key}${operator}${values.join()}`;
  }
}

function holds({ key, operator, values }: LabelRequirement, labels: Labels): boolean {
  const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
  switch (operator) {
    case 'exists':
      return value !== undefined;
    case '!':
      return value === undefined;
    case '!=':
    case 'notin':
      return value === undefined || !values.includes(value);
    case '=':
    case '==':
    case 'in':
      return value !== undefined && values.includes(value);
    case '>':
    case '<': {
      const [present, bound] = [readInteger(value), readInteger(values[0])];
      if (present === undefined || bound === undefined) return false;
      return operator === '>' ? present > bound : present < bound;
    }
  }
}

function readRequirement(cursor: Cursor): LabelRequirement {
  const first = cursor.next();
  const key = first.text === '!' ? cursor.next() : first;
  if (!key.isWord) throw unparsable(cursor, `found '${key.text}', expected: identifier`, key);
  if (!isLabelKey(key.text)) {
    throw unparsable(cursor, `<nil>: Invalid value: ${JSON.stringify(key.text)}: is not a valid label key`, key);
  }
  if (key !== first) return { key: key.text, operator: '!', values: [] };
  const after = cursor.peek();
  if (after.text === '' || after.text === ',') return { key: key.text, operator: 'exists', values: [] };
  const operator = cursor.next();
  const found = binaryOperators.find((each) => each === operator.text);
  if (found === undefined) {
    throw unparsable(cursor, `found '${operator.text}', expected: in, notin, =, ==, !=, gt, lt`, operator);
  }
  const values = found === 'in' || found === 'notin' ? readValues(cursor) : [readExactValue(cursor)];
  const sorted = [...new Map(values.map((value) => [value.text, value])).values()];
  sorted.sort((a, b) => compare(a.text, b.text));
  const wrong = sorted.flatMap((value, index) =>
    problemsOf(key.text, found, value.text, index).map((problem) => ({ problem, value })),
  );
  const [worst, ...others] = wrong;
  if (worst !== undefined) {
    const all = wrong.map(({ problem }) => problem).join(', ');
    throw unparsable(cursor, others.length === 0 ? all : `[${all}]`, worst.value);
  }
  return { key: key.text, operator: found, values: sorted.map(({ text }) => text) };
}

const binaryOperators = ['in', 'notin', '=', '==', '!=', '>', '<'] as const;

/** Lists what is wrong with a value, in the words of servers. */
function problemsOf(key: string, operator: LabelOperator, value: string, index: number): string[] {
  const shown = JSON.stringify(value);
  const compares = operator === '>' || operator === '<';
  const why = "for 'Gt', 'Lt' operators, the value must be an integer";
  return [
    ...(compares && readInteger(value) === undefined ? [`values[${index}]: Invalid value: ${shown}: ${why}`] : []),
    ...(isLabelValue(value) ? [] : [`values[${index}][${key}]: Invalid value: ${shown}: is not a valid label value`]),
  ];
}

function readExactValue(cursor: Cursor): Token {
  const next = cursor.peek();
  if (next.text === '' || next.text === ',') return { text: '', isWord: true, position: next.position };
  const value = cursor.next();
  if (value.isWord) return value;
  throw unparsable(cursor, `found '${value.text}', expected: identifier`, value);
}

/** Reads the values in parentheses. Empty values are allowed anywhere: `(,a)`, `(a,)`, `(a,,b)`, `()`. */
function readValues(cursor: Cursor): Token[] {
  const open = cursor.next();
  if (open.text !== '(') throw unparsable(cursor, `found '${open.text}' expected: '('`, open);
  const empty = (): Token => ({ text: '', isWord: true, position: cursor.peek().position });
  const first = cursor.peek();
  if (!first.isWord && first.text !== ',' && first.text !== ')') {
    throw unparsable(cursor, `found '${first.text}', expected: ',', ')' or identifier`, first);
  }
  const values: Token[] = [];
  if (first.text === ')') values.push(empty());
  while (cursor.peek().text !== ')') {
    const token = cursor.next();
    if (token.isWord) {
      values.push(token);
      const after = cursor.peek();
      if (after.text !== ',' && after.text !== ')') {
        throw unparsable(cursor, `found '${after.text}', expected: ',' or ')'`, after);
      }
    } else if (token.text === ',') {
      if (values.length === 0) values.push(empty());
      if (cursor.peek().text === ')') values.push(empty());
      if (cursor.peek().text === ',') {
        values.push(empty());
        cursor.next();
        if (cursor.peek().text === ')') throw identifierMissing(cursor, cursor.peek());
      }
    } else {
      throw identifierMissing(cursor, token);
    }
  }
  cursor.next();
  return values;
}

function identifierMissing(cursor: Cursor, token: Token): InvalidSelectorError {
  return unparsable(cursor, `found '${token.text}', expected: ',', or identifier`, token);
}

function unparsable(cursor: Cursor, why: string, token: Token): InvalidSelectorError {
  return cursor.fail(`unable to parse requirement: ${why}`, token);
}

/** Servers accept four white space characters. A NUL ends a token, or the whole text if no token has begun. */
const tokens = /[ \t\r\n]*(?:(==|!=|[=<>(),!])|([^ \t\r\n=!<>(),\0]+))\0?/y;

/** Iterates over tokens; `fail` creates the error for a wrong one. */
function cursorOver(text: string) {
  const found: Token[] = [];
  tokens.lastIndex = 0;
  for (let match = tokens.exec(text); match !== null; match = tokens.exec(text)) {
    const [whole, sign, word = ''] = match;
    const position = match.index + whole.search(/[^ \t\r\n]/);
    found.push({ text: sign ?? word, isWord: sign === undefined, position });
  }
  const end: Token = { text: '', isWord: false, position: text.length };
  let index = 0;
  return {
    peek: (): Token => found[index] ?? end,
    next: (): Token => found[index++] ?? end,
    fail: (problem: string, { position }: Token): InvalidSelectorError =>
      new InvalidSelectorError('label', text, problem, position),
  };
}

const word = /^[A-Za-z0-9]([A-Za-z0-9_.-]*[A-Za-z0-9])?$/;
const subdomain = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;

function isLabelKey(key: string): boolean {
  const [name = '', prefix, ...rest] = key.split('/').reverse();
  const isPrefix = prefix === undefined || (prefix.length <= 253 && subdomain.test(prefix));
  return rest.length === 0 && isPrefix && name.length <= 63 && word.test(name);
}

function isLabelValue(value: string): boolean {
  return value === '' || (value.length <= 63 && word.test(value));
}

/** Parses a decimal integer of 64 bits, as Go does. */
function readInteger(text: string | undefined): bigint | undefined {
  if (text === undefined || !/^[+-]?\d+$/.test(text)) return undefined;
  const value = BigInt(text.replace('+', ''));
  return value === BigInt.asIntN(64, value) ? value : undefined;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

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
