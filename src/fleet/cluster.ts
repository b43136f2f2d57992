import { createClient, type Client } from '../core/client.js';
import type { ClientOptions } from '../core/client-options.js';
import { isForbidden, isNotFound } from '../core/errors.js';
import { abandonOnAbort } from '../core/shared/abort.js';
import { requireCallOptions } from '../core/shared/arguments.js';
import type { RequestGuard } from '../core/transport/connection.js';
import { ClusterEndedError, ClusterError, type ClusterLocation } from './errors.js';

/** A cluster that a source offers to a fleet. */
export interface NamedCluster {
  /** The name, unique in the fleet. */
  readonly name: string;
  /**
   * The client, which stays open when the fleet is closed; or a function that is called when the cluster is first used,
   * and again after it has failed. The fleet makes a client of the options that it returns, and closes that client, or the
   * one that it returns, when the cluster leaves.
   */
  readonly client: Client | (() => Client | ClientOptions | Promise<Client | ClientOptions>);
  /** Where the cluster comes from, for errors. @default that of the source */
  readonly source?: string | undefined;
}

/** One cluster of a fleet, for as long as the fleet has it: a cluster that comes back under its name is another object. */
export interface Cluster {
  /** The name, unique in the fleet. */
  readonly name: string;
  /** Where it comes from, for people. */
  readonly source: string;
  /** Aborted with a {@link ClusterEndedError} when the cluster leaves, is replaced, or the fleet is closed. */
  readonly signal: AbortSignal;
  /**
   * Returns the client, which is made by the first call. It is behind a guard: once the cluster has left, it sends nothing.
   *
   * @throws ClusterError if it cannot be made: the next call tries again; ClusterEndedError after the cluster left; the
   *   signal's reason after an abort
   */
  client(options?: { readonly signal?: AbortSignal | undefined }): Promise<Client>;
  /**
   * Reads the uid of the namespace kube-system, which identifies a cluster; undefined where that is not permitted, or
   * the server has none. If it is another than before, the cluster has been replaced behind its address: it ends, and a
   * successor begins under its name.
   *
   * @throws ClusterEndedError if the cluster was replaced, or has left; the errors of a request
   */
  uid(options?: { readonly signal?: AbortSignal | undefined }): Promise<string | undefined>;
}

/** A cluster, and how its fleet ends it. */
export interface OwnedCluster {
  readonly cluster: Cluster;
  /** Aborts the signal and closes the client. The first reason counts. */
  end(why: ClusterEndedError['why']): Promise<void>;
}

const namespaces = {
  resource: { group: '', version: 'v1', resource: 'namespaces' },
  kind: { group: '', version: 'v1', kind: 'Namespace' },
  scope: 'Cluster',
} as const;

const isClient = (given: Client | ClientOptions): given is Client =>
  typeof Reflect.get(given, 'resolve') === 'function';

/** A store has a key for each cluster: that of its source, or one made of name and server. */
function discoveryOf(
  { server, discovery }: ClientOptions,
  given: Partial<ClientOptions>,
  name: string,
): ClientOptions['discovery'] {
  const both = { ...discovery, ...given.discovery };
  return both.store === undefined || both.storeKey !== undefined
    ? both
    : { ...both, storeKey: JSON.stringify([name, server]) };
}

/**
 * Begins a cluster.
 *
 * @param given options of the fleet for all clients
 * @param onReplaced called when the uid of kube-system has changed
 */
export function ownCluster(
  { name, client: from, source }: NamedCluster & { readonly source: string },
  given: Partial<ClientOptions>,
  onReplaced: () => void,
): OwnedCluster {
  const location: ClusterLocation & { cluster: string } = { cluster: name, source };
  const ending = new AbortController();
  const { signal } = ending;
  let made: Promise<Client> | undefined;
  let close = (): Promise<void> => Promise.resolve();
  let uid: string | undefined;

  const make = async (): Promise<Client> => {
    const found = typeof from === 'function' ? await from() : from;
    const client = isClient(found)
      ? found
      : createClient({ ...found, ...given, discovery: discoveryOf(found, given, name) });
    if (typeof from === 'function') close = () => client.close();
    if (signal.aborted) {
      await close();
      throw signal.reason;
    }
    return client.with({ signal });
  };
  const client: Cluster['client'] = async (options = {}) => {
    const { signal: asked } = requireCallOptions(options, { signal: true });
    signal.throwIfAborted();
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw signal.aborted ? signal.reason : new ClusterError(location, error);
    });
    return abandonOnAbort(abandonOnAbort(made, signal), asked);
  };
  const cluster: Cluster = Object.freeze<Cluster>({
    name,
    source,
    signal,
    client,
    async uid(options = {}) {
      const { signal: asked } = requireCallOptions(options, { signal: true });
      const handle = (await client({ signal: asked })).handle(namespaces).as('PartialObjectMetadata');
      const found = await handle.get('kube-system', { signal: asked }).then(
        ({ metadata }) => metadata.uid,
        (error: unknown) => {
          if (isForbidden(error) || isNotFound(error)) return undefined;
          throw error;
        },
      );
      if (uid !== undefined && found !== undefined && found !== uid) onReplaced();
      signal.throwIfAborted();
      uid = found ?? uid;
      return found;
    },
  });
  return {
    cluster,
    end: async (why) => {
      if (signal.aborted) return;
      ending.abort(new ClusterEndedError(location, why));
      await close();
    },
  };
}

/** Tells whether what a server says is still said by its cluster. Made by {@link createTrust}. */
export interface Trust {
  /** Stands before the requests whose answers count. */
  readonly guard: RequestGuard;
  /** Reads the uid of kube-system if something was requested since it was last read. Throws as `cluster.uid()` does. */
  readonly confirm: () => Promise<void>;
}

/**
 * Each request may reach another server behind the address of a cluster: what follows it counts once the uid of kube-system
 * has been read after it.
 *
 * @param isSynced whether objects are known that another cluster would seem to have deleted
 */
export function createTrust(cluster: Cluster, isSynced: () => boolean, signal: AbortSignal): Trust {
  let sent = 0;
  let trusted = 0;
  let reading: { readonly of: number; readonly uid: Promise<unknown> } | undefined;
  return {
    guard: {
      prepare(request) {
        if ((request.method ?? 'GET') !== 'GET') return request;
        sent += 1;
        // Nothing may follow a watch for long.
        if (isSynced())
          Promise.resolve()
            .then(() => cluster.uid({ signal }))
            .catch(() => undefined);
        return request;
      },
    },
    async confirm() {
      const of = sent;
      if (trusted === of) return;
      if (reading?.of !== of) reading = { of, uid: cluster.uid({ signal }) };
      const mine = reading;
      try {
        await mine.uid;
        trusted = Math.max(trusted, of);
      } finally {
        if (reading === mine) reading = undefined;
      }
    },
  };
}
