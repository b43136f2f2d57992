import type { Catalog } from './catalog/catalog.js';
import type { ResourceEntry } from './catalog/entries.js';
import type { EvidenceReader } from './discovery/read-evidence.js';
import { aliasesOf } from './identity/aliases.js';
import { distinctResources, type DistinctResourcesOptions } from './identity/distinct-resources.js';
import type { Aliases, EquivalenceClass } from './identity/equivalence-class.js';
import { equivalenceClasses } from './identity/equivalence-classes.js';
import { candidatesForEvidence, type EvidenceQuestion } from './identity/evidence-candidates.js';
import { ownEvidence, type Evidence } from './identity/evidence.js';
import type { Resolution, ResolveOptions } from './mapper/resolution.js';
import type { Subject } from './mapper/subject.js';

/** On what the answers of `client.identity` rest. */
export interface ClientIdentityOptions {
  /**
   * `alike` reads the legacy documents of those group-versions that have a plural in common, once for a catalog and
   * 10 at a time; `all` reads every group-version, for servers that publish `internalID`, by which endpoints of different
   * plurals can be one set; `catalog` makes no request. A catalog that came from legacy documents needs none.
   * @default 'alike'
   */
  readonly evidence?: 'alike' | 'all' | 'catalog' | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Which endpoints of the server serve the same objects. The pure functions behind it, `aliasesOf` and
 * `distinctResources`, take a catalog and evidence of your own.
 * @see https://github.com/kubernetes/enhancements/issues/2341
 */
export interface ClientIdentity {
  /** The endpoints that serve the same objects as this one, with the evidence; those not known to are listed apart. */
  aliasesOf(subject: Subject, options?: ClientIdentityOptions & ResolveOptions): Promise<Aliases>;
  /** All endpoints of the server by the set of objects that they serve, in rank order, with the evidence of each set. */
  classes(options?: ClientIdentityOptions): Promise<readonly EquivalenceClass[]>;
  /** One endpoint for each set of objects, the verbs looked at first. What is not known to be the same is distinct. */
  distinctResources(
    options?: ClientIdentityOptions & Omit<DistinctResourcesOptions, 'evidence'>,
  ): Promise<readonly ResourceEntry[]>;
}

/** What `client.identity` is made of. */
export interface ClientIdentityParts {
  readonly catalog: (signal: AbortSignal | undefined) => Promise<Catalog>;
  readonly resolve: (
    subject: Subject,
    options: ResolveOptions & { signal?: AbortSignal | undefined },
  ) => Promise<Resolution>;
  readonly reader: EvidenceReader;
}

/** Wires the pure functions of identity to a server. */
export function createClientIdentity({ catalog: learn, resolve, reader }: ClientIdentityParts): ClientIdentity {
  async function evidenceFor(
    catalog: Catalog,
    { evidence = 'alike', signal }: ClientIdentityOptions,
    question: Omit<EvidenceQuestion, 'evidence'>,
  ): Promise<Evidence> {
    if (evidence === 'catalog') return ownEvidence;
    const groupVersions = candidatesForEvidence(catalog, { ...question, evidence });
    const look = await reader.read(catalog, groupVersions, signal);
    return (entry) => look(entry) ?? ownEvidence(entry);
  }

  const aliases: ClientIdentity['aliasesOf'] = async (subject, { evidence, ...options } = {}) => {
    const { signal } = options;
    const { mapping } = await resolve(subject, options);
    const catalog = await learn(signal);
    const entry = catalog.resource(mapping.resource);
    // Gone between two steps: the newer catalog is asked, which answers that there is no such thing.
    if (entry === undefined) return aliases(mapping.resource, { evidence, ...options });
    return aliasesOf(entry, catalog, { evidence: await evidenceFor(catalog, { evidence, signal }, { entry }) });
  };

  return Object.freeze<ClientIdentity>({
    aliasesOf: aliases,
    async classes({ evidence, signal } = {}) {
      const catalog = await learn(signal);
      return equivalenceClasses(catalog, { evidence: await evidenceFor(catalog, { evidence, signal }, {}) });
    },
    async distinctResources({ evidence, signal, ...options } = {}) {
      const catalog = await learn(signal);
      const found = await evidenceFor(catalog, { evidence, signal }, options);
      return distinctResources(catalog, { ...options, evidence: found });
    },
  });
}
