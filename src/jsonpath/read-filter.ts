import { syntaxError, take, type Source } from './source.js';
import type { FilterOperator, Step } from './step.js';

const operators: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);

/** Parses `[?(LEFT OPERATOR RIGHT)]`, or `[?(PATH)]`, which tests for existence; `readPath` parses each side. */
export function readFilter(source: Source, readPath: (source: Source) => readonly Step[]): Step {
  const position = source.at;
  source.at += '[?('.length;
  const start = source.at;
  const end = endOfFilter(source, position);
  // Text in quotes contains no operator.
  const plain = source.text.slice(start, end).replace(quoted, (text) => ' '.repeat(text.length));
  const found = /[!<>=]+/.exec(plain);
  const readSide = (from: number, to: number): readonly Step[] => {
    const side: Source = { text: source.text, at: from, end: to };
    const steps = readPath(side);
    if (side.at < to) throw syntaxError(source, unexpected(source.text.slice(side.at, to)), side.at);
    if (source.text.slice(from, to).trim() === '') throw syntaxError(source, 'one side of this filter is empty', from);
    return steps;
  };
  source.at = end + ')]'.length;
  if (found === null) {
    return { kind: 'filter', left: readSide(start, end), operator: 'exists', right: [], position };
  }
  const at = start + found.index;
  const [operator] = found;
  if (!isOperator(operator)) throw syntaxError(source, `unknown operator ${operator}`, at);
  const left = readSide(start, at);
  return { kind: 'filter', left, operator, right: readSide(at + operator.length, end), position };
}

const quoted = /"(?:\\[^]|[^"\\])*"|'(?:\\[^]|[^'\\])*'/g;

function isOperator(word: string): word is FilterOperator {
  return operators.has(word);
}

/** Returns the position of the parenthesis that closes the filter: the first one outside of quotes. */
function endOfFilter(source: Source, position: number): number {
  const reader: Source = { ...source };
  take(reader, /(?:[^)"'\n]|"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*')*/y);
  if (!reader.text.startsWith(')', reader.at)) throw syntaxError(source, 'unterminated filter', position);
  if (!reader.text.startsWith(')]', reader.at)) throw syntaxError(source, 'a filter must end with )]', reader.at + 1);
  return reader.at;
}

function unexpected(rest: string): string {
  if (/^(?:&&|\|\|)/.test(rest)) return 'a filter is one comparison: && and || are not supported';
  return `unexpected ${JSON.stringify(String.fromCodePoint(rest.codePointAt(0) ?? 0))}`;
}
