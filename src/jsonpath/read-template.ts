import { syntaxError, isNext, peek, take, type Source } from './source.js';
import { readPath } from './read-path.js';
import type { TemplatePart, Step } from './step.js';

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
