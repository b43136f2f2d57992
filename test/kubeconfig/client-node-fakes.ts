import { readFileSync } from 'node:fs';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent, type RequestOptions } from 'node:https';
import type { ClientNodeCluster, ClientNodeKubeConfig } from '../../src/kubeconfig/index.js';

/** A user of @kubernetes/client-node, as far as the tests need it. */
export interface FakeUser {
  readonly name?: string;
  readonly certData?: string;
  readonly certFile?: string;
  readonly keyData?: string;
  readonly keyFile?: string;
  readonly token?: string;
  readonly username?: string;
  readonly password?: string;
  readonly impersonateUser?: string;
  /** Stands for plugins and token files: puts what it has into the options. */
  readonly authenticator?: (options: RequestOptions) => Promise<void>;
}

/** A KubeConfig without files, and a count of how often it was asked. */
export interface FakeKubeConfig extends Required<ClientNodeKubeConfig> {
  current: string;
  calls: number;
}

export interface FakeContext {
  readonly cluster: ClientNodeCluster | null;
  readonly user?: FakeUser | null;
  readonly namespace?: string;
}

export type Release = '0.22' | '1.4' | '2.0';

/**
 * Leaves in the options what a release of @kubernetes/client-node leaves in them: 0.22 sets no agent and no header to
 * impersonate, 1.4 makes an agent for each call, 2.0 keeps the first one.
 */
export function fakeKubeConfig(release: Release, contexts: Readonly<Record<string, FakeContext>>): FakeKubeConfig {
  let kept: object | undefined;
  const [first = ''] = Object.keys(contexts);
  const fake: FakeKubeConfig = {
    current: first,
    calls: 0,
    getCurrentContext: () => fake.current,
    getContextObject: (name) => contexts[name] ?? null,
    getCurrentCluster: () => contexts[fake.current]?.cluster ?? null,
    getCurrentUser: () => contexts[fake.current]?.user ?? null,
    async applyToHTTPSOptions(given) {
      fake.calls += 1;
      const options = given as RequestOptions;
      const { cluster = null, user = null } = contexts[fake.current] ?? {};
      if (user !== null) await applyUser(options, cluster, user, release);
      if (user?.username !== undefined) options.auth = `${user.username}:${user.password}`;
      if (release === '0.22' && cluster?.tlsServerName !== undefined) options.servername = cluster.tlsServerName;
      if (release === '1.4') options.agent = agentFor(cluster, options);
      if (release === '2.0') options.agent = (kept ??= agentFor(cluster, options)) as HttpsAgent;
    },
  };
  return fake;
}

async function applyUser(
  options: RequestOptions,
  cluster: ClientNodeCluster | null,
  user: FakeUser,
  release: Release,
): Promise<void> {
  if (cluster?.skipTLSVerify) options.rejectUnauthorized = false;
  if (release !== '0.22' && cluster?.tlsServerName !== undefined) options.servername = cluster.tlsServerName;
  const { ca, cert, key } = {
    ca: bytes(cluster?.caFile, cluster?.caData),
    cert: bytes(user.certFile, user.certData),
    key: bytes(user.keyFile, user.keyData),
  };
  Object.assign(options, { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) });
  const headers: Record<string, string> = {};
  options.headers = headers;
  if (release !== '0.22' && user.impersonateUser) headers['Impersonate-User'] = user.impersonateUser;
  await user.authenticator?.(options);
  if (user.token) headers['Authorization'] = `Bearer ${user.token}`;
}

function agentFor(cluster: ClientNodeCluster | null, { ca, cert, key, servername }: RequestOptions): HttpsAgent {
  if (!cluster?.server.startsWith('http:')) return new HttpsAgent({ ca, cert, key, servername });
  if (!cluster.skipTLSVerify) throw new Error('HTTP protocol is not allowed when skipTLSVerify is not set or false');
  return new HttpAgent() as HttpsAgent;
}

function bytes(file: string | undefined, data: string | undefined): Buffer | undefined {
  if (file) return readFileSync(file);
  return data ? Buffer.from(data, 'base64') : undefined;
}
