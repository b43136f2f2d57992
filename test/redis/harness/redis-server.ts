import { connect } from 'node:net';
import { freePorts } from '../../e2e/harness/free-ports.js';
import { startLogged, tailOf, type LoggedProcess } from '../../e2e/harness/logged-process.js';
import { createScratchFolder } from '../../e2e/harness/scratch-folder.js';
import { waitUntil } from '../../e2e/harness/wait-until.js';
import { findRedis } from './find-redis.js';

/** A Redis on loopback, which keeps nothing on a disk. */
export interface RedisServer {
  readonly url: string;
  /** Sends one command and gives the first line of the answer. */
  command(...words: readonly string[]): Promise<string>;
  /** The names of all that it holds. */
  keys(): Promise<readonly string[]>;
  /** Ends it as `kill -9` does: connections break, and what it held is lost. */
  kill(): Promise<void>;
  /** Stops it where it stands: connections stay, and nothing is answered. */
  freeze(): void;
  /** Starts it again at its address, empty. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a {@link RedisServer}. It ends with this process. */
export async function startRedis(): Promise<RedisServer> {
  const program = findRedis();
  if (program === undefined) throw new Error('There is no Redis; npm run suite -- redis says how to get one.');
  const folder = createScratchFolder();
  const [port = 0] = await freePorts(1);
  const log = folder.file('redis.log');
  const words = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const command = (...given: readonly string[]): Promise<readonly string[]> => send(port, given);
  let running: LoggedProcess;

  const start = async (): Promise<void> => {
    running = startLogged(program, [...words, '--dir', folder.path], log);
    await waitUntil(
      () => `Redis answers: ${tailOf(log)}`,
      () =>
        command('PING').then(
          ([answer]) => answer === '+PONG' || undefined,
          () => undefined,
        ),
      { everyMs: 20 },
    );
  };
  const kill = async (): Promise<void> => {
    running.kill('SIGKILL');
    await running.exited;
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    command: async (...given) => (await command(...given))[0] ?? '',
    // An array of bulk strings: each behind a line with its length.
    keys: async () => (await command('KEYS', '*')).filter((line) => !/^[*$]\d+$/.test(line) && line !== ''),
    kill,
    freeze: () => {
      running.kill('SIGSTOP');
    },
    restart: start,
    async stop() {
      if (running.exit === undefined) await kill();
      folder.remove();
    },
  };
}

function send(port: number, words: readonly string[]): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.setTimeout(2000, () => socket.destroy(new Error('no answer')));
    socket.once('error', reject);
    socket.once('data', (answer) => {
      resolve(answer.toString('utf8').split('\r\n'));
      socket.end();
    });
    const command = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('');
    socket.write(`*${words.length}\r\n${command}`);
  });
}
