/** Decides whether an object's labels fit. */
export type LabelMatcher = (labels: Labels) => boolean;

/** `metadata.labels`. */
export type Labels = Readonly<Record<string, string>>;

/** A label selector that cannot be read, in the words of the answer. */
export interface SelectorProblem {
  readonly problem: string;
}

const word = /^[A-Za-z0-9]([A-Za-z0-9_.-]*[A-Za-z0-9])?$/;
const domain = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/;
const tokens = /\s*(==|!=|=|<|>|\(|\)|,|!|[^\s=!<>(),]+)\s*/y;

/**
 * Reads a label selector: `a=b`, `a==b`, `a!=b`, `a in (b,c)`, `a notin (b,c)`, `a`, `!a`, `a>1`, `a<1`, joined by commas.
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors
 */
export function parseLabelSelector(text: string): LabelMatcher | SelectorProblem {
  const words = tokenize(text);
  if (words === undefined) return { problem: `unable to parse requirement: ${JSON.stringify(text)}` };
  const cursor = cursorOver(words);
  const matchers: LabelMatcher[] = [];
  while (cursor.peek() !== '') {
    const requirement = readRequirement(cursor);
    if (typeof requirement !== 'function') return requirement;
    matchers.push(requirement);
    const comma = cursor.next();
    if (comma === '') break;
    if (comma !== ',') return { problem: `found '${comma}', expected: ',' or 'end of string'` };
    if (cursor.peek() === '') return { problem: "found '', expected: identifier after ','" };
  }
  return (labels) => matchers.every((matches) => matches(labels));
}

/** Walks over the tokens; empty at the end. */
interface Cursor {
  peek(): string;
  next(): string;
}

function cursorOver(words: readonly string[]): Cursor {
  let place = 0;
  return { peek: () => words[place] ?? '', next: () => words[place++] ?? '' };
}

function tokenize(text: string): string[] | undefined {
  if (text.trim() === '') return [];
  const found: string[] = [];
  tokens.lastIndex = 0;
  while (tokens.lastIndex < text.length) {
    const match = tokens.exec(text);
    if (match?.[1] === undefined) return undefined;
    found.push(match[1]);
  }
  return found;
}

function readRequirement(cursor: Cursor): LabelMatcher | SelectorProblem {
  const first = cursor.next();
  const absent = first === '!';
  const key = absent ? cursor.next() : first;
  if (!isKey(key)) return { problem: `unable to parse requirement: ${JSON.stringify(key)} is no label key` };
  if (absent) return (labels) => !Object.hasOwn(labels, key);
  if (cursor.peek() === '' || cursor.peek() === ',') return (labels) => Object.hasOwn(labels, key);
  return readOperator(key, cursor);
}

function readOperator(key: string, cursor: Cursor): LabelMatcher | SelectorProblem {
  const operator = cursor.next();
  const valueOf = (labels: Labels): string | undefined => (Object.hasOwn(labels, key) ? labels[key] : undefined);
  switch (operator) {
    case '=':
    case '==':
    case '!=': {
      const value = cursor.peek() === ',' ? '' : cursor.next();
      if (!isValue(value))
        return { problem: `unable to parse requirement: ${JSON.stringify(value)} is no label value` };
      return operator === '!=' ? (labels) => valueOf(labels) !== value : (labels) => valueOf(labels) === value;
    }
    case 'in':
    case 'notin': {
      const values = readValues(cursor);
      if (!(values instanceof Set)) return values;
      return (labels) => values.has(valueOf(labels)) === (operator === 'in');
    }
    case '<':
    case '>': {
      const text = cursor.next();
      if (!/^-?\d+$/.test(text))
        return { problem: `unable to parse requirement: ${JSON.stringify(text)} is no integer` };
      const bound = Number(text);
      return (labels) => {
        const value = Number(valueOf(labels) ?? Number.NaN);
        return operator === '<' ? value < bound : value > bound;
      };
    }
    default:
      return { problem: `unable to parse requirement: found '${operator}', expected: in, notin, =, ==, !=, <, >` };
  }
}

function readValues(cursor: Cursor): Set<string | undefined> | SelectorProblem {
  const open = cursor.next();
  if (open !== '(') return { problem: `unable to parse requirement: found '${open}' expected: '('` };
  const values = new Set<string | undefined>();
  for (;;) {
    // An empty value may stand before a comma or the end: `(a,)`.
    const value = cursor.peek() === ',' || cursor.peek() === ')' ? '' : cursor.next();
    if (!isValue(value)) return { problem: `unable to parse requirement: ${JSON.stringify(value)} is no label value` };
    values.add(value);
    const separator = cursor.next();
    if (separator === ')') return values;
    if (separator !== ',')
      return { problem: `unable to parse requirement: found '${separator}', expected: ',' or ')'` };
  }
}

function isKey(key: string): boolean {
  const [name = '', prefix, ...rest] = key.split('/').reverse();
  return rest.length === 0 && name.length <= 63 && word.test(name) && (prefix === undefined || domain.test(prefix));
}

function isValue(value: string): boolean {
  return value === '' || (value.length <= 63 && word.test(value));
}
