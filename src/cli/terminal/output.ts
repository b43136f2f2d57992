/** Where text goes: standard output, standard error, or a test's own. */
export interface Output {
  /** Done when the text has been taken. Rejects with the code `EPIPE` when nobody reads any more. */
  write(text: string): Promise<void>;
}

/** True for the failure of a write behind which nobody reads any more (`| head`). */
export function isBrokenPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE';
}

/** Emphasis on a terminal; elsewhere the text stays as it is. */
export interface Paint {
  bold(text: string): string;
  /** Bold for the first line alone. */
  header(table: string): string;
}

/**
 * Bold headers, the only emphasis that there is, where standard output is a terminal that knows it. `NO_COLOR` forbids it, and
 * `FORCE_COLOR` wants it elsewhere as well (but for 0 and false).
 * @see https://no-color.org
 * @see https://force-color.org
 */
export function createPaint(isTTY: boolean, env: Readonly<Record<string, string | undefined>>): Paint {
  const { NO_COLOR: never = '', FORCE_COLOR: force = '', TERM: terminal } = env;
  const isForced = !['', '0', 'false'].includes(force);
  const isRefused = never !== '' || (force !== '' && !isForced);
  const wanted = !isRefused && (isForced || (isTTY && terminal !== 'dumb'));
  const bold = (text: string): string => (wanted && text !== '' ? `\u001b[1m${text}\u001b[22m` : text);
  return {
    bold,
    header(table) {
      const end = table.indexOf('\n');
      return end < 0 ? table : bold(table.slice(0, end)) + table.slice(end);
    },
  };
}

/** One line on a terminal that tells how far a command is, and makes room for what is printed. */
export interface ProgressLine {
  /** Shows a line in place of the one before. Without a terminal it does nothing. */
  show(line: string): void;
  /** Takes the line away, if there is one. */
  clear(): Promise<void>;
}

const wipe = '\r\u001b[K';

/** Makes a {@link ProgressLine} on standard error. */
export function createProgressLine(stderr: Output, isTerminal: boolean): ProgressLine {
  let writing: Promise<void> | undefined;
  const write = (text: string): Promise<void> => stderr.write(text).catch(() => undefined);
  return {
    show(line) {
      if (isTerminal) writing = (writing ?? Promise.resolve()).then(() => write(`${wipe}${line}`));
    },
    async clear() {
      if (writing === undefined) return;
      const written = writing;
      writing = undefined;
      await written;
      await write(wipe);
    },
  };
}

/** A command that says nothing of its own tells each second how far it is, until it prints or tells more itself. */
export function tellAfterASecond(
  line: ProgressLine,
  isTerminal: boolean,
  count: () => number,
): { readonly line: ProgressLine; readonly stop: () => void } {
  const tell = (): void => {
    const answered = count();
    line.show(`waiting for the server, ${answered} ${answered === 1 ? 'answer' : 'answers'} so far`);
  };
  const timer = isTerminal ? setInterval(tell, 1000) : undefined;
  const stop = (): void => {
    clearInterval(timer);
  };
  const show = (text: string): void => {
    stop();
    line.show(text);
  };
  const clear = (): Promise<void> => {
    stop();
    return line.clear();
  };
  return { line: { show, clear }, stop };
}
