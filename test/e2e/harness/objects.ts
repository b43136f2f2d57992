import type { GroupVersion } from '../../../src/index.js';
import { waitUntil } from './wait-until.js';
import { ask, type Reachable } from './ask.js';
import type { ServerAccess } from './server-access.js';

/** Returns a valid deployment; nothing runs it. */
export function deployment(name: string, replicas: number): object {
  const labels = { app: name };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, labels },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'example.org/main' }] } },
    },
  };
}

/** Returns an APIService whose backend does not exist: discovery lists its group-version but cannot describe it. */
export function deadApiService({ group, version }: GroupVersion): object {
  return {
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name: `${version}.${group}` },
    spec: {
      group,
      version,
      groupPriorityMinimum: 100,
      versionPriority: 100,
      insecureSkipTLSVerify: true,
      service: { name: 'nobody', namespace: 'nowhere', port: 443 },
    },
  };
}

export function namespace(name: string): object {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
}

/** Creates an object without kubeatlas; waits while the storage of a new custom resource is being set up (429). */
export async function createObject(
  server: Reachable & Pick<ServerAccess, 'tokens'>,
  path: string,
  body: object,
): Promise<void> {
  await waitUntil(`an object can be created at ${path}`, async () => {
    const answer = await ask(server, { method: 'POST', path, body, token: server.tokens.admin });
    if (answer.status === 429) return undefined;
    if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${answer.body}`);
    return true;
  });
}

/** A list without its version: a server that writes for itself raises it at any time. */
export function withoutVersion(list: unknown): object {
  const { metadata, ...rest } = list as { readonly metadata: object };
  return { ...rest, metadata: { ...metadata, resourceVersion: undefined } };
}
