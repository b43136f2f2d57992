import type { Output } from './output.js';

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
