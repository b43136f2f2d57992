import type { Catalog } from '../core/catalog/catalog.js';
import type { Client } from '../core/client.js';
import { findEvidence, type EvidenceChoice } from '../identity/find-evidence.js';
import type { RemoteGroupVersion } from '../identity/evidence.js';
import { unreadOf } from '../core/metadata/create-metadata-reader.js';
import type { CallOptions } from '../core/resource/options.js';
import { callOptionNames, requireCallOptions, requireClient } from '../core/shared/arguments.js';
import { isJsonRecord } from '../core/shared/json-record.js';
import { expandRules, type RuleExpansion } from './expand-rules.js';
import { readConfiguration } from './read-configuration.js';

/** Options of {@link Rules.expand}. `timeoutMs` applies to the list of APIServices. */
export interface RulesCallOptions extends CallOptions, EvidenceChoice {
  /**
   * The evidence to read, as for `createIdentity`. By default the legacy document of every group-version is read, once
   * per catalog, because a rule that guards a cluster should miss nothing.
   * @default 'all'
   */
  readonly evidence?: EvidenceChoice['evidence'];
}

/** A {@link RuleExpansion} that is based on a server. */
export interface ServerRuleExpansion<T> extends RuleExpansion<T> {
  /**
   * The group-versions that other servers serve, according to the APIServices; undefined if these could not be read,
   * for example without permission. Then everything is assumed to be the API server's own, and `covered` may contain
   * too much.
   */
  readonly remote: readonly RemoteGroupVersion[] | undefined;
  /** Why `remote` is unknown. */
  readonly remoteProblem?: string;
}

/**
 * Compares admission rules with what the server serves, and finds the endpoints that they miss although these serve the
 * same objects. For a catalog of your own, use `expandRules`.
 * @see https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/
 */
export interface Rules {
  /**
   * Calls the pure function `expandRules` with evidence from the server and one list of its APIServices. The
   * configuration need not be on the server. APIServices or documents that cannot be read do not cause an error; they
   * are reported in `remoteProblem` and `unread`.
   *
   * @throws InvalidConfigurationError or InvalidArgumentError before any request; DiscoveryError if discovery learned
   * nothing at all; ClientClosedError; the signal's reason after an abort; any error while getting credentials
   */
  expand<T extends object>(configuration: T, options?: RulesCallOptions): Promise<ServerRuleExpansion<T>>;
}

/** The group-versions behind the aggregator, or why they are unknown. */
type Remote = Pick<ServerRuleExpansion<unknown>, 'remote' | 'remoteProblem'>;

/**
 * Creates the {@link Rules} of a client.
 *
 * @throws InvalidArgumentError for anything but a client
 * @example
 * const webhook = await client.resource('validatingwebhookconfigurations').get('my-policy');
 * const { complete, configuration, findings } = await createRules(client).expand(webhook);
 * if (!complete) console.log(findings.flatMap(({ missed }) => missed), configuration);
 */
export function createRules(client: Client): Rules {
  requireClient(client);
  return Object.freeze<Rules>({
    async expand(configuration, options = {}) {
      readConfiguration(configuration);
      const { evidence = 'all', signal } = requireCallOptions(options, { ...callOptionNames, evidence: true }, client);
      const catalog = await client.discovery.catalog({ signal });
      const [found, behind] = await Promise.all([
        findEvidence(client, catalog, { evidence, signal }),
        readRemote(client, catalog, options),
      ]);
      const expansion = expandRules(configuration, catalog, { evidence: found.evidence, remote: behind.remote });
      return Object.freeze({
        ...expansion,
        // If a document is missing, its endpoints may be the same as others without any sign of it.
        unread: Object.freeze([...expansion.unread, ...found.failures]),
        ...behind,
      });
    },
  });
}

const resource = { group: 'apiregistration.k8s.io', version: 'v1', resource: 'apiservices' };
const kind = { group: 'apiregistration.k8s.io', version: 'v1', kind: 'APIService' };

/**
 * Reads which group-versions other servers serve, with one list. A server without APIServices has no aggregator, so
 * nothing is remote.
 * @see https://kubernetes.io/docs/concepts/extend-kubernetes/api-extension/apiserver-aggregation/
 */
async function readRemote(client: Client, catalog: Catalog, { signal, timeoutMs }: CallOptions): Promise<Remote> {
  if (catalog.resource(resource) === undefined) {
    const [unread] = catalog.failuresOf(resource);
    return unread === undefined ? { remote: [] } : { remote: undefined, remoteProblem: unread.message };
  }
  try {
    const { items } = await client.handle({ resource, kind, scope: 'Cluster' }).list({ signal, timeoutMs });
    return { remote: Object.freeze(items.flatMap(({ spec }) => remoteOf(spec))) };
  } catch (error) {
    return { remote: undefined, remoteProblem: unreadOf(error, { signal, isPage: false }).message };
  }
}

function remoteOf(spec: unknown): RemoteGroupVersion[] {
  if (!isJsonRecord(spec)) return [];
  const { group, version, service } = spec;
  // An APIService without a service is served by the API server itself.
  if (typeof version !== 'string' || !isJsonRecord(service)) return [];
  const backend = JSON.stringify([service['namespace'], service['name'], service['port'] ?? 443]);
  return [Object.freeze({ group: typeof group === 'string' ? group : '', version, backend })];
}
