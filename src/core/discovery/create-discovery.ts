import type { Catalog } from '../catalog/catalog.js';
import { mayHide } from '../catalog/failures.js';
import { groupVersionPath } from '../model/api-path.js';
import { formatGroupVersion, type GroupVersion } from '../model/group-version.js';
import { abandonOnAbort, reasonOf } from '../shared/abort.js';
import { requireAge, requireCallOptions } from '../shared/arguments.js';
import { callQuietly } from '../shared/call-quietly.js';
import { createSlots, singleFlight, type SingleFlight } from '../shared/concurrency.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import { RecentMap } from '../shared/recent-map.js';
import { trimEnd } from '../shared/trim-end.js';
import type { Connection } from '../transport/connection.js';
import { ApiError } from '../transport/errors.js';
import type { CatalogPart, CheckOptions, InnerDiscovery, OwnPaths, PartInDoubt } from './discovery.js';
import type { OpeningCodec } from './documents/store-codec.js';
import { DiscoveryError, type RootFailure } from './errors.js';
import { readEvidence, type EvidenceDocuments } from './evidence.js';
import { discoverySettings, type DiscoveryOptions, type DiscoverySettings } from './options.js';
import { acceptFormats, none, type Root, type RootContent } from './parse-documents.js';
import {
  failureOf,
  readGroupVersionDocument,
  readRootDocument,
  startReading,
  unreadGroupVersion,
  type DiscoveryClock,
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
  type Doubt,
  type RootAnswers,
  type RootState,
  type ServedOrNot,
  type ServerState,
} from './reconcile.js';
import { memoryMs } from './verdict.js';

/** Dependencies of discovery besides its connection. */
export interface DiscoveryParts extends Partial<DiscoveryClock> {
  /** The base URL of the server, for redirects and stores. @default one that no redirect leads to */
  readonly server?: string | undefined;
}

/** How many legacy documents are requested at a time. */
const fanOut = 10;

/** Creates the {@link Discovery} of one connection. Sends nothing before the first call. */
export function createDiscovery(
  connection: Connection,
  options: DiscoveryOptions = {},
  { server = 'http://server.invalid', now = () => performance.now(), date = () => Date.now() }: DiscoveryParts = {},
): InnerDiscovery {
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
      return readEvidence(session.source, session.evidence, catalog, groupVersions, signal);
    },
    get current() {
      return session.state.catalog;
    },
    invalidate() {
      // A caller who distrusts the current catalog does not want it back from a store.
      session = begin(0);
    },
    '~inner': {
      check: (inDoubt, options) => session.check(inDoubt, options),
      flush: () => store?.flush(),
      doubt({ group, version, resource }, path) {
        session.state = doubtServed(session.state, { group, version, resource, path });
      },
    },
  });
}

/** A store as discovery uses it: it never throws, and no call takes longer than 2 seconds. */
type OpenStore = ReturnType<OpeningCodec['open']>;

/** Opens the store of a server at this URL; undefined if there is none. Throws `InvalidArgumentError`. */
function openStore(
  { store, storeKey, onStoreFailure: onFailure }: DiscoveryOptions,
  { accept, prefixes }: DiscoverySettings,
  server: string,
  clock: DiscoveryClock,
): OpenStore | undefined {
  if (store === undefined) return undefined;
  const codec = store.codec as OpeningCodec;
  if (storeKey === undefined && codec.isOfProcess !== true) {
    const why = 'is required, so that the store can distinguish clusters and users: loadKubeconfig() returns one';
    throw new InvalidArgumentError('discovery.storeKey', why);
  }
  const path = URL.canParse(server) ? new URL(server).pathname : server;
  const scope = [storeKey ?? server, trimEnd(path, '/')];
  return codec.open({ store, scope, accept, prefixes, onFailure, ...clock });
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
  readonly flight = singleFlight((signal) => this.#learn(signal));
  /** Begins anew with each round: ids and hashes may differ even if the catalog is the same. */
  evidence: EvidenceDocuments = new Map();
  /** The failures of documents, by path. */
  readonly #attempts = new RecentMap<string, FailedAttempts>(mostAttempts);
  /** When the round began that the current catalog is from. */
  #learned: number | undefined;
  #latest: WholeRound | undefined;
  #checking: SingleFlight<unknown> | undefined;
  #loading: Promise<number | undefined> | undefined;
  /** The documents in the store, until there are newer ones. */
  #stored: Readonly<Record<Root, RememberedDocument | undefined>> | undefined;
  /** Adds what a store holds, once. It may have to be parsed. */
  #recall: (() => void) | undefined;
  /** Whether a caller asked for the current state, including documents that failed a short while ago. */
  #isDemanded = false;
  /** What callers saw being deleted since the last round began. */
  #deleted: readonly CatalogPart[] = none;

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
      this.#recall = () => {
        this.#recall = undefined;
        this.state = { ...this.state, ...stored.state() };
      };
      return stored.confirmed;
    }));
  }

  /** Takes what is stored if nothing is known yet, and it is new enough to be returned as is. */
  async takeStored(signal: AbortSignal | undefined): Promise<void> {
    if (this.maxAgeMs === 0) return;
    const confirmed = await abandonOnAbort(this.#load() ?? Promise.resolve(undefined), signal);
    const { clock } = this.source;
    const age = clock.date() - (confirmed ?? -Infinity);
    const isFirst = this.#learned === undefined && this.#latest === undefined;
    if (!isFirst || !(age >= 0 && age <= this.maxAgeMs)) return;
    this.#recall?.();
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
      if (this.#recall !== undefined) setTimeout(() => this.#recall?.(), 0);
      const { catalog, isConfirmed } = await this.#round(request, signal);
      round.state = 'done';
      this.#learned = round.began;
      this.store?.save(this.state, isConfirmed);
      this.evidence = new Map();
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
  refresh(notOlderThanMs: number, deleted: readonly CatalogPart[], signal: AbortSignal | undefined) {
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
  async check(parts: readonly PartInDoubt[], { signal, ownOnly }: CheckOptions = {}): Promise<OwnPaths> {
    if (signal?.aborted === true) throw reasonOf(signal);
    // A round under way may cover just these parts.
    if (this.#learned !== undefined && this.#latest?.state === 'under way') await settle(this.flight, signal);
    while (this.#checking !== undefined) await settle(this.#checking, signal);
    const { catalog } = this.state;
    if (catalog === undefined) {
      await this.flight.run(signal);
      return new Map();
    }
    const round = singleFlight(async (ending) => {
      try {
        const result = await this.#round({ parts, deleted: none, backsOff: true, ownOnly }, ending);
        if (result.catalog !== catalog) this.store?.save(this.state, false);
        return result.ownPaths;
      } finally {
        if (this.#checking === round) this.#checking = undefined;
      }
    });
    this.#checking = round;
    return (await settle(round, signal)) ?? new Map();
  }

  /**
   * Runs one round before one deadline: plans what is due, reads it, and folds the answers into what is known. The catalog
   * is the previous one if nothing in it changed. Throws a `DiscoveryError` if neither root can be read; then the state
   * stays as it is.
   */
  async #round(request: RoundRequest, signal: AbortSignal) {
    const { clock } = this.source;
    const time = startReading(this.source, signal);
    try {
      const round = { ...request, signal: time.signal, progress: { done: 0, total: 0 } };
      const [api, apis] = await Promise.all([this.#ask('api', round), this.#ask('apis', round)]);
      const apiFailed = (api.answer ?? this.state.api).failed;
      const apisFailed = (apis.answer ?? this.state.apis).failed;
      if (apiFailed && apisFailed) throw new DiscoveryError({ api: apiFailed, apis: apisFailed });
      const at = clock.now();
      const state = reconcile(this.state, { api, apis }, { at, date: new Date(clock.date()).toISOString() });
      this.state = state;
      for (const part of request.parts ?? []) {
        if (!isGroupVersion(part)) continue;
        const [failure] = state.catalog.failuresOf(part);
        this.#note(checkOf(part), failure && { failure, error: new Error(failure.message) });
      }
      const isWhole = api.answer !== undefined && apis.answer !== undefined && apisFailed === undefined;
      /** Whether the server has now answered for all of it. */
      const isConfirmed = isWhole && (apiFailed === undefined || apiFailed.failure.class === 'notFound');
      return { catalog: state.catalog, isConfirmed, ownPaths: new Map([...api.ownPaths, ...apis.ownPaths]) };
    } finally {
      time.end();
    }
  }

  /** Asks what is due at one root: its own document, then the own paths of group-versions. */
  async #ask(root: Root, round: Round): Promise<RootAnswers> {
    const { settings, clock } = this.source;
    const { deleted, ownOnly, progress } = round;
    const path = settings.prefixes[root];
    const wanted = this.#wanted(root, round);
    const isDue = wanted === undefined || (ownOnly !== true && wanted.some(this.#needsRoot(root, path)));
    const answer = isDue ? await this.#readRoot(root, path, round.signal) : undefined;
    this.#recall?.();
    const ownPaths = new Map<string, ReadGroupVersion>();
    const answers: RootAnswers = { root, path, answer, ownPaths, served: new Map(), deleted };
    if (answer?.failed !== undefined) return answers;
    const state = this.state[root];
    // What is known of a root that cannot be read tells of nothing that is due.
    const content = answer?.content ?? (state.failed === undefined ? state.document?.content : undefined);
    const isHeld = (part: GroupVersion, backsOff = true): boolean =>
      this.#heldBack(groupVersionPath(part, settings.prefixes), backsOff) !== undefined;
    const only = wanted?.filter(isGroupVersion);
    let due: readonly GroupVersion[] = [];
    if (ownOnly === true) due = only?.filter((part) => !isHeld(part, false)) ?? [];
    else if (content !== undefined) {
      due = ownPathsDue(state, content, { wanted: only, deleted, time: clock.now(), isHeld });
    }
    const report = (done: number, total: number): void => {
      if (content?.format !== 'legacy') return;
      progress.done += done;
      progress.total += total;
      callQuietly(() => settings.onProgress?.(Object.freeze({ ...progress })));
    };
    report(0, due.length);
    const isListed = listingOf(content?.groups ?? none);
    const read = async (part: GroupVersion): Promise<void> => {
      ownPaths.set(formatGroupVersion(part), await this.#readOwnPath(part, isListed(part), round));
      report(1, 0);
    };
    // Nearly always nothing is.
    if (due.length > 0) await Promise.all(due.map(read));
    if (answer === undefined || state.doubts.size === 0) return answers;
    const doubted = [...this.state[root].doubts.values()].filter((doubt) => doubt.path !== undefined);
    return { ...answers, served: await findServed(this.source, root, doubted, round.signal) };
  }

  /** The parts that a round is for, if it is not for everything. Another caller may have had them requested by now. */
  #wanted(root: Root, { parts, ownOnly }: Round): readonly PartInDoubt[] | undefined {
    const { failures } = this.state[root];
    const isInDoubt = ({ group, version }: PartInDoubt): boolean =>
      failures.some((each) => (group === undefined ? each.group === undefined : mayHide(each, { group, version })));
    return parts?.filter((part) => (part.root ?? rootOf(part)) === root && (ownOnly === true || isInDoubt(part)));
  }

  /** The document of a root tells of what it lists with resources, and of what it does not list any more. */
  #needsRoot(root: Root, path: string): (part: PartInDoubt) => boolean {
    const { document, failed, format } = this.state[root];
    const isListed = listingOf(document?.content.groups ?? none);
    return (part) => {
      const isWhole = document === undefined || failed !== undefined || !isGroupVersion(part);
      if (!isWhole && format === 'legacy' && isListed(part)) return false;
      return this.#heldBack(isWhole ? path : checkOf(part), true) === undefined;
    };
  }

  async #readRoot(root: Root, path: string, signal: AbortSignal): Promise<RootAnswer> {
    const failed = this.#heldBack(path, false);
    if (failed !== undefined) return { failed };
    const { document } = this.state[root];
    const validated =
      document?.etag === undefined ? undefined : { etag: document.etag, content: () => document.content };
    const answer = await readRootDocument(this.source, root, signal, {
      remembered: document === undefined ? this.#stored?.[root] : validated,
      known: () => {
        this.#recall?.();
        const state = this.state[root];
        return state.document?.content.groups ?? state.known;
      },
    });
    this.#note(path, answer.failed);
    return answer;
  }

  async #readOwnPath(part: GroupVersion, isListed: boolean, round: Round): Promise<ReadGroupVersion> {
    const path = groupVersionPath(part, this.source.settings.prefixes);
    const held = this.#heldBack(path, round.backsOff && round.ownOnly !== true);
    if (held !== undefined) return unreadGroupVersion(part, held);
    const read = await readGroupVersionDocument(this.source, part, round.signal);
    // That it answers 404 settles what is not listed.
    const isSettled = !isListed && read.failed?.failure.class === 'notFound';
    this.#note(path, isSettled ? undefined : read.failed);
    return read;
  }

  /** Returns the last failure of a document that must not be requested yet. */
  #heldBack(path: string, backsOff: boolean): RootFailure | undefined {
    const last = this.#attempts.get(path);
    if (last === undefined) return undefined;
    const until = backsOff ? Math.max(last.bannedUntil, last.heldUntil) : last.bannedUntil;
    return this.source.clock.now() < until ? last.failure : undefined;
  }

  /**
   * Notes that a document could, or could not, be read. One that failed once may be requested again at once, then after
   * one second, two, four, up to 64, so a backend that is gone for good costs little.
   */
  #note(path: string, failure: RootFailure | undefined): void {
    const attempts = this.#attempts;
    // Nearly always nothing has failed.
    if (failure === undefined && attempts.size > 0) attempts.delete(path);
    if (failure === undefined) return;
    const time = this.source.clock.now();
    const count = (attempts.get(path)?.count ?? 0) + 1;
    const pause = count === 1 ? 0 : Math.min(shortestPauseMs * 2 ** (count - 2), longestPauseMs);
    const { error } = failure;
    const ban = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
    const bannedUntil = time + Math.min(ban, longestBanMs);
    attempts.set(path, { failure, count, bannedUntil, heldUntil: time + pause });
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

/** A round under way. */
interface Round extends RoundRequest {
  readonly signal: AbortSignal;
  /** Progress through the documents of group-versions. */
  readonly progress: { done: number; total: number };
}

/**
 * The most own paths requested at once: a server that has just restarted omits all custom groups for a moment, which
 * would mean thousands of paths.
 */
const mostOwnPaths = 128;

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
