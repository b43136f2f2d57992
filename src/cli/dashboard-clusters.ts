import type { IncomingMessage, ServerResponse } from 'node:http';
import { ClusterError, type Cluster, type Fleet } from '../fleet/index.js';
import { isKubeError, type Client } from '../index.js';
import { isRecord } from './is-record.js';
import type { PageClient } from './page-proxy.js';
import { oneLine } from './terminal/one-line.js';

/** A cluster that the page can show. */
export interface PageCluster {
  /** The name of its context; empty for the only one. */
  readonly name: string;
  /** What the page puts before the paths of its API server. */
  readonly prefix: string;
  readonly client: PageClient;
  /** Makes its client, for which nobody logs in, and tells the namespace of the context. */
  readonly whole: () => Promise<{ readonly client: Client; readonly namespace: string }>;
}

/** What one is told of a cluster that was asked. */
export interface ClusterStatus {
  readonly cluster: string;
  readonly version?: string;
  /** Who one is there; empty where the server does not tell. */
  readonly user?: string;
  /** Why it did not answer. */
  readonly error?: string;
}

/** Nobody waits longer for a cluster that may be dead. A login in a browser takes its time. */
const timeoutMs = 30_000;

/** Returns the clusters of a fleet for a page, each with a client that is made when the page asks for the first time. */
export function pageClustersOf({ clusters }: Fleet): readonly PageCluster[] {
  return clusters.map((cluster, index) => {
    const { name } = cluster;
    const made = (): Promise<Client> =>
      cluster.client().catch((error: unknown) => {
        // What is wrong with its kubeconfig says more than the name that the page knows.
        throw error instanceof ClusterError ? error.cause : error;
      });
    return {
      name,
      // A name may have any letters.
      prefix: `/clusters/${index}`,
      client: {
        stream: async (request) => (await made()).stream(request),
        connect: async (request) => (await made()).connect(request),
      },
      async whole() {
        const client = await made();
        return { client, namespace: client.defaultNamespace ?? 'default' };
      },
    };
  });
}

/** Answers with a line of JSON for each cluster as it answers: what it is, and who one is there. The others are not asked. */
export async function sendStatuses(
  fleet: Fleet,
  wanted: (index: number) => boolean,
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
): Promise<void> {
  const leaving = new AbortController();
  request.socket.once('close', () => leaving.abort());
  response.once('close', () => leaving.abort());
  await Promise.all(
    fleet.clusters
      .filter((_, index) => wanted(index))
      .map(async (cluster) => {
        const { name } = cluster;
        const signal = AbortSignal.any([leaving.signal, AbortSignal.timeout(timeoutMs)]);
        const status = await statusOf(cluster, signal).catch((error: unknown) => {
          const isLate = signal.aborted && !leaving.signal.aborted;
          return { error: isLate ? `no answer within ${timeoutMs / 1000} s` : oneLine(wordsOf(error)) };
        });
        response.write(`${JSON.stringify({ cluster: name, ...status } satisfies ClusterStatus)}\n`);
      }),
  );
  response.end();
}

async function statusOf(cluster: Cluster, signal: AbortSignal): Promise<Omit<ClusterStatus, 'cluster'>> {
  const client = await cluster.client({ signal });
  const answer = (await client.request({ path: '/version', signal })).json();
  const version = isRecord(answer) ? String(answer['gitVersion']) : 'unknown';
  return { version, user: await userOf(client, signal) };
}

/** Reads who one is; empty for a server before 1.28, and where one may not ask. */
async function userOf(client: Client, signal: AbortSignal): Promise<string> {
  const version = { group: 'authentication.k8s.io', version: 'v1' };
  const reviews = client.handle({
    resource: { ...version, resource: 'selfsubjectreviews' },
    kind: { ...version, kind: 'SelfSubjectReview' },
    scope: 'Cluster',
  });
  try {
    const { status } = (await reviews.create({}, { signal })) as { readonly status?: unknown };
    const user = isRecord(status) ? status['userInfo'] : undefined;
    return isRecord(user) && typeof user['username'] === 'string' ? user['username'] : '';
  } catch (error) {
    if (isKubeError(error) && error.code === 'api' && error.statusCode !== 401) return '';
    throw error;
  }
}

function wordsOf(error: unknown): string {
  const cause = error instanceof ClusterError ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}
