/** Emphasis on a terminal; elsewhere the text stays as it is. */
export interface Paint {
  bold(text: string): string;
  /** Bold for the first line alone. */
  header(table: string): string;
}

/**
 * Emphasis only where standard output is a terminal that knows it, and never against the user's wish.
 * @see https://no-color.org
 */
export function createPaint(isTTY: boolean, env: Readonly<Record<string, string | undefined>>): Paint {
  const wanted = isTTY && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
  const bold = (text: string): string => (wanted && text !== '' ? `\u001b[1m${text}\u001b[22m` : text);
  return {
    bold,
    header(table) {
      const end = table.indexOf('\n');
      return end < 0 ? table : bold(table.slice(0, end)) + table.slice(end);
    },
  };
}
