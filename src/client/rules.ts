import { expandRules } from '../admission/expand-rules.js';
import { readConfiguration } from '../admission/read-configuration.js';
import type { RuleExpansion } from '../admission/rule-expansion.js';
import type { Catalog } from '../catalog/catalog.js';
import type { RemoteGroupVersion } from '../identity/remote.js';
import type { CallOptions } from '../resource/options.js';
import type { FindEvidence } from './evidence.js';

/** On what the answers of `client.rules` rest. */
export interface ClientRulesOptions extends CallOptions {
  /**
   * As for `client.identity`; but what guards a cluster should miss nothing, so every group-version's legacy document is
   * read, once for a catalog. @default 'all'
   */
  readonly evidence?: 'alike' | 'all' | 'catalog' | undefined;
}

/** A {@link RuleExpansion} with what could be read for it. */
export interface ClientRuleExpansion<T> extends RuleExpansion<T> {
  /**
   * Which group-versions are another server's, by the APIServices; undefined where they could not be read, as by a
   * user without the right. Then everything is taken for the API server's own, and `covered` may hold too much.
   */
  readonly remote: readonly RemoteGroupVersion[] | undefined;
  /** Why `remote` is not known. */
  readonly remoteProblem?: string;
}

/** Rules of admission, held against what the server serves. */
export interface ClientRules {
  /**
   * As the pure function `expandRules`, with evidence from the server and with its APIServices, which one list tells.
   * The configuration need not be on the server. Throws `InvalidConfigurationError` before any request.
   */
  expand<T extends object>(configuration: T, options?: ClientRulesOptions): Promise<ClientRuleExpansion<T>>;
}

/** The group-versions behind the aggregator, or why they are not known. */
export type RemoteAnswer = { readonly remote: readonly RemoteGroupVersion[] } | { readonly problem: string };

/** What `client.rules` is made of. */
export interface ClientRulesParts {
  readonly catalog: (signal: AbortSignal | undefined) => Promise<Catalog>;
  readonly findEvidence: FindEvidence;
  readonly readRemote: (catalog: Catalog, options: CallOptions) => Promise<RemoteAnswer>;
}

/** Wires `expandRules` to a server. */
export function createClientRules({ catalog: learn, findEvidence, readRemote }: ClientRulesParts): ClientRules {
  return Object.freeze<ClientRules>({
    async expand(configuration, options = {}) {
      readConfiguration(configuration);
      const catalog = await learn(options.signal);
      const { evidence = 'all', signal } = options;
      const [found, answer] = await Promise.all([
        findEvidence(catalog, { evidence, signal }),
        readRemote(catalog, options),
      ]);
      const remote = 'remote' in answer ? answer.remote : undefined;
      const expansion = expandRules(configuration, catalog, { evidence: found.evidence, remote });
      return Object.freeze({
        ...expansion,
        // Without a document, its endpoints are not known to be the same as others.
        unread: Object.freeze([...expansion.unread, ...found.failures]),
        remote,
        ...('problem' in answer && { remoteProblem: answer.problem }),
      });
    },
  });
}
