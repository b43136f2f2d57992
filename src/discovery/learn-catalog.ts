import type { Catalog } from '../catalog/catalog.js';
import { indexCatalog } from '../catalog/create-catalog.js';
import type { GroupEntry } from '../catalog/entries.js';
import type { CatalogFailure, DiscoveryFormat } from '../catalog/failures.js';
import { formatGroupVersion } from '../model/group-version.js';
import { mapLimit } from '../shared/map-limit.js';
import { isSameData } from './same-data.js';
import { askRoot, type DiscoverySource } from './ask-root.js';
import { DiscoveryError } from './discovery-error.js';
import { fanOut, readGroupVersion, type ReadGroupVersion } from './read-group-version.js';
import type { RootAnswer } from './root-answer.js';

/** A catalog, and the answers of the roots that it was made from. */
export interface LearnedCatalog {
  readonly catalog: Catalog;
  readonly api: RootAnswer;
  readonly apis: RootAnswer;
}

/**
 * One discovery: both roots side by side, then the group-versions of those that answered in the legacy format. The
 * catalog of before is answered again when nothing in it changed.
 */
export async function learnCatalog(
  source: DiscoverySource,
  before: LearnedCatalog | undefined,
  signal: AbortSignal,
): Promise<LearnedCatalog> {
  const [api, apis] = await Promise.all([askRoot(source, 'api', signal), askRoot(source, 'apis', signal)]);
  if (api.kind === 'failed' && apis.kind === 'failed') throw new DiscoveryError({ api: api.error, apis: apis.error });
  if (before !== undefined && api === before.api && apis === before.apis) return before;

  const outlines = [api, apis].flatMap((answer) => (answer.kind === 'legacy' ? answer.outlines : []));
  const wanted = outlines.flatMap((outline) => outline.versions);
  const read = await mapLimit(wanted, fanOut, (groupVersion) => readGroupVersion(source, groupVersion, signal));
  const documents = new Map(wanted.map((groupVersion, index) => [formatGroupVersion(groupVersion), read[index]]));

  const groups: GroupEntry[] = [];
  const failures: CatalogFailure[] = [];
  for (const answer of [api, apis]) {
    if (answer.kind === 'failed') {
      // A server without a core group answers 404 here, which is no failure of it.
      if (answer !== api || answer.failure.class !== 'notFound') failures.push(answer.failure);
      continue;
    }
    append(failures, answer.failures);
    if (answer.kind === 'aggregated') append(groups, answer.groups);
    else for (const outline of answer.outlines) groups.push(assemble(outline, documents, failures));
  }
  const provenance = { api: formatOf(api), apis: formatOf(apis) };
  const catalog = indexCatalog({ groups, failures, provenance });
  const unchanged = before !== undefined && sameContent(before.catalog, catalog);
  return { catalog: unchanged ? before.catalog : catalog, api, apis };
}

function assemble(
  {
    name,
    versions,
    preferredVersion,
  }: { readonly name: string } & Pick<GroupEntry, 'preferredVersion'> & {
      readonly versions: readonly { readonly group: string; readonly version: string }[];
    },
  documents: ReadonlyMap<string, ReadGroupVersion | undefined>,
  failures: CatalogFailure[],
): GroupEntry {
  const read = versions.flatMap((groupVersion) => documents.get(formatGroupVersion(groupVersion)) ?? []);
  for (const document of read) append(failures, document.failures);
  const entries = Object.freeze(read.map((document) => Object.freeze(document.version)));
  const served = entries.filter((entry) => entry.freshness === 'Current').map((entry) => entry.version);
  const preferred = served.find((version) => version === preferredVersion) ?? served[0];
  return Object.freeze({ name, versions: entries, preferredVersion: preferred });
}

/** One by one: as arguments of a call, the groups of a large server would not fit on the stack. */
function append<Item>(list: Item[], items: readonly Item[]): void {
  for (const item of items) list.push(item);
}

function formatOf(answer: RootAnswer): DiscoveryFormat | undefined {
  if (answer.kind === 'failed') return undefined;
  return answer.kind === 'aggregated' ? answer.format : 'legacy';
}

/** Legacy documents carry no ETag, so that content alone tells whether something changed. */
function sameContent(before: Catalog, after: Catalog): boolean {
  return (
    isSameData(before.provenance, after.provenance) &&
    isSameData(before.failures, after.failures) &&
    isSameData(before.groups, after.groups)
  );
}
