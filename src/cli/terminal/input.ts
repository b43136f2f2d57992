import { spawnSync } from 'node:child_process';
import { createReadStream, ReadStream } from 'node:fs';

/** The size of a terminal, in characters. */
interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/** Standard input, and the terminal that it may be. */
export interface Input {
  /** Whether it is a terminal. */
  readonly isTTY: boolean;
  /**
   * Gives the bytes to `write`, one piece at a time, and then calls `end`. Returns a function that stops reading, so that
   * the process can end.
   */
  read(to: { write(bytes: Uint8Array): Promise<void>; end(): void }): () => void;
  /** Passes on each key as it is, until the returned function is called or the process ends, however it does. */
  makeRaw(): () => void;
  /** The size of the terminal of standard output; undefined if that is none. */
  size(): TerminalSize | undefined;
  /** Calls `act` after each change of the size. Returns a function that ends this. */
  onResize(act: () => void): () => void;
}

/** Signals that end a process. Node itself restores the terminal at the end of a process, but not at each of these. */
const ends = ['SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/** How much of a file is read at once. */
const pieceBytes = 1024 * 1024;

/** Returns the standard input of the process. */
export function processInput(): Input {
  const { stdin, stdout } = process;
  return {
    isTTY: stdin.isTTY,
    read(to) {
      // A file is read in large pieces: each read is a turn of the event loop, in which nothing is sent.
      const source =
        stdin instanceof ReadStream
          ? createReadStream('', { fd: stdin.fd, autoClose: false, highWaterMark: pieceBytes })
          : stdin;
      const end = (): void => to.end();
      const onData = (bytes: Buffer): void => {
        source.pause();
        const goOn = (): void => void source.resume();
        to.write(bytes).then(goOn, stop);
      };
      const stop = (): void => {
        source.off('data', onData);
        source.off('end', end);
        source.pause();
        // A read that is under way would keep the process; files have none that could.
        if ('unref' in stdin) stdin.unref();
      };
      source.on('data', onData);
      source.on('end', end);
      source.on('error', end);
      return stop;
    },
    makeRaw() {
      const restore = (): void => void stdin.setRawMode(false);
      const restoreAndEnd = (signal: NodeJS.Signals): void => {
        undo();
        process.kill(process.pid, signal);
      };
      const undo = (): void => {
        restore();
        process.off('exit', restore);
        for (const signal of ends) process.off(signal, restoreAndEnd);
      };
      stdin.setRawMode(true);
      // Node leaves the output cooked, which puts a carriage return before each line feed of an editor. What Node restores
      // has it as it was; where there is no stty, lines merely have one too many.
      spawnSync('stty', ['-opost'], { stdio: ['inherit', 'ignore', 'ignore'] });
      process.on('exit', restore);
      for (const signal of ends) process.on(signal, restoreAndEnd);
      return undo;
    },
    size() {
      const { isTTY, columns, rows } = stdout;
      return isTTY && columns > 0 && rows > 0 ? { columns, rows } : undefined;
    },
    onResize(act) {
      stdout.on('resize', act);
      return () => void stdout.off('resize', act);
    },
  };
}
