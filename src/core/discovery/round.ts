import type { Catalog } from '../catalog/catalog.js';
import { mayHide, type CatalogFailure } from '../catalog/failures.js';
import { groupVersionPath } from '../model/api-path.js';
import { formatGroupVersion, type GroupVersion } from '../model/group-version.js';
import { callQuietly } from '../shared/call-quietly.js';
import type { RecentMap } from '../shared/recent-map.js';
import { ApiError } from '../transport/errors.js';
import { acceptFormats, type Root, type RootContent } from './parse-documents.js';
import { DiscoveryError, type RootFailure } from './errors.js';
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
  listingOf,
  nameOf,
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

/** What a round is for. */
export interface RoundRequest {
  /** Only what tells more about these parts is requested. @default everything */
  readonly parts?: readonly PartInDoubt[] | undefined;
  /** The parts whose definition was seen being deleted. */
  readonly deleted: readonly CatalogPart[];
  /** Whether documents that failed repeatedly are left alone for a while. */
  readonly backsOff: boolean;
  /** Whether the own paths of `parts` are requested in any case, and nothing else is. */
  readonly ownOnly?: boolean | undefined;
}

/** A part as a failure names it: a group-version, or a whole root. */
export type PartInDoubt = Pick<CatalogFailure, 'group' | 'version'> & Partial<Pick<CatalogFailure, 'root'>>;

/** The result of a round. */
export interface RoundResult {
  readonly catalog: Catalog;
  /** Whether the server has now answered for all of it. */
  readonly isConfirmed: boolean;
  /** What the own paths of group-versions answered, by name. */
  readonly ownPaths: ReadonlyMap<string, ReadGroupVersion>;
}

/** Everything known of a server. Rounds replace the state when they end. */
export interface Knowledge {
  readonly source: DiscoverySource;
  state: ServerState;
  readonly attempts: Attempts;
  /** Returns the newest document of a root, if it has a validator. */
  remembered(root: Root): RememberedDocument | undefined;
  /** Adds what a store holds, once. It may have to be parsed. */
  readonly recall: (() => void) | undefined;
}

/**
 * The most own paths requested at once: a server that has just restarted omits all custom groups for a moment, which
 * would mean thousands of paths.
 */
const mostOwnPaths = 128;

/**
 * Runs one round before one deadline: plans what is due, reads it, and folds the answers into what is known. The catalog
 * is the previous one if nothing in it changed. Throws a `DiscoveryError` if neither root can be read; then the state
 * stays as it is.
 */
export async function runRound(knowledge: Knowledge, request: RoundRequest, signal: AbortSignal): Promise<RoundResult> {
  const { clock } = knowledge.source;
  const time = startReading(knowledge.source, signal);
  try {
    const round = new Round(knowledge, request, time.signal);
    const [api, apis] = await Promise.all([round.ask('api'), round.ask('apis')]);
    const { state: before, attempts } = knowledge;
    const apiFailed = (api.answer ?? before.api).failed;
    const apisFailed = (apis.answer ?? before.apis).failed;
    if (apiFailed && apisFailed) throw new DiscoveryError({ api: apiFailed, apis: apisFailed });
    const at = clock.now();
    const state = reconcile(before, { api, apis }, { at, date: new Date(clock.date()).toISOString() });
    knowledge.state = state;
    for (const part of request.parts ?? []) {
      if (!isGroupVersion(part)) continue;
      const [failure] = state.catalog.failuresOf(part);
      noteAttempt(attempts, checkOf(part), failure && { failure, error: new Error(failure.message) }, at);
    }
    const isWhole = api.answer !== undefined && apis.answer !== undefined && apisFailed === undefined;
    const isConfirmed = isWhole && (apiFailed === undefined || apiFailed.failure.class === 'notFound');
    return { catalog: state.catalog, isConfirmed, ownPaths: new Map([...api.ownPaths, ...apis.ownPaths]) };
  } finally {
    time.end();
  }
}

class Round {
  /** Progress through the documents of group-versions. */
  readonly #progress = { done: 0, total: 0 };

  constructor(
    private readonly knowledge: Knowledge,
    private readonly request: RoundRequest,
    private readonly signal: AbortSignal,
  ) {}

  /** Asks what is due at one root: its own document, then the own paths of group-versions. */
  async ask(root: Root): Promise<RootAnswers> {
    const { knowledge, request, signal } = this;
    const { deleted, ownOnly } = request;
    const wanted = this.#wanted(root);
    const isDue = wanted === undefined || (ownOnly !== true && wanted.some(this.#needsRoot(root)));
    const answer = isDue ? await this.#readRoot(root) : undefined;
    knowledge.recall?.();
    const ownPaths = new Map<string, ReadGroupVersion>();
    const path = this.knowledge.source.settings.prefixes[root];
    const answers: RootAnswers = { root, path, answer, ownPaths, served: new Map(), deleted };
    if (answer?.failed !== undefined) return answers;
    const state = knowledge.state[root];
    // What is known of a root that cannot be read tells of nothing that is due.
    const content = answer?.content ?? (state.failed === undefined ? state.document?.content : undefined);
    const isHeld = (part: GroupVersion, backsOff = true): boolean => this.#isHeld(this.#pathOf(part), backsOff);
    const only = wanted?.filter(isGroupVersion);
    let due: readonly GroupVersion[] = [];
    if (ownOnly === true) due = only?.filter((part) => !isHeld(part, false)) ?? [];
    else if (content !== undefined) {
      due = ownPathsDue(state, content, { wanted: only, deleted, time: this.knowledge.source.clock.now(), isHeld });
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
    const doubted = [...knowledge.state[root].doubts.values()].filter((doubt) => doubt.path !== undefined);
    return { ...answers, served: await findServed(this.knowledge.source, root, doubted, signal) };
  }

  /** The parts that this round is for, if it is not for everything. Another caller may have had them requested by now. */
  #wanted(root: Root): readonly PartInDoubt[] | undefined {
    const { failures } = this.knowledge.state[root];
    const isInDoubt = ({ group, version }: PartInDoubt): boolean =>
      failures.some((each) => (group === undefined ? each.group === undefined : mayHide(each, { group, version })));
    return this.request.parts?.filter(
      (part) => (part.root ?? rootOf(part)) === root && (this.request.ownOnly === true || isInDoubt(part)),
    );
  }

  /** The document of a root tells of what it lists with resources, and of what it does not list any more. */
  #needsRoot(root: Root): (part: PartInDoubt) => boolean {
    const { document, failed, format } = this.knowledge.state[root];
    const isListed = listingOf(document?.content.groups ?? []);
    return (part) => {
      const isWhole = document === undefined || failed !== undefined || !isGroupVersion(part);
      if (isWhole) return !this.#isHeld(this.knowledge.source.settings.prefixes[root]);
      return !(format === 'legacy' && isListed(part)) && !this.#isHeld(checkOf(part));
    };
  }

  #isHeld(path: string, backsOff = true): boolean {
    return heldBack(this.knowledge.attempts, path, backsOff, this.knowledge.source.clock.now()) !== undefined;
  }

  #pathOf(part: GroupVersion): string {
    return groupVersionPath(part, this.knowledge.source.settings.prefixes);
  }

  async #readRoot(root: Root): Promise<RootAnswer> {
    const { knowledge } = this;
    const { settings, clock } = this.knowledge.source;
    const path = settings.prefixes[root];
    const failed = heldBack(knowledge.attempts, path, false, clock.now());
    if (failed !== undefined) return { failed };
    const answer = await readRootDocument(knowledge.source, root, this.signal, {
      remembered: knowledge.remembered(root),
      known() {
        knowledge.recall?.();
        const state = knowledge.state[root];
        return state.document?.content.groups ?? state.known;
      },
    });
    noteAttempt(knowledge.attempts, path, answer.failed, clock.now());
    return answer;
  }

  async #readOwnPath(part: GroupVersion, isListed: boolean): Promise<ReadGroupVersion> {
    const { attempts, source } = this.knowledge;
    const { backsOff, ownOnly } = this.request;
    const path = this.#pathOf(part);
    const held = heldBack(attempts, path, backsOff && ownOnly !== true, source.clock.now());
    if (held !== undefined) return unreadGroupVersion(part, held);
    const read = await readGroupVersionDocument(source, part, this.signal);
    // That it answers 404 settles what is not listed.
    const isSettled = !isListed && read.failed?.failure.class === 'notFound';
    noteAttempt(attempts, path, isSettled ? undefined : read.failed, source.clock.now());
    return read;
  }

  #report({ done = 0, total = 0 }): void {
    const progress = this.#progress;
    progress.done += done;
    progress.total += total;
    const { onProgress } = this.knowledge.source.settings;
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
export const mostAttempts = 8192;

/** The failures of documents, by path. */
export type Attempts = RecentMap<string, FailedAttempts>;

const shortestPauseMs = 1000;
const longestPauseMs = 64_000;

/** The longest Retry-After that is honoured, in milliseconds: no server means more by it. */
const longestBanMs = 3_600_000;

/** The key under which failed checks of a part are counted: documents that describe it were read, and it is still in doubt. */
function checkOf(part: GroupVersion): string {
  return `check ${formatGroupVersion(part)}`;
}

/** Returns the last failure of a document that must not be requested yet. */
function heldBack(attempts: Attempts, path: string, backsOff: boolean, time: number): RootFailure | undefined {
  const last = attempts.get(path);
  if (last === undefined) return undefined;
  const until = backsOff ? Math.max(last.bannedUntil, last.heldUntil) : last.bannedUntil;
  return time < until ? last.failure : undefined;
}

/**
 * Notes that a document could, or could not, be read. One that failed once may be requested again at once, then after
 * one second, two, four, up to 64, so a backend that is gone for good costs little.
 */
function noteAttempt(attempts: Attempts, path: string, failure: RootFailure | undefined, time: number): void {
  if (failure === undefined) {
    // Nearly always nothing has failed.
    if (attempts.size > 0) attempts.delete(path);
    return;
  }
  const count = (attempts.get(path)?.count ?? 0) + 1;
  const pause = count === 1 ? 0 : Math.min(shortestPauseMs * 2 ** (count - 2), longestPauseMs);
  const { error } = failure;
  const ban = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  const bannedUntil = time + Math.min(ban, longestBanMs);
  attempts.set(path, { failure, count, bannedUntil, heldUntil: time + pause });
}
