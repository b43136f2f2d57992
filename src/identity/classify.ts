import type { Catalog } from '../catalog/catalog.js';
import type { ResourceEntry } from '../catalog/entries.js';
import type { GroupVersionResource } from '../model/group-version-resource.js';
import type { EquivalenceClass } from './equivalence-class.js';
import { examine, type Endpoint } from './endpoint.js';
import { ownEvidence, type Evidence, type EvidenceLink } from './evidence.js';
import { joinEndpoints, type Link } from './join-endpoints.js';
import { createNumbering } from './numbering.js';
import { endpointsByRank } from './rank.js';
import type { UnionFind } from './union-find.js';

/** The endpoints of a catalog by rank, joined into sets. */
export interface Classified {
  readonly endpoints: readonly Endpoint[];
  readonly sets: UnionFind;
  readonly links: readonly Link[];
}

/** Joins the endpoints of a catalog. An endpoint asked about that the catalog does not have takes part as the last. */
export function classify(catalog: Catalog, evidence: Evidence = ownEvidence, asked?: ResourceEntry): Classified {
  const numbering = createNumbering();
  const entries = endpointsByRank(catalog);
  if (asked !== undefined && !entries.some((entry) => sameEndpoint(entry, asked))) entries.push(asked);
  const endpoints = entries.map((entry, index) => examine(entry, index, evidence, numbering));
  return { endpoints, ...joinEndpoints(endpoints) };
}

/** Whether two entries speak of one endpoint. */
export function sameEndpoint(a: GroupVersionResource, b: GroupVersionResource): boolean {
  return a.resource === b.resource && a.group === b.group && a.version === b.version;
}

/** The sets as plain data, by the number that stands for each; sets and endpoints by rank. */
export function classesOf({ endpoints, sets, links }: Classified): ReadonlyMap<number, EquivalenceClass> {
  const classes = new Map<number, { endpoints: ResourceEntry[]; evidence: EvidenceLink[] }>();
  for (const { index, entry } of endpoints) {
    const root = sets.find(index);
    const known = classes.get(root);
    if (known === undefined) classes.set(root, { endpoints: [entry], evidence: [] });
    else known.endpoints.push(entry);
  }
  for (const { kind, from, to } of links) {
    const pair = Object.freeze([addressOf(from), addressOf(to)] as const);
    classes.get(sets.find(from.index))?.evidence.push(Object.freeze({ kind, endpoints: pair }));
  }
  for (const found of classes.values()) {
    Object.freeze(found.endpoints);
    Object.freeze(found.evidence);
    Object.freeze(found);
  }
  return classes;
}

function addressOf({ entry: { group, version, resource } }: Endpoint): GroupVersionResource {
  return Object.freeze({ group, version, resource });
}
