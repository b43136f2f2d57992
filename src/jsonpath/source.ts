import { InvalidJSONPathError } from './errors.js';

/** A template while it is read: a place in its text. */
export interface Source {
  readonly text: string;
  /** Where the text ends for this reader: behind it stands what encloses it. */
  readonly end: number;
  at: number;
}

/** The character at the place, empty at the end. */
export function peek({ text, at, end }: Source, offset = 0): string {
  return at + offset < end ? (text[at + offset] ?? '') : '';
}

/** Whether these characters are the next. */
export function isNext({ text, at, end }: Source, word: string): boolean {
  return at + word.length <= end && text.startsWith(word, at);
}

/** Takes what a sticky expression matches at the place; empty where it matches nothing. */
export function take(source: Source, pattern: RegExp): string {
  pattern.lastIndex = source.at;
  const [found = ''] = pattern.exec(source.text.slice(0, source.end)) ?? [];
  source.at += found.length;
  return found;
}

/** The error for what stands at a place. */
export function syntaxError({ text }: Source, problem: string, position: number): InvalidJSONPathError {
  return new InvalidJSONPathError(text, problem, position);
}
