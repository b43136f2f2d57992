import { cpSync, readFileSync, rmSync } from 'node:fs';
import type { Report } from '../build/go-build.js';
import type { ServerPrograms } from '../build/build-server.js';
import type { CertificateAuthority } from '../../../src/testing/tls/certificates.js';
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

/** Options of a server besides its kind. */
export interface StartOptions {
  /** Further flags of kube-apiserver, appended to the others. */
  readonly flags?: readonly string[] | undefined;
  /** Called with the progress if programs must be built first. */
  readonly report?: Report | undefined;
}

/** Options of a server beside another. */
export interface BesideOptions {
  /** The host name that it sees, by which API servers tell each other apart. @default that of the machine */
  readonly hostname?: string | undefined;
}

/** Another kube-apiserver on the etcd of a server. */
export interface ServerBeside extends Reachable {
  /** Ends it gracefully. */
  stop(): Promise<void>;
}

/** A ready kube-apiserver with a separate etcd. */
export interface TestServer extends ServerAccess {
  /** Issues certificates that the server trusts (for clients), and that `ca` covers (for other servers). */
  readonly authority: CertificateAuthority;
  /** The address of etcd's JSON gateway (`/v3/kv/compaction`). */
  readonly etcdUrl: string;
  /** Everything written by the server; deleted by `stop()`. */
  readonly folder: string;
  readonly pids: { readonly etcd: number; readonly kubeApiserver: number };
  /** The time from starting the processes until the server was ready, for the last start. */
  readonly startMs: number;
  /** Kills kube-apiserver like `kill -9`; data and address are kept. */
  kill(): Promise<void>;
  /**
   * Starts kube-apiserver again with the same data and address, replacing the further flags if some are given, and the
   * program by that of another kind: an upgrade.
   */
  restart(options?: Pick<StartOptions, 'flags'> & { readonly kind?: ServerKind | undefined }): Promise<void>;
  /**
   * Starts another kube-apiserver of the same program on the same etcd, with the same users, at a new address. It has
   * the flags that all servers here have, and these. It ends with this one.
   */
  startBeside(flags: readonly string[], options?: BesideOptions): Promise<ServerBeside>;
  /** Copies what etcd has at this moment; returns the folder. */
  snapshot(): string;
  /**
   * Kills all API servers and etcd, and starts etcd with the data of a snapshot.
   *
   * @param beforeStart what happens before kube-apiserver starts again
   */
  restore(snapshot: string, beforeStart: () => Promise<void>): Promise<void>;
  /** Stops all processes and deletes all files. */
  stop(): Promise<void>;
  /** Returns the log of kube-apiserver so far. */
  logs(): string;
}

const shutdownMs = 10_000;

/**
 * Starts a server on loopback, after building it if necessary. It ends with this process, however that happens, or
 * earlier by `stop()`. Throws with the end of its log if it is not ready after 60 seconds.
 */
export async function startServer(kind: ServerKind, options: StartOptions = {}): Promise<TestServer> {
  const programs = await programsFor(kind, options.report ?? (() => undefined));
  for (let turn = 1; ; turn += 1) {
    const folder = createScratchFolder();
    try {
      return await startIn(folder, kind, programs, options.flags ?? []);
    } catch (error) {
      folder.remove();
      // Another process may have taken the free port before it was used.
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
  const startEtcd = (): LoggedProcess =>
    startLogged(programs.etcd, etcdFlags(folder, etcdUrl, `http://127.0.0.1:${peerPort}`), folder.file('etcd.log'));
  let etcd = startEtcd();
  let snapshots = 0;
  let server: LoggedProcess;
  let program = programs.kubeApiserver;
  let startMs = 0;
  const beside: LoggedProcess[] = [];

  async function startApiserver(since: number): Promise<void> {
    server = startLogged(program, [...flags, ...furtherFlags], log);
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
    // If etcd ended first, an API server that shuts down would hang.
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
        if (options.kind !== undefined) program = (await programsFor(options.kind, () => undefined)).kubeApiserver;
        await startApiserver(performance.now());
      },
      async startBeside(flags, { hostname } = {}) {
        const [port = 0] = await freePorts(1);
        const url = `https://127.0.0.1:${port}`;
        const log = folder.file(`beside-${port}.log`);
        const words = [...apiserverFlags({ port, etcdUrl }), ...fileFlags, ...flags];
        const process =
          hostname === undefined
            ? startLogged(programs.kubeApiserver, words, log)
            : startLogged('unshare', [...withHostname(hostname), programs.kubeApiserver, ...words], log);
        beside.push(process);
        const other = { url, ca: reachable.ca };
        await untilReady({ ...other, token: tokens.admin }, () => {
          if (process.exit !== undefined) throw new Error(`the server beside ended: ${tailOf(log)}`);
        });
        return { ...other, stop: () => process.end(shutdownMs) };
      },
      snapshot() {
        const copy = folder.file(`snapshot-${(snapshots += 1)}`);
        // What it has written is what it would find after a crash.
        etcd.kill('SIGSTOP');
        cpSync(folder.file('etcd'), copy, { recursive: true });
        etcd.kill('SIGCONT');
        return copy;
      },
      async restore(snapshot, beforeStart) {
        const all = [server, ...beside, etcd];
        for (const each of all) each.kill('SIGKILL');
        await Promise.all(all.map((each) => each.end(shutdownMs)));
        rmSync(folder.file('etcd'), { recursive: true });
        cpSync(snapshot, folder.file('etcd'), { recursive: true });
        etcd = startEtcd();
        await beforeStart();
        await startApiserver(performance.now());
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

/** The arguments of `unshare` before a command that sees another host name; Linux only. */
function withHostname(hostname: string): string[] {
  return ['--user', '--map-root-user', '--uts', 'sh', '-c', 'hostname "$0" && exec "$@"', hostname];
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
    // With no network besides loopback it would find no address to advertise; nothing needs one.
    '--advertise-address=127.0.0.1',
    '--endpoint-reconciler-type=none',
    `--secure-port=${port}`,
    '--service-account-issuer=https://kubernetes.default.svc',
    '--service-cluster-ip-range=10.0.0.0/24',
    '--authorization-mode=RBAC',
    // As installers of clusters have it.
    '--allow-privileged',
    // No controller would create service accounts.
    '--disable-admission-plugins=ServiceAccount',
  ];
}

function assertAlive(processes: Readonly<Record<string, LoggedProcess>>): void {
  for (const [name, { exit }] of Object.entries(processes)) {
    if (exit !== undefined) throw new Error(`${name} ended (${exit.signal ?? exit.code ?? 'unknown'})`);
  }
}
