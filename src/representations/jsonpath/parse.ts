import { KubeError } from '../../core/shared/kube-error.js';
import { quote } from '../../core/shared/quote.js';

/** A JSONPath template cannot be parsed. `problem` says why, `position` where. */
export class InvalidJSONPathError extends KubeError {
  static override readonly brand = 'InvalidJSONPathError';
  readonly code = 'invalid-json-path' as const;
  /** The template. */
  readonly template: string;
  /** What is wrong with it, for people. */
  readonly problem: string;
  /** The number of characters before the problem; the length of the text if something is missing at its end. */
  readonly position: number;

  constructor(template: string, problem: string, position: number) {
    super(`The JSONPath ${quote(template)} is invalid at character ${position + 1}: ${problem}.`);
    this.template = template;
    this.problem = problem;
    this.position = position;
  }
}

/**
 * A JSONPath template is valid, but does not fit the given value: an index beyond the end of a list, a filter on a
 * value that is not a list, a comparison of a string with a number. The message quotes nothing of the value.
 */
export class JSONPathMismatchError extends KubeError {
  static override readonly brand = 'JSONPathMismatchError';
  readonly code = 'json-path-mismatch' as const;
  /** The template. */
  readonly template: string;
  /** What does not fit, for people. */
  readonly problem: string;
  /** The number of characters of the template before the step that does not fit. */
  readonly position: number;

  constructor(template: string, problem: string, position: number) {
    super(`The JSONPath ${quote(template)} does not fit the value at character ${position + 1}: ${problem}.`);
    this.template = template;
    this.problem = problem;
    this.position = position;
  }
}

/** How a filter compares. `exists` tests whether the left side yields any value. */
export type FilterOperator = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'exists';

/** One step from values to values. */
export type Step = { readonly position: number } & (
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'wildcard' | 'recursive' }
  | { readonly kind: 'literal'; readonly value: string | number | bigint | boolean }
  | SliceStep
  | { readonly kind: 'union'; readonly paths: readonly (readonly Step[])[] }
  | {
      readonly kind: 'filter';
      readonly left: readonly Step[];
      readonly operator: FilterOperator;
      readonly right: readonly Step[];
    }
);

/** Items of a list, as in a Python slice, except that bounds outside of the list are an error. */
export interface SliceStep {
  readonly kind: 'slice';
  readonly position: number;
  readonly start: number | undefined;
  readonly end: number | undefined;
  readonly step: number | undefined;
  /** Whether it is an index, which selects one item. */
  readonly isIndex: boolean;
}

/** The parts of a template, in the order in which they are printed. */
export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'path'; readonly steps: readonly Step[] }
  | { readonly kind: 'range'; readonly steps: readonly Step[]; readonly body: readonly TemplatePart[] };

/** The maximum depth of nested ranges. */
const deepest = 100;
const wordAtStart = / *(?:range|end)(?![^\s.,[\]$@{}])/y;

/** An open range, or the template as a whole. */
interface Block {
  readonly parts: TemplatePart[];
  /** The steps of the range; undefined for the whole. */
  readonly steps: readonly Step[] | undefined;
  readonly position: number;
}

/** Parses a template: text, and paths in braces. @throws InvalidJSONPathError */
export function readTemplate(text: string): readonly TemplatePart[] {
  const source: Source = { text, end: text.length, at: 0 };
  const blocks: Block[] = [{ parts: [], steps: undefined, position: 0 }];
  while (source.at < text.length) {
    const [block] = blocks.slice(-1);
    if (block === undefined) break;
    const plain = take(source, /[^{]+/y);
    if (plain !== '') {
      block.parts.push({ kind: 'text', text: plain });
      continue;
    }
    const position = source.at;
    source.at += 1;
    const word = take(source, wordAtStart).trim();
    const steps = readPath(source);
    close(source, position);
    if (word === 'range') {
      if (blocks.length > deepest) throw syntaxError(source, `more than ${deepest} nested ranges`, position);
      blocks.push({ parts: [], steps, position });
    } else if (word === 'end') {
      if (block.steps === undefined) throw syntaxError(source, 'this {end} has no {range}', position);
      blocks.pop();
      blocks.at(-1)?.parts.push({ kind: 'range', steps: block.steps, body: block.parts });
    } else block.parts.push({ kind: 'path', steps });
  }
  const [whole, open] = blocks;
  if (open !== undefined) throw syntaxError(source, 'this {range} has no {end}', open.position);
  return whole?.parts ?? [];
}

function close(source: Source, start: number): void {
  if (isNext(source, '}')) {
    source.at += 1;
    return;
  }
  const next = peek(source);
  if (next === '' || next === '\n' || next === '\r') {
    throw syntaxError(source, 'unterminated brace', start);
  }
  throw syntaxError(source, `unexpected ${JSON.stringify(next)}`, source.at);
}

const name = /(?:\\[^]|[^\\ \t\r\n.,[\]$@{}])*/y;
const wordStart = /[\p{L}\p{Nd}_]/u;

/** Parses steps as long as there are any: up to the brace, or to the end of the source. */
function readPath(source: Source): readonly Step[] {
  const steps: Step[] = [];
  for (;;) {
    // Every path begins at the current value or the root anyway.
    take(source, /[ @$]+/y);
    const position = source.at;
    const next = peek(source);
    if (isNext(source, '[?(')) steps.push(readFilter(source));
    else if (isNext(source, '..')) steps.push(...readRecursive(source, steps.at(-1)));
    else if (next === '[') steps.push(...readBrackets(source));
    else if (next === '.') {
      source.at += 1;
      steps.push(readField(source, position));
    } else if (next === '"' || next === "'") steps.push({ kind: 'literal', value: takeQuoted(source), position });
    else if (/[-+\d]/.test(next)) steps.push(readNumber(source));
    else if (wordStart.test(next)) steps.push(readWord(source));
    else return steps;
  }
}

function readField(source: Source, position: number): Step {
  const written = take(source, name);
  if (written === '*') return { kind: 'wildcard', position };
  if (written === '') throw syntaxError(source, 'the name of a field is missing after the dot', position);
  return { kind: 'field', name: written.replace(/\\([^])/g, '$1'), position };
}

function readRecursive(source: Source, before: Step | undefined): Step[] {
  const position = source.at;
  if (before?.kind === 'recursive') throw syntaxError(source, 'two recursive descents (..) in a row', position);
  source.at += 2;
  const step: Step = { kind: 'recursive', position };
  return wordStart.test(peek(source)) ? [step, readField(source, position)] : [step];
}

function readNumber(source: Source): Step {
  const position = source.at;
  const written = take(source, /[-+]?[\d.]*/y);
  const value = /^[-+]?\d+$/.test(written) ? integer(written) : Number(written);
  if (!/\d/.test(written) || Number.isNaN(value)) throw syntaxError(source, `${written} is not a number`, position);
  return { kind: 'literal', value, position };
}

/** Returns an exact integer: a bigint beyond the range of safe numbers. */
function integer(written: string): number | bigint {
  const value = Number(written);
  return Number.isSafeInteger(value) ? value : BigInt(written.replace(/^\+/, ''));
}

/** `true` and `false` are values; `range` and `end` are allowed only at the beginning of braces. */
function readWord(source: Source): Step {
  const position = source.at;
  const word = take(source, /[^ \t\r\n.,[\]$@{}]+/y);
  if (word === 'true' || word === 'false') return { kind: 'literal', value: word === 'true', position };
  if (word === 'range' || word === 'end')
    throw syntaxError(source, `${word} must be at the beginning of braces`, position);
  throw syntaxError(source, `${JSON.stringify(word)} is not a JSONPath keyword: a field begins with a dot`, position);
}

/** Parses an index, a slice, a name in quotes, or several of them separated by commas. */
function readBrackets(source: Source): readonly Step[] {
  const position = source.at;
  const written = take(source, /\[[^\]\n]*\]/y);
  if (written === '') throw syntaxError(source, 'unterminated bracket', position);
  const inside = written.slice(1, -1);
  const cut = inside.split(',');
  if (cut.length === 1) return readMember(source, inside, position + 1);
  let start = position + 1;
  const paths = cut.map((each) => {
    const path = readMember(source, each, start);
    start += each.length + 1;
    return path;
  });
  return [{ kind: 'union', paths, position }];
}

/** As in kubectl, `['a.b']` is the same as `.a.b`: a dot in a name must be escaped by a backslash. */
function readMember(source: Source, written: string, start: number): readonly Step[] {
  const text = written.trim();
  const at = start + written.indexOf(text);
  const quoted = /^'([^']*)'$/.exec(text);
  if (quoted === null) return [readSlice(source, text, at)];
  const inside: Source = { text: source.text, at: at + 1, end: at + text.length - 1 };
  const steps = [readField(inside, at), ...readPath(inside)];
  if (inside.at < inside.end) throw syntaxError(source, 'invalid field name', inside.at);
  return steps;
}

function readSlice(source: Source, text: string, position: number): SliceStep {
  const [, start = '', end, step] = /^(-?\d*)(:-?\d*)?(:-?\d*)?$/.exec(text === '*' ? ':' : text) ?? [undefined, 'x'];
  const number = (written: string | undefined): number | undefined => {
    if (written === undefined || written === '' || written === ':') return undefined;
    const value = Number(written.replace(':', ''));
    if (Number.isSafeInteger(value)) return value;
    throw syntaxError(source, `[${text}] is not an index, a slice or a name in single quotes`, position);
  };
  const isIndex = end === undefined;
  return { kind: 'slice', start: number(start), end: number(end), step: number(step), isIndex, position };
}

const operators: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);

/** Parses `[?(LEFT OPERATOR RIGHT)]`, or `[?(PATH)]`, which tests for existence. */
function readFilter(source: Source): Step {
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
  // Within its own part of the text alone: a filter in a filter is not closed by the end of the outer one.
  if (!isNext(reader, ')')) throw syntaxError(source, 'unterminated filter', position);
  if (!isNext(reader, ')]')) throw syntaxError(source, 'a filter must end with )]', reader.at + 1);
  return reader.at;
}

function unexpected(rest: string): string {
  if (/^(?:&&|\|\|)/.test(rest)) return 'a filter is one comparison: && and || are not supported';
  return `unexpected ${JSON.stringify(String.fromCodePoint(rest.codePointAt(0) ?? 0))}`;
}

const letters: Readonly<Record<string, string>> = {
  ...{ a: '\u0007', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' },
  '\\': '\\',
};

/**
 * Takes a text in single or double quotes, with the escapes of a Go string: `\n`, `\t`, `\\`, the quote itself, `\x41`,
 * `\101`, `\u00e9`, `\U0001f600`. Bytes beyond ASCII from `\x` and octal escapes are decoded as UTF-8.
 */
function takeQuoted(source: Source): string {
  const start = source.at;
  const quote = peek(source);
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  source.at += 1;
  for (;;) {
    const next = peek(source);
    if (next === '' || next === '\n') throw syntaxError(source, 'unterminated quoted string', start);
    source.at += 1;
    if (next === quote) break;
    if (next === '\\') bytes.push(...takeEscape(source, quote));
    else {
      // A surrogate pair is encoded as one character.
      const code = source.text.codePointAt(source.at - 1) ?? 0;
      if (code > 0xffff) source.at += 1;
      bytes.push(...encoder.encode(String.fromCodePoint(code)));
    }
  }
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(bytes));
}

const escape = /^(?:x([\da-fA-F]{2})|([0-7]{3})|(u[\da-fA-F]{4}|U[\da-fA-F]{8})|([^]))/;

/** Returns the bytes of an escape, whose backslash has already been taken. */
function takeEscape(source: Source, quote: string): Iterable<number> {
  const position = source.at - 1;
  const rest = source.text.slice(source.at, source.end);
  const [digits = '', hex, octal, code, letter] = escape.exec(rest) ?? [];
  source.at += digits.length;
  const byte = hex === undefined ? Number.parseInt(octal ?? '', 8) : Number.parseInt(hex, 16);
  if (byte < 256) return [byte];
  const point = Number.parseInt(code?.slice(1) ?? '', 16);
  const meant = letter === quote ? quote : isCharacter(point) ? String.fromCodePoint(point) : letters[letter ?? ''];
  if (meant !== undefined) return new TextEncoder().encode(meant);
  throw syntaxError(source, 'unknown escape sequence', position);
}

/** Reports whether a code point is a character; halves of a surrogate pair are not. */
function isCharacter(code: number): boolean {
  return (code >= 0 && code < 0xd800) || (code > 0xdfff && code <= 0x10ffff);
}

/** A template that is being parsed, and the current position. */
interface Source {
  readonly text: string;
  /** The end of the text for this parser; the enclosing syntax follows it. */
  readonly end: number;
  at: number;
}

/** Returns the character at the position; empty at the end. */
function peek({ text, at, end }: Source, offset = 0): string {
  return at + offset < end ? (text[at + offset] ?? '') : '';
}

/** Reports whether these characters come next. */
function isNext({ text, at, end }: Source, word: string): boolean {
  return at + word.length <= end && text.startsWith(word, at);
}

/** Takes the match of a sticky expression at the position; empty if there is none. */
function take(source: Source, pattern: RegExp): string {
  pattern.lastIndex = source.at;
  const [found = ''] = pattern.exec(source.text.slice(0, source.end)) ?? [];
  source.at += found.length;
  return found;
}

/** Makes the error for a problem at a position. */
function syntaxError({ text }: Source, problem: string, position: number): InvalidJSONPathError {
  return new InvalidJSONPathError(text, problem, position);
}
