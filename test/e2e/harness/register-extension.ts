import { discoveryAccepts } from './discovery-formats.js';
import type { GroupVersion } from '../../../src/index.js';
import type { ExtensionServer } from './extension-server.js';
import { askAsAdmin } from './install.js';
import type { ServerAccess } from './server-access.js';
import { waitUntil } from './wait-until.js';

type Server = Pick<ServerAccess, 'url' | 'ca' | 'tokens' | 'formats'>;

/** The state of a group-version of an extension server in discovery. */
export type ExtensionState = 'Current' | 'Stale' | 'gone';

/** The registration of an extension server. */
export interface Extension {
  /** The name of the Service that leads to it. */
  readonly name: string;
  readonly groups: readonly GroupVersion[];
}

const apiServices = '/apis/apiregistration.k8s.io/v1/apiservices';
const services = '/api/v1/namespaces/default/services';
const apiServiceName = ({ group, version }: GroupVersion): string => `${version}.${group}`;

/**
 * Makes kube-apiserver forward all requests for the groups to the extension server, and waits until discovery lists
 * them.
 */
export async function registerExtension(
  server: Server,
  {
    name,
    port,
    groups,
  }: Pick<ExtensionServer, 'port'> & { readonly name: string } & {
    readonly groups: readonly GroupVersion[];
  },
): Promise<void> {
  await askAsAdmin(server, {
    method: 'POST',
    path: services,
    body: {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name },
      spec: { type: 'ExternalName', externalName: 'localhost', ports: [{ port }] },
    },
  });
  for (const each of groups) {
    const { group, version } = each;
    await askAsAdmin(server, {
      method: 'POST',
      path: apiServices,
      body: {
        apiVersion: 'apiregistration.k8s.io/v1',
        kind: 'APIService',
        metadata: { name: apiServiceName(each) },
        spec: {
          group,
          version,
          groupPriorityMinimum: 1000,
          versionPriority: 15,
          insecureSkipTLSVerify: true,
          service: { name, namespace: 'default', port },
        },
      },
    });
  }
  await untilExtensionIs(server, groups, 'Current');
}

/** Reverts {@link registerExtension}, and waits until discovery no longer lists the groups. */
export async function unregisterExtension(server: Server, { name, groups }: Extension): Promise<void> {
  for (const group of groups) {
    await askAsAdmin(server, { method: 'DELETE', path: `${apiServices}/${apiServiceName(group)}` }, [200, 404]);
  }
  await askAsAdmin(server, { method: 'DELETE', path: `${services}/${name}` }, [200, 404]);
  await untilExtensionIs(server, groups, 'gone');
}

/** Makes kube-apiserver check the extension server now instead of every 30 seconds. */
export async function lookAfterExtension(server: Server, groups: readonly GroupVersion[]): Promise<void> {
  for (const group of groups) {
    await askAsAdmin(server, {
      method: 'PATCH',
      path: `${apiServices}/${apiServiceName(group)}`,
      headers: { 'content-type': 'application/merge-patch+json' },
      body: { metadata: { annotations: { 'kubeatlas.example.org/looked-after': String(Date.now()) } } },
    });
  }
}

/** Waits until all groups have that state in every format of discovery. */
export async function untilExtensionIs(
  server: Server,
  groups: readonly GroupVersion[],
  state: ExtensionState,
): Promise<void> {
  let states: string[] = [];
  await waitUntil(
    () => `all groups of the extension server are ${state}: ${states.join(', ')}`,
    async () => {
      const documents = await Promise.all([legacyStates(server, groups), ...aggregatedStates(server, groups)]);
      states = documents.flat();
      return states.every((each) => each === state) || undefined;
    },
    { limitMs: 60_000 },
  );
}

async function legacyStates(server: Server, groups: readonly GroupVersion[]): Promise<ExtensionState[]> {
  const { groups: items } = (await askAsAdmin(server, { path: '/apis' })).json();
  return Promise.all(
    groups.map(async ({ group, version }) => {
      const isListed = (items as { name: string }[]).some(({ name }) => name === group);
      const { status } = await askAsAdmin(server, { path: `/apis/${group}/${version}` }, [200, 404, 502, 503]);
      if (status === 200) return 'Current';
      return isListed || status !== 404 ? 'Stale' : 'gone';
    }),
  );
}

interface Aggregated {
  readonly metadata: { readonly name: string };
  readonly versions: readonly { readonly version: string; readonly freshness: 'Current' | 'Stale' }[];
}

function aggregatedStates(server: Server, groups: readonly GroupVersion[]): Promise<ExtensionState[]>[] {
  const formats = server.formats.filter((format) => format !== 'legacy');
  return formats.map(async (format) => {
    const { items } = (
      await askAsAdmin(server, { path: '/apis', headers: { accept: discoveryAccepts[format] } })
    ).json();
    return groups.map(({ group, version }) => {
      const found = (items as Aggregated[]).find(({ metadata }) => metadata.name === group);
      return found?.versions.find((each) => each.version === version)?.freshness ?? 'gone';
    });
  });
}
