import { oneLine } from './one-line.js';

/** Where text goes: standard output, standard error, or a test's own. */
export interface Output {
  /** Resolves when the text, or the bytes, are written. Rejects with the code `EPIPE` when the reader has closed the pipe. */
  write(text: string | Uint8Array): Promise<void>;
}

/** Reports whether a write failed because the reader has closed the pipe (`| head`). */
export function isBrokenPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE';
}

/** Emphasis on a terminal; elsewhere, text is unchanged. */
export interface Paint {
  bold(text: string): string;
  /** Makes only the first line bold. */
  header(table: string): string;
  /** Gives a text the colour of a number, the same for the same number. */
  colour(text: string, number: number): string;
}

/**
 * Creates a {@link Paint} that makes headers bold, and tells logs apart by colours, if standard output is a terminal that supports
 * it. `NO_COLOR` turns it off; `FORCE_COLOR` turns it on elsewhere as well, or off if it is 0 or false.
 * @see https://no-color.org
 * @see https://force-color.org
 */
export function createPaint(isTTY: boolean, env: Readonly<Record<string, string | undefined>>): Paint {
  const { NO_COLOR: never = '', FORCE_COLOR: force = '', TERM: terminal } = env;
  const isForced = !['', '0', 'false'].includes(force);
  const isRefused = never !== '' || (force !== '' && !isForced);
  const isEnabled = !isRefused && (isForced || (isTTY && terminal !== 'dumb'));
  const bold = (text: string): string => (isEnabled && text !== '' ? `\u001b[1m${text}\u001b[22m` : text);
  return {
    bold,
    header(table) {
      const end = table.indexOf('\n');
      return end < 0 ? table : bold(table.slice(0, end)) + table.slice(end);
    },
    colour: (text, number) =>
      isEnabled && text !== '' ? `\u001b[${colours[number % colours.length] ?? 39}m${text}\u001b[39m` : text,
  };
}

/** All but black, white and red, which is for errors: the dark ones first. */
const colours = [36, 33, 32, 35, 34, 96, 93, 92, 95, 94];

/** A line on a terminal that shows the progress of a command and disappears before output is printed. */
export interface ProgressLine {
  /** Replaces the line; control characters in it are escaped. Without a terminal, does nothing. */
  show(line: string): void;
  /** Removes the line, if there is one, and then writes what is given, before any other line. Rejects as `output` does. */
  clear(output?: () => Promise<unknown>): Promise<void>;
}

const wipe = '\r\u001b[K';

/** Creates a {@link ProgressLine} on standard error. */
export function createProgressLine(stderr: Output, isTerminal: boolean): ProgressLine {
  /** The writes, one after the other: a line that is shown meanwhile waits for the output. */
  let writing = Promise.resolve();
  let isShown = false;
  const write = (text: string): Promise<void> => stderr.write(text).catch(() => undefined);
  return {
    show(line) {
      if (!isTerminal) return;
      writing = writing.then(async () => {
        isShown = true;
        await write(`${wipe}${oneLine(line)}`);
      });
    },
    clear(output) {
      const written = writing.then(async () => {
        if (isShown) await write(wipe);
        isShown = false;
        await output?.();
      });
      writing = written.catch(() => undefined);
      return written;
    },
  };
}

/** Shows every second how many answers have arrived, until the command prints something or shows its own progress. */
export function showAnswerCount(
  line: ProgressLine,
  isTerminal: boolean,
  count: () => number,
): { readonly line: ProgressLine; readonly stop: () => void } {
  const showCount = (): void => {
    const answered = count();
    line.show(`waiting for the server, ${answered} ${answered === 1 ? 'answer' : 'answers'} so far`);
  };
  const timer = isTerminal ? setInterval(showCount, 1000) : undefined;
  const stop = (): void => {
    clearInterval(timer);
  };
  const show = (text: string): void => {
    stop();
    line.show(text);
  };
  const clear: ProgressLine['clear'] = (output) => {
    stop();
    return line.clear(output);
  };
  return { line: { show, clear }, stop };
}
