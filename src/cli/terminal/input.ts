import { spawnSync } from 'node:child_process';
import { read, ReadStream } from 'node:fs';

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
   * Gives the bytes to `write`, one piece at a time, in memory that the next piece may be in, and then calls `end`. Returns
   * a function that stops reading, so that the process can end.
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

/** How much of a file is read at once: each read is a turn of the event loop, in which nothing is sent. */
export const pieceBytes = 1024 * 1024;

/** Returns the standard input of the process. */
export function processInput(): Input {
  const { stdin, stdout } = process;
  return {
    isTTY: stdin.isTTY,
    read(to) {
      if (stdin instanceof ReadStream) return readFile(stdin.fd, to);
      const end = (): void => to.end();
      const onData = (bytes: Buffer): void => {
        stdin.pause();
        const goOn = (): void => void stdin.resume();
        to.write(bytes).then(goOn, stop);
      };
      const stop = (): void => {
        stdin.off('data', onData);
        stdin.off('end', end);
        stdin.pause();
        // A read that is under way would keep the process.
        stdin.unref();
      };
      stdin.on('data', onData);
      stdin.on('end', end);
      stdin.on('error', end);
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

/** Reads a file into one memory: new memory for each piece would keep the garbage collector busy. */
function readFile(fd: number, to: Parameters<Input['read']>[0]): () => void {
  const memory = new Uint8Array(pieceBytes);
  let isStopped = false;
  const stop = (): void => void (isStopped = true);
  const next = (): void =>
    read(fd, memory, 0, pieceBytes, null, (error, count) => {
      if (isStopped) return;
      if (error !== null || count === 0) to.end();
      else to.write(memory.subarray(0, count)).then(next, stop);
    });
  next();
  return stop;
}
