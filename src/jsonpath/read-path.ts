import { takeQuoted } from './quoted-text.js';
import { readFilter } from './read-filter.js';
import { syntaxError, isNext, peek, take, type Source } from './source.js';
import type { SliceStep, Step } from './step.js';

const name = /(?:\\[^]|[^\\ \t\r\n.,[\]$@{}])*/y;
const wordStart = /[\p{L}\p{Nd}_]/u;

/** Parses steps as long as there are any: up to the brace, or to the end of the source. */
export function readPath(source: Source): readonly Step[] {
  const steps: Step[] = [];
  for (;;) {
    // Every path begins at the current value or the root anyway.
    take(source, /[ @$]+/y);
    const position = source.at;
    const next = peek(source);
    if (isNext(source, '[?(')) steps.push(readFilter(source, readPath));
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
