import { createClient, type Client } from 'kubeatlas';
import { countExchange, countingFetch, CountingWebSocket } from './costs.js';

/** What the page knows of whom it serves. */
export interface Session {
  readonly client: Client;
  /** The address of the API server. */
  readonly server: string;
  /** The namespace of the context. */
  readonly namespace: string;
  /** Whether the process refuses every write. */
  readonly isReadOnly: boolean;
}

interface Opened {
  readonly token?: string;
  /** Opens the page again after a reload, also in a tab that was duplicated. */
  readonly secret?: string;
  readonly server: string;
  readonly namespace: string;
  readonly readOnly: boolean;
}

const secretKey = 'kubeatlas-secret';

/**
 * Exchanges the secret of the address, which works once, for the token of this page. The token stays in memory: what reads the
 * history, another page or another port gets nothing that still works.
 */
export async function openSession(): Promise<Session> {
  const { token, server, namespace, readOnly } = import.meta.env.DEV ? inDevelopment : await exchangeSecret();
  globalThis.fetch = countingFetch(globalThis.fetch);
  globalThis.WebSocket = CountingWebSocket;
  const client = createClient({ server: '/k8s', token, bearerProtocol: true, onExchange: countExchange });
  return { client, server, namespace, isReadOnly: readOnly };
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
  const secret = given ?? sessionStorage.getItem(secretKey) ?? '';
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
  sessionStorage.setItem(secretKey, opened.secret ?? '');
  return opened;
}
