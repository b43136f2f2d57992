import type { Client } from '../core/client.js';
import type { ClientOptions } from '../core/client-options.js';
import { mappingOf } from '../core/model/rest-mapping.js';
import { abortableIterator } from '../core/shared/abortable-iterator.js';
import {
  requireClient,
  requireKnownOptions,
  requireList,
  requireMilliseconds,
  requireName,
  type OptionChecks,
} from '../core/shared/arguments.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import { quote } from '../core/shared/quote.js';
import type { ClusterChange, ClusterSource } from '../fleet/create-fleet.js';
import { follow } from '../watch/follow.js';
import { KubeconfigMissingEntryError, KubeconfigRefusedFieldError, KubeconfigSyntaxError } from './errors.js';
import { chooseContext, parseKubeconfig } from './file/parse.js';
import type { Section } from './file/section.js';
import { matchesGlob } from './glob.js';
import { toClientOptions } from './to-client-options.js';

/** What a kubeconfig from a Secret may have without asking: what is in it alone, and what weakens nothing. */
const harmless = {
  cluster: ['server', 'certificate-authority-data', 'tls-server-name', 'disable-compression', 'extensions'],
  user: ['token', 'client-certificate-data', 'client-key-data', 'username', 'password', 'extensions'],
} as const;

const refusable = [
  'certificate-authority',
  'client-certificate',
  'client-key',
  'tokenFile',
  'exec',
  'proxy-url',
  'insecure-skip-tls-verify',
  'as',
  'as-uid',
  'as-groups',
  'as-user-extra',
  'http',
] as const;

/**
 * What a kubeconfig from a Secret may not have unless it is allowed: a field by its name, or `http` for a server without
 * TLS. Whoever may write the Secret chooses the server as well: `tokenFile` would send it the token of this program, and
 * `exec` starts any program.
 */
export type RefusedField = (typeof refusable)[number];

/** Options of {@link secretClusters}. */
export interface SecretClustersOptions {
  /** The one namespace whose Secrets are read. */
  readonly namespace: string;
  /** Chooses the Secrets: `cluster.x-k8s.io/cluster-name` for those of Cluster API, together with `names`. */
  readonly labelSelector: string;
  /** The names of the Secrets; `*` stands for any text: `*-kubeconfig` for those of Cluster API. @default '*' */
  readonly names?: string | undefined;
  /** The key of the Secret with the kubeconfig. @default `value`, as in those of Cluster API, or else `kubeconfig` */
  readonly key?: string | undefined;
  /** What a kubeconfig may have all the same. @default nothing */
  readonly allow?: readonly RefusedField[] | undefined;
  /** The limit for connecting to a cluster, as that of `loadKubeconfig`. @default 30_000 */
  readonly connectTimeoutMs?: number | undefined;
}

const secrets = mappingOf({ group: '', version: 'v1', resource: 'secrets', kind: 'Secret', scope: 'Namespaced' });

const checks: OptionChecks<SecretClustersOptions> = {
  namespace: requireName,
  labelSelector: requireName,
  names: requireName,
  key: requireName,
  allow(name, value) {
    for (const each of requireList(name, value as readonly unknown[])) {
      if (!refusable.includes(each as RefusedField))
        throw new InvalidArgumentError(name, `must be a list of some of ${refusable.join(', ')}`);
    }
  },
  connectTimeoutMs: requireMilliseconds,
};

/** What is used of a Secret. */
interface ReadSecret {
  readonly metadata: { readonly name: string; readonly namespace?: string | undefined; readonly uid: string };
  readonly data?: Readonly<Record<string, string | undefined>> | undefined;
}

/**
 * Returns the Secrets of one namespace that hold kubeconfigs as clusters of a fleet, each by the name of its Secret. They
 * are followed: clusters come, change and go with their Secrets. New credentials for the same server are used by the client
 * in place; a change of the server or its authority ends the cluster, and a successor begins.
 *
 * A kubeconfig from a cluster is data. Fields that read files or run programs of this process, act as others, choose a
 * proxy or weaken the connection are refused unless you allow them ({@link RefusedField}); so are auth providers, always.
 * A Secret that holds no usable kubeconfig is a cluster whose calls fail with the reason.
 *
 * Requires permission to list and watch the Secrets of the namespace.
 *
 * @param client of the cluster that has the Secrets; it stays open
 * @throws InvalidArgumentError for options that can never work
 * @example
 * const clusters = secretClusters(client, {
 *   namespace: 'clusters',
 *   labelSelector: 'cluster.x-k8s.io/cluster-name',
 *   names: '*-kubeconfig',
 * });
 * const fleet = createFleet({ clusters });
 * @see https://cluster-api.sigs.k8s.io/developer/providers/contracts/control-plane
 */
export function secretClusters(client: Client, options: SecretClustersOptions): ClusterSource {
  requireClient(client);
  requireKnownOptions(options, checks);
  const { labelSelector, names = '*' } = options;
  const namespace = requireName('namespace', options.namespace);
  requireName('labelSelector', labelSelector);

  async function* changes(signal: AbortSignal): AsyncGenerator<ClusterChange, void, undefined> {
    const known = new Map<string, ReturnType<typeof secretCluster>>();
    const handle = client.handle<ReadSecret>(secrets).namespace(namespace);
    for await (const step of follow(handle, { labelSelector, signal })) {
      if (step.type === 'interrupted') {
        yield { type: 'failed', error: step.error };
      } else if (step.type === 'synced' || step.type === 'recovered') {
        yield { type: 'synced' };
      } else {
        const { name } = step.object.metadata;
        if (!matchesGlob(name, names)) continue;
        if (step.type === 'removed') {
          known.delete(name);
          yield { type: 'removed', name };
          continue;
        }
        const data = dataIn(step.object, options.key);
        let reading: Promise<ClientOptions> | undefined;
        const read = (): Promise<ClientOptions> => (reading ??= optionsIn(data, options));
        if ((await known.get(name)?.renew(data, read)) === true) continue;
        const cluster = secretCluster(data, options, reading);
        known.set(name, cluster);
        yield { type: 'set', name, source: `Secret ${quote(`${namespace}/${name}`)}`, client: cluster.load };
      }
    }
  }
  return {
    description: `Secrets in namespace ${quote(namespace)}`,
    [Symbol.asyncIterator]: () => abortableIterator(changes, []),
  };
}

/** The cluster of one Secret, with its kubeconfig in base64, which may have been read already; undefined if there is none. */
function secretCluster(
  given: string | undefined,
  options: SecretClustersOptions,
  unused: Promise<ClientOptions> | undefined,
) {
  let data = given;
  let first = unused;
  /** What the client in use authenticates with. */
  let current: ClientOptions | undefined;
  return {
    load: async (): Promise<ClientOptions> => {
      current = undefined;
      const reading = first ?? optionsIn(data, options);
      first = undefined;
      const made = await reading;
      current = made;
      const { authenticate, onClose } = made;
      return {
        ...made,
        ...(authenticate && { authenticate: (request) => (current?.authenticate ?? authenticate)(request) }),
        onClose() {
          (current?.onClose ?? onClose)?.();
          current = undefined;
        },
      };
    },
    /** Replaces what a client in use authenticates with; false if the client has to be made anew. */
    async renew(next: string | undefined, read: () => Promise<ClientOptions>): Promise<boolean> {
      if (next === data) return true;
      const before = current;
      if (before === undefined) return false;
      const made = await read().catch(() => undefined);
      // Of the same server, authority and user.
      if (made === undefined || made.discovery?.storeKey !== before.discovery?.storeKey) return false;
      if (made.namespace !== before.namespace || current !== before) return false;
      data = next;
      current = made;
      before.onClose?.();
      return true;
    },
  };
}

function dataIn({ data = {} }: ReadSecret, key: string | undefined): string | undefined {
  return key === undefined ? (data['value'] ?? data['kubeconfig']) : data[key];
}

/** Reads a kubeconfig that is data; its text is in no error. */
async function optionsIn(
  data: string | undefined,
  { key, allow = [], connectTimeoutMs }: SecretClustersOptions,
): Promise<ClientOptions> {
  if (data === undefined)
    throw new KubeconfigMissingEntryError(`it has no key ${quote(key ?? 'value')} with a kubeconfig`, {});
  const kubeconfig = parseKubeconfig(textIn(data), undefined);
  const { cluster, user } = chooseContext(kubeconfig, {});
  for (const [section, fields] of [[cluster, harmless.cluster] as const, [user, harmless.user] as const]) {
    requireHarmless(section, [...fields, ...allow]);
  }
  const server = cluster.text('server');
  if (server !== undefined && !/^https:\/\//i.test(server) && !allow.includes('http')) {
    throw refused(cluster, 'server', 'http', 'it does not begin with https://');
  }
  return toClientOptions(kubeconfig, { interactive: false, connectTimeoutMs });
}

function textIn(data: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(data, 'base64'));
  } catch {
    throw new KubeconfigSyntaxError('it is not UTF-8 text');
  }
}

/** Whatever is not known to be harmless is refused: a field that a later version reads must not slip through. */
function requireHarmless(section: Section, allowed: readonly string[]): void {
  for (const [field, value] of Object.entries(section.value)) {
    const isSet = value !== undefined && value !== null && value !== false && value !== '';
    if (isSet && !allowed.includes(field)) throw refused(section, field, field, 'it is set');
  }
}

function refused(section: Section, field: string, name: string, what: string): KubeconfigRefusedFieldError {
  const isKnown = refusable.includes(name as RefusedField);
  const hint = isKnown ? `; allow: [${quote(name)}] permits it` : '';
  return new KubeconfigRefusedFieldError(
    `${what}, which is not allowed in a kubeconfig from a Secret${hint}`,
    section.at(field),
  );
}
