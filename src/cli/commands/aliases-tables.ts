import { formatGroupVersionResource } from '../../index.js';
import {
  type Contradiction,
  type EquivalenceClass,
  type EvidenceLink,
  type Probing,
  type Unsettled,
} from '../../identity/index.js';
import { oneLine } from '../terminal/one-line.js';
import { ownTable } from '../terminal/own-table.js';

/** Lists the first endpoint of each set, and below it the others, each with the evidence that ties it to one above. */
export function setTable(sets: readonly EquivalenceClass[]): string {
  const rows = sets.flatMap((set, number) => {
    const ties = tiesOf(set);
    return set.endpoints.map((entry, index) => {
      const name = formatGroupVersionResource(entry);
      return [index === 0 ? number + 1 : '', name, entry.kind, entry.scope, ties.get(name) ?? ''];
    });
  });
  return tableOf(['Set', 'Endpoint', 'Kind', 'Scope', 'Same by'], rows);
}

/** Lists the unsettled endpoints, with what the documented list of cohabiting groups says about them. */
export function unsettledTable(unsettled: readonly Unsettled[]): string {
  const rows = unsettled.flatMap(({ endpoints, hints }) =>
    endpoints.map((entry) => {
      const name = formatGroupVersionResource(entry);
      return [name, entry.kind, entry.scope, hints.flatMap((hint) => wordsFor(hint, name)).join('; ')];
    }),
  );
  return tableOf(['Endpoint', 'Kind', 'Scope', 'Hint'], rows);
}

/** Lists contradictory evidence, and which of the two holds. */
export function contradictionTable(contradictions: readonly Contradiction[]): string {
  const rows = contradictions.map(({ joins, separates, holds, endpoints }) => {
    const names = endpoints.map(formatGroupVersionResource).join(' ');
    return [`equal by ${joins}`, `unequal by ${separates}`, holds === 'joins' ? joins : separates, names];
  });
  return tableOf(['One says', 'Another says', 'Holds', 'Endpoints'], rows);
}

/** Lists the findings of the probe. */
export function probeTable(probing: Probing | undefined): string {
  const rows = (probing?.probes ?? []).map(({ endpoints: [one, other], finding, why }) => [
    formatGroupVersionResource(one),
    formatGroupVersionResource(other),
    why === undefined ? finding : oneLine(`${finding}: ${why}`),
  ]);
  return tableOf(['Endpoint', 'Other endpoint', 'Found'], rows);
}

function tableOf(columns: readonly string[], rows: readonly (readonly unknown[])[]): string {
  return rows.length === 0 ? '' : ownTable(columns, rows);
}

/** Walks along the links from the first endpoint. There is one link fewer than endpoints, so each gives one tie. */
function tiesOf({ endpoints, evidence }: EquivalenceClass): ReadonlyMap<string, string> {
  const ties = new Map<string, string>();
  const reached = endpoints.slice(0, 1).map(formatGroupVersionResource);
  for (const from of reached) {
    for (const { kind, endpoints: pair } of evidence) {
      const names = pair.map(formatGroupVersionResource);
      const to = names.find((name) => name !== from);
      if (to === undefined || !names.includes(from) || reached.includes(to)) continue;
      ties.set(to, `${kind}, with ${from}`);
      reached.push(to);
    }
  }
  return ties;
}

function wordsFor({ kind, endpoints }: EvidenceLink, name: string): readonly string[] {
  const names = endpoints.map(formatGroupVersionResource);
  if (!names.includes(name)) return [];
  return names.filter((other) => other !== name).map((other) => `${kind}, with ${other}`);
}
