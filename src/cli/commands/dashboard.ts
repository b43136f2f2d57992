import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Option, type Command } from 'commander';
import { createFleet, type Fleet } from '../../fleet/index.js';
import { pageClustersOf, type PageCluster } from '../dashboard-clusters.js';
import { createDashboardListeners, type DashboardListeners } from '../dashboard-listeners.js';
import { openDashboardSettings, settingsFile, type DashboardSettings } from '../dashboard-settings.js';
import { parsePort } from '../flag-values.js';
import type { GlobalFlags } from '../global-flags.js';
import { furtherHelp } from '../help.js';
import { listenOnLoopback } from '../listen-on-loopback.js';
import type { CliInput, Run, Session } from '../session.js';

interface Flags {
  readonly port: number;
  readonly readOnly?: boolean | undefined;
  readonly open: boolean;
}

const examples = `
Listens on 127.0.0.1 only. The printed address works once, for the page that
opens it. The tab of this page can be reloaded while this process runs. The
credentials of the kubeconfig stay in this process. Ctrl-C ends it.

Examples:
  $ kubeatlas dashboard
  $ kubeatlas dashboard --context prod --read-only
  $ kubeatlas dashboard --no-open --port 8002`;

/** Defines `dashboard`: a page that shows and changes what the server has, with the credentials of the kubeconfig. */
export function defineDashboard(command: Command, run: Run, { page, env }: CliInput): void {
  command
    .addOption(new Option('--port <number>', 'local port; 0 for a free one').default(0, '0').argParser(parsePort))
    .option('--read-only', 'refuse requests that change something')
    .option('--no-open', 'only print the address')
    .addHelpText('after', furtherHelp(examples))
    .action(async (flags: Flags, command: Command) => {
      const folder = page ?? builtPage();
      const settings = await openDashboardSettings(settingsFile(command.optsWithGlobals<GlobalFlags>(), env));
      const { readOnly = false } = flags;
      await run(
        command,
        async (session) => {
          const { client, namespace } = session;
          const whole = () => Promise.resolve({ client, namespace });
          const about = { server: client.server, namespace, readOnly };
          await serve(session, flags, {
            clusters: [{ name: '', prefix: '/k8s', client, whole }],
            about,
            folder,
            settings,
          });
        },
        undefined,
        async (named, process) => {
          const fleet = createFleet({ clusters: named, onError: () => undefined });
          try {
            await fleet.synced;
            const clusters = pageClustersOf(fleet);
            const about = { clusters: clusters.map(({ name, prefix }) => ({ name, prefix })), readOnly };
            await serve(process, flags, { clusters, fleet, about, folder, settings });
          } finally {
            await fleet.close();
          }
        },
      );
    });
}

function builtPage(): string {
  return fileURLToPath(new URL('../dashboard/', import.meta.url));
}

interface Served {
  readonly clusters: readonly PageCluster[];
  readonly fleet?: Fleet;
  /** What the page is told. */
  readonly about: object;
  readonly folder: string;
  readonly settings: DashboardSettings;
}

async function serve(
  session: Pick<Session, 'print' | 'calls'>,
  { port, readOnly = false, open }: Flags,
  served: Served,
): Promise<void> {
  let listeners: DashboardListeners | undefined;
  let opened: string | undefined;
  try {
    await listenOnLoopback(session, port, {
      listenersFor(listening) {
        listeners = createDashboardListeners({ ...served, readOnly, port: listening });
        return listeners;
      },
      async onListening(url) {
        const address = (): string => `${url}/#secret=${listeners?.makeSecret() ?? ''}`;
        await session.print(`${address()}\n`);
        if (open) opened = await openInBrowser(address());
      },
    });
  } finally {
    if (opened !== undefined) await rm(opened, { recursive: true, force: true });
  }
}

/**
 * Opens an address in the browser of the user by a file that only the user can read: other users of the machine see the words
 * of a command. Returns the folder of the file. Where there is no browser, the user has the printed address.
 */
async function openInBrowser(address: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kubeatlas-'));
  const file = path.join(folder, 'dashboard.html');
  const html = `<!doctype html><meta charset="utf-8"><title>kubeatlas</title><a href="${address}">kubeatlas</a>
<script>location.replace(document.querySelector('a').href);</script>`;
  await writeFile(file, html, { mode: 0o600 });
  const [program, ...words] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...words, pathToFileURL(file).href], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
  return folder;
}

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
