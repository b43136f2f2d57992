import { createClient, type Client } from 'kubeatlas';
import { createFleet, type Fleet } from 'kubeatlas/fleet';
import { keepSettings } from './settings.js';
import { countExchange, countingFetch, CountingWebSocket } from './costs.js';

/** What the page knows of a cluster, and of whom it serves there. */
export interface Session {
  readonly client: Client;
  /** The name of its context, where the page has several. */
  readonly cluster: string | undefined;
  /** The address of the API server. */
  readonly server: string;
  /** The namespace of the context. */
  readonly namespace: string;
  /** Whether the process refuses every write. */
  readonly isReadOnly: boolean;
  /** Asks the process for a port of this machine: `dashboard-ports.ts` of the command line says what it answers. */
  readonly askForPort: (of: Readonly<Record<'resource' | 'namespace' | 'name' | 'port', string>>) => WebSocket;
}

/** What a cluster is, as it answered last. */
export interface ClusterStatus {
  readonly cluster: string;
  readonly version?: string;
  readonly user?: string;
  readonly error?: string;
}

/** The page, before a cluster or several. */
export interface Page {
  readonly isReadOnly: boolean;
  /** The only cluster. */
  readonly only: Session | undefined;
  /** The names of several clusters; empty for the only one. */
  readonly clusters: readonly string[];
  /** Several clusters as one: each is asked when something is asked of it. */
  readonly fleet: Fleet;
  /** Opens one of several: what its kubeconfig says, without a login. */
  readonly open: (cluster: string) => Promise<Session>;
  /** Asks what clusters are, or all of them, and tells each as it answers. */
  readonly ask: (clusters: readonly string[], tell: (status: ClusterStatus) => void) => Promise<void>;
}

interface Opened {
  readonly token?: string;
  /** Opens the page again after a reload, also in a tab that was duplicated. */
  readonly secret?: string;
  readonly readOnly: boolean;
  /** What the page remembers. */
  readonly settings?: object;
  /** Of the only cluster. */
  readonly server?: string;
  readonly namespace?: string;
  /** Of several. */
  readonly clusters?: readonly { readonly name: string; readonly prefix: string }[];
}

const secretKey = 'kubeatlas-secret';

/** Does something with the storage of the tab. A browser may refuse it: then a reload needs a new address. */
function withStorage<T>(act: (storage: Storage) => T): T | undefined {
  try {
    return act(sessionStorage);
  } catch {
    return undefined;
  }
}

/**
 * Exchanges the secret of the address, which works once, for the token of this page. The token stays in memory: what reads the
 * history, another page or another port gets nothing that still works.
 */
export async function openPage(): Promise<Page> {
  const opened = import.meta.env.DEV ? inDevelopment : await exchangeSecret();
  const { token, readOnly: isReadOnly, clusters = [] } = opened;
  globalThis.fetch = countingFetch(globalThis.fetch);
  globalThis.WebSocket = CountingWebSocket;
  const clientOf = (prefix: string): Client =>
    createClient({ server: prefix, token, bearerProtocol: true, onExchange: countExchange });

  const askForPortOf = (prefix: string): Session['askForPort'] => {
    return (of) => {
      const query = new URLSearchParams({ prefix, ...of });
      const shown = btoa(token ?? '')
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '');
      const protocols = ['ports.kubeatlas', `base64url.bearer.authorization.k8s.io.${shown}`];
      return new WebSocket(`${location.origin.replace(/^http/, 'ws')}/ports?${query.toString()}`, protocols);
    };
  };
  const get = async (path: string): Promise<Response> => {
    const answer = await fetch(path, { headers: { authorization: `Bearer ${token ?? ''}` } });
    if (answer.ok) return answer;
    const { message } = (await answer.json()) as { readonly message: string };
    throw new Error(message);
  };
  // One after the other, so that the last one stays; what comes meanwhile goes together.
  let sending = Promise.resolve();
  let waiting = {};
  keepSettings(opened.settings ?? {}, (change) => {
    waiting = { ...waiting, ...change };
    sending = sending.then(async () => {
      const body = JSON.stringify(waiting);
      if (body === '{}') return;
      waiting = {};
      const headers = { authorization: `Bearer ${token ?? ''}`, 'content-type': 'application/json' };
      // What is not kept is remembered as long as the page.
      await fetch('/settings', { method: 'POST', headers, body, keepalive: true }).catch(() => undefined);
    });
  });
  const prefixes = new Map(clusters.map(({ name, prefix }) => [name, prefix]));
  const sessions = new Map<string, Promise<Session>>();
  const open = (cluster: string): Promise<Session> => {
    const begin = async (): Promise<Session> => {
      const prefix = prefixes.get(cluster);
      if (prefix === undefined) throw new Error(`There is no context “${cluster}” here.`);
      const { server, namespace } = (await (await get(prefix)).json()) as Session;
      return { client: clientOf(prefix), cluster, server, namespace, isReadOnly, askForPort: askForPortOf(prefix) };
    };
    const session = sessions.get(cluster) ?? begin();
    sessions.set(cluster, session);
    session.catch(() => sessions.delete(cluster));
    return session;
  };
  const names = clusters.map(({ name }) => name);
  const { server = '', namespace = 'default' } = opened;
  return {
    isReadOnly,
    only:
      opened.clusters === undefined
        ? {
            client: clientOf('/k8s'),
            cluster: undefined,
            server,
            namespace,
            isReadOnly,
            askForPort: askForPortOf('/k8s'),
          }
        : undefined,
    clusters: names,
    fleet: createFleet({
      clusters: names.map((name) => ({ name, client: async () => (await open(name)).client })),
      onError: () => undefined,
    }),
    open,
    async ask(wanted, tell) {
      // Names may be long, and an address may not.
      const query = new URLSearchParams(wanted.map((name) => ['only', String(names.indexOf(name))]));
      const { body } = await get(`/clusters?${query.toString()}`);
      const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
      let rest = '';
      for (;;) {
        const { value = '', done = true } = (await reader?.read()) ?? {};
        const lines = (rest + value).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) tell(JSON.parse(line) as ClusterStatus);
        if (done) return;
      }
    },
  };
}

function secretIn(hash: string): string | undefined {
  return /^#secret=(.+)$/.exec(hash)?.[1];
}

/** Vite's server adds the token of `kubeatlas proxy`: see vite.config.ts. */
const inDevelopment: Opened = { server: 'development', namespace: 'default', readOnly: false };

async function exchangeSecret(): Promise<Opened> {
  // The address of a new process, in a tab of the one before: a browser loads nothing for another fragment.
  addEventListener('hashchange', () => {
    if (secretIn(location.hash) !== undefined) location.reload();
  });
  const given = secretIn(location.hash);
  if (given !== undefined) history.replaceState(null, '', location.pathname);
  const secret = given ?? withStorage((storage) => storage.getItem(secretKey)) ?? '';
  const answer = await fetch('/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ secret }),
  }).catch(() => {
    throw new Error('Nothing answers: run "kubeatlas dashboard" again.');
  });
  if (!answer.ok) {
    throw new Error(
      'The address of this page works once: duplicate a tab that is open, or run "kubeatlas dashboard" again.',
    );
  }
  const opened = (await answer.json()) as Opened;
  withStorage((storage) => storage.setItem(secretKey, opened.secret ?? ''));
  return opened;
}
