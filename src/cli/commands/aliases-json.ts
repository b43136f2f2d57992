import type { Aliases, EquivalenceClass, EvidenceLink, EvidenceTaken, IdentityReport } from '../../index.js';
import { referenceTo, type EndpointReference } from './names.js';

/** What `aliases NAME -o json` prints: endpoints by their names, evidence by its kind. No id and no hash is in it. */
export function aliasesAsDocument(aliases: Aliases & EvidenceTaken): object {
  const { unknown, hints, contradictions } = aliases;
  return { ...describeSet(aliases), unknown: unknown.map(referenceTo), hints, contradictions, ...taken(aliases) };
}

/** What `aliases -o json` prints. */
export function reportAsDocument(report: IdentityReport & EvidenceTaken, sets: readonly EquivalenceClass[]): object {
  const { unsettled, contradictions } = report;
  return {
    sets: sets.map(describeSet),
    unsettled: unsettled.map(({ endpoints, hints }) => ({ endpoints: endpoints.map(referenceTo), hints })),
    contradictions,
    ...taken(report),
  };
}

function describeSet({ endpoints, evidence }: EquivalenceClass): {
  readonly endpoints: readonly EndpointReference[];
  readonly evidence: readonly EvidenceLink[];
} {
  return { endpoints: endpoints.map(referenceTo), evidence };
}

function taken({ failures, probing }: EvidenceTaken): EvidenceTaken {
  return { failures, ...(probing !== undefined && { probing }) };
}
