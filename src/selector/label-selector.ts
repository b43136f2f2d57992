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
    const after = cursor.peek();
    if (after === '' || after === ',') return { problem: `found '${after}', expected: identifier after ','` };
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
  if (!absent && isSign(first)) return { problem: `found '${first}', expected: !, identifier, or 'end of string'` };
  const key = absent ? cursor.next() : first;
  if (isSign(key)) return unparsable(`found '${key}', expected: identifier`);
  if (!isKey(key)) return unparsable(`<nil>: Invalid value: ${JSON.stringify(key)}: is no label key`);
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
      if (value !== '' && isSign(value)) return unparsable(`found '${value}', expected: identifier`);
      if (!isValue(value)) return noValue(key, value);
      return operator === '!=' ? (labels) => valueOf(labels) !== value : (labels) => valueOf(labels) === value;
    }
    case 'in':
    case 'notin': {
      const values = readValues(key, cursor);
      if (!(values instanceof Set)) return values;
      return (labels) => values.has(valueOf(labels)) === (operator === 'in');
    }
    case '<':
    case '>': {
      const text = cursor.next();
      if (!/^-?\d+$/.test(text)) {
        const why = "for 'Gt', 'Lt' operators, the value must be an integer";
        return unparsable(`values[0]: Invalid value: ${JSON.stringify(text)}: ${why}`);
      }
      const bound = Number(text);
      return (labels) => {
        const value = Number(valueOf(labels) ?? Number.NaN);
        return operator === '<' ? value < bound : value > bound;
      };
    }
    default:
      return unparsable(`found '${operator}', expected: in, notin, =, ==, !=, gt, lt`);
  }
}

function readValues(key: string, cursor: Cursor): Set<string | undefined> | SelectorProblem {
  const open = cursor.next();
  if (open !== '(') return unparsable(`found '${open}' expected: '('`);
  const values = new Set<string | undefined>();
  if (cursor.peek() === '') return unparsable("found '', expected: ',', ')' or identifier");
  for (;;) {
    // An empty value may stand before a comma or the end: `(a,)`.
    const value = cursor.peek() === ',' || cursor.peek() === ')' ? '' : cursor.next();
    if (!isValue(value)) return noValue(key, value);
    values.add(value);
    const separator = cursor.next();
    if (separator === ')') return values;
    if (separator !== ',') return unparsable(`found '${separator}', expected: ',' or ')'`);
  }
}

function unparsable(why: string): SelectorProblem {
  return { problem: `unable to parse requirement: ${why}` };
}

function noValue(key: string, value: string): SelectorProblem {
  return unparsable(`values[0][${key}]: Invalid value: ${JSON.stringify(value)}: is no label value`);
}

/** Whether a token is no word, or is none at all. */
function isSign(token: string): boolean {
  return ['', '=', '==', '!=', '<', '>', '(', ')', ',', '!'].includes(token);
}

function isKey(key: string): boolean {
  const [name = '', prefix, ...rest] = key.split('/').reverse();
  return rest.length === 0 && name.length <= 63 && word.test(name) && (prefix === undefined || domain.test(prefix));
}

function isValue(value: string): boolean {
  return value === '' || (value.length <= 63 && word.test(value));
}
