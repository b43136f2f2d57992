import { UnsupportedError } from '../core/resource/errors.js';
import type { Status } from '../core/model/status.js';
import { requireCallOptions, requireCount, type OptionChecks } from '../core/shared/arguments.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import { isJsonRecord, recordsOf, type JsonRecord } from '../core/shared/json-record.js';
import { concealedIn } from '../core/transport/api-failure.js';
import { bytesOf, connectTo, connectFailure, senderOn, type PodsHandle, type PodSocket } from './connect-to.js';
import { outputStream } from './output-stream.js';
import { podsResource } from './find-pod.js';

/** Options of {@link attach}. */
export interface AttachOptions {
  /**
   * The container. Without it a pod with several, none of which its annotation `kubectl.kubernetes.io/default-container`
   * names, answers 400 with their names.
   * @default the one that the annotation names, or the only one
   */
  readonly container?: string | undefined;
  /** Whether `stdin` of the session can be written to. @default false */
  readonly stdin?: boolean | undefined;
  /** Whether the command gets a terminal. Its standard error is part of `stdout` then. @default false */
  readonly tty?: boolean | undefined;
  /** Ends the session with its reason. A command that neither reads nor writes may go on running. @default none */
  readonly signal?: AbortSignal | undefined;
  /** In browsers: how many bytes may wait for a reader of the output, as in `client.connect()`. @default 32 MiB */
  readonly maxBufferedBytes?: number | undefined;
  /** In browsers: sends the bearer token as a subprotocol, as in `client.connect()`. @default false */
  readonly bearerProtocol?: boolean | undefined;
}

/** Options of {@link exec}. */
export interface ExecOptions extends AttachOptions {
  /** The program and its arguments. No shell reads them. */
  readonly command: readonly string[];
}

/** The size of a terminal, in characters. */
export interface TerminalSize {
  /** The width. */
  readonly columns: number;
  /** The height. */
  readonly rows: number;
}

/** How a session ended. */
export interface SessionEnd {
  /** The exit code of the command, 0 after success; undefined if the command did not run. */
  readonly exitCode: number | undefined;
  /** What the server said of the end: a Status. */
  readonly status: Status;
}

/**
 * A command in a container. Read `stdout` and `stderr`, or cancel what you do not want: a command whose output nobody
 * reads waits, and never ends.
 */
export interface ExecSession {
  /** The standard output; with a terminal the standard error too. */
  readonly stdout: ReadableStream<Uint8Array>;
  /** The standard error. */
  readonly stderr: ReadableStream<Uint8Array>;
  /**
   * The standard input, in pieces of any size; a write ends when there is room for the next. A command that ends before
   * it has read all fails the write, and its output and its end are told all the same. Where a write fails and the server
   * says no end, `done` rejects with the error of the write. Closing it ends the input of the
   * command. With a terminal, commands end their input at the byte 4 (Ctrl-D) instead. Servers before 1.30 cannot end
   * the input: closing rejects with `UnsupportedError`, and the command goes on.
   */
  readonly stdin: WritableStream<Uint8Array>;
  /**
   * Tells the terminal its size.
   *
   * @throws ConnectionError if the session is over; InvalidArgumentError for what is no size
   */
  resize(size: TerminalSize): Promise<void>;
  /**
   * Resolves when the server has told the end of the command, and its output has been read. Rejects with
   * ConnectionError if the session broke off before that, with ClientClosedError, or with the reason of the signal; a
   * rejection that nobody handles does no harm.
   */
  readonly done: Promise<SessionEnd>;
}

const attachChecks: OptionChecks<AttachOptions> = {
  container: true,
  stdin: true,
  tty: true,
  signal: true,
  maxBufferedBytes: requireCount,
  bearerProtocol: true,
};
const execChecks: OptionChecks<ExecOptions> = { ...attachChecks, command: true };

/**
 * Runs a command in a container of a running pod, as `kubectl exec` does. For the output of a short command take `run`.
 *
 * @throws ApiError if the server refuses: with 404 without the pod, with 400 without the container; ConnectionError;
 *   TooManyStreamsError; InvalidArgumentError; NamespaceRequiredError; InvalidNameError
 * @example
 * const pods = client.resource('pods').namespace('shop');
 * const session = await exec(pods, 'front-0', { command: ['cat', '/etc/hostname'] });
 * for await (const piece of session.stdout) console.log(new TextDecoder().decode(piece));
 * console.log((await session.done).exitCode);
 * @see https://kubernetes.io/docs/tasks/debug/debug-application/get-shell-running-container/
 */
export async function exec(pods: PodsHandle, name: string, options: ExecOptions): Promise<ExecSession> {
  const { command, ...rest } = requireCallOptions(options, execChecks, pods);
  if (!Array.isArray(command) || command.length === 0 || !command.every((word) => typeof word === 'string')) {
    throw new InvalidArgumentError('command', "must be a list of words: ['ls', '-l']");
  }
  return open(pods, name, 'exec', { command: [...command] as string[] }, rest);
}

/**
 * Attaches to the main process of a container, as `kubectl attach` does: its output from now on, and its input if the
 * pod leaves that open (`stdin: true` in its spec).
 *
 * @throws as {@link exec}
 * @example
 * const session = await attach(client.resource('pods').namespace('shop'), 'front-0');
 * for await (const piece of session.stdout) console.log(new TextDecoder().decode(piece));
 */
export async function attach(pods: PodsHandle, name: string, options: AttachOptions = {}): Promise<ExecSession> {
  return open(pods, name, 'attach', {}, requireCallOptions(options, attachChecks, pods));
}

/** With the end of input, and without; the same otherwise. */
const protocols = ['v5.channel.k8s.io', 'v4.channel.k8s.io'];
const channels = { stdin: 0, stdout: 1, stderr: 2, status: 3, resize: 4, close: 255 } as const;
const longestStatus = 1024 * 1024;
const longestShownCode = 100;

async function open(
  pods: PodsHandle,
  name: string,
  subresource: 'exec' | 'attach',
  query: { readonly command?: readonly string[] },
  { container, stdin = false, tty = false, signal, maxBufferedBytes, bearerProtocol }: AttachOptions,
): Promise<ExecSession> {
  const where = `${subresource} of ${name}`;
  const socket = await connectTo(pods, name, subresource, {
    query: { ...query, container, stdin, stdout: true, stderr: !tty, tty },
    ...{ protocols, signal, maxBufferedBytes, bearerProtocol },
  });
  return speak(socket, where, stdin);
}

function speak(socket: PodSocket, where: string, hasStdin: boolean): ExecSession {
  const stdout = outputStream();
  const stderr = outputStream();
  let inputController: WritableStreamDefaultController | undefined;
  const sendInput = senderOn(channels.stdin, socket);

  async function read(): Promise<SessionEnd> {
    let end: SessionEnd | undefined;
    for await (const message of socket.messages) {
      const data = message.subarray(1);
      // The Status is the last that counts.
      if (end !== undefined || message.byteLength === 0) continue;
      if (message[0] === channels.stdout) await stdout.write(data);
      else if (message[0] === channels.stderr) await stderr.write(data);
      else if (message[0] === channels.status) {
        if (data.byteLength === 0) continue;
        end = endOf(data, where, socket.conceal);
        socket.close();
      } else throw connectFailure(where, `the server sent something on channel ${message[0]}`);
    }
    if (end === undefined) throw connectFailure(where, 'the session ended, and the server did not say how');
    return end;
  }

  const done = read().then(
    (end) => {
      stdout.close();
      stderr.close();
      inputController?.error(new Error('the command has ended'));
      return end;
    },
    (error: unknown) => {
      stdout.fail(error);
      stderr.fail(error);
      inputController?.error(error);
      throw error;
    },
  );
  done.catch(() => undefined);
  // A reader that stalls would hold the end back.
  socket.closed.catch(() => [stdout, stderr].forEach((output) => output.release()));

  return {
    stdout: stdout.stream,
    stderr: stderr.stream,
    stdin: new WritableStream<Uint8Array>({
      start(controller) {
        inputController = controller;
        if (!hasStdin) controller.error(new InvalidArgumentError('stdin', 'must be true for a session with input'));
      },
      write: (chunk) => socket.sendInput(async () => sendInput(bytesOf('stdin', chunk))),
      async close() {
        if (socket.protocol !== protocols[0]) {
          throw new UnsupportedError(podsResource, { subresource: 'exec' }, 'this server cannot end the input');
        }
        await socket.sendInput(() => senderOn(channels.close, socket)(Uint8Array.of(channels.stdin)));
      },
      abort: () => socket.close(),
    }),
    async resize({ columns, rows }) {
      requireCount('columns', columns);
      requireCount('rows', rows);
      const size = JSON.stringify({ Width: columns, Height: rows });
      await senderOn(channels.resize, socket)(new TextEncoder().encode(size));
    },
    done,
  };
}

/** Reads the Status at the end of a session. */
function endOf(data: Uint8Array, where: string, conceal: (text: string) => string): SessionEnd {
  let status: unknown;
  try {
    if (data.byteLength <= longestStatus) status = concealedIn(JSON.parse(new TextDecoder().decode(data)), conceal);
  } catch {
    // Not a Status.
  }
  if (!isJsonRecord(status)) throw connectFailure(where, 'the server ended the session with data that is not a Status');
  return { exitCode: exitCodeOf(status, where), status };
}

/** Returns the exit code. Throws for one that is none, which could pass for success. */
function exitCodeOf({ status, reason, details }: JsonRecord, where: string): number | undefined {
  if (status === 'Success') return 0;
  if (reason !== 'NonZeroExitCode') return undefined;
  const causes = recordsOf(isJsonRecord(details) ? details['causes'] : undefined);
  const code = causes.find((each) => each['reason'] === 'ExitCode')?.['message'];
  if (typeof code === 'string' && /^\d{1,3}$/.test(code) && Number(code) <= 255) return Number(code);
  const shown = String(JSON.stringify(code)).slice(0, longestShownCode);
  throw connectFailure(where, `the command failed with an exit code that is not a number from 0 to 255: ${shown}`);
}
