/** What a terminal showed: lines, each with the time at which it came. */
export interface Recording {
  /** What was typed. */
  readonly command: string;
  readonly lines: readonly RecordedLine[];
}

/** A line of output. */
export interface RecordedLine {
  readonly text: string;
  /** Milliseconds from the start of the recording. */
  readonly at: number;
}

/** The colors of a drawing. */
export interface Theme {
  readonly background: string;
  readonly border: string;
  readonly text: string;
  readonly prompt: string;
}

/** Both are drawn: a page takes the one that its reader prefers. */
export const themes = {
  light: { background: '#ffffff', border: '#d0d7de', text: '#1f2328', prompt: '#1a7f37' },
  dark: { background: '#0d1117', border: '#30363d', text: '#e6edf3', prompt: '#3fb950' },
} as const satisfies Record<string, Theme>;

const [fontSize, lineHeight, padding] = [13, 19, 16];
const characterWidth = 7.83;
/** Lines that come within this time of each other appear together. */
const togetherMs = 150;

/**
 * A terminal as SVG. Lines that came later appear later, as they came; a reader who asked for less motion, and a viewer that
 * animates nothing, see all of them at once.
 */
export function draw({ command, lines }: Recording, theme: Theme): string {
  const all = [{ text: `$ ${command}`, at: 0 }, ...lines];
  const width = Math.ceil(Math.max(...all.map(({ text }) => text.length)) * characterWidth) + 2 * padding;
  const height = all.length * lineHeight + 2 * padding;
  const times = appearances(all.map(({ at }) => at));
  const rows = all.map(({ text, at }, place) => {
    const y = padding + (place + 1) * lineHeight - 5;
    const delay = times.get(at) ?? 0;
    const style = delay === 0 ? '' : ` class="later" style="animation-delay:${delay}ms"`;
    const fill = place === 0 ? ` fill="${theme.prompt}"` : '';
    return `  <text x="${padding}" y="${y}"${style}${fill} xml:space="preserve">${escape(text)}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `  <title>${escape(command)}</title>`,
    '  <style>',
    `    text { font: ${fontSize}px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; fill: ${theme.text}; }`,
    `    text[fill] { fill: ${theme.prompt}; }`,
    '    @keyframes appear { from { opacity: 0; } to { opacity: 1; } }',
    '    @media (prefers-reduced-motion: no-preference) { .later { animation: appear 80ms linear both; } }',
    '  </style>',
    `  <rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="${theme.background}" stroke="${theme.border}"/>`,
    ...rows,
    '</svg>',
    '',
  ].join('\n');
}

/** When each time is shown: those close to each other together, the first at once. */
function appearances(times: readonly number[]): ReadonlyMap<number, number> {
  const shown = new Map<number, number>();
  let [group, last] = [0, -Infinity];
  for (const at of [...new Set(times)].sort((a, b) => a - b)) {
    if (at - last > togetherMs && shown.size > 1) group = Math.round(at / 100) * 100;
    shown.set(at, group);
    last = at;
  }
  return shown;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
