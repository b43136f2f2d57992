import { createReadStream } from 'node:fs';
import { addAbortSignal } from 'node:stream';
import type { Command } from 'commander';
import type { CallOptions, Client, DiscoveryOptions, DiscoveryStore, Exchange, Table } from '../index.js';
import type { NamedCluster } from '../fleet/index.js';
import { connectByKubeconfig, openCache, type Connect } from './connect.js';
import { describeError, exitCodeOf, isFinal } from './failures.js';
import { inFlagWords } from './flag-words.js';
import { runKustomize, type Kustomize } from './manifests/run-kustomize.js';
import type { GlobalFlags } from './global-flags.js';
import { UsageError } from './errors.js';
import type { PrintedPages } from './terminal/page-printer.js';
import { processInput, type Input } from './terminal/input.js';
import { oneLine } from './terminal/one-line.js';
import {
  createPaint,
  createProgressLine,
  showAnswerCount,
  isBrokenPipe,
  type Output,
  type Paint,
  type ProgressLine,
} from './terminal/output.js';

/** The parts of a process that the CLI touches. */
export interface CliInput {
  /** Without the runtime and the script. */
  readonly argv: readonly string[];
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether standard output is a terminal. */
  readonly isTTY: boolean;
  /** Whether standard error is a terminal, on which a line may show the progress of a command. @default false */
  readonly showsProgress?: boolean | undefined;
  /** The width of the terminal, for the help. @default 80 */
  readonly columns?: number | undefined;
  /** What `--version` prints. @default 'unknown' */
  readonly version?: string | undefined;
  /** Aborted by Ctrl-C. */
  readonly signal?: AbortSignal | undefined;
  /** @default connectByKubeconfig */
  readonly connect?: Connect | undefined;
  /** @default reads files, and standard input for `-` */
  readonly readInput?: ReadInput | undefined;
  /** Standard input, for what passes it on to a container. @default that of the process */
  readonly stdin?: Input | undefined;
  /** The folder of the page of `dashboard`. @default the one that is built into the package */
  readonly page?: string | undefined;
}

/** A discovery has far fewer; a proxy runs for days. */
const mostExchanges = 10_000;

/** One cluster of several whose output is printed as one. */
export interface ClusterOutput {
  readonly name: string;
  readonly pages: PrintedPages;
  readonly paint: Paint;
  /** Tables to be joined and printed when all clusters have been read. */
  readonly tables: (readonly [cluster: string, table: Table])[];
  printTables: ((tables: ClusterOutput['tables']) => string) | undefined;
}

/** What a command works with. When the command ends, the session ends and closes the client. */
export interface Session {
  readonly client: Client;
  /** The signal and the time limit of each request, for every call of the client. */
  readonly calls: CallOptions;
  /** The namespace of the flag, else that of the context, else `default`. */
  readonly namespace: string;
  /** The namespace of the flag. */
  readonly givenNamespace: string | undefined;
  /** What is printed in tables, where several clusters are printed as one; undefined for one cluster. */
  readonly pages: PrintedPages | undefined;
  /** The cluster, where several are printed as one. */
  readonly cluster: ClusterOutput | undefined;
  /** The requests so far, up to {@link mostExchanges}. */
  readonly exchanges: readonly Exchange[];
  readonly paint: Paint;
  /** Whether standard output is a terminal, which interprets control characters. */
  readonly isTerminal: boolean;
  /** The cache of what servers say of themselves; undefined for no cache. */
  readonly store: DiscoveryStore | undefined;
  /** Shows the progress of the command; it disappears from the terminal when the command ends. */
  readonly progress: ProgressLine;
  /** The text of a file, or of standard input for `-`. */
  readonly readInput: ReadInput;
  /** What `kubectl kustomize` prints of a folder. */
  readonly kustomize: Kustomize;
  /** Standard input, for what passes it on to a container. */
  readonly stdin: Input;
  /** Writes to standard output. */
  print(text: string | Uint8Array): Promise<void>;
  /** Writes to standard error as it is; for text of this program, take `note`. */
  printError(bytes: Uint8Array): Promise<void>;
  /** Writes one line to standard error. */
  note(line: string): Promise<void>;
  /** Writes a warning in one line to standard error; the same warning only once per run. */
  warn(text: string): Promise<void>;
  /**
   * Does one of several jobs. If it fails, reports the error and returns undefined, so that the others still run; the
   * exit code will be at least 1. Throws errors that end the whole command.
   */
  attempt<T>(work: () => Promise<T>): Promise<T | undefined>;
  /** Sets the exit code to at least 1, or what is given, if the answer is no without an error. */
  fail(code?: number): void;
}

/** The work of a command; the session keeps the exit code. */
export type Work = (session: Session) => Promise<void>;

/** The work of a command that takes several contexts as they are: it asks them when it likes. */
export type ContextsWork = (
  clusters: readonly NamedCluster[],
  process: Pick<Session, 'print' | 'calls'>,
) => Promise<void>;

/** Opens a session for the flags of a command and does the work in it; the actions of commands call it. */
export type Run = (
  command: Command,
  work: Work,
  discovery?: DiscoveryOptions,
  /** @default the work is done in each of the contexts */
  contextsWork?: ContextsWork,
) => Promise<void>;

/** Returns the text of a file, or of standard input for `-`. */
export type ReadInput = (path: string) => Promise<string>;

/** Opens a session, does the work and returns the exit code. Never throws. */
export async function runSession(
  input: CliInput,
  flags: GlobalFlags,
  work: Work,
  discovery: DiscoveryOptions = {},
  cluster?: ClusterOutput,
): Promise<number> {
  const { stdout, stderr, env, signal, connect = connectByKubeconfig } = input;
  const timeoutMs = flags.requestTimeout === 0 ? undefined : flags.requestTimeout;
  const exchanges: Exchange[] = [];
  let answers = 0;
  const warned = new Set<string>();
  let exitCode = 0;
  let client: Client | undefined;
  const { showsProgress = false } = input;
  const line = createProgressLine(stderr, showsProgress);
  const waiting = showAnswerCount(line, showsProgress, () => answers);
  const progress = waiting.line;

  // If standard error is closed, nobody reads it.
  const note = async (text: string): Promise<void> => {
    await line.clear(() => stderr.write(`${inFlagWords(text)}\n`).catch(() => undefined));
  };
  const warn = async (text: string): Promise<void> => {
    const line = `Warning: ${oneLine(text)}`;
    if (warned.has(line)) return;
    warned.add(line);
    await note(line);
  };
  const report = async (error: unknown): Promise<void> => {
    exitCode = Math.max(exitCode, exitCodeOf(error));
    await note(describeError(error, { verbose: flags.verbose }));
  };

  try {
    client = await connect({
      flags,
      env,
      signal,
      onNotice: (text) => {
        void warn(text);
      },
      options: {
        discovery: {
          ...discovery,
          ...(timeoutMs !== undefined && { timeoutMs }),
          onProgress: ({ done, total }) => {
            line.show(`discovery: ${done} of ${total} documents read`);
          },
          onStoreFailure: ({ message }) => {
            if (flags.verbose) void note(oneLine(message));
          },
        },
        onExchange(exchange) {
          answers += 1;
          if (answers <= mostExchanges) exchanges.push(exchange);
          if (flags.verbose === true) void note(describeExchange(exchange));
        },
        onWarning({ text }) {
          void warn(text);
        },
      },
    });
    await work({
      client,
      calls: { signal, timeoutMs },
      namespace: flags.namespace ?? client.defaultNamespace ?? 'default',
      givenNamespace: flags.namespace,
      exchanges,
      pages: cluster?.pages,
      cluster,
      paint: cluster?.paint ?? createPaint(input.isTTY, env),
      isTerminal: input.isTTY,
      store: openCache(flags, env),
      progress,
      readInput: inputOf(input),
      kustomize: (folder) => runKustomize(folder, { env, signal, note }),
      stdin: input.stdin ?? processInput(),
      async printError(bytes) {
        await line.clear(() => stderr.write(bytes));
      },
      async print(text) {
        waiting.stop();
        await line.clear(() => stdout.write(text));
      },
      note,
      warn,
      async attempt(job) {
        try {
          return await job();
        } catch (error) {
          if (isFinal(error, signal)) throw error;
          await report(error);
          return undefined;
        }
      },
      fail(code = 1) {
        exitCode = Math.max(exitCode, code);
      },
    });
  } catch (error) {
    if (signal?.aborted === true) return 130;
    if (!isBrokenPipe(error)) await report(error);
  } finally {
    waiting.stop();
    await line.clear();
    await client?.close();
  }
  return exitCode;
}

/** Formats an exchange: `GET /apis 200, 45123 bytes in 12 ms`. It contains no header, so no credential. */
function describeExchange({ method, path, status, bytes, ms, attempt }: Exchange): string {
  const again = attempt === 0 ? '' : `, try ${attempt + 1}`;
  return `${method} ${path} ${status ?? 'no answer'}, ${bytes} bytes in ${ms} ms${again}`;
}

/** Returns how a command reads its input, with a server or without. */
export function inputOf({ readInput: own, signal }: CliInput): ReadInput {
  return own ?? ((path) => readInput(path, signal));
}

/** Twice the most characters of a manifest, which is UTF-16 at most. */
const maxBytes = 64 * 1024 * 1024;

/**
 * Reads a file or the standard input of the process, in UTF-8, or in UTF-16 with a byte order mark, which kubectl reads
 * too. Throws {@link UsageError} if it cannot be read, or is longer than {@link maxBytes}: a link may lead to /dev/zero.
 */
async function readInput(path: string, signal: AbortSignal | undefined): Promise<string> {
  const stream = path === '-' ? process.stdin : createReadStream(path);
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    // Ctrl-C also ends the wait for standard input, which would keep the process alive.
    for await (const chunk of signal === undefined ? stream : addAbortSignal(signal, stream)) {
      chunks.push(Buffer.from(chunk as Uint8Array));
      length += (chunk as Uint8Array).length;
      if (length > maxBytes) throw new RangeError(`it is larger than ${maxBytes} bytes: split it`);
    }
  } catch (cause) {
    if (signal?.aborted === true) throw cause;
    const why = cause instanceof Error ? oneLine(cause.message) : 'unknown';
    throw new UsageError(`${JSON.stringify(path)} cannot be read: ${why}`, { cause });
  }
  const bytes = Buffer.concat(chunks);
  const mark = bytes.subarray(0, 2).toString('hex');
  return new TextDecoder(mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8').decode(bytes);
}
