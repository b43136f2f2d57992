import { InvalidJSONPathError } from './errors.js';

/** A template that is being parsed, and the current position. */
export interface Source {
  readonly text: string;
  /** The end of the text for this parser; the enclosing syntax follows it. */
  readonly end: number;
  at: number;
}

/** Returns the character at the position; empty at the end. */
export function peek({ text, at, end }: Source, offset = 0): string {
  return at + offset < end ? (text[at + offset] ?? '') : '';
}

/** Reports whether these characters come next. */
export function isNext({ text, at, end }: Source, word: string): boolean {
  return at + word.length <= end && text.startsWith(word, at);
}

/** Takes the match of a sticky expression at the position; empty if there is none. */
export function take(source: Source, pattern: RegExp): string {
  pattern.lastIndex = source.at;
  const [found = ''] = pattern.exec(source.text.slice(0, source.end)) ?? [];
  source.at += found.length;
  return found;
}

/** Makes the error for a problem at a position. */
export function syntaxError({ text }: Source, problem: string, position: number): InvalidJSONPathError {
  return new InvalidJSONPathError(text, problem, position);
}
