const longest = 120;

/** Makes a word from outside safe for a message: quoted, with control characters escaped, and cut if long. */
export function quote(word: string): string {
  const shown = word.length > longest ? `${word.slice(0, longest)}…` : word;
  return JSON.stringify(shown).replace(/[\u007f-\u009f\u2028\u2029]/g, jsonEscapeOf);
}

/** Escapes one character as JSON and YAML do: `\u001b`. */
export function jsonEscapeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Quotes a name from a server only where it is unusual, so that it cannot break the line. */
export function quoteUnusual(name: string): string {
  return /^[\w./ -]+$/.test(name) ? name : quote(name);
}
