import type { Catalog } from '../catalog/catalog.js';
import type { CatalogFailure } from '../catalog/failures.js';
import type { EvidenceReader } from '../discovery/read-evidence.js';
import { candidatesForEvidence, type EvidenceQuestion } from '../identity/evidence-candidates.js';
import { ownEvidence, type Evidence } from '../identity/evidence.js';
import type { GroupVersion } from '../model/group-version.js';

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
  return (catalog, choice, question = {}) =>
    readChosenEvidence(reader, catalog, choice, (evidence) =>
      candidatesForEvidence(catalog, { ...question, evidence }),
    );
}

/** Has those documents read that a choice makes of a question; none when the catalog alone is to be asked. */
export async function readChosenEvidence(
  reader: EvidenceReader,
  catalog: Catalog,
  { evidence = 'alike', signal }: EvidenceChoice,
  candidates: (evidence: 'alike' | 'all') => readonly GroupVersion[],
): Promise<FoundEvidence> {
  if (evidence === 'catalog') return { evidence: ownEvidence, failures: Object.freeze([]) };
  const { look, failures } = await reader.read(catalog, candidates(evidence), signal);
  return { evidence: (entry) => look(entry) ?? ownEvidence(entry), failures };
}
