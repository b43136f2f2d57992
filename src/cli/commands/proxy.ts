import { randomBytes } from 'node:crypto';
import { Option, type Command } from 'commander';
import { createPageProxy } from '../page-proxy.js';
import { UsageError } from '../errors.js';
import { parsePort } from '../flag-values.js';
import { furtherHelp } from '../help.js';
import { listenOnLoopback } from '../listen-on-loopback.js';
import type { CliInput, Run, Session } from '../session.js';

interface Flags {
  readonly port: number;
  readonly allowOrigin?: string | undefined;
  readonly readOnly?: boolean | undefined;
}

/** The variable with a token of the user's own, which no other user of the machine can read from the process list. */
const tokenVariable = 'KUBEATLAS_PROXY_TOKEN';

const examples = `
Listens on 127.0.0.1 only. Each request must have a token, which is printed, or
read from ${tokenVariable}: as Authorization: Bearer TOKEN. A
WebSocket sends it as a subprotocol; kubeatlas/connect does that. The
credentials of the kubeconfig stay in this process. Ctrl-C ends it.

Examples:
  $ kubeatlas proxy
  $ kubeatlas proxy --allow-origin http://localhost:5173 --read-only`;

/** Defines `proxy`: an API server for pages in development, with the credentials of the kubeconfig. */
export function defineProxy(command: Command, run: Run, { env }: CliInput): void {
  command
    .addOption(new Option('--port <number>', 'local port; 0 for a free one').default(8001).argParser(parsePort))
    .option('--allow-origin <url>', 'accept requests of pages of this origin')
    .option('--read-only', 'refuse requests that change something')
    .addHelpText('after', furtherHelp(examples))
    .action(async (flags: Flags, command: Command) => {
      const token = env[tokenVariable] ?? randomBytes(32).toString('base64url');
      if (!/^[\w~+/.-]{16,}=*$/.test(token)) {
        throw new UsageError(`${tokenVariable} must have at least 16 letters, digits and signs of a token`);
      }
      const allowOrigin = flags.allowOrigin === undefined ? undefined : originOf(flags.allowOrigin);
      const isOwnToken = env[tokenVariable] !== undefined;
      await run(command, (session) => serve(session, { ...flags, allowOrigin, token, isOwnToken }));
    });
}

async function serve(
  session: Session,
  { port, token, isOwnToken, ...options }: Flags & { readonly token: string; readonly isOwnToken: boolean },
): Promise<void> {
  await listenOnLoopback(session, port, {
    listenersFor(listening) {
      const { node, upgrade } = createPageProxy({ client: session.client, token, ...options, port: listening });
      return { onRequest: node, onUpgrade: upgrade };
    },
    async onListening(url) {
      await session.print(`${url}\n`);
      if (!isOwnToken) await session.print(`Authorization: Bearer ${token}\n`);
    },
  });
}

function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || `${url.origin}/` !== url.href) {
    throw new UsageError('--allow-origin must be an origin: http://localhost:5173');
  }
  return url.origin;
}
