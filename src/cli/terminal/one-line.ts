// Beside control characters those that turn the direction of writing.
const hidden = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Text with the control characters that a terminal would obey as `\u001b`; line ends and tabs stay. */
export function escapeControls(text: string): string {
  return text.replace(hidden, (c) => (c === '\n' || c === '\t' ? c : escapeOf(c)));
}

/** Text from a server as one line that leaves the terminal alone: line breaks become blanks, control characters `\u001b`. */
export function oneLine(text: string): string {
  return text
    .trim()
    .replace(/\s*[\r\n]+\s*/g, ' ')
    .replace(hidden, escapeOf);
}

function escapeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
