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

/** Whoever asks for a version looks at whether there is a server, and does not want to wait for it. */
const patienceMs = 5000;

const examples = `
The server is waited for five seconds, or as long as --request-timeout says.

Examples:
  $ kubeatlas version
  $ kubeatlas version --client -o json`;

/** `version`: of this program and of the server. What this program is does not depend on a server, or on how to reach one. */
export function defineVersion(command: Command, run: Run, { stdout, version = 'unknown' }: CliInput): void {
  command
    .option('--client', 'of this program alone; no server is asked')
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
    timeoutMs: calls.timeoutMs ?? patienceMs,
  });
  const version = answer.json();
  if (isRecord(version) && typeof version['gitVersion'] === 'string') return version;
  throw new UnreadableAnswerError('/version', 'names no version');
}
