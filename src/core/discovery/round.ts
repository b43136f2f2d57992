import type { Catalog } from '../catalog/catalog.js';
import type { GroupEntry } from '../catalog/entries.js';
import { mayHide, type CatalogFailure } from '../catalog/failures.js';
import { groupVersionPath } from '../model/api-path.js';
import { formatGroupVersion, type GroupVersion } from '../model/group-version.js';
import { callQuietly } from '../shared/call-quietly.js';
import { startDeadline } from '../shared/deadline.js';
import { ApiError } from '../transport/errors.js';
import { acceptFormats } from './documents/formats.js';
import { DeadlinePassed, DiscoveryError, type RootFailure } from './errors.js';
import type { DiscoveryProgress } from './options.js';
import type { Root, RootContent } from './parse/read-document.js';
import {
  failureOf,
  readGroupVersionDocument,
  readRootDocument,
  unreadGroupVersion,
  type DiscoverySource,
  type ReadGroupVersion,
  type ReadingLife,
  type RootAnswer,
} from './read-documents.js';
import {
  listingOf,
  nameOf,
  nothingKnown,
  reconcile,
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
  state: ServerState;
  readonly attempts: Attempts;
  /** Adds what a store holds, once. It may have to be parsed. @default nothing is stored */
  recall?: (() => void) | undefined;
}

export function newKnowledge(): Knowledge {
  return { state: nothingKnown, attempts: new Map() };
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
export async function runRound(
  source: DiscoverySource,
  knowledge: Knowledge,
  request: RoundRequest,
  signal: AbortSignal,
): Promise<RoundResult> {
  const { settings, clock } = source;
  const { timeoutMs } = settings;
  const deadline = startDeadline(timeoutMs, () => new DeadlinePassed(timeoutMs), signal);
  try {
    const round = new Round(source, knowledge, request, { signal, deadline });
    const [api, apis] = await Promise.all([round.ask('api'), round.ask('apis')]);
    const { state: before, attempts } = knowledge;
    const apiFailed = (api.answer ?? before.api).failed;
    const apisFailed = (apis.answer ?? before.apis).failed;
    if (apiFailed && apisFailed) throw new DiscoveryError({ api: apiFailed, apis: apisFailed });
    const at = clock.now();
    const { catalog, ...roots } = reconcile(before, { api, apis }, { at, date: new Date(clock.date()).toISOString() });
    knowledge.state = { ...roots, catalog };
    for (const part of request.parts ?? []) {
      if (!isGroupVersion(part)) continue;
      const [failure] = catalog.failuresOf(part);
      noteAttempt(attempts, checkOf(part), failure && { failure, error: new Error(failure.message) }, at);
    }
    const isWhole = api.answer !== undefined && apis.answer !== undefined && apisFailed === undefined;
    const isConfirmed = isWhole && (apiFailed === undefined || apiFailed.failure.class === 'notFound');
    return { catalog, isConfirmed, ownPaths: new Map([...api.ownPaths, ...apis.ownPaths]) };
  } finally {
    deadline.end();
  }
}

class Round {
  /** Progress through the documents of group-versions. */
  readonly #progress = { done: 0, total: 0 };

  constructor(
    private readonly source: DiscoverySource,
    private readonly knowledge: Knowledge,
    private readonly request: RoundRequest,
    private readonly life: ReadingLife,
  ) {}

  /** Asks what is due at one root: its own document, then the own paths of group-versions. */
  async ask(root: Root): Promise<RootAnswers> {
    const { knowledge, request, source } = this;
    const isWhole = request.parts === undefined;
    const answer = isWhole || this.#isRootDue(root) ? await this.#readRoot(root) : undefined;
    knowledge.recall?.();
    const ownPaths = new Map<string, ReadGroupVersion>();
    const { prefixes } = source.settings;
    const answers = { root, path: prefixes[root], answer, ownPaths, served: new Map(), deleted: request.deleted };
    if (answer?.failed !== undefined) return answers;
    const state = knowledge.state[root];
    const content = answer?.content ?? state.document?.content;
    const isLegacy = content?.format === 'legacy';
    const hasDoubts = state.doubts.size > 0 || request.deleted.length > 0;
    // Nearly always nothing is.
    if (isWhole && !isLegacy && !hasDoubts) return answers;
    const due = this.#ownPathsDue(state, root, content, answer !== undefined);
    if (isLegacy) this.#report({ total: due.length });
    if (due.length > 0) {
      const isListed = isLegacy ? listingOf(content.groups) : undefined;
      const read = due.map(async (part) => {
        const isDoubted = isListed?.(part) !== true;
        ownPaths.set(formatGroupVersion(part), await this.#readOwnPath(part, isDoubted ? state : undefined));
        if (isLegacy) this.#report({ done: 1 });
      });
      await Promise.all(read);
    }
    if (answer === undefined || state.doubts.size === 0) return answers;
    const doubted = [...knowledge.state[root].doubts.values()].filter(({ path }) => path !== undefined);
    return { ...answers, served: await findServed(source, root, doubted, this.life) };
  }

  /** The parts that this round is for, if it is not for everything. Another caller may have had them requested by now. */
  #wanted(root: Root): readonly PartInDoubt[] | undefined {
    const { failures } = this.knowledge.state[root];
    const isInDoubt = ({ group, version }: PartInDoubt): boolean =>
      failures.some((each) => (group === undefined ? each.group === undefined : mayHide(each, { group, version })));
    return this.request.parts?.filter(
      (part) => rootOf(part) === root && (this.request.ownOnly === true || isInDoubt(part)),
    );
  }

  /** The document of a root tells of what it lists with resources, and of what it does not list any more. */
  #isRootDue(root: Root): boolean {
    if (this.request.ownOnly === true) return false;
    const { document, failed, format } = this.knowledge.state[root];
    const isListed = listingOf(document?.content.groups ?? []);
    const isTellingOf = (part: PartInDoubt): boolean => {
      const isWhole = document === undefined || failed !== undefined || !isGroupVersion(part);
      if (isWhole) return !this.#isHeld(this.source.settings.prefixes[root]);
      return !(format === 'legacy' && isListed(part)) && !this.#isHeld(checkOf(part));
    };
    return this.#wanted(root)?.some(isTellingOf) === true;
  }

  #ownPathsDue(
    state: RootState,
    root: Root,
    content: RootContent | undefined,
    isReceived: boolean,
  ): readonly GroupVersion[] {
    const { deleted, ownOnly } = this.request;
    const isHeld = (part: GroupVersion, backsOff = true): boolean =>
      this.#isHeld(groupVersionPath(part, this.source.settings.prefixes), backsOff);
    const wanted = this.#wanted(root)?.filter(isGroupVersion);
    if (ownOnly === true) return wanted?.filter((part) => !isHeld(part, false)) ?? [];
    if (content === undefined || (state.failed !== undefined && !isReceived)) return [];
    return ownPathsDue(state, content, { wanted, deleted, time: this.source.clock.now(), isHeld });
  }

  #isHeld(path: string, backsOff = true): boolean {
    return heldBack(this.knowledge.attempts, path, backsOff, this.source.clock.now()) !== undefined;
  }

  async #readRoot(root: Root): Promise<RootAnswer> {
    const { source, knowledge } = this;
    const path = source.settings.prefixes[root];
    const failed = heldBack(knowledge.attempts, path, false, source.clock.now());
    if (failed !== undefined) return { failed };
    const known = (): readonly GroupEntry[] => {
      knowledge.recall?.();
      const state = knowledge.state[root];
      return state.document?.content.groups ?? state.known;
    };
    const answer = await readRootDocument(source, root, this.life, { known });
    noteAttempt(knowledge.attempts, path, answer.failed, source.clock.now());
    return answer;
  }

  /** Reads the document of a group-version that its root lists or, of a state, of which something is in doubt. */
  async #readOwnPath(part: GroupVersion, doubted: RootState | undefined): Promise<ReadGroupVersion> {
    const { source, request } = this;
    const { attempts } = this.knowledge;
    const path = groupVersionPath(part, source.settings.prefixes);
    const held = heldBack(attempts, path, request.backsOff && request.ownOnly !== true, source.clock.now());
    if (held !== undefined) return unreadGroupVersion(part, held);
    const read = await readGroupVersionDocument(source, part, this.life);
    const failed = doubted === undefined ? read.failed : stillDoubted(read, path, doubted);
    noteAttempt(attempts, path, failed, source.clock.now());
    return read;
  }

  #report({ done = 0, total = 0 }: Partial<DiscoveryProgress>): void {
    const progress = this.#progress;
    progress.done += done;
    progress.total += total;
    const { onProgress } = this.source.settings;
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

/** The own path settles a doubt by lacking the part. What it serves, although no root lists it, is requested ever more rarely. */
function stillDoubted(
  { failed, version }: ReadGroupVersion,
  document: string,
  { doubts }: RootState,
): RootFailure | undefined {
  if (failed !== undefined) return failed.failure.class === 'notFound' ? undefined : failed;
  const isLacked = ({ group, resource, missingSince, ...part }: Doubt): boolean =>
    missingSince !== undefined &&
    group === version.group &&
    part.version === version.version &&
    resource !== undefined &&
    !version.resources.some((each) => each.resource === resource);
  if ([...doubts.values()].some(isLacked)) return undefined;
  const error = new Error(`${formatGroupVersion(version)} is served, but not listed`);
  const root = rootOf(version);
  return { error, failure: { class: 'missing', root, document, message: error.message } };
}

function rootOf({ group, root = group === '' ? 'api' : 'apis' }: PartInDoubt): Root {
  return root;
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
  life: ReadingLife,
): Promise<ReadonlyMap<string, ServedOrNot>> {
  const found = new Map<string, ServedOrNot>();
  const findOut = async (doubt: Doubt): Promise<unknown> =>
    found.set(nameOf(doubt), await findObjects(source, root, doubt.path ?? '', life));
  await Promise.all(doubted.map(findOut));
  if (![...found.values()].includes('not served')) return found;
  const accept = acceptFormats(source.settings.formats, 'nopeer');
  const own = await readRootDocument(source, root, life, { accept });
  const content = own.failed === undefined ? own.content : undefined;
  // A legacy document does not say whose resources it lists.
  const isListed = content?.format === 'legacy' ? () => true : listingOf(content?.groups ?? []);
  for (const doubt of doubted) {
    if (found.get(nameOf(doubt)) !== 'not served') continue;
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
  { signal, deadline }: ReadingLife,
): Promise<ServedOrNot> {
  try {
    const timeoutMs = settings.requestTimeoutMs;
    const request = { method: 'GET', path, query: { limit: '1' }, signal: deadline.signal, timeoutMs } as const;
    await connection.request(request);
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
  /** Until then no patient caller requests it. */
  readonly heldUntil: number;
}

/** The failures of documents, by path. */
export type Attempts = Map<string, FailedAttempts>;

const shortestPauseMs = 1000;
const longestPauseMs = 64_000;

/** More documents than any known server has. */
const mostAttempts = 8192;

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
    attempts.delete(path);
    return;
  }
  const count = (attempts.get(path)?.count ?? 0) + 1;
  const pause = count === 1 ? 0 : Math.min(shortestPauseMs * 2 ** (count - 2), longestPauseMs);
  const { error } = failure;
  const ban = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  attempts.set(path, {
    failure,
    count,
    bannedUntil: time + Math.min(ban, longestBanMs),
    heldUntil: time + pause,
  });
  const [oldest] = attempts.keys();
  if (attempts.size > mostAttempts && oldest !== undefined) attempts.delete(oldest);
}
