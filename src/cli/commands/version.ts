import { Option, type Command } from 'commander';
import { UnreadableAnswerError } from '../errors.js';
import { furtherHelp } from '../help.js';
import { isRecord } from '../is-record.js';
import type { CliInput, Run, Session } from '../session.js';
import { formatDocument } from '../terminal/documents.js';
import { oneLine } from '../terminal/one-line.js';

interface Flags {
  readonly client?: boolean | undefined;
  readonly output?: 'json' | undefined;
}

/** A user who asks for the version does not want to wait long for a server that may not be there. */
const timeLimitMs = 5000;

const examples = `
Waits five seconds for the server, or for --request-timeout.

Examples:
  $ kubeatlas version
  $ kubeatlas version --client -o json`;

/**
 * Defines `version`: of this program and of the server. The version of this program needs no server and no kubeconfig.
 */
export function defineVersion(command: Command, run: Run, { stdout, version = 'unknown' }: CliInput): void {
  command
    .option('--client', 'print only the version of this program')
    .addOption(new Option('-o, --output <format>', 'instead of lines').choices(['json']))
    .addHelpText('after', furtherHelp(examples))
    .action(async ({ client, output }: Flags, command: Command) => {
      const isJson = output === 'json';
      let server: ServerVersion | undefined;
      if (!isJson) await stdout.write(`Client: ${version}\n`);
      if (client !== true) {
        await run(command, async (session) => {
          server = await versionOfServer(session);
          if (!isJson) await session.print(`Server: ${lineOf(server)}\n`);
        });
      }
      const document = { clientVersion: { version }, ...(server && { serverVersion: server }) };
      if (isJson) await stdout.write(formatDocument(document, 'json'));
    });
}

type ServerVersion = Readonly<Record<string, unknown>>;

function lineOf({ gitVersion, platform }: ServerVersion): string {
  return oneLine(`${String(gitVersion)}${typeof platform === 'string' ? ` (${platform})` : ''}`);
}

async function versionOfServer({ client, calls }: Session): Promise<ServerVersion> {
  const answer = await client.request({
    path: '/version',
    signal: calls.signal,
    timeoutMs: calls.timeoutMs ?? timeLimitMs,
  });
  const version = answer.json();
  if (isRecord(version) && typeof version['gitVersion'] === 'string') return version;
  throw new UnreadableAnswerError('/version', 'does not contain a version');
}
