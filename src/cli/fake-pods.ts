import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FakePodFunctions, FakePortConnection, FakeSession } from '../testing/index.js';
import { UsageError } from './errors.js';
import { oneLine } from './terminal/one-line.js';

/** What plays the pods of `kubeatlas fake`. */
export interface PodFlags {
  /** A folder with logs: `NAMESPACE/POD.log`, or `NAMESPACE/POD/CONTAINER.log`. */
  readonly logs?: string | undefined;
  /** A program of this machine that plays commands. */
  readonly exec?: string | undefined;
  /** Ports of pods and of this machine: `80=8080`. */
  readonly forward?: readonly string[] | undefined;
}

/**
 * Creates what pods do from what the user gives.
 *
 * @throws {UsageError} for ports that are none
 */
export function createPodFunctions({ logs, exec, forward = [] }: PodFlags): FakePodFunctions {
  const ports = new Map(forward.map(readPorts));
  return {
    ...(logs !== undefined && { log: ({ namespace, pod, container }) => readLog(logs, namespace, pod, container) }),
    ...(exec !== undefined && {
      exec: (session) => runProgram(exec, session),
      attach: (session) => runProgram(exec, session),
    }),
    ...(ports.size > 0 && { portForward: (connection) => forwardTo(ports.get(connection.port), connection) }),
  };
}

function readPorts(text: string): readonly [number, number] {
  const [, from = '', to = ''] = /^(\d{1,5})=(\d{1,5})$/.exec(text) ?? [];
  const isPort = (port: string): boolean => Number(port) > 0 && Number(port) < 65_536;
  if (isPort(from) && isPort(to)) return [Number(from), Number(to)];
  throw new UsageError(`--forward ${oneLine(text)}: write a port of pods and one of this machine, such as 80=8080.`);
}

/** Reads the log of a container; one without a file is empty. */
async function readLog(folder: string, namespace: string, pod: string, container: string): Promise<string> {
  const names = [namespace, pod, container];
  // Names that objects may have lead out of no folder; others come from files alone.
  if (!names.every((name) => /^[a-z0-9.-]*$/.test(name) && !/^\.+$/.test(name))) return '';
  const files = [
    ...(container === '' ? [] : [join(folder, namespace, pod, `${container}.log`)]),
    join(folder, namespace, `${pod}.log`),
  ];
  for (const file of files) {
    try {
      return await readFile(file, 'utf8');
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
    }
  }
  return '';
}

/** Runs the program with the command as its arguments. */
async function runProgram(program: string, session: FakeSession): Promise<number> {
  const { command, namespace, pod, container, stdin, stdout, stderr, signal } = session;
  const env = { ...process.env, NAMESPACE: namespace, POD: pod, CONTAINER: container };
  const child = spawn(program, command, { env, signal, stdio: 'pipe' });
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      resolve(code ?? 1);
    });
  });
  // Input that nobody reads any more ends nothing.
  Readable.fromWeb(stdin as never)
    .on('error', () => undefined)
    .pipe(child.stdin)
    .on('error', () => undefined);
  const copy = (from: Readable, write: FakeSession['stdout']): Promise<void> => pipeline(from, writableTo(write));
  const [code] = await Promise.all([ended, copy(child.stdout, stdout), copy(child.stderr, stderr)]);
  return code;
}

/** Connects a port of a pod to one of this machine. */
async function forwardTo(
  port: number | undefined,
  { input, write, signal, port: asked }: FakePortConnection,
): Promise<void> {
  if (port === undefined) throw new Error(`no --forward names the port ${asked}`);
  const socket = connect({ port, host: '127.0.0.1', signal });
  await Promise.all([
    pipeline(socket, writableTo(write)),
    // The other side decides when the connection ends.
    pipeline(Readable.fromWeb(input as never), socket, { end: false }),
  ]);
}

function writableTo(write: (data: Uint8Array) => Promise<void>): Writable {
  return new Writable({
    write: (data: Uint8Array, _encoding, done) => {
      write(data).then(() => {
        done();
      }, done);
    },
  });
}
