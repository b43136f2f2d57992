import type { RE2JS } from 're2js';
import type { Steps } from './steps.js';

let engine: typeof RE2JS | undefined;

/**
 * Loads the engine for patterns, which is large and which only definitions with a schema need. `pattern` and CEL have Go's
 * syntax, and come from clients: JavaScript's own expressions read some otherwise, and can take forever.
 *
 * @see https://pkg.go.dev/regexp/syntax
 */
export async function loadPatterns(): Promise<void> {
  engine ??= (await import('re2js')).RE2JS;
}

/** How many letters are matched in the time of a step. */
const lettersOfStep = 100;
const mostKept = 1000;
const compiled = new Map<string, RE2JS | string>();

/** Compiles a pattern; returns why it is none. */
function compile(pattern: string): RE2JS | string {
  if (engine === undefined) throw new Error('the engine for patterns is not loaded');
  let found = compiled.get(pattern);
  if (found !== undefined) return found;
  try {
    found = engine.compile(pattern);
  } catch (error) {
    found = (error as Error).message;
  }
  if (compiled.size === mostKept) compiled.clear();
  compiled.set(pattern, found);
  return found;
}

/** Returns why a text is no pattern, as Go words it; undefined for a pattern. */
export function problemOfPattern(pattern: string): string | undefined {
  const found = compile(pattern);
  return typeof found === 'string' ? found : undefined;
}

/** Whether a part of a text has a pattern; what is no pattern has nothing that it refuses. */
export function matches(value: string, pattern: string, steps: Steps): boolean {
  steps.spend(1 + value.length / lettersOfStep);
  const found = compile(pattern);
  return typeof found === 'string' || found.test(value);
}

/** Returns the parts of a text that have a pattern. Throws for what is no pattern. */
export function matchesIn(text: string, pattern: string, steps: Steps, count = -1n): string[] {
  steps.spend(1 + text.length / lettersOfStep);
  const found = compile(pattern);
  if (typeof found === 'string') throw new Error(found);
  const matcher = found.matcher(text);
  const parts: string[] = [];
  while ((count < 0n || parts.length < Number(count)) && matcher.find()) parts.push(matcher.group() ?? '');
  return parts;
}
