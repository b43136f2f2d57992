// Control characters and text direction marks.
const hidden = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Escapes the control characters that a terminal would interpret, as `\u001b`; keeps line feeds and tabs. */
export function escapeControls(text: string): string {
  return text.replace(hidden, (c) => (c === '\n' || c === '\t' ? c : escapeOf(c)));
}

const colour = /\p{Cc}\[[\d;:]*m/u;
const colourOrHidden = new RegExp(`${colour.source}|${hidden.source}`, 'gu');

/** Escapes the control characters of a line of a log that a terminal would interpret; colours pass. */
export function escapeAllButColours(line: string): string {
  return line.replace(colourOrHidden, (found) => {
    if (found === '\t' || (found.length > 1 && found.startsWith('\u001b'))) return found;
    return `${escapeOf(found)}${found.slice(1)}`;
  });
}

/** Makes text from a server safe for one line of a terminal: line breaks become spaces, control characters `\u001b`. */
export function oneLine(text: string): string {
  return text
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
    .replace(hidden, escapeOf);
}

/** Escapes one character as JSON and YAML do: `\u001b`. */
export function escapeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
