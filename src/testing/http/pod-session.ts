import type { FakeCommand, FakePort, FakePortConnection, FakeSession } from '../served/pod-functions.js';
import type { FakeSocket } from '../wire/reply.js';

const channels = { stdin: 0, stdout: 1, stderr: 2, status: 3, resize: 4, close: 255 } as const;
/** Servers send no more at once. */
const longestMessage = 32 * 1024;
const encoder = new TextEncoder();

type SessionRequest = Omit<FakeSession, 'stdin' | 'stdout' | 'stderr' | 'sizes' | 'signal'>;

/** Speaks `v5.channel.k8s.io`, or v4, with a client whose command a function plays. */
export async function playCommand(
  command: FakeCommand,
  request: SessionRequest & { readonly hasStdin: boolean },
  socket: FakeSocket,
): Promise<void> {
  const { hasStdin, ...rest } = request;
  const stdin = inputStream();
  const sizes = queue<{ readonly columns: number; readonly rows: number }>();
  if (!hasStdin) stdin.close();
  const read = async (): Promise<void> => {
    for await (const message of socket.messages) {
      const data = message.subarray(1);
      if (message[0] === channels.stdin && hasStdin) await stdin.write(data);
      else if (message[0] === channels.resize) sizes.push(sizeIn(data));
      else if (message[0] === channels.close && data[0] === channels.stdin && socket.protocol.startsWith('v5')) {
        stdin.close();
      }
    }
  };
  read()
    .catch(() => undefined)
    .finally(() => {
      stdin.close();
      sizes.close();
    });
  const session: FakeSession = {
    ...rest,
    signal: socket.signal,
    stdin: stdin.stream,
    sizes: sizes.stream,
    stdout: (data) => sendOn(socket, channels.stdout, data),
    stderr: (data) => sendOn(socket, channels.stderr, data),
  };
  await sendOn(socket, channels.status, JSON.stringify(await endOf(command, session)));
  socket.close();
}

async function endOf(command: FakeCommand, session: FakeSession): Promise<object> {
  try {
    const exitCode = (await command(session)) ?? 0;
    if (exitCode === 0) return { metadata: {}, status: 'Success' };
    return {
      metadata: {},
      status: 'Failure',
      message: `command terminated with non-zero exit code: command terminated with exit code ${exitCode}`,
      reason: 'NonZeroExitCode',
      details: { causes: [{ reason: 'ExitCode', message: String(exitCode) }] },
    };
  } catch (error) {
    const message = `error executing command in container: ${wordsOf(error)}`;
    const details = { causes: [{ message }] };
    return { metadata: {}, status: 'Failure', message, reason: 'InternalError', details, code: 500 };
  }
}

/** Speaks `v4.channel.k8s.io` for ports: two channels for each, of data and of errors, which begin with its number. */
export async function playPorts(
  play: FakePort,
  request: Pick<FakePortConnection, 'namespace' | 'pod'> & { readonly ports: readonly number[] },
  socket: FakeSocket,
): Promise<void> {
  const { ports, ...rest } = request;
  const inputs = ports.map(() => inputStream());
  const read = async (): Promise<void> => {
    for await (const message of socket.messages) {
      const channel = message[0] ?? 0;
      if (channel % 2 === 0) await inputs[channel / 2]?.write(message.subarray(1));
    }
  };
  read()
    .catch(() => undefined)
    .finally(() => {
      for (const input of inputs) input.close();
    });
  const one = async (port: number, index: number): Promise<void> => {
    const number = Uint8Array.of(port & 0xff, port >> 8);
    await sendOn(socket, index * 2, number);
    await sendOn(socket, index * 2 + 1, number);
    const input = inputs[index]?.stream ?? new ReadableStream();
    try {
      await play({ ...rest, port, input, signal: socket.signal, write: (data) => sendOn(socket, index * 2, data) });
    } catch (error) {
      await sendOn(socket, index * 2 + 1, wordsOf(error));
    }
  };
  await Promise.all(ports.map(one));
  socket.close();
}

async function sendOn(socket: FakeSocket, channel: number, data: string | Uint8Array): Promise<void> {
  const bytes = typeof data === 'string' ? encoder.encode(data) : data;
  for (let at = 0; at < bytes.byteLength; at += longestMessage - 1) {
    const part = bytes.subarray(at, at + longestMessage - 1);
    const message = new Uint8Array(part.byteLength + 1);
    message[0] = channel;
    message.set(part, 1);
    await socket.send(message);
  }
}

/** A stream whose writer waits for its reader. */
function inputStream(): {
  readonly stream: ReadableStream<Uint8Array>;
  write(data: Uint8Array): Promise<void>;
  close(): void;
} {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>(
    {},
    { highWaterMark: 1 },
    { highWaterMark: 16 },
  );
  const writer = writable.getWriter();
  writer.closed.catch(() => undefined);
  return {
    stream: readable,
    async write(data) {
      await writer.ready;
      writer.write(data).catch(() => undefined);
    },
    close() {
      writer.close().catch(() => undefined);
    },
  };
}

function queue<T>(): { readonly stream: ReadableStream<T>; push(value: T): void; close(): void } {
  let controller!: ReadableStreamDefaultController<T>;
  let isOpen = true;
  return {
    stream: new ReadableStream<T>({
      start: (given) => void (controller = given),
      cancel: () => void (isOpen = false),
    }),
    push: (value) => {
      if (isOpen) controller.enqueue(value);
    },
    close: () => {
      if (isOpen) controller.close();
      isOpen = false;
    },
  };
}

function sizeIn(data: Uint8Array): { readonly columns: number; readonly rows: number } {
  const { Width = 0, Height = 0 } = JSON.parse(new TextDecoder().decode(data)) as { Width?: number; Height?: number };
  return { columns: Width, rows: Height };
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
