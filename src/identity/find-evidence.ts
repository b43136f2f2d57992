import type { Catalog } from '../core/catalog/catalog.js';
import type { CatalogFailure } from '../core/catalog/failures.js';
import type { Client } from '../core/client.js';
import type { GroupVersion } from '../core/model/group-version.js';
import type { CallOptions } from '../core/resource/options.js';
import { candidatesForEvidence, type EvidenceQuestion } from './evidence-candidates.js';
import { ownEvidence, type Evidence } from './evidence.js';

/** The choice of evidence. */
export interface EvidenceChoice {
  /**
   * `alike` reads the legacy documents of group-versions that have a plural in common, once per catalog and 10 at a
   * time. `all` reads those of every group-version, for servers that publish `internalID`, which can join endpoints
   * with different plurals. `catalog` sends no request. A catalog that came from legacy documents needs none.
   * @default 'alike'
   */
  readonly evidence?: 'alike' | 'all' | 'catalog' | undefined;
}

/** The choice, and the signal that ends the reading. */
type EvidenceOptions = EvidenceChoice & Pick<CallOptions, 'signal'>;

/** The evidence of the catalog and the legacy documents, and the documents that could not be read. */
export interface FoundEvidence {
  readonly evidence: Evidence;
  readonly failures: readonly CatalogFailure[];
}

/** Reads the legacy documents that bear on a question about a whole catalog. */
export function findEvidence(
  client: Pick<Client, 'discovery'>,
  catalog: Catalog,
  choice: EvidenceOptions,
  question: Omit<EvidenceQuestion, 'evidence'> = {},
): Promise<FoundEvidence> {
  return readChosenEvidence(client, catalog, choice, (evidence) =>
    candidatesForEvidence(catalog, { ...question, evidence }),
  );
}

/** Reads the legacy documents of the candidates; none if the choice is the catalog alone. */
export async function readChosenEvidence(
  client: Pick<Client, 'discovery'>,
  catalog: Catalog,
  { evidence = 'alike', signal }: EvidenceOptions,
  candidates: (evidence: 'alike' | 'all') => readonly GroupVersion[],
): Promise<FoundEvidence> {
  if (evidence === 'catalog') return { evidence: ownEvidence, failures: Object.freeze([]) };
  const { look, failures } = await client.discovery.evidence(catalog, candidates(evidence), { signal });
  return { evidence: (entry) => look(entry) ?? ownEvidence(entry), failures };
}
