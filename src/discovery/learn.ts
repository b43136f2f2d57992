import type { Catalog } from '../catalog/catalog.js';
import { indexCatalog } from '../catalog/create-catalog.js';
import type { GroupEntry } from '../catalog/entries.js';
import type { CatalogFailure, DiscoveryFormat } from '../catalog/failures.js';
import { startDeadline } from './deadline.js';
import { DiscoveryError } from './errors.js';
import type { GroupOutline } from './parse/legacy.js';
import {
  readGroupVersionDocument,
  readRootDocument,
  type DiscoverySource,
  type ReadGroupVersion,
  type ReadingLife,
  type RootAnswer,
} from './read-documents.js';
import { isSameData } from './same-data.js';

/** A catalog, and the answers of the roots that it was made from. */
export interface LearnedCatalog {
  readonly catalog: Catalog;
  readonly api: RootAnswer;
  readonly apis: RootAnswer;
}

/** What lies below one root: its own answer, and the documents of the group-versions that a legacy one lists. */
interface LearnedRoot {
  readonly answer: RootAnswer;
  /** By group, in the order of the outlines. */
  readonly versions: readonly (readonly ReadGroupVersion[])[];
}

/**
 * One discovery: both roots side by side, and the group-versions of each that answers in the legacy format, all before
 * one deadline. The catalog of before is answered again when nothing in it changed.
 */
export async function learnCatalog(
  source: DiscoverySource,
  before: LearnedCatalog | undefined,
  signal: AbortSignal,
): Promise<LearnedCatalog> {
  const deadline = startDeadline(source.settings.timeoutMs, signal);
  try {
    const life = { signal, deadline };
    const roots = await Promise.all([learnRoot(source, 'api', life), learnRoot(source, 'apis', life)]);
    return makeCatalog(roots, before);
  } finally {
    deadline.end();
  }
}

async function learnRoot(source: DiscoverySource, root: 'api' | 'apis', life: ReadingLife): Promise<LearnedRoot> {
  const answer = await readRootDocument(source, root, life);
  if (answer.kind !== 'legacy') return { answer, versions: [] };
  const ofGroup = ({ versions }: GroupOutline): Promise<readonly ReadGroupVersion[]> =>
    Promise.all(versions.map((groupVersion) => readGroupVersionDocument(source, groupVersion, life)));
  return { answer, versions: await Promise.all(answer.outlines.map(ofGroup)) };
}

function makeCatalog(roots: readonly [LearnedRoot, LearnedRoot], before: LearnedCatalog | undefined): LearnedCatalog {
  const [{ answer: api }, { answer: apis }] = roots;
  if (api.kind === 'failed' && apis.kind === 'failed') throw new DiscoveryError({ api, apis });
  // A legacy root that is as before says nothing about the documents below it.
  const isLegacy = api.kind === 'legacy' || apis.kind === 'legacy';
  if (before !== undefined && !isLegacy && api === before.api && apis === before.apis) return before;

  const groups: GroupEntry[] = [];
  const failures: CatalogFailure[] = [];
  for (const { answer, versions } of roots) {
    if (answer.kind === 'failed') {
      // A server without a core group answers 404 here, which is no failure of it.
      if (answer !== api || answer.failure.class !== 'notFound') failures.push(answer.failure);
      continue;
    }
    append(failures, answer.failures);
    if (answer.kind === 'aggregated') append(groups, answer.groups);
    else {
      for (const [index, outline] of answer.outlines.entries()) {
        groups.push(assemble(outline, versions[index] ?? [], failures));
      }
    }
  }
  const provenance = { api: formatOf(api), apis: formatOf(apis) };
  const catalog = indexCatalog({ groups, failures, provenance });
  const isUnchanged = before !== undefined && isSameContent(before.catalog, catalog);
  return { catalog: isUnchanged ? before.catalog : catalog, api, apis };
}

function assemble(
  { name, preferredVersion }: GroupOutline,
  read: readonly ReadGroupVersion[],
  failures: CatalogFailure[],
): GroupEntry {
  for (const document of read) append(failures, document.failures);
  const versions = Object.freeze(read.map((document) => Object.freeze(document.version)));
  const served = versions.filter(({ freshness }) => freshness === 'Current').map(({ version }) => version);
  const preferred = served.find((version) => version === preferredVersion) ?? served[0];
  return Object.freeze({ name, versions, preferredVersion: preferred });
}

/** One by one: as arguments of a call, the groups of a large server would not fit on the stack. */
function append<Item>(list: Item[], items: readonly Item[]): void {
  for (const item of items) list.push(item);
}

function formatOf(answer: RootAnswer): DiscoveryFormat | undefined {
  return answer.kind === 'failed' ? undefined : answer.format;
}

/** Legacy documents carry no ETag, so that content alone tells whether something changed. */
function isSameContent(before: Catalog, after: Catalog): boolean {
  return (
    isSameData(before.provenance, after.provenance) &&
    isSameData(before.failures, after.failures) &&
    isSameData(before.groups, after.groups)
  );
}
