import { readFileSync } from 'node:fs';
import type { Report } from '../build/go-build.js';
import type { ServerPrograms } from '../build/build-server.js';
import type { Authority } from './certificates.js';
import type { Reachable } from './ask.js';
import { detectFormats } from './discovery-formats.js';
import { freePorts } from './free-ports.js';
import { formatKubeconfig } from './kubeconfig.js';
import { startLogged, tailOf, type LoggedProcess } from './logged-process.js';
import { programsFor } from './programs.js';
import { createScratchFolder, type ScratchFolder } from './scratch-folder.js';
import type { ServerAccess } from './server-access.js';
import { writeServerFiles } from './server-files.js';
import { kindsOfServer, type ServerKind } from './server-kinds.js';
import { untilReady } from './until-ready.js';

/** What may be asked of a server beyond its kind. */
export interface StartOptions {
  /** Further flags of kube-apiserver; they come last. */
  readonly flags?: readonly string[] | undefined;
  /** Told of the progress when programs must be built first. */
  readonly report?: Report | undefined;
}

/** A kube-apiserver with an etcd of its own, ready to be asked. */
export interface TestServer extends ServerAccess {
  /** Issues certificates that the server trusts (clients) and that trust in `ca` covers (other servers). */
  readonly authority: Authority;
  /** Speaks etcd's JSON gateway (`/v3/kv/compaction`). */
  readonly etcdUrl: string;
  /** Everything that it has written, gone after `stop()`. */
  readonly folder: string;
  readonly pids: { readonly etcd: number; readonly kubeApiserver: number };
  /** From the start of the processes until it was ready, the last time that it was started. */
  readonly startMs: number;
  /** Ends kube-apiserver as `kill -9` does; data and address stay. */
  kill(): Promise<void>;
  /** Starts kube-apiserver again on the same data and address, with other further flags if some are given. */
  restart(options?: Pick<StartOptions, 'flags'>): Promise<void>;
  /**
   * Starts another kube-apiserver of the same program on the same etcd, with the same users, at an address of its own. Of the
   * flags it has those that all servers here have, and these. It ends with this one.
   */
  startBeside(flags: readonly string[]): Promise<Reachable>;
  /** Ends everything and removes it. */
  stop(): Promise<void>;
  /** What kube-apiserver has written to its log so far. */
  logs(): string;
}

const shutdownMs = 10_000;

/**
 * Starts a server on loopback, built first where that has not been done. It ends with this process, whatever becomes
 * of that; `stop()` ends it before. Throws when it is not ready after 60 seconds, with the end of its log.
 */
export async function startServer(kind: ServerKind, options: StartOptions = {}): Promise<TestServer> {
  const programs = await programsFor(kind, options.report ?? (() => undefined));
  for (let turn = 1; ; turn += 1) {
    const folder = createScratchFolder();
    try {
      return await startIn(folder, kind, programs, options.flags ?? []);
    } catch (error) {
      folder.remove();
      // Between finding a free port and using it, somebody else may have taken it.
      if (turn === 3 || !(error instanceof Error && error.message.includes('address already in use'))) throw error;
    }
  }
}

async function startIn(
  folder: ScratchFolder,
  kind: ServerKind,
  programs: ServerPrograms,
  furtherFlags: readonly string[],
): Promise<TestServer> {
  const [port = 0, etcdPort = 0, peerPort = 0] = await freePorts(3);
  const { authority, tokens, flags: fileFlags } = writeServerFiles(folder);
  const reachable = { url: `https://127.0.0.1:${port}`, ca: authority.certificate };
  const etcdUrl = `http://127.0.0.1:${etcdPort}`;
  const log = folder.file('kube-apiserver.log');
  const flags = [
    ...apiserverFlags({ port, etcdUrl }),
    ...fileFlags,
    ...(kind === 'assets' ? [] : kindsOfServer[kind].flags),
  ];
  const begun = performance.now();
  const etcd = startLogged(
    programs.etcd,
    etcdFlags(folder, etcdUrl, `http://127.0.0.1:${peerPort}`),
    folder.file('etcd.log'),
  );
  let server: LoggedProcess;
  let startMs = 0;
  const beside: LoggedProcess[] = [];

  async function startApiserver(since: number): Promise<void> {
    server = startLogged(programs.kubeApiserver, [...flags, ...furtherFlags], log);
    try {
      await untilReady({ ...reachable, token: tokens.admin }, () => {
        assertAlive({ etcd, 'kube-apiserver': server });
      });
    } catch (error) {
      const tails = ['etcd.log', 'kube-apiserver.log'].map((name) => `--- ${name}\n${tailOf(folder.file(name))}`);
      throw new Error([(error as Error).message, ...tails].join('\n'), { cause: error });
    }
    startMs = performance.now() - since;
  }
  async function stop(): Promise<void> {
    // With etcd gone first, an API server that shuts down would hang.
    await Promise.all([server, ...beside].map((each) => each.end(shutdownMs)));
    await etcd.end(shutdownMs);
  }

  try {
    await startApiserver(begun);
    const formats = kind === 'assets' ? await detectFormats(reachable, tokens.admin) : kindsOfServer[kind].formats;
    return {
      ...reachable,
      kind,
      version: programs.version,
      tokens,
      clientCertificates: {
        admin: authority.issue({ commonName: 'certified-admin', organizations: ['system:masters'] }),
        reader: authority.issue({ commonName: 'certified-reader' }),
      },
      kubeconfig: formatKubeconfig(reachable, tokens),
      formats,
      authority,
      etcdUrl,
      folder: folder.path,
      get pids() {
        return { etcd: etcd.pid, kubeApiserver: server.pid };
      },
      get startMs() {
        return startMs;
      },
      async kill() {
        server.kill('SIGKILL');
        await server.end(shutdownMs);
      },
      async restart(options = {}) {
        await server.end(shutdownMs);
        if (options.flags !== undefined) furtherFlags = options.flags;
        await startApiserver(performance.now());
      },
      async startBeside(flags) {
        const [port = 0] = await freePorts(1);
        const url = `https://127.0.0.1:${port}`;
        const log = folder.file(`beside-${port}.log`);
        const words = [...apiserverFlags({ port, etcdUrl }), ...fileFlags, ...flags];
        const process = startLogged(programs.kubeApiserver, words, log);
        beside.push(process);
        const other = { url, ca: reachable.ca };
        await untilReady({ ...other, token: tokens.admin }, () => {
          if (process.exit !== undefined) throw new Error(`the server beside ended: ${tailOf(log)}`);
        });
        return other;
      },
      async stop() {
        await stop();
        folder.remove();
      },
      logs: () => readFileSync(log, 'utf8'),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function etcdFlags(folder: ScratchFolder, url: string, peerUrl: string): string[] {
  return [
    `--data-dir=${folder.file('etcd')}`,
    `--listen-client-urls=${url}`,
    `--advertise-client-urls=${url}`,
    `--listen-peer-urls=${peerUrl}`,
    '--unsafe-no-fsync',
    '--log-level=error',
  ];
}

function apiserverFlags({ port, etcdUrl }: { readonly port: number; readonly etcdUrl: string }): string[] {
  return [
    `--etcd-servers=${etcdUrl}`,
    '--bind-address=127.0.0.1',
    // Without a network besides loopback it would find no address to advertise, and nobody needs one.
    '--advertise-address=127.0.0.1',
    '--endpoint-reconciler-type=none',
    `--secure-port=${port}`,
    '--service-account-issuer=https://kubernetes.default.svc',
    '--service-cluster-ip-range=10.0.0.0/24',
    '--authorization-mode=RBAC',
    // There is no controller that would make service accounts.
    '--disable-admission-plugins=ServiceAccount',
  ];
}

function assertAlive(processes: Readonly<Record<string, LoggedProcess>>): void {
  for (const [name, { exit }] of Object.entries(processes)) {
    if (exit !== undefined) throw new Error(`${name} ended (${exit.signal ?? exit.code ?? 'unknown'})`);
  }
}
