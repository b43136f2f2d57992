import { createClient, type Client } from 'kubeatlas';
import { countExchange, countingFetch } from './costs.js';
import { socketFetch } from './socket-fetch.js';

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
  globalThis.fetch = countingFetch(socketFetch(globalThis.fetch));
  // Streams are WebSockets, which take none of the six connections of a browser.
  const client = createClient({ server: '/k8s', token, maxStreams: Infinity, onExchange: countExchange });
  return { client, server, namespace, isReadOnly: readOnly };
}

/** Vite's server adds the token of `kubeatlas proxy`: see vite.config.ts. */
const inDevelopment: Opened = { server: 'development', namespace: 'default', readOnly: false };

async function exchangeSecret(): Promise<Opened> {
  const given = /^#secret=(.+)$/.exec(location.hash)?.[1];
  if (given !== undefined) history.replaceState(null, '', location.pathname);
  const secret = given ?? sessionStorage.getItem(secretKey) ?? (await secretOfOtherTab());
  const answer = await fetch('/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ secret }),
  }).catch(() => {
    throw new Error('Nothing answers: run "kubeatlas dashboard" again.');
  });
  if (!answer.ok) throw new Error('The address of this page works once: run "kubeatlas dashboard" again.');
  const opened = (await answer.json()) as Opened;
  sessionStorage.setItem(secretKey, opened.secret ?? '');
  answerOtherTabs(opened.secret);
  return opened;
}

/** What tabs tell one another: one without a secret asks for it. Only this page has its origin: what the API server answers has none. */
interface BetweenTabs {
  readonly secret?: string | undefined;
}

/** A tab that is there answers at once. */
const patienceMs = 500;

/** Asks the tabs that are open for what opens this one: a link that is opened in a new tab takes nothing along. */
function secretOfOtherTab(): Promise<string> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(secretKey);
    const end = (secret: string): void => {
      clearTimeout(timer);
      channel.close();
      resolve(secret);
    };
    const timer = setTimeout(end, patienceMs, '');
    channel.onmessage = ({ data: { secret } }: MessageEvent<BetweenTabs>) => {
      if (secret !== undefined) end(secret);
    };
    channel.postMessage({});
  });
}

function answerOtherTabs(secret: string | undefined): void {
  const channel = new BroadcastChannel(secretKey);
  channel.onmessage = ({ data }: MessageEvent<BetweenTabs>) => {
    if (data.secret === undefined) channel.postMessage({ secret });
  };
}
