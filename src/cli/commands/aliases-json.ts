import type { Aliases, EquivalenceClass, EvidenceLink, EvidenceTaken, IdentityReport } from '../../identity/index.js';
import { referenceTo, type EndpointReference } from './names.js';

/** Builds the output of `aliases NAME -o json`: endpoints by name, evidence by kind. It contains no id and no hash. */
export function aliasesAsDocument(aliases: Aliases & EvidenceTaken): object {
  const { unknown, hints, contradictions } = aliases;
  return { ...describeSet(aliases), unknown: unknown.map(referenceTo), hints, contradictions, ...taken(aliases) };
}

/** Builds the output of `aliases -o json`. */
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
