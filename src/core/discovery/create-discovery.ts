import type { Catalog } from '../catalog/catalog.js';
import { mayHide } from '../catalog/failures.js';
import { groupVersionPath } from '../model/api-path.js';
import { formatGroupVersion, type GroupVersion } from '../model/group-version.js';
import { abandonOnAbort, reasonOf } from '../shared/abort.js';
import { requireAge, requireCallOptions } from '../shared/arguments.js';
import { callQuietly } from '../shared/call-quietly.js';
import { createSlots, singleFlight, type SingleFlight } from '../shared/concurrency.js';
import { RecentMap } from '../shared/recent-map.js';
import type { Connection } from '../transport/connection.js';
import { ApiError } from '../transport/errors.js';
import {
  innerKey,
  type CheckedParts,
  type CheckOptions,
  type DeletedResource,
  type InnerDiscovery,
  type PartInDoubt,
} from './discovery.js';
import { openStore, type OpenStore } from './documents/open-store.js';
import { DiscoveryError, type RootFailure } from './errors.js';
import { readEvidence, type EvidenceDocuments } from './evidence.js';
import { discoverySettings, type DiscoveryOptions } from './options.js';
import { acceptFormats, none, type Root, type RootContent } from './parse-documents.js';
import {
  failureOf,
  readGroupVersionDocument,
  readRootDocument,
  startReading,
  unreadGroupVersion,
  type DiscoverySource,
  type ReadGroupVersion,
  type RememberedDocument,
  type RootAnswer,
} from './read-documents.js';
import {
  doubtServed,
  listingOf,
  nameOf,
  nothingKnown,
  reconcile,
  rootOf,
  type CatalogPart,
  type Doubt,
  type RootAnswers,
  type RootState,
  type ServedOrNot,
  type ServerState,
} from './reconcile.js';
import { memoryMs } from './verdict.js';

/** Dependencies of discovery besides its connection. */
export interface DiscoveryParts {
  /** The base URL of the server, for redirects and stores. @default one that no redirect leads to */
  readonly server?: string | undefined;
  /** Milliseconds of a monotonic clock. @default performance.now */
  readonly now?: (() => number) | undefined;
  /** Milliseconds since 1970. @default Date.now */
  readonly date?: (() => number) | undefined;
}

/** How many legacy documents are requested at a time. */
const fanOut = 10;

/** Creates the {@link Discovery} of one connection. Sends nothing before the first call. */
export function createDiscovery(
  connection: Connection,
  options: DiscoveryOptions = {},
  parts: DiscoveryParts = {},
): InnerDiscovery {
  const { server = 'http://server.invalid', now = () => performance.now(), date = () => Date.now() } = parts;
  const clock = { now, date };
  const settings = discoverySettings(options);
  const store = openStore(options, settings, server, clock);
  const begin = (maxAgeMs: number): Session =>
    new Session({ connection, server, settings, store, clock, turns: createSlots(fanOut) }, store, maxAgeMs);
  let session = begin(settings.maxAgeMs);

  return Object.freeze<InnerDiscovery>({
    async catalog(asked = {}) {
      const { signal } = requireCallOptions(asked, { signal: true });
      const mine = session;
      if (mine.state.catalog === undefined) await mine.takeStored(signal);
      return mine.state.catalog ?? mine.flight.run(signal);
    },
    async refresh(asked = {}) {
      const checks = { notOlderThanMs: requireAge, deleted: true, signal: true } as const;
      const { notOlderThanMs = 0, deleted = none, signal } = requireCallOptions(asked, checks);
      return session.refresh(notOlderThanMs, deleted, signal);
    },
    async evidence(catalog, groupVersions, asked = {}) {
      const { signal } = requireCallOptions(asked, { signal: true });
      return readEvidence(session.source, session.evidenceOf(catalog), catalog, groupVersions, signal);
    },
    get current() {
      return session.state.catalog;
    },
    invalidate() {
      // A caller who distrusts the current catalog does not want it back from a store.
      session = begin(0);
    },
    [innerKey]: {
      check: (inDoubt, options) => session.check(inDoubt, options),
      flush: () => store?.flush(),
      doubt({ group, version, resource }, path) {
        session.state = doubtServed(session.state, { group, version, resource, path });
      },
    },
  });
}

/** A round that requests everything. */
interface WholeRound {
  readonly began: number;
  state: 'under way' | 'done' | 'failed';
  error?: unknown;
}

/** How long a failure is rethrown to callers that accept a slightly old catalog. */
const failureHoldsMs = 1000;

/**
 * What is known of a server, and what is under way, since the beginning or the last `invalidate()`. Rounds that began before
 * that answer their callers, and change nothing else.
 */
class Session {
  state: ServerState = nothingKnown;
  /** The failures of documents, by path. */
  readonly #attempts = new RecentMap<string, FailedAttempts>(mostAttempts);
  /** Adds what a store holds, once. It may have to be parsed. */
  recall: (() => void) | undefined;
  readonly flight = singleFlight((signal) => this.#learn(signal));
  /** When the round began that the current catalog is from. */
  #learned: number | undefined;
  #latest: WholeRound | undefined;
  #checking: SingleFlight<RoundResult> | undefined;
  #loading: Promise<number | undefined> | undefined;
  /** The documents in the store, until there are newer ones. */
  #stored: Readonly<Record<Root, RememberedDocument | undefined>> | undefined;
  /** Whether a caller asked for the current state, including documents that failed a short while ago. */
  #isDemanded = false;
  /** What callers saw being deleted since the last round began. */
  #deleted: readonly DeletedResource[] = none;
  /** Begins anew with each round: ids and hashes may differ even if the catalog is the same. */
  #evidence = new WeakMap<Catalog, EvidenceDocuments>();

  constructor(
    readonly source: DiscoverySource,
    private readonly store: OpenStore | undefined,
    private readonly maxAgeMs: number,
  ) {}

  /** Loads what the store holds, once. Returns when the server confirmed it. */
  #load(): Promise<number | undefined> | undefined {
    return (this.#loading ??= this.store?.load().then((stored) => {
      if (stored === undefined) return undefined;
      this.#stored = stored.documents;
      this.recall = () => {
        this.recall = undefined;
        this.state = { ...this.state, ...stored.state() };
      };
      return stored.confirmed;
    }));
  }

  /** Returns the newest document of a root, if it has a validator. */
  remembered(root: Root): RememberedDocument | undefined {
    const { document } = this.state[root];
    if (document === undefined) return this.#stored?.[root];
    const { etag, content } = document;
    return etag === undefined ? undefined : { etag, content: () => content };
  }

  /** Takes what is stored if nothing is known yet, and it is new enough to be returned as is. */
  async takeStored(signal: AbortSignal | undefined): Promise<void> {
    if (this.maxAgeMs === 0) return;
    const confirmed = await abandonOnAbort(this.#load() ?? Promise.resolve(undefined), signal);
    const { clock } = this.source;
    const age = clock.date() - (confirmed ?? -Infinity);
    const isFirst = this.#learned === undefined && this.#latest === undefined;
    if (!isFirst || !(age >= 0 && age <= this.maxAgeMs)) return;
    this.recall?.();
    this.state = reconcile(this.state, {}, { at: 0, date: '' }, 'store');
    this.#learned = clock.now() - age;
  }

  /** Runs a round that requests everything. */
  async #learn(signal: AbortSignal): Promise<Catalog> {
    const request = { deleted: this.#deleted, backsOff: !this.#isDemanded };
    [this.#isDemanded, this.#deleted] = [false, none];
    const round: WholeRound = { began: this.source.clock.now(), state: 'under way' };
    this.#latest = round;
    try {
      if (this.#learned === undefined) await this.#load();
      // Parses the stored documents while waiting for the server.
      if (this.recall !== undefined) setTimeout(() => this.recall?.(), 0);
      const { catalog, isConfirmed } = await this.#round(request, signal);
      round.state = 'done';
      this.#learned = round.began;
      this.store?.save(this.state, isConfirmed);
      this.#evidence = new WeakMap();
      return catalog;
    } catch (error) {
      round.state = 'failed';
      round.error = error;
      // Every caller left, which says nothing about the server.
      if (signal.aborted && this.#latest === round) this.#latest = undefined;
      throw error;
    }
  }

  /** Returns the catalog at hand, or a round under way, if it is new enough, or throws a failure that still holds; else asks. */
  refresh(
    notOlderThanMs: number,
    deleted: readonly DeletedResource[],
    signal: AbortSignal | undefined,
  ): Promise<Catalog> | Catalog {
    const time = this.source.clock.now();
    const isNew = (began: number): boolean => time - began <= notOlderThanMs;
    const [latest, learned] = [this.#latest, this.#learned];
    if (notOlderThanMs === 0) this.#isDemanded = true;
    this.#deleted = [...this.#deleted, ...deleted];
    if (notOlderThanMs === 0 || this.#deleted.length > 0) return this.flight.runAnew(signal);
    if (latest?.state === 'under way' && isNew(latest.began)) return this.flight.run(signal);
    if (learned !== undefined && isNew(learned) && this.state.catalog !== undefined) return this.state.catalog;
    const holds = latest?.state === 'failed' && isNew(latest.began) && time - latest.began <= failureHoldsMs;
    if (holds) throw latest.error;
    return this.flight.runAnew(signal);
  }

  /** Runs a round that requests only some parts, after any other. */
  async check(parts: readonly PartInDoubt[], { signal, ownOnly }: CheckOptions = {}): Promise<CheckedParts> {
    if (signal?.aborted === true) throw reasonOf(signal);
    // A round under way may cover just these parts.
    if (this.#learned !== undefined && this.#latest?.state === 'under way') await settle(this.flight, signal);
    while (this.#checking !== undefined) await settle(this.#checking, signal);
    const { catalog } = this.state;
    if (catalog === undefined) return { catalog: await this.flight.run(signal), ownPaths: new Map() };
    const round = singleFlight(async (ending) => {
      try {
        const result = await this.#round({ parts, deleted: none, backsOff: true, ownOnly }, ending);
        if (result.catalog !== catalog) this.store?.save(this.state, false);
        return result;
      } finally {
        if (this.#checking === round) this.#checking = undefined;
      }
    });
    this.#checking = round;
    return (await settle(round, signal)) ?? { catalog: this.state.catalog ?? catalog, ownPaths: new Map() };
  }

  /**
   * Runs one round before one deadline: plans what is due, reads it, and folds the answers into what is known. The catalog
   * is the previous one if nothing in it changed. Throws a `DiscoveryError` if neither root can be read; then the state
   * stays as it is.
   */
  async #round(request: RoundRequest, signal: AbortSignal): Promise<RoundResult> {
    const { clock } = this.source;
    const time = startReading(this.source, signal);
    try {
      const round = new Round(this, request, time.signal);
      const [api, apis] = await Promise.all([round.ask('api'), round.ask('apis')]);
      const apiFailed = (api.answer ?? this.state.api).failed;
      const apisFailed = (apis.answer ?? this.state.apis).failed;
      if (apiFailed && apisFailed) throw new DiscoveryError({ api: apiFailed, apis: apisFailed });
      const at = clock.now();
      const state = reconcile(this.state, { api, apis }, { at, date: new Date(clock.date()).toISOString() });
      this.state = state;
      for (const part of request.parts ?? []) {
        if (!isGroupVersion(part)) continue;
        const [failure] = state.catalog.failuresOf(part);
        this.note(checkOf(part), failure && { failure, error: new Error(failure.message) });
      }
      const isWhole = api.answer !== undefined && apis.answer !== undefined && apisFailed === undefined;
      const isConfirmed = isWhole && (apiFailed === undefined || apiFailed.failure.class === 'notFound');
      return { catalog: state.catalog, isConfirmed, ownPaths: new Map([...api.ownPaths, ...apis.ownPaths]) };
    } finally {
      time.end();
    }
  }

  /** Returns the last failure of a document that must not be requested yet. */
  heldBack(path: string, backsOff: boolean): RootFailure | undefined {
    const last = this.#attempts.get(path);
    if (last === undefined) return undefined;
    const until = backsOff ? Math.max(last.bannedUntil, last.heldUntil) : last.bannedUntil;
    return this.source.clock.now() < until ? last.failure : undefined;
  }

  /**
   * Notes that a document could, or could not, be read. One that failed once may be requested again at once, then after
   * one second, two, four, up to 64, so a backend that is gone for good costs little.
   */
  note(path: string, failure: RootFailure | undefined): void {
    const attempts = this.#attempts;
    if (failure === undefined) {
      // Nearly always nothing has failed.
      if (attempts.size > 0) attempts.delete(path);
      return;
    }
    const time = this.source.clock.now();
    const count = (attempts.get(path)?.count ?? 0) + 1;
    const pause = count === 1 ? 0 : Math.min(shortestPauseMs * 2 ** (count - 2), longestPauseMs);
    const { error } = failure;
    const ban = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
    const bannedUntil = time + Math.min(ban, longestBanMs);
    attempts.set(path, { failure, count, bannedUntil, heldUntil: time + pause });
  }

  evidenceOf(catalog: Catalog): EvidenceDocuments {
    const nothing: EvidenceDocuments = new Map();
    const known = this.#evidence.get(catalog) ?? nothing;
    this.#evidence.set(catalog, known);
    return known;
  }
}

/** Waits for a round that others may have begun; undefined if nothing can be learned. */
async function settle<T>(round: SingleFlight<T>, signal: AbortSignal | undefined): Promise<T | undefined> {
  try {
    return await round.run(signal);
  } catch (error) {
    if (error instanceof DiscoveryError) return undefined;
    throw error;
  }
}

/** What a round is for. */
interface RoundRequest {
  /** Only what tells more about these parts is requested. @default everything */
  readonly parts?: readonly PartInDoubt[] | undefined;
  /** The parts whose definition was seen being deleted. */
  readonly deleted: readonly CatalogPart[];
  /** Whether documents that failed repeatedly are left alone for a while. */
  readonly backsOff: boolean;
  /** Whether the own paths of `parts` are requested in any case, and nothing else is. */
  readonly ownOnly?: boolean | undefined;
}

/** The result of a round. */
interface RoundResult extends CheckedParts {
  /** Whether the server has now answered for all of it. */
  readonly isConfirmed: boolean;
}

/**
 * The most own paths requested at once: a server that has just restarted omits all custom groups for a moment, which
 * would mean thousands of paths.
 */
const mostOwnPaths = 128;

/** One round: what is due at each root, and what that tells. */
class Round {
  /** Progress through the documents of group-versions. */
  readonly #progress = { done: 0, total: 0 };

  constructor(
    private readonly session: Session,
    private readonly request: RoundRequest,
    private readonly signal: AbortSignal,
  ) {}

  /** Asks what is due at one root: its own document, then the own paths of group-versions. */
  async ask(root: Root): Promise<RootAnswers> {
    const { session, request, signal } = this;
    const { source } = session;
    const { deleted, ownOnly } = request;
    const wanted = this.#wanted(root);
    const isDue = wanted === undefined || (ownOnly !== true && wanted.some(this.#needsRoot(root)));
    const answer = isDue ? await this.#readRoot(root) : undefined;
    session.recall?.();
    const ownPaths = new Map<string, ReadGroupVersion>();
    const path = source.settings.prefixes[root];
    const answers: RootAnswers = { root, path, answer, ownPaths, served: new Map(), deleted };
    if (answer?.failed !== undefined) return answers;
    const state = session.state[root];
    // What is known of a root that cannot be read tells of nothing that is due.
    const content = answer?.content ?? (state.failed === undefined ? state.document?.content : undefined);
    const isHeld = (part: GroupVersion, backsOff = true): boolean => this.#isHeld(this.#pathOf(part), backsOff);
    const only = wanted?.filter(isGroupVersion);
    let due: readonly GroupVersion[] = [];
    if (ownOnly === true) due = only?.filter((part) => !isHeld(part, false)) ?? [];
    else if (content !== undefined) {
      due = ownPathsDue(state, content, { wanted: only, deleted, time: source.clock.now(), isHeld });
    }
    if (content?.format === 'legacy') this.#report({ total: due.length });
    // Nearly always nothing is.
    if (due.length > 0) {
      const isLegacy = content?.format === 'legacy';
      const isListed = listingOf(content?.groups ?? []);
      const read = async (part: GroupVersion): Promise<void> => {
        ownPaths.set(formatGroupVersion(part), await this.#readOwnPath(part, isListed(part)));
        if (isLegacy) this.#report({ done: 1 });
      };
      await Promise.all(due.map(read));
    }
    if (answer === undefined || state.doubts.size === 0) return answers;
    const doubted = [...session.state[root].doubts.values()].filter((doubt) => doubt.path !== undefined);
    return { ...answers, served: await findServed(source, root, doubted, signal) };
  }

  /** The parts that this round is for, if it is not for everything. Another caller may have had them requested by now. */
  #wanted(root: Root): readonly PartInDoubt[] | undefined {
    const { failures } = this.session.state[root];
    const isInDoubt = ({ group, version }: PartInDoubt): boolean =>
      failures.some((each) => (group === undefined ? each.group === undefined : mayHide(each, { group, version })));
    return this.request.parts?.filter(
      (part) => (part.root ?? rootOf(part)) === root && (this.request.ownOnly === true || isInDoubt(part)),
    );
  }

  /** The document of a root tells of what it lists with resources, and of what it does not list any more. */
  #needsRoot(root: Root): (part: PartInDoubt) => boolean {
    const { document, failed, format } = this.session.state[root];
    const isListed = listingOf(document?.content.groups ?? []);
    return (part) => {
      const isWhole = document === undefined || failed !== undefined || !isGroupVersion(part);
      if (isWhole) return !this.#isHeld(this.session.source.settings.prefixes[root]);
      return !(format === 'legacy' && isListed(part)) && !this.#isHeld(checkOf(part));
    };
  }

  #isHeld(path: string, backsOff = true): boolean {
    return this.session.heldBack(path, backsOff) !== undefined;
  }

  #pathOf(part: GroupVersion): string {
    return groupVersionPath(part, this.session.source.settings.prefixes);
  }

  async #readRoot(root: Root): Promise<RootAnswer> {
    const { session } = this;
    const path = session.source.settings.prefixes[root];
    const failed = session.heldBack(path, false);
    if (failed !== undefined) return { failed };
    const answer = await readRootDocument(session.source, root, this.signal, {
      remembered: session.remembered(root),
      known() {
        session.recall?.();
        const state = session.state[root];
        return state.document?.content.groups ?? state.known;
      },
    });
    session.note(path, answer.failed);
    return answer;
  }

  async #readOwnPath(part: GroupVersion, isListed: boolean): Promise<ReadGroupVersion> {
    const { session } = this;
    const { backsOff, ownOnly } = this.request;
    const path = this.#pathOf(part);
    const held = session.heldBack(path, backsOff && ownOnly !== true);
    if (held !== undefined) return unreadGroupVersion(part, held);
    const read = await readGroupVersionDocument(session.source, part, this.signal);
    // That it answers 404 settles what is not listed.
    const isSettled = !isListed && read.failed?.failure.class === 'notFound';
    session.note(path, isSettled ? undefined : read.failed);
    return read;
  }

  #report({ done = 0, total = 0 }): void {
    const progress = this.#progress;
    progress.done += done;
    progress.total += total;
    const { onProgress } = this.session.source.settings;
    if (onProgress !== undefined) callQuietly(() => onProgress(Object.freeze({ ...progress })));
  }
}

/** What own paths are requested for. */
interface OwnPathsRequest {
  /** Only these are. @default all */
  readonly wanted?: readonly GroupVersion[] | undefined;
  readonly deleted: readonly CatalogPart[];
  readonly time: number;
  /** Whether a path must be left alone for now. */
  readonly isHeld: (part: GroupVersion, backsOff?: boolean) => boolean;
}

/**
 * Returns the group-versions whose own path is due, now that the newest document of a root is at hand: in the legacy
 * format those that it lists, and those of which something is missing for a minute, or was seen being deleted. Pure.
 */
export function ownPathsDue(
  { known, doubts }: Pick<RootState, 'known' | 'doubts'>,
  { format, groups }: RootContent,
  { wanted, deleted, time, isHeld }: OwnPathsRequest,
): readonly GroupVersion[] {
  const isLegacy = format === 'legacy';
  if (!isLegacy && doubts.size === 0 && deleted.length === 0) return [];
  const isWanted = (part: GroupVersion): boolean =>
    wanted?.some(({ group, version }) => part.group === group && part.version === version) ?? true;
  const [isListed, isKnown] = [listingOf(groups), listingOf(known)];
  const isRead = (part: GroupVersion): boolean =>
    isKnown(part) && doubts.get(formatGroupVersion(part))?.missingSince === undefined;
  const own = (isLegacy ? groups : []).flatMap(({ versions }) =>
    versions.filter((part) => wanted === undefined || !isRead(part) || (isWanted(part) && !isHeld(part))),
  );
  const gone = deleted.filter((part) => isKnown(part) && !isListed(part) && !isHeld(part, false));
  const missing = [...doubts.values()].filter(
    ({ missingSince = time, ...part }) =>
      time - missingSince >= memoryMs && isWanted(part) && !isListed(part) && !isHeld(part),
  );
  const names = new Set(own.map(formatGroupVersion));
  const further = [...gone, ...missing].filter((part) => {
    const name = formatGroupVersion(part);
    return !(isLegacy && isListed({ ...part, resource: undefined })) && !names.has(name) && names.add(name);
  });
  return [...own, ...further.slice(0, mostOwnPaths)].map(({ group, version }) => ({ group, version }));
}

function isGroupVersion(part: PartInDoubt): part is GroupVersion {
  return part.group !== undefined && part.version !== undefined;
}

// API servers that know of each other list what only a peer serves, and forward requests for it. They go on listing it
// for up to an hour after that peer has gone.

/**
 * Finds out which resources nobody serves: their objects answer 404, and the document of what the server itself serves
 * (`profile=nopeer`) lacks them.
 */
async function findServed(
  source: DiscoverySource,
  root: Root,
  doubted: readonly Doubt[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ServedOrNot>> {
  const found = new Map<string, ServedOrNot>();
  await Promise.all(
    doubted.map(async (doubt) => found.set(nameOf(doubt), await findObjects(source, root, doubt.path ?? '', signal))),
  );
  const notServed = doubted.filter((doubt) => found.get(nameOf(doubt)) === 'not served');
  if (notServed.length === 0) return found;
  const accept = acceptFormats(source.settings.formats, 'nopeer');
  const own = await readRootDocument(source, root, signal, { accept });
  const content = own.failed === undefined ? own.content : undefined;
  // A legacy document does not say whose resources it lists.
  const isListed = content?.format === 'legacy' ? () => true : listingOf(content?.groups ?? []);
  for (const doubt of notServed) {
    const isHidden = content === undefined || content.failures.some((failure) => mayHide(failure, doubt));
    if (isHidden) found.set(nameOf(doubt), 'unread');
    else if (isListed(doubt)) found.set(nameOf(doubt), 'served');
  }
  return found;
}

/** A user who may not list the objects never learns that they are gone: nothing is in doubt for them. */
async function findObjects(
  { connection, settings }: DiscoverySource,
  root: Root,
  path: string,
  signal: AbortSignal,
): Promise<ServedOrNot> {
  try {
    const timeoutMs = settings.requestTimeoutMs;
    await connection.request({ method: 'GET', path, query: { limit: '1' }, signal, timeoutMs });
    return 'served';
  } catch (error) {
    const why = failureOf(error, { root, document: path }, signal).failure.class;
    if (why === 'notFound') return 'not served';
    return why === 'unreachable' ? 'unread' : 'served';
  }
}

/** How often a document failed in succession, and when it may be requested again. */
interface FailedAttempts {
  readonly failure: RootFailure;
  readonly count: number;
  /** Until then nobody requests it: the server asked for a pause. */
  readonly bannedUntil: number;
  /** Until then only a caller who wants the current state requests it. */
  readonly heldUntil: number;
}

/** More documents than any known server has. */
const mostAttempts = 8192;

const shortestPauseMs = 1000;
const longestPauseMs = 64_000;

/** The longest Retry-After that is honoured, in milliseconds: no server means more by it. */
const longestBanMs = 3_600_000;

/** The key under which failed checks of a part are counted: documents that describe it were read, and it is still in doubt. */
function checkOf(part: GroupVersion): string {
  return `check ${formatGroupVersion(part)}`;
}
