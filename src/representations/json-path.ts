import { requireCount, requireKnownOptions, type OptionChecks } from '../core/shared/arguments.js';
import { KubeError } from '../core/shared/kube-error.js';
import { jsonEscapeOf, quote } from '../core/shared/quote.js';
import { isJsonRecord } from '../core/shared/json-record.js';
import { goNumber } from '../core/shared/go-text.js';

/** How to parse a template, and its limits. */
export interface JSONPathOptions {
  /**
   * Whether the text is a single path, with optional braces and first dot (`.spec.a`, `spec.a`, `{.spec.a}`), as
   * `kubectl --sort-by` and custom columns take it. Otherwise anything outside of braces is text. @default false
   */
  readonly relaxed?: boolean | undefined;
  /** Whether a missing field yields nothing, as in `kubectl -o jsonpath`, or is an error. @default true */
  readonly allowMissingKeys?: boolean | undefined;
  /** The maximum number of values that all steps of one evaluation may yield or pass. @default 10 million */
  readonly maxValues?: number | undefined;
  /** The maximum number of characters that {@link JSONPath.format} may return. @default 250 million */
  readonly maxTextLength?: number | undefined;
}

/** Options of {@link JSONPath.format}. */
export interface JSONPathFormat {
  /** Prints each group of values as an indented JSON list, as `kubectl -o jsonpath-as-json` does. @default false */
  readonly json?: boolean | undefined;
}

/** A JSONPath template in kubectl's dialect, parsed once and reusable for any number of values. */
export interface JSONPath {
  /** The template as it was given. */
  readonly text: string;
  /**
   * Returns the values of each part of the template, in the order in which it is printed: a list of values for each
   * path and each text; the parts of a range repeat for each of its values. Numbers may be `bigint` if the value has
   * them.
   *
   * @throws JSONPathMismatchError if the template does not fit the value
   */
  find(value: unknown): readonly (readonly unknown[])[];
  /**
   * Returns the values as text, as kubectl prints them: several values of one path separated by a blank, objects and
   * lists as JSON. Nothing is appended, not even a line break.
   *
   * @throws JSONPathMismatchError if the template does not fit the value
   */
  format(value: unknown, format?: JSONPathFormat): string;
}

const longest = 10_000;
const checks: OptionChecks<JSONPathOptions> = {
  relaxed: true,
  allowMissingKeys: true,
  maxValues: requireCount,
  maxTextLength: requireCount,
};

/**
 * Parses a JSONPath template as kubectl does: `{.spec.containers[*].image}`,
 * `{.items[?(@.status.phase=="Running")].metadata.name}`, `{range .items[*]}{.metadata.name}{"\n"}{end}`. The dialect
 * is kubectl's own: `['a.b']` is `.a.b`, a dot in a name is escaped by a backslash
 * (`.metadata.labels.app\.kubernetes\.io/name`), and a filter is a single comparison.
 *
 * @throws InvalidJSONPathError for an invalid template; InvalidArgumentError for a text that is not a string
 * @example
 * const path = parseJSONPath('{.items[*].metadata.name}');
 * console.log(path.format(await handle.list())); // 'front-0 front-1'
 * @see https://kubernetes.io/docs/reference/kubectl/jsonpath/
 */
export function parseJSONPath(text: string, options: JSONPathOptions = {}): JSONPath {
  const { relaxed, allowMissingKeys = true } = requireKnownOptions(options, checks);
  const { maxValues = 10_000_000, maxTextLength = 250_000_000 } = options;
  if (text.length > longest) throw new InvalidJSONPathError(text, `it is longer than ${longest} characters`, longest);
  const template = relaxed === true ? inBraces(text) : text;
  const parts = readParts({ text: template, end: template.length, at: 0 }, undefined, 0);
  const find = (value: unknown): readonly (readonly unknown[])[] =>
    findIn(parts, value, { template, allowMissingKeys, maxValues, count: 0 });
  return Object.freeze<JSONPath>({
    text,
    find,
    format(value, format = {}) {
      const { json = false } = requireKnownOptions(format, { json: true }, 'format');
      const budget: PrintBudget = { left: maxTextLength, printed: new Map() };
      const found = find(value);
      const print = (values: readonly unknown[]): string => {
        if (json) return `${printJson(values, budget, true)}\n`;
        // One blank between two values.
        budget.left -= Math.max(0, values.length - 1);
        return values.map((each) => printValue(each, budget)).join(' ');
      };
      try {
        return found.map(print).join('');
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        const isOver = budget.left < 0;
        const problem = isOver ? `it prints more than ${maxTextLength} characters (maxTextLength)` : error.message;
        throw new JSONPathMismatchError(template, problem, 0);
      }
    },
  });
}

function findIn(parts: readonly TemplatePart[], value: unknown, context: WalkContext): (readonly unknown[])[] {
  return parts.flatMap((part) => {
    // Texts count as well: nested ranges may repeat one as often as any value.
    countValue(context, 0);
    if (part.kind === 'text') return [[part.text]];
    const found = walk([value], part.steps, context);
    return part.kind === 'path' ? [found] : found.flatMap((each) => findIn(part.body, each, context));
  });
}

/** Wraps a path in braces: `spec.a`, `.spec.a` and `{.spec.a}` are the same; further braces would make it several. */
function inBraces(text: string): string {
  const [, braced, bare] = /^(?:\{([^{}]*)\}|([^{}]*))$/.exec(text) ?? [];
  const path = braced ?? bare;
  if (path === undefined) {
    throw new InvalidJSONPathError(text, 'specify one path: name, .name or {.name}', text.search(/[{}]/));
  }
  return /^(?:$|[.[@$])/.test(path) ? `{${path}}` : `{.${path}}`;
}

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
  // Items of a list, as in a Python slice, except that bounds outside of the list are an error; or one item, by its index.
  | { readonly kind: 'slice'; readonly bounds: readonly (number | undefined)[]; readonly isIndex: boolean }
  | { readonly kind: 'union'; readonly paths: readonly (readonly Step[])[] }
  | {
      readonly kind: 'filter';
      readonly left: readonly Step[];
      readonly operator: FilterOperator;
      readonly right: readonly Step[];
    }
);

type StepOf<Kind> = Step & { readonly kind: Kind };

/** The parts of a template, in the order in which they are printed. */
export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'path'; readonly steps: readonly Step[] }
  | { readonly kind: 'range'; readonly steps: readonly Step[]; readonly body: readonly TemplatePart[] };

/** The maximum depth of nested ranges. */
const deepest = 100;
const wordAtStart = / *(?:range|end)(?![^\s.,[\]$@{}])/y;

/** Parses the parts of a range, to its end, or of the template as a whole. */
function readParts(source: Source, rangeAt: number | undefined, depth: number): readonly TemplatePart[] {
  const parts: TemplatePart[] = [];
  while (source.at < source.end) {
    const plain = take(source, /[^{]+/y);
    if (plain !== '') parts.push({ kind: 'text', text: plain });
    if (source.at === source.end) break;
    const position = source.at;
    source.at += 1;
    const word = take(source, wordAtStart).trim();
    const steps = readPath(source);
    close(source, position);
    if (word === 'end' && rangeAt === undefined) throw syntaxError(source, 'this {end} has no {range}', position);
    if (word === 'end') return parts;
    if (word !== 'range') parts.push({ kind: 'path', steps });
    else if (depth < deepest) parts.push({ kind: 'range', steps, body: readParts(source, position, depth + 1) });
    else throw syntaxError(source, `more than ${deepest} nested ranges`, position);
  }
  if (rangeAt !== undefined) throw syntaxError(source, 'this {range} has no {end}', rangeAt);
  return parts;
}

function close(source: Source, start: number): void {
  const next = peek(source);
  if (/^[\r\n]?$/.test(next)) throw syntaxError(source, 'unterminated brace', start);
  if (next !== '}') throw syntaxError(source, `unexpected ${JSON.stringify(next)}`, source.at);
  source.at += 1;
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
    if (isNext(source, '[?(')) steps.push(readFilter(source, position));
    else if (isNext(source, '..')) steps.push(...readRecursive(source, position, steps.at(-1)));
    else if (next === '[') steps.push(...readBrackets(source, position));
    else if (next === '.') {
      source.at += 1;
      steps.push(readField(source, position));
    } else if (next === '"' || next === "'") steps.push({ kind: 'literal', value: takeQuoted(source), position });
    else if (/[-+\d]/.test(next)) steps.push(readNumber(source, position));
    else if (wordStart.test(next)) steps.push(readWord(source, position));
    else return steps;
  }
}

function readField(source: Source, position: number): Step {
  const written = take(source, name);
  if (written === '*') return { kind: 'wildcard', position };
  if (written === '') throw syntaxError(source, 'the name of a field is missing after the dot', position);
  return { kind: 'field', name: written.replace(/\\([^])/g, '$1'), position };
}

function readRecursive(source: Source, position: number, before: Step | undefined): Step[] {
  if (before?.kind === 'recursive') throw syntaxError(source, 'two recursive descents (..) in a row', position);
  source.at += 2;
  const step: Step = { kind: 'recursive', position };
  return wordStart.test(peek(source)) ? [step, readField(source, position)] : [step];
}

/** Reads a number; an integer beyond the range of safe ones is a bigint. */
function readNumber(source: Source, position: number): Step {
  const written = take(source, /[-+]?[\d.]*/y);
  const value = Number(written);
  if (!/\d/.test(written) || Number.isNaN(value)) throw syntaxError(source, `${written} is not a number`, position);
  const isExact = Number.isSafeInteger(value) || written.includes('.');
  return { kind: 'literal', value: isExact ? value : BigInt(written.replace('+', '')), position };
}

/** `true` and `false` are values; `range` and `end` are allowed only at the beginning of braces. */
function readWord(source: Source, position: number): Step {
  const word = take(source, /[^ \t\r\n.,[\]$@{}]+/y);
  if (word === 'true' || word === 'false') return { kind: 'literal', value: word === 'true', position };
  if (word === 'range' || word === 'end')
    throw syntaxError(source, `${word} must be at the beginning of braces`, position);
  throw syntaxError(source, `${JSON.stringify(word)} is not a JSONPath keyword: a field begins with a dot`, position);
}

/** Parses an index, a slice, a name in quotes, or several of them separated by commas. */
function readBrackets(source: Source, position: number): readonly Step[] {
  const written = take(source, /\[[^\]\n]*\]/y);
  if (written === '') throw syntaxError(source, 'unterminated bracket', position);
  const inside = written.slice(1, -1);
  let start = position + 1;
  const paths = inside.split(',').map((each) => {
    const path = readMember(source, each, start);
    start += each.length + 1;
    return path;
  });
  const [only = [], ...others] = paths;
  return others.length === 0 ? only : [{ kind: 'union', paths, position }];
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

function readSlice(source: Source, text: string, position: number): Step {
  const slice = /^(-?\d*)(?::(-?\d*))?(?::(-?\d*))?$/;
  const [, start = 'none', end, step] = slice.exec(text === '*' ? ':' : text) ?? [];
  const bounds = [start, end, step].map((written) => (written ? Number(written) : undefined));
  if (bounds.every((bound) => bound === undefined || Number.isSafeInteger(bound))) {
    return { kind: 'slice', bounds, isIndex: end === undefined, position };
  }
  throw syntaxError(source, `[${text}] is not an index, a slice or a name in single quotes`, position);
}

/** Parses `[?(LEFT OPERATOR RIGHT)]`, or `[?(PATH)]`, which tests for existence. */
function readFilter(source: Source, position: number): Step {
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
  return /^(?:[=!]=|[<>]=?)$/.test(word);
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

const piece = /\\(?:x([\da-fA-F]{2})|([0-7]{3})|(u[\da-fA-F]{4}|U[\da-fA-F]{8})|([^]))|[^\\]+/g;

/**
 * Takes a text in single or double quotes, with the escapes of a Go string: `\n`, `\t`, `\\`, the quote itself, `\x41`,
 * `\101`, `\u00e9`, `\U0001f600`. Bytes beyond ASCII from `\x` and octal escapes are decoded as UTF-8.
 */
function takeQuoted(source: Source): string {
  const start = source.at;
  const written = take(source, /"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*'/y);
  if (written === '') throw syntaxError(source, 'unterminated quoted string', start);
  const bytes: number[] = [];
  for (const match of written.slice(1, -1).matchAll(piece)) {
    const found = bytesOf(match, written.charAt(0));
    if (found === undefined) throw syntaxError(source, 'unknown escape sequence', start + 1 + match.index);
    for (const byte of found) bytes.push(byte);
  }
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(bytes));
}

/** Returns the bytes of an escape, or of text without any; undefined for an unknown escape. */
function bytesOf([text, hex, octal, code, letter]: RegExpExecArray, quote: string): Iterable<number> | undefined {
  const byte = hex === undefined ? Number.parseInt(octal ?? '', 8) : Number.parseInt(hex, 16);
  if (byte < 256) return [byte];
  const point = Number.parseInt(code?.slice(1) ?? '', 16);
  const meant = letter === quote ? quote : isCharacter(point) ? String.fromCodePoint(point) : letters[letter ?? ''];
  const plain = text.startsWith('\\') ? meant : text;
  return plain === undefined ? undefined : new TextEncoder().encode(plain);
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
function peek({ text, at, end }: Source): string {
  return at < end ? text.charAt(at) : '';
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

/** The limits of a walk. */
export interface WalkContext {
  readonly template: string;
  /** Whether a missing field yields nothing, or is an error. */
  readonly allowMissingKeys: boolean;
  /** The maximum number of values that all steps together may yield or pass. */
  readonly maxValues: number;
  /** The number of values so far. */
  count: number;
}

type Values = readonly unknown[];

/** Returns the values that steps lead to. @throws JSONPathMismatchError */
export function walk(values: Values, steps: readonly Step[], context: WalkContext): Values {
  return steps.reduce((current, step) => walkStep(current, step, context), values);
}

/** Counts one more value. @throws JSONPathMismatchError for one too many */
export function countValue(context: WalkContext, position: number): void {
  context.count += 1;
  if (context.count <= context.maxValues) return;
  const problem = `it selects more than ${context.maxValues} values (maxValues)`;
  throw new JSONPathMismatchError(context.template, problem, position);
}

function walkStep(values: Values, step: Step, context: WalkContext): Values {
  const found: unknown[] = [];
  const add = (value: unknown): void => {
    countValue(context, step.position);
    found.push(value);
  };
  switch (step.kind) {
    case 'field':
      for (const value of values) {
        if (isJsonRecord(value) && Object.hasOwn(value, step.name)) add(value[step.name]);
      }
      if (found.length > 0 || values.length === 0 || context.allowMissingKeys) return found;
      throw mismatch(step, context, `${JSON.stringify(step.name)} is not found`);
    case 'wildcard':
      for (const value of values) membersOf(value).forEach(add);
      return found;
    case 'recursive':
      for (const value of allBelow(values)) {
        // A string has characters, and counts itself.
        if (membersOf(value).length > 0 || (typeof value === 'string' && value !== '')) add(value);
        else countValue(context, step.position);
      }
      return found;
    case 'literal':
      // As in kubectl, a string appears whatever precedes it; a number or a boolean appears once for each value.
      if (typeof step.value === 'string') return [step.value];
      return values.map(() => step.value);
    case 'slice':
      for (const value of values.filter(isThere)) slice(listIn(value, step, context), step, context).forEach(add);
      return found;
    case 'union':
      for (const path of step.paths) walk(values, path, context).forEach(add);
      return found;
    case 'filter':
      for (const value of values.filter(isThere)) {
        for (const item of listIn(value, step, context)) if (passes(item, step, context)) add(item);
      }
      return found;
  }
}

function mismatch({ position }: Step, { template }: WalkContext, problem: string): JSONPathMismatchError {
  return new JSONPathMismatchError(template, problem, position);
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function membersOf(value: unknown): Values {
  if (Array.isArray(value)) return value;
  return isJsonRecord(value) ? Object.values(value) : [];
}

/** Yields each value before its members, and so on. */
function* allBelow(values: Values): Generator<unknown> {
  // An explicit stack: JSON may be nested more deeply than the call stack allows.
  const waiting = [...values].reverse();
  while (waiting.length > 0) {
    const value = waiting.pop();
    yield value;
    const members = membersOf(value);
    for (let index = members.length - 1; index >= 0; index -= 1) waiting.push(members[index]);
  }
}

function listIn(value: unknown, step: Step, context: WalkContext): Values {
  if (Array.isArray(value)) return value;
  const use = step.kind === 'filter' ? 'be filtered' : 'be indexed';
  throw mismatch(step, context, `${describeValue(value)} is not a list, and cannot ${use}`);
}

function slice(list: Values, step: StepOf<'slice'>, context: WalkContext): Values {
  const { length } = list;
  const fail = (problem: string): JSONPathMismatchError => mismatch(step, context, problem);
  const [first = 0, last = length, every = 1] = step.bounds;
  if (every <= 0) throw fail('the step of a slice must be greater than 0');
  const start = fromEnd(first, length);
  const end = step.isIndex ? start + 1 : fromEnd(last, length);
  if (start === end) return [];
  if (start < 0 || start >= length) throw fail(`index ${first} is out of bounds: the list has ${length} items`);
  if (end < 0 || end > length) throw fail(`the end ${last} is out of bounds: the list has ${length} items`);
  if (start > end) throw fail('the slice ends before it begins');
  return list.slice(start, end).filter((_item, index) => index % every === 0);
}

function fromEnd(index: number, length: number): number {
  return index < 0 ? index + length : index;
}

function passes(item: unknown, filter: StepOf<'filter'>, context: WalkContext): boolean {
  if (filter.operator === 'exists') return leadsAnywhere(item, filter.left, context);
  const [left, right] = [walk([item], filter.left, context), walk([item], filter.right, context)];
  if (left.length === 0 || right.length === 0) return false;
  if (left.length > 1 || right.length > 1)
    throw mismatch(filter, context, 'a filter must compare one value with another');
  const result = compare(left[0], filter.operator, right[0]);
  if (typeof result === 'string') throw mismatch(filter, context, result);
  return result;
}

function leadsAnywhere(item: unknown, path: readonly Step[], context: WalkContext): boolean {
  try {
    return walk([item], path, context).length > 0;
  } catch (error) {
    // A mismatch means no value; exceeding the limit remains an error.
    if (error instanceof JSONPathMismatchError && context.count <= context.maxValues) return false;
    throw error;
  }
}

/** Reports whether a comparison holds; returns a text if the two cannot be compared, which says why. */
function compare(left: unknown, operator: Exclude<FilterOperator, 'exists'>, right: unknown): boolean | string {
  const [a, b] = [describeValue(left), describeValue(right)];
  const odd = [a, b].find((each) => !/string|number|boolean/.test(each));
  if (odd !== undefined) return `${odd} cannot be compared`;
  if (a !== b) return `${a} cannot be compared with ${b}`;
  if (a === 'a boolean' && operator !== '==' && operator !== '!=')
    return `booleans cannot be compared with ${operator}`;
  const [x, y] = [left as number, right as number];
  // Only by order, which also works for a number and a bigint.
  const [isLess, isMore] = [x < y, x > y];
  const isSame = !isLess && !isMore;
  return { '==': isSame, '!=': !isSame, '<': isLess, '<=': !isMore, '>': isMore, '>=': !isLess }[operator];
}

/** Returns what kind of value this is, for a message; the value itself is not shown. */
function describeValue(value: unknown): string {
  if (!isThere(value)) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'bigint' ? 'a number' : `a ${typeof value}`;
}

/** Values nested more deeply are too deep to print. */
const deepestPrinted = 500;

/** How many characters may still be printed. */
export interface PrintBudget {
  left: number;
  /** Objects and lists that a path selected, as they were printed: a template of indexes may repeat one thousands of times. */
  readonly printed?: Map<object, string> | undefined;
}

/**
 * Prints a value as kubectl does: objects and lists as JSON, strings and numbers as they are.
 * @throws RangeError beyond the budget, and as {@link printJson}
 */
export function printValue(value: unknown, budget: PrintBudget = { left: Infinity }): string {
  if (typeof value === 'string') return spend(value, budget);
  if (typeof value === 'number' || typeof value === 'bigint') return spend(goNumber(value), budget);
  return typeof value === 'boolean' ? spend(String(value), budget) : printJson(value, budget);
}

/**
 * Prints a value as Go writes JSON: keys sorted, and `<`, `>`, `&` and the line separators of Unicode escaped. The
 * indent, if any, is four blanks.
 * @throws RangeError for a value nested more than 500 deep, and as soon as the budget is spent
 */
export function printJson(value: unknown, budget: PrintBudget, indented = false, depth = 0): string {
  if (depth > deepestPrinted)
    throw new RangeError(`a value is nested more than ${deepestPrinted} levels deep, too deep to print`);
  if (typeof value === 'bigint') return spend(String(value), budget);
  const isList = Array.isArray(value);
  if (!isList && !isJsonRecord(value)) return spend(escapeHtml(JSON.stringify(value ?? null)), budget);
  const isSelected = depth === (indented ? 1 : 0);
  const known = isSelected ? budget.printed?.get(value) : undefined;
  if (known !== undefined) return spend(known, budget);
  const line = indented ? `\n${'    '.repeat(depth)}` : '';
  const before = indented ? `${line}    ` : '';
  const members = isList
    ? value.map((each: unknown) => spend(before, budget) + printJson(each, budget, indented, depth + 1))
    : Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, each]) => {
          const name = spend(`${before}${escapeHtml(JSON.stringify(key))}:${indented ? ' ' : ''}`, budget);
          return name + printJson(each, budget, indented, depth + 1);
        });
  const [open, shut] = isList ? ['[', ']'] : ['{', '}'];
  const text = spend(open, budget) + members.join(',') + spend(members.length === 0 ? shut : line + shut, budget);
  if (isSelected) budget.printed?.set(value, text);
  return text;
}

function spend(text: string, budget: PrintBudget): string {
  budget.left -= text.length;
  if (budget.left < 0) throw new RangeError('too many characters');
  return text;
}

function escapeHtml(json: string): string {
  return json.replace(/[<>&\u2028\u2029]/g, jsonEscapeOf);
}
