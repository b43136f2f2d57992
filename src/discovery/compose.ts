import type { Catalog } from '../catalog/catalog.js';
import { indexCatalog } from '../catalog/create-catalog.js';
import type { GroupEntry, VersionEntry } from '../catalog/entries.js';
import type { CatalogFailure, DiscoveryFormat } from '../catalog/failures.js';
import { isSameFailure, shareUnchanged } from '../catalog/share-unchanged.js';
import { formatGroupVersion } from '../model/group-version.js';
import type { SeenDocuments } from './alternation.js';
import { keepAll, keepKnown, keepVersion, noteMissing, type KeptGroups, type RootPlace } from './keep-known.js';
import type { GroupOutline } from './parse/legacy.js';
import type { ReadGroupVersion, RootAnswer } from './read-documents.js';
import { unionOfDocuments, type UnionParts } from './union.js';

/** What a round learned from one root. */
export interface RootContribution {
  readonly answer: RootAnswer;
  readonly place: RootPlace;
  /** The legacy documents of its group-versions, by name. */
  readonly read: ReadonlyMap<string, ReadGroupVersion>;
  /** The groups that it lists, if it answered: with resources in an aggregated document, else names alone. */
  readonly groups?: readonly GroupEntry[] | undefined;
  /** The alternating documents of this root; undefined if there is no alternation, or the root failed. */
  readonly documents?: SeenDocuments | undefined;
  /** The names of the group-versions proved to be gone. */
  readonly gone: ReadonlySet<string>;
}

/**
 * Composes a catalog from what a round learned and what was known before. Everything unchanged is the same object as
 * before: entries, groups, the whole catalog.
 */
export function composeCatalog(
  roots: readonly [RootContribution, RootContribution],
  before: Catalog | undefined,
  date: string,
): Catalog {
  const groups: GroupEntry[] = [];
  const failures: CatalogFailure[] = [];
  for (const root of roots) {
    const isOfRoot = ({ name }: GroupEntry): boolean => (name === '') === (root.place.root === 'api');
    const said = composeRoot(root, before?.groups.filter(isOfRoot) ?? [], before, date);
    append(groups, said.groups);
    append(failures, missingLast(said.failures));
  }
  const [api, apis] = roots;
  const provenance = { api: formatOf(api, before, groups), apis: formatOf(apis, before, groups) };
  if (before === undefined) return indexCatalog({ groups, failures, provenance });
  const shared = shareUnchanged(before.groups, groups);
  const isSame =
    shared === before.groups &&
    failures.length === before.failures.length &&
    failures.every((failure, place) => isSameFailure(failure, before.failures[place] ?? failure)) &&
    before.provenance.from === undefined &&
    provenance.api === before.provenance.api &&
    provenance.apis === before.provenance.apis;
  return isSame ? before : indexCatalog({ groups: shared, failures, provenance });
}

function composeRoot(
  { answer, place, read, groups: listed = [], documents, gone }: RootContribution,
  known: readonly GroupEntry[],
  before: Catalog | undefined,
  date: string,
): KeptGroups {
  if (answer.kind === 'failed') {
    // A server without a core group answers 404 at its root, which is not a failure if no core group was known.
    const isNone = place.root === 'api' && answer.failure.class === 'notFound' && known.length === 0;
    return { groups: keepAll(known, answer.failure, date), failures: isNone ? [] : [answer.failure] };
  }
  const versionBefore = (group: string, version: string): VersionEntry | undefined =>
    before?.version({ group, version });
  const failures: CatalogFailure[] = [...answer.failures];
  const said =
    answer.kind === 'aggregated' ? listed : answer.outlines.map((outline) => assemble(outline, read, failures));
  const groups =
    documents === undefined ? said : inTurn(said, documents, { place, known: versionBefore, date }, failures);
  return keepKnown(known, { groups, failures, place, date, isGone: (each) => gone.has(formatGroupVersion(each)) });
}

/** Composes the alternating documents; if none of them has resources, marks what was read now. */
function inTurn(
  said: readonly GroupEntry[],
  documents: SeenDocuments,
  parts: UnionParts,
  failures: CatalogFailure[],
): readonly GroupEntry[] {
  const union =
    documents.withResources.length > 0 ? unionOfDocuments(said, documents, parts) : markLacking(said, documents, parts);
  append(failures, union.failures);
  return union.groups;
}

/** Moves missing parts to the end, sorted by name: the list is the same whichever alternating document was received. */
function missingLast(failures: readonly CatalogFailure[]): readonly CatalogFailure[] {
  const missing = failures.filter((failure) => failure.class === 'missing');
  if (missing.length < 2) return failures;
  const nameOf = ({ group = '', version = '', resource = '' }: CatalogFailure): string =>
    `${group}/${version}/${resource}`;
  const sorted = missing.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  return [...failures.filter((failure) => failure.class !== 'missing'), ...sorted];
}

/** Assembles a group of a legacy document from the versions that were read. */
function assemble(
  { name, versions: listed, preferredVersion }: GroupOutline,
  read: ReadonlyMap<string, ReadGroupVersion>,
  failures: CatalogFailure[],
): GroupEntry {
  const documents = listed.flatMap((groupVersion) => read.get(formatGroupVersion(groupVersion)) ?? []);
  for (const document of documents) append(failures, document.failures);
  const versions = Object.freeze(documents.map((document) => Object.freeze(document.version)));
  const served = versions.filter(({ freshness }) => freshness === 'Current').map(({ version }) => version);
  const preferred = served.find((version) => version === preferredVersion) ?? served[0];
  return Object.freeze({ name, versions, preferredVersion: preferred });
}

/** Marks group-versions that another alternating legacy document lacks. */
function markLacking(
  groups: readonly GroupEntry[],
  documents: SeenDocuments,
  { place, known, date }: UnionParts,
): KeptGroups {
  const failures: CatalogFailure[] = [];
  const marked = groups.map((group) => {
    const versions = group.versions.map((version) => {
      if (!documents.isLacking(version)) return version;
      const why = noteMissing(version, place);
      failures.push(why);
      return keepVersion(version, why, known(version.group, version.version)?.kept?.since ?? date);
    });
    return versions.every((version, at) => version === group.versions[at])
      ? group
      : Object.freeze({ ...group, versions });
  });
  return { groups: marked, failures };
}

/** Appends one by one: as arguments of a call, the groups of a large server would overflow the stack. */
function append<Item>(list: Item[], items: readonly Item[]): void {
  for (const item of items) list.push(item);
}

/** Returns the format that the server spoke; for a kept root, the format in which it was learned. */
function formatOf(
  { answer, place: { root } }: RootContribution,
  before: Catalog | undefined,
  groups: readonly GroupEntry[],
): DiscoveryFormat | undefined {
  if (answer.kind !== 'failed') return answer.format;
  const isKept = groups.some(({ name }) => (name === '') === (root === 'api'));
  return isKept ? before?.provenance[root] : undefined;
}
