import { isIP } from 'node:net';
import type { Command } from 'commander';
import {
  findPod,
  ListenFailedError,
  listenPort,
  PortForwardFailedError,
  type PortListener,
} from '../../connect/index.js';
import { ImpossibleError, UsageError } from '../errors.js';
import { describeError } from '../failures.js';
import { parseWords } from '../flag-values.js';
import { furtherHelp } from '../help.js';
import type { Run, Session } from '../session.js';
import { oneLine } from '../terminal/one-line.js';
import { phaseOf, readOwner, type PodOwner } from './find-container.js';

interface Flags {
  readonly address: readonly string[];
}

const examples = `
PORT is the number or name of a port. LOCAL:PORT sets another local port, and
:PORT takes a free one. For a service, PORT is a port of the service. For a
service or workload, one of its pods is used, if possible a ready one. When that
pod is gone, another one is used. A failed connection is reported and does not
end the others. Ctrl-C ends the command.

Examples:
  $ kubeatlas port-forward svc/front 8080:http -n web
  $ kubeatlas port-forward front-0 5000 :6000
  $ kubeatlas port-forward deploy/front 8080 --address 0.0.0.0`;

/** Defines `port-forward`: listens on local ports, and leads them to a pod. */
export function definePortForward(command: Command, run: Run): void {
  command
    .argument('<pod>', 'POD, or TYPE/NAME')
    .argument('<port...>', '[LOCAL:]PORT')
    .option('--address <addresses>', 'IPs or localhost to listen on', parseWords, ['localhost'])
    .addHelpText('after', furtherHelp(examples))
    .action((pod: string, ports: string[], flags: Flags, command: Command) =>
      run(command, (session) => forward(session, pod, ports, flags)),
    );
}

/** A port of this machine, and one of the pod. */
interface Pair {
  readonly local: number | 'same';
  readonly port: number | string;
}

async function forward(session: Session, word: string, words: readonly string[], { address }: Flags): Promise<void> {
  const pairs = words.map(readPair);
  const addresses = [...new Set(address)];
  for (const each of addresses) {
    if (each !== 'localhost' && isIP(each) === 0) throw new UsageError(`${each} is not a valid IP`);
  }
  const owner = await readOwner(session, word);
  const { signal } = session.calls;
  const phase = phaseOf(await findPod(owner.handle, owner.name, { signal }));
  if (phase !== 'Running') {
    throw new ImpossibleError(`unable to forward port because pod is not running. Current status=${phase}`);
  }
  const listeners: PortListener[] = [];
  try {
    for (const pair of pairs) listeners.push(...(await listen(session, owner, pair, addresses)));
    if (listeners.length === 0) {
      throw new ImpossibleError(`unable to listen on any of the requested ports: ${words.join(' ')}`);
    }
    await new Promise<void>((resolve) => {
      if (signal?.aborted === true) resolve();
      else signal?.addEventListener('abort', () => resolve());
    });
  } finally {
    await Promise.all(listeners.map((listener) => listener.close()));
  }
}

/** Listens on all addresses. For `localhost`, one of its two is enough. */
async function listen(
  session: Session,
  { handle, name }: PodOwner,
  { local, port }: Pair,
  addresses: readonly string[],
): Promise<PortListener[]> {
  const listeners: PortListener[] = [];
  const failures: ListenFailedError[] = [];
  /** A free port is the same on all addresses. */
  let chosen = local;
  const open = async (address: string): Promise<boolean> => {
    const shown = address.includes(':') ? `[${address}]` : address;
    try {
      const listener = await listenPort(handle, name, {
        ...{ port, local: chosen, address, signal: session.calls.signal },
        onConnection: () => void session.print(`Handling connection for ${chosen}\n`).catch(() => undefined),
        onError: (error) => void session.note(failureLine(error, Number(chosen), listener.port)),
      });
      chosen = listener.local;
      listeners.push(listener);
      await session.print(`Forwarding from ${shown}:${chosen} -> ${listener.port}\n`);
      return true;
    } catch (error) {
      if (!(error instanceof ListenFailedError)) throw error;
      failures.push(error);
      return false;
    }
  };
  let isWhole = true;
  for (const address of addresses) {
    const [one, two] =
      address === 'localhost' ? [await open('127.0.0.1'), await open('::1')] : [await open(address), false];
    isWhole &&= one || two;
  }
  if (isWhole) return listeners;
  await session.note(`Unable to listen on port ${chosen}: ${failures.map(({ message }) => message).join('; ')}`);
  await Promise.all(listeners.map((listener) => listener.close()));
  return [];
}

function failureLine(error: unknown, local: number, port: number): string {
  if (!(error instanceof PortForwardFailedError)) return describeError(error, {});
  return oneLine(`error: an error occurred forwarding ${local} -> ${port}: ${error.detail}`);
}

/** Reads `PORT`, `LOCAL:PORT` or `:PORT`. */
function readPair(word: string): Pair {
  const [first = '', second, ...rest] = word.split(':');
  const remote = second ?? first;
  if (rest.length > 0 || remote === '') throw new UsageError(`invalid port format '${word}'`);
  const port = /^\d+$/.test(remote) ? Number(remote) : remote;
  if (second === undefined) return { local: 'same', port };
  if (first === '') return { local: 0, port };
  if (!/^\d+$/.test(first)) throw new UsageError(`error parsing local port '${first}'`);
  return { local: Number(first), port };
}
