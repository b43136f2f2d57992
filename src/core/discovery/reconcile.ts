import type { Catalog } from '../catalog/catalog.js';
import { indexCatalog } from '../catalog/create-catalog.js';
import type { GroupEntry, ResourceEntry, VersionEntry } from '../catalog/entries.js';
import { mayHide, type CatalogFailure, type DiscoveryFormat } from '../catalog/failures.js';
import { shareUnchanged } from '../catalog/share-unchanged.js';
import { formatGroupVersion, type GroupVersion } from '../model/group-version.js';
import { groupBy } from '../shared/group-by.js';
import { isEqual } from '../shared/is-equal.js';
import type { CatalogPart } from './discovery.js';
import type { RootFailure } from './errors.js';
import { none, rootNames, type Root, type RootContent } from './parse-documents.js';
import type { ReadGroupVersion, RootAnswer, RootDocument } from './read-documents.js';
import { memoryMs, verdictOf, type PartFacts } from './verdict.js';

/** What is doubted of a part. Times are in milliseconds of a monotonic clock. */
export interface Doubt extends CatalogPart {
  /** When the first document came that lacks it, since one listed it or may have. Undefined if the newest one does. */
  readonly missingSince?: number | undefined;
  /** When the last document came that lacks it. */
  readonly lackedAt?: number | undefined;
  /** The path of its objects, if that answered 404 although the root lists the resource. */
  readonly path?: string | undefined;
  /** Since when it is proved that nobody serves it, as far as it is. */
  readonly notServedSince?: number | undefined;
}

/** What is known of one root. */
export interface RootState {
  /** Its newest document. In the legacy format that names group-versions, and says nothing of their resources. */
  readonly document: RootDocument | undefined;
  /** When that was received; a 304 is a receipt. */
  readonly receivedAt: number;
  /** The format in which `known` was learned. */
  readonly format: DiscoveryFormat | undefined;
  /** Why the root could not be read, if the last attempt failed, and since when. */
  readonly failed: (RootFailure & { readonly since: string }) | undefined;
  /** What is known below it. A failure of the root changes none of that. */
  readonly known: readonly GroupEntry[];
  /** The failures that explain `known`, by group-version; those of the document of the root under `''`. */
  readonly explained: ReadonlyMap<string, readonly CatalogFailure[]>;
  /** What is doubted, by name. All that is remembered of documents before the newest one. */
  readonly doubts: ReadonlyMap<string, Doubt>;
  /** What the catalog says: `known`, all of it kept while the root cannot be read. */
  readonly groups: readonly GroupEntry[];
  readonly failures: readonly CatalogFailure[];
}

/** What is known of a server. */
export interface ServerState extends Readonly<Record<Root, RootState>> {
  readonly catalog?: Catalog | undefined;
}

/** Whether somebody serves a resource that a root lists; `unread` if a round could not find out. */
export type ServedOrNot = 'served' | 'not served' | 'unread';

/** What a round learned below one root. */
export interface RootAnswers {
  readonly root: Root;
  /** The path of the root. */
  readonly path: string;
  /** Its answer, if it was requested. */
  readonly answer: RootAnswer | undefined;
  /** What the own paths of group-versions answered, by name. */
  readonly ownPaths: ReadonlyMap<string, ReadGroupVersion>;
  /** Who serves the resources whose objects answered 404, by name. */
  readonly served: ReadonlyMap<string, ServedOrNot>;
  /** What was seen being deleted. */
  readonly deleted: readonly CatalogPart[];
}

/** The time at the end of a round: of a monotonic clock, and in RFC 3339. */
export interface RoundTime {
  readonly at: number;
  readonly date: string;
}

const empty: RootState = {
  document: undefined,
  receivedAt: 0,
  format: undefined,
  failed: undefined,
  known: none,
  explained: new Map(),
  doubts: new Map(),
  groups: none,
  failures: none,
};

/** What is known of a server before its first answer. */
export const nothingKnown: ServerState = { api: empty, apis: empty };

/** More than one program follows. Each costs a request in a round. */
const mostNotServed = 128;

/**
 * Notes that the objects of a resource answered 404 at this path. Nothing is proved by that: each round finds out
 * whether somebody serves it.
 */
export function doubtServed(state: ServerState, doubt: Doubt): ServerState {
  const root = rootOf(doubt);
  const { doubts } = state[root];
  const name = nameOf(doubt);
  const known = doubts.get(name);
  const count = [...doubts.values()].filter(({ path }) => path !== undefined).length;
  if (known?.path !== undefined || count >= mostNotServed) return state;
  return { ...state, [root]: { ...state[root], doubts: new Map([...doubts, [name, { ...known, ...doubt }]]) } };
}

/**
 * Folds what a round learned into what is known of a server. Pure. What did not change is the same object as before, up
 * to the catalog itself.
 */
export function reconcile(
  before: ServerState,
  answers: Partial<Readonly<Record<Root, RootAnswers>>>,
  time: RoundTime,
  from?: 'store',
): ServerState & { readonly catalog: Catalog } {
  const api = answers.api === undefined ? before.api : reconcileRoot(before.api, answers.api, time);
  const apis = answers.apis === undefined ? before.apis : reconcileRoot(before.apis, answers.apis, time);
  const { catalog } = before;
  const provenance = { api: formatOf(api), apis: formatOf(apis), ...(from && { from }) };
  const hasSameGroups = catalog !== undefined && api.groups === before.api.groups && apis.groups === before.apis.groups;
  const isSame =
    hasSameGroups &&
    (api.failures === before.api.failures || isEqual(api.failures, before.api.failures)) &&
    (apis.failures === before.apis.failures || isEqual(apis.failures, before.apis.failures)) &&
    ([...rootNames, 'from'] as const).every((each) => catalog.provenance[each] === provenance[each]);
  if (isSame) return { api, apis, catalog };
  const groups = hasSameGroups ? catalog.groups : [...api.groups, ...apis.groups];
  const failures = [...api.failures, ...apis.failures];
  return { api, apis, catalog: indexCatalog({ groups, failures, provenance }) };
}

/** Returns the format that a root spoke: for one that failed, the format of what is kept. */
function formatOf({ failed, format, groups }: RootState): DiscoveryFormat | undefined {
  return failed === undefined || groups.length > 0 ? format : undefined;
}

/** Folds what a round learned below one root. */
export function reconcileRoot(before: RootState, answers: RootAnswers, time: RoundTime): RootState {
  const { answer, ownPaths, root } = answers;
  if (answer === undefined && ownPaths.size === 0) return before;
  const failed = answer === undefined ? before.failed : answer.failed;
  if (failed !== undefined) {
    const { failure, error } = failed;
    const since = before.failed?.since ?? time.date;
    const groups = shareUnchanged(before.groups, keepAll(before.known, failure, since));
    // A server without a core group answers 404 at its root.
    const isNone = root === 'api' && failure.class === 'notFound' && groups.length === 0;
    // While a root cannot be read, its document may list what others lacked.
    const anew = [...before.doubts].map(([name, doubt]) => [name, { ...doubt, missingSince: undefined }] as const);
    const doubts = answer === undefined ? before.doubts : new Map(anew);
    return { ...before, failed: { failure, error, since }, doubts, groups, failures: isNone ? none : [failure] };
  }
  const document = answer?.failed === undefined ? (answer ?? before.document) : before.document;
  if (document === undefined) return before;
  const { groups: listed, failures, format } = document.content;
  const receivedAt = answer === undefined ? before.receivedAt : time.at;
  const state = { ...before, document, receivedAt, format, failed: undefined };
  const isNew = before.known.length === 0 || before.known === listed;
  if (isNew && before.doubts.size === 0 && format !== 'legacy') {
    return { ...state, explained: new Map([['', failures]]), known: listed, groups: listed, failures };
  }
  const fold = new Fold(state, document.content, answers, time);
  const known = shareUnchanged(before.groups, fold.groups());
  const { explained } = fold;
  const doubts = fold.doubted(known);
  return { ...state, known, groups: known, explained, doubts, failures: [...explained.values()].flat() };
}

/** What a document tells of a part: one that may hide it may list it. */
type Told = 'listed' | 'unread' | 'lacking';

/** Decides on every part below a root that was read, by the table of `verdict.ts`. */
class Fold {
  readonly explained: Map<string, readonly CatalogFailure[]>;
  readonly #doubts: Map<string, Doubt>;
  readonly #isLegacy: boolean;
  /** Whether the document was received in this round. */
  readonly #isReceived: boolean;
  /** The failures of the document by group, those of the whole root under undefined: there can be thousands. */
  readonly #failures: ReadonlyMap<string | undefined, readonly CatalogFailure[]>;
  /** The groups, and the group-versions, of which more is to say than what the document does. */
  readonly #touched = new Set<string>();
  /** A failure for each part of the current group-version that is kept although no failure explains it, as they are found. */
  #missing: CatalogFailure[] = [];

  constructor(
    private readonly state: RootState,
    private readonly document: RootContent,
    private readonly answers: RootAnswers,
    private readonly time: RoundTime,
  ) {
    const { format, failures } = document;
    this.#isLegacy = format === 'legacy';
    this.#isReceived = answers.answer !== undefined;
    this.#failures = groupBy(failures, ({ group }) => group);
    this.#doubts = settleServed(state.doubts, document.groups, answers.served, time.at);
    this.explained = new Map([['', failures]]);
    for (const each of this.#doubts.values()) this.#touched.add(each.group).add(formatGroupVersion(each));
    for (const { version } of answers.ownPaths.values()) this.#touched.add(version.group);
  }

  /** The order is that of the document; what it does not list follows its neighbour from before. */
  groups(): readonly GroupEntry[] {
    return Object.freeze(
      merge(this.document.groups, this.state.known, ({ name }) => name).flatMap(([name, listed, known]) => {
        const isSettled = !this.#isLegacy && (known === undefined || known === listed) && !this.#touched.has(name);
        return (isSettled ? listed : this.#group(name, listed, known)) ?? [];
      }),
    );
  }

  #group(name: string, listed: GroupEntry | undefined, known: GroupEntry | undefined): GroupEntry | undefined {
    const versions = merge(listed?.versions, known?.versions, ({ version }) => version).flatMap(
      ([version, ofDocument, before]) => this.#version({ group: name, version }, ofDocument, before) ?? [],
    );
    if (listed === undefined && versions.length === 0) return undefined;
    const preferred = [listed?.preferredVersion, known?.preferredVersion, ...versions.map(({ version }) => version)];
    const preferredOf = (freshness: VersionEntry['freshness']): string | undefined =>
      preferred.find((name) => versions.some((each) => each.version === name && each.freshness === freshness));
    const preferredVersion = preferredOf('Current') ?? preferredOf('Kept');
    return Object.freeze({ name, versions: Object.freeze(versions), preferredVersion });
  }

  #version(part: GroupVersion, listed?: VersionEntry, known?: VersionEntry): VersionEntry | undefined {
    const name = formatGroupVersion(part);
    const own = this.answers.ownPaths.get(name);
    const isOwn = this.#isLegacy && listed !== undefined;
    // Nothing was learned of it.
    if (own === undefined && (isOwn || !this.#isReceived)) {
      const explained = this.state.explained.get(name);
      if (explained !== undefined) this.explained.set(name, explained);
      return known ?? listed;
    }
    // One of which no resource is known is gone as soon as it is not listed.
    if (listed === undefined && !known?.resources.length) return undefined;
    const ofOwn = isOwn ? (own?.failures ?? none) : none;
    const ofRoot = [part.group, undefined].flatMap((group) => this.#failures.get(group) ?? none);
    const behind = [...ofRoot.filter((each) => mayHide(each, part)), ...ofOwn];
    this.#missing = [];
    const entry = this.#decide(part, { listed, said: isOwn ? own?.version : listed, known, own, behind });
    const failures = [...ofOwn, ...this.#missing];
    if (entry !== undefined && failures.length > 0) this.explained.set(name, failures);
    return entry;
  }

  #decide(part: GroupVersion, facts: VersionFacts): VersionEntry | undefined {
    const { listed, said, known, own, behind } = facts;
    const isEmpty = said !== undefined && said.freshness !== 'Current' && said.resources.length === 0;
    const isHidden = listed === undefined && behind.length > 0;
    const told = listed !== undefined ? 'listed' : isHidden ? 'unread' : 'lacking';
    const verdict = this.#verdict(part, this.#doubt(part, this.#isReceived ? told : undefined), {
      ownPathLacks: own?.failed?.failure.class === 'notFound',
      isUnread: isEmpty || isHidden,
      wasRead: [known, said].some((each) => each !== undefined && each.resources.length > 0),
    });
    if (verdict === 'gone') return undefined;
    if (verdict === 'nothing') return said;
    const isReported = verdict === 'reported' && said !== undefined;
    // Nearly always all that was known is at the same index.
    const holdsAll = (known?.resources ?? none).every(({ resource }, at) => said?.resources[at]?.resource === resource);
    if (isReported && holdsAll && !this.#touched.has(formatGroupVersion(part))) return said;
    const resources = this.#resources(part, isEmpty ? { ...facts, said: undefined } : facts);
    const entries = Object.freeze(resources.map(({ entry }) => entry));
    // It goes with its last resource, even if it is still listed.
    if (entries.length === 0 && (listed === undefined || (isReported && said.resources.length > 0))) return undefined;
    if (!isReported) {
      const why = (isEmpty || isHidden ? behind[0] : undefined) ?? this.#noteMissing(part);
      return keep({ freshness: 'Current', ...known, ...part, resources: entries }, why, this.time.date);
    }
    const why = resources.find((each) => each.why !== undefined)?.why;
    const kept = why && Object.freeze({ since: known?.kept?.since ?? this.time.date, why });
    return Object.freeze({ ...part, freshness: said.freshness, resources: entries, ...(kept && { kept }) });
  }

  /** Returns the resources of a group-version that is not gone. What is not said is kept as a whole. */
  #resources(part: GroupVersion, facts: VersionFacts): readonly { entry: ResourceEntry; why?: CatalogFailure }[] {
    const { said, known, own, behind } = facts;
    const isOwnGone = own?.failed?.failure.class === 'notFound';
    // That nothing at all is served makes no sense where the root does not say so, too: it proves nothing.
    const isWhole = own?.failures.length === 0 && (own.version.resources.length > 0 || said !== undefined);
    const ownEntries = new Map(own?.version.resources.map((entry) => [entry.resource, entry]));
    const isRead = this.#isReceived || (this.#isLegacy && own !== undefined);
    // What a missing group-version has lacks no more than that does.
    const missingForMs = said === undefined ? missingFor(this.#doubts.get(nameOf(part))) : undefined;
    return merge(said?.resources, known?.resources, nameOfResource).flatMap(([name, listed, before]) => {
      const [of, ownEntry] = [{ ...part, resource: name }, ownEntries.get(name)];
      const flaw =
        said?.freshness === 'Current'
          ? behind.find((each) => each.class === 'malformed' && (each.resource ?? name) === name)
          : behind[0];
      const isHidden = listed === undefined && (said === undefined || flaw !== undefined);
      const told = listed !== undefined ? 'listed' : isHidden ? 'unread' : 'lacking';
      const doubt = this.#doubt(of, isRead && missingForMs === undefined ? told : undefined);
      const { notServedSince = this.time.at } = doubt ?? {};
      const verdict = this.#verdict(of, doubt, {
        missingForMs: said === undefined ? missingForMs : missingFor(doubt),
        ownPathLacks: isOwnGone || (isWhole && ownEntry === undefined),
        notServedForMs: this.time.at - notServedSince,
        isUnread: isHidden,
        wasRead: true,
      });
      const entry = listed ?? newerOf(before, ownEntry);
      if (verdict === 'gone' || entry === undefined) return [];
      if (verdict === 'reported') return { entry };
      const isExplained = said === undefined || (listed === undefined && flaw !== undefined);
      const why = isExplained ? flaw : this.#noteMissing(of);
      return { entry: keepEntry(entry), ...(why && { why }) };
    });
  }

  #verdict(part: CatalogPart, doubt: Doubt | undefined, facts: PartFacts) {
    const isDeleted = ({ group, version, resource = part.resource }: CatalogPart): boolean =>
      group === part.group && version === part.version && resource === part.resource;
    const sawDeleted = this.answers.deleted.some(isDeleted);
    return verdictOf({ missingForMs: missingFor(doubt), wasLacked: this.#wasLacked(doubt), sawDeleted, ...facts });
  }

  /** Returns what is doubted of a part by what a document tells of it. */
  #doubt(part: CatalogPart, told: Told | undefined): Doubt | undefined {
    const name = nameOf(part);
    const before = this.#doubts.get(name);
    if (told === undefined || (told !== 'lacking' && before === undefined)) return before;
    const { at } = this.time;
    const missing = { missingSince: before?.missingSince ?? at, lackedAt: at };
    const doubt: Doubt = { ...part, ...before, ...(told === 'lacking' ? missing : { missingSince: undefined }) };
    this.#doubts.set(name, doubt);
    return doubt;
  }

  /** Returns what is still doubted: what answered 404 by its own path, and what is known and a document of the last minute lacked. */
  doubted(known: readonly GroupEntry[]): ReadonlyMap<string, Doubt> {
    const isKnown = listingOf(known);
    const isOpen = (doubt: Doubt): boolean =>
      doubt.path !== undefined || ((doubt.missingSince !== undefined || this.#wasLacked(doubt)) && isKnown(doubt));
    return new Map([...this.#doubts].filter(([, doubt]) => isOpen(doubt)));
  }

  #wasLacked({ lackedAt = -Infinity }: Partial<Doubt> = {}): boolean {
    return this.time.at - lackedAt < memoryMs;
  }

  #noteMissing(part: CatalogPart): CatalogFailure {
    const { root, path } = this.answers;
    const message = `${path}: known from an earlier discovery but missing from a recent answer; kept until it is certain that it is gone`;
    const failure = Object.freeze<CatalogFailure>({ class: 'missing', root, document: path, ...part, message });
    this.#missing.push(failure);
    return failure;
  }
}

/** What is known of a group-version at the end of a round. */
interface VersionFacts {
  /** As the document of the root lists it. */
  readonly listed: VersionEntry | undefined;
  /** As the server describes it now. */
  readonly said: VersionEntry | undefined;
  /** As it was before. */
  readonly known: VersionEntry | undefined;
  /** What its own path answered, if it was requested. */
  readonly own: ReadGroupVersion | undefined;
  /** The failures that may hide something of it. */
  readonly behind: readonly CatalogFailure[];
}

/** The root that a group belongs to. */
export function rootOf({ group }: { readonly group?: string | undefined }): Root {
  return group === '' ? 'api' : 'apis';
}

/** The name of a part: `apps/v1`, `apps/v1/deployments`. */
export function nameOf({ group, version, resource }: CatalogPart): string {
  const name = formatGroupVersion({ group, version });
  return resource === undefined ? name : `${name}/${resource}`;
}

/** Finds out quickly whether groups list a part. */
export function listingOf(groups: readonly GroupEntry[]): (part: CatalogPart) => boolean {
  let byName: Map<string, GroupEntry> | undefined;
  return ({ group, version, resource }) => {
    byName ??= new Map(groups.map((each) => [each.name, each]));
    const found = byName.get(group)?.versions.find((each) => each.version === version);
    if (found === undefined || resource === undefined) return found !== undefined;
    return found.resources.some((each) => each.resource === resource);
  };
}

const nameOfResource = ({ resource }: ResourceEntry): string => resource;

/** An item by its name, as a document lists it, and as it was before. */
type Merged<Item> = readonly [name: string, listed: Item | undefined, known: Item | undefined];

/**
 * Pairs two lists by name, in the order of the first; further items of the other follow their predecessor there. The
 * work grows with the number of items.
 */
function merge<Item>(
  listed: readonly Item[] = none,
  known: readonly Item[] = none,
  nameIn: (item: Item) => string,
): readonly Merged<Item>[] {
  const before = new Map(known.map((item) => [nameIn(item), item]));
  const all = listed.map((item): Merged<Item> => [nameIn(item), item, before.get(nameIn(item))]);
  const names = new Set(all.map(([name]) => name));
  if (known.every((item) => names.has(nameIn(item)))) return all;
  const first: Merged<Item>[] = [];
  const behind = new Map<string, Merged<Item>[]>();
  let row = first;
  for (const [name, item] of before) {
    if (names.has(name)) behind.set(name, (row = []));
    else row.push([name, undefined, item]);
  }
  return [...first, ...all.flatMap((each) => [each, ...(behind.get(each[0]) ?? none)])];
}

/**
 * Concludes what a round found out about resources that nobody may serve. What is served is no longer in doubt, and
 * neither is what a document lacks: servers that answer in turn differ as well. What was unread stays as it was.
 */
function settleServed(
  doubts: ReadonlyMap<string, Doubt>,
  listed: readonly GroupEntry[],
  served: ReadonlyMap<string, ServedOrNot>,
  at: number,
): Map<string, Doubt> {
  const isListed = listingOf(listed);
  const settled = new Map(doubts);
  for (const [name, finding] of served) {
    const doubt = doubts.get(name);
    if (doubt?.path === undefined || finding === 'unread') continue;
    const { path: _path, notServedSince = at, ...rest } = doubt;
    const wasLacked = at - notServedSince < memoryMs && at - (rest.lackedAt ?? -Infinity) < memoryMs;
    if (finding === 'not served' && isListed(doubt) && !wasLacked) settled.set(name, { ...doubt, notServedSince });
    else if (rest.lackedAt === undefined) settled.delete(name);
    else settled.set(name, rest);
  }
  return settled;
}

/** Returns for how long documents lack a part. */
function missingFor(doubt: Doubt | undefined): number | undefined {
  const { missingSince, lackedAt } = doubt ?? {};
  return missingSince === undefined || lackedAt === undefined ? undefined : lackedAt - missingSince;
}

/** Returns what is known of a resource, or what its own path says, if it was installed again as something else. */
function newerOf(known: ResourceEntry | undefined, own: ResourceEntry | undefined): ResourceEntry | undefined {
  return known !== undefined && (own?.scope ?? known.scope) === known.scope && (own?.kind ?? known.kind) === known.kind
    ? known
    : own;
}

/** Marks all that is known of a root as kept. */
function keepAll(known: readonly GroupEntry[], why: CatalogFailure, date: string): readonly GroupEntry[] {
  return Object.freeze(
    known.map((group) => {
      const versions = Object.freeze(group.versions.map((version) => keep(version, why, date)));
      const first = versions.find(({ freshness }) => freshness === 'Kept')?.version;
      return Object.freeze({ ...group, versions, preferredVersion: group.preferredVersion ?? first });
    }),
  );
}

/** Marks a version as kept, since this date if it is not yet. One known by name alone stays stale. */
function keep(known: VersionEntry, why: CatalogFailure, date: string): VersionEntry {
  if (known.resources.length === 0) return known;
  const { group, version, freshness, kept } = known;
  const since = freshness === 'Kept' ? (kept?.since ?? date) : date;
  const resources = Object.freeze(known.resources.map(keepEntry));
  return Object.freeze({ group, version, freshness: 'Kept', resources, kept: Object.freeze({ since, why }) });
}

function keepEntry(entry: ResourceEntry): ResourceEntry {
  return entry.freshness === 'Kept' ? entry : Object.freeze({ ...entry, freshness: 'Kept' });
}
