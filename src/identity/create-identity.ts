import type { Catalog } from '../core/catalog/catalog.js';
import type { ResourceEntry } from '../core/catalog/entries.js';
import { type CatalogFailure, mayHide } from '../core/catalog/failures.js';
import type { Client } from '../core/client.js';
import type { ResolveOptions } from '../core/mapper/resolution.js';
import type { Subject } from '../core/mapper/subject.js';
import { createMetadataReader } from '../core/metadata/create-metadata-reader.js';
import type { CallOptions } from '../core/resource/options.js';
import { callOptionNames, requireCallOptions, requireKnownOptions } from '../core/shared/arguments.js';
import { aliasesOf, type Aliases, type AliasesOptions } from './aliases.js';
import { compareEndpoints, type Comparison } from './compare-endpoints.js';
import { type DistinctChoice, distinctResources, identityReport, type IdentityReport } from './identity-report.js';
import { equivalenceClasses, type EquivalenceClass } from './classify.js';
import { type EvidenceChoice, type EvidenceSubject, findEvidence } from './find-evidence.js';
import type { IdentityOptions, Probing } from './evidence.js';
import { pairToCompare, probePairs, unknownPairs, unknownPairsOf, type PairsToProbe } from './probe.js';

/**
 * Options of the methods of {@link Identity}: the evidence to use. `timeoutMs` applies to each request of a probe;
 * discovery uses the client's limits.
 */
export interface IdentityCallOptions extends CallOptions, EvidenceChoice {
  /**
   * Compares objects if all other evidence leaves a pair unknown: one object of one endpoint, listed as metadata, is
   * read from the other. At most 50 pairs per call; it never writes.
   * @default false
   */
  readonly probe?: boolean | undefined;
  /** Whether the documented list of cohabiting groups joins endpoints, as in the pure functions. @default 'hint' */
  readonly cohabitation?: 'hint' | 'join' | undefined;
}

/** The evidence that was read from the server for an answer. */
export interface EvidenceTaken {
  /** Legacy documents that could not be read, wholly or in part; their evidence is missing. */
  readonly failures: readonly CatalogFailure[];
  /** The result of the probe; absent unless it was requested. */
  readonly probing?: Probing | undefined;
}

/**
 * Tells which endpoints of the server serve the same objects. The underlying pure functions, `aliasesOf`,
 * `compareEndpoints`, `equivalenceClasses`, `distinctResources` and `identityReport`, take a catalog and your own
 * evidence. A document that cannot be read does not cause an error. It gives no evidence, so its endpoints may be
 * unknown.
 *
 * @throws InvalidArgumentError, from every method, for invalid options; DiscoveryError if discovery learned nothing of
 *   the server; ClientClosedError; the signal's reason after an abort; errors in obtaining credentials
 * @see https://github.com/kubernetes/enhancements/issues/2341
 */
export interface Identity {
  /**
   * Decides whether two endpoints serve the same objects, with the reason.
   *
   * @throws NoMatchError, GroupUnavailableError or AmbiguousMatchError as `client.resolve`
   */
  compare(
    a: Subject,
    b: Subject,
    options?: IdentityCallOptions & Pick<ResolveOptions, 'ambiguity'>,
  ): Promise<Comparison & EvidenceTaken>;
  /**
   * Returns the endpoints that serve the same objects as this one, with the evidence; those for which this is unknown
   * are listed separately. For two endpoints, use {@link compare}; for all of them, {@link report}.
   *
   * @throws NoMatchError, GroupUnavailableError or AmbiguousMatchError as `client.resolve`
   */
  aliasesOf(
    subject: Subject,
    options?: IdentityCallOptions & ResolveOptions & Pick<AliasesOptions, 'subresource'>,
  ): Promise<Aliases & EvidenceTaken>;
  /**
   * Returns all endpoints of the server by the set of objects that they serve, in rank order, with the evidence of each
   * set.
   *
   * @throws DiscoveryError if discovery learned nothing of the server
   */
  classes(options?: IdentityCallOptions): Promise<readonly EquivalenceClass[]>;
  /**
   * Returns one endpoint for each set of objects, with the given verbs, to list, watch or count. Endpoints that are not
   * known to be the same count as distinct; {@link report} lists them.
   *
   * @throws DiscoveryError if discovery learned nothing of the server
   */
  distinctResources(options?: IdentityCallOptions & DistinctChoice): Promise<readonly ResourceEntry[]>;
  /**
   * Returns classes and distinct resources together, with unsettled endpoints, contradictions, and what could not be
   * read.
   *
   * @throws DiscoveryError if discovery learned nothing of the server
   */
  report(options?: IdentityCallOptions & DistinctChoice): Promise<IdentityReport & EvidenceTaken>;
}

const callNames = { ...callOptionNames, evidence: true, probe: true, cohabitation: true } as const;

/**
 * Creates the {@link Identity} of a client, which finds endpoints that serve the same objects, such as events in two
 * groups. To count or visit the objects, use `createCensus`.
 *
 * @throws InvalidArgumentError if the argument is not a client
 * @example
 * const identity = createIdentity(client);
 * const { answer } = await identity.compare('events', 'events.events.k8s.io');
 * const { endpoints } = await identity.aliasesOf('events');
 * console.log(answer, endpoints.length); // 'same' 2
 */
export function createIdentity(client: Client): Identity {
  const metadata = createMetadataReader(client);

  /** Reads the evidence for a question. Returns the options of the pure functions, and the report of what was read. */
  async function gather(
    catalog: Catalog,
    options: IdentityCallOptions,
    subject: EvidenceSubject,
    pairs: (options: IdentityOptions) => PairsToProbe,
  ): Promise<{ readonly known: IdentityOptions; readonly taken: EvidenceTaken }> {
    const { probe = false, cohabitation, signal, timeoutMs } = options;
    const { evidence, failures } = await findEvidence(client, catalog, options, subject);
    const known: IdentityOptions = { evidence, cohabitation };
    if (!probe) return { known, taken: { failures } };
    const { groups, complete } = pairs(known);
    const probes = await probePairs(groups, metadata, { signal, timeoutMs });
    return { known: { ...known, probes }, taken: { failures, probing: Object.freeze({ probes, complete }) } };
  }

  /** Resolves subjects to entries of one catalog. */
  async function entriesOf(
    subjects: readonly Subject[],
    options: ResolveOptions & { readonly signal?: AbortSignal | undefined },
  ): Promise<{ readonly catalog: Catalog; readonly entries: readonly ResourceEntry[] }> {
    const resources = [];
    for (const subject of subjects) resources.push((await client.resolve(subject, options)).mapping.resource);
    const catalog = await client.discovery.catalog({ signal: options.signal });
    const entries = resources.flatMap((resource) => catalog.resource(resource) ?? []);
    // A resource vanished between the two steps: resolve again with the newer catalog, which reports that it is gone.
    return entries.length < subjects.length ? entriesOf(resources, options) : { catalog, entries };
  }

  async function gatherAll(options: IdentityCallOptions & DistinctChoice) {
    requireCallOptions(options, { ...callNames, verbs: true, scope: true, prefer: true }, client);
    const { verbs, scope, prefer, signal } = options;
    const choice = { verbs, scope, prefer };
    const catalog = await client.discovery.catalog({ signal });
    const { known, taken } = await gather(catalog, options, { verbs, scope }, (evidence) =>
      unknownPairs(catalog, { ...evidence, ...choice }),
    );
    return { catalog, known: { ...known, ...choice }, taken };
  }

  return Object.freeze<Identity>({
    async compare(a, b, options = {}) {
      requireCallOptions(options, { ...callNames, ambiguity: true }, client);
      const { signal, ambiguity } = options;
      const { catalog, entries } = await entriesOf([a, b], { signal, ambiguity });
      const [one, other] = entries as readonly [ResourceEntry, ResourceEntry];
      const { known, taken } = await gather(catalog, options, { pair: [one, other] }, (evidence) =>
        pairToCompare(one, other, catalog, evidence),
      );
      const found = compareEndpoints(one, other, catalog, known);
      const isUnread = (entry: ResourceEntry): boolean => taken.failures.some((failure) => mayHide(failure, entry));
      // Only the absence of ids lets plurals decide, and of neither endpoint is it known.
      if (found.answer === 'different' && found.difference.kind === 'plural' && isUnread(one) && isUnread(other)) {
        const { contradictions } = found;
        return Object.freeze({ answer: 'unknown', hints: Object.freeze([]), contradictions, ...taken });
      }
      return Object.freeze({ ...found, ...taken });
    },
    async aliasesOf(subject, options = {}) {
      const further = { verbs: true, scope: true, ambiguity: true, subresource: true } as const;
      requireCallOptions(options, { ...callNames, ...further }, client);
      const { verbs, scope, ambiguity, signal, subresource } = options;
      const { catalog, entries } = await entriesOf([subject], { verbs, scope, ambiguity, signal });
      const [entry] = entries as readonly [ResourceEntry];
      const { known, taken } = await gather(catalog, options, { entry }, (evidence) =>
        unknownPairsOf(entry, catalog, evidence),
      );
      return Object.freeze({ ...aliasesOf(entry, catalog, { ...known, subresource }), ...taken });
    },
    async classes(options = {}) {
      const { catalog, known } = await gatherAll(requireKnownOptions(options, callNames));
      return equivalenceClasses(catalog, known);
    },
    async distinctResources(options = {}) {
      const { catalog, known } = await gatherAll(options);
      return distinctResources(catalog, known);
    },
    async report(options = {}) {
      const { catalog, known, taken } = await gatherAll(options);
      return Object.freeze({ ...identityReport(catalog, known), ...taken });
    },
  });
}
