import type { Answer } from './answer.js';

/** A `Warning` header as servers write it: code 299, no agent, the text in quotes. */
export function formatWarning(text: string): string {
  return `299 - "${text.replace(/[^\x20-\x7e]/g, '?').replace(/["\\]/g, '\\$&')}"`;
}

/** The answer with warnings. */
export function withWarnings(answer: Answer, warnings: readonly string[]): Answer {
  if (warnings.length === 0) return answer;
  return { ...answer, headers: new Map([...answer.headers, ['warning', warnings.map(formatWarning).join(', ')]]) };
}
