import { inject, onTestFinished } from 'vitest';
import { ApiError, createClient, type Client, type ClientOptions, type ObjectLike } from '../../../src/index.js';
import { loadKubeconfig, type LoadKubeconfigOptions } from '../../../src/kubeconfig/index.js';
import { tempFolder } from '../../kubeconfig/temp-folder.js';

const server = inject('server');

/** Data of a kubeconfig. */
export function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** A kubeconfig of the shared server with one context, `here`, and what differs from test to test. */
export function kubeconfigOf(user: object, cluster: object = {}): object {
  const real = { server: server.url, 'certificate-authority-data': base64(server.ca), ...cluster };
  return {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'real', cluster: real }],
    users: [{ name: 'me', user }],
    contexts: [{ name: 'here', context: { cluster: 'real', user: 'me', namespace: 'kube-system' } }],
    'current-context': 'here',
  };
}

/** Client options from such a kubeconfig, with nothing of this process' environment but the PATH. */
export async function loadBy(
  user: object,
  cluster: object = {},
  options: LoadKubeconfigOptions = {},
): Promise<ClientOptions> {
  const { write } = await tempFolder();
  const path = await write('config', kubeconfigOf(user, cluster));
  return loadKubeconfig({ path, env: { PATH: process.env['PATH'] }, ...options });
}

/** A client that is closed when the test ends. */
export function clientOf(options: ClientOptions): Client {
  const client = createClient(options);
  onTestFinished(() => client.close());
  return client;
}

/** A client of the shared server by a kubeconfig with this user, and with this cluster where it differs. */
export async function connectBy(...parts: Parameters<typeof loadBy>): Promise<Client> {
  return clientOf(await loadBy(...parts));
}

/** Whom the server takes somebody for. */
export interface Seen {
  readonly username?: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

interface Review extends ObjectLike {
  readonly status?: { readonly userInfo: Seen };
}

/** Asks the server whom it takes the client for. */
export async function whoIs(client: Client): Promise<Seen | undefined> {
  const reviews = await client.resource<Review>('selfsubjectreviews.authentication.k8s.io');
  const { status } = await reviews.create({ metadata: {} });
  return status?.userInfo;
}

/** True where the client may read the secrets of all namespaces, which only a cluster admin may here. */
export async function mayReadSecrets(client: Client): Promise<boolean> {
  const secrets = await client.resource('secrets');
  try {
    await secrets.list({ limit: 1 });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.statusCode === 403) return false;
    throw error;
  }
}
