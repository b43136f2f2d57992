import type { Catalog } from '../catalog/catalog.js';
import type { CatalogFailure } from '../catalog/failures.js';
import type { EvidenceReader } from '../discovery/read-evidence.js';
import { candidatesForEvidence, type EvidenceQuestion } from '../identity/evidence-candidates.js';
import { ownEvidence, type Evidence } from '../identity/evidence.js';

/** What evidence to have read for a question. */
export interface EvidenceChoice {
  /** As for `client.identity`: which legacy documents to read. @default 'alike' */
  readonly evidence?: 'alike' | 'all' | 'catalog' | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What the catalog and legacy documents say, and the documents that could not be read. */
export interface FoundEvidence {
  readonly evidence: Evidence;
  readonly failures: readonly CatalogFailure[];
}

/** Has the legacy documents read that bear on a question. */
export type FindEvidence = (
  catalog: Catalog,
  choice: EvidenceChoice,
  question?: Omit<EvidenceQuestion, 'evidence'>,
) => Promise<FoundEvidence>;

/** Makes a {@link FindEvidence} of one reader. */
export function createFindEvidence(reader: EvidenceReader): FindEvidence {
  return async (catalog, { evidence = 'alike', signal }, question = {}) => {
    if (evidence === 'catalog') return { evidence: ownEvidence, failures: [] };
    const groupVersions = candidatesForEvidence(catalog, { ...question, evidence });
    const { look, failures } = await reader.read(catalog, groupVersions, signal);
    return { evidence: (entry) => look(entry) ?? ownEvidence(entry), failures };
  };
}
