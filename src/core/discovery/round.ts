import type { Catalog } from '../catalog/catalog.js';
import { indexCatalog } from '../catalog/create-catalog.js';
import type { GroupEntry } from '../catalog/entries.js';
import type { CatalogFailure, DiscoveryFormat } from '../catalog/failures.js';
import { isSameFailure } from '../catalog/share-unchanged.js';
import { groupVersionPath } from '../model/api-path.js';
import { formatGroupVersion, type GroupVersion } from '../model/group-version.js';
import { callQuietly } from '../shared/call-quietly.js';
import { startDeadline } from '../shared/deadline.js';
import { checkOf, whatIsDue, type RoundRequest } from './due.js';
import { DeadlinePassed, DiscoveryError, type RootFailure } from './errors.js';
import {
  heldBack,
  noteAttempt,
  receive,
  rootNames,
  type Knowledge,
  type Root,
  type RootDocument,
  type RootFacts,
} from './facts.js';
import { judge } from './judge.js';
import type { DiscoveryProgress } from './options.js';
import type { RootContent } from './parse/read-document.js';
import {
  readGroupVersionDocument,
  readRootDocument,
  unreadGroupVersion,
  type DiscoverySource,
  type ReadGroupVersion,
  type ReadingLife,
  type RootAnswer,
} from './read-documents.js';
import { findUnserved, settleUnserved, type ServedOrNot } from './unserved.js';

/** The result of a round. */
export interface RoundResult {
  readonly catalog: Catalog;
  /** Whether the server has now answered for all of it. */
  readonly isConfirmed: boolean;
  /** What the own paths of group-versions answered, by name. */
  readonly ownPaths: ReadonlyMap<string, ReadGroupVersion>;
}

/** What a round learned at one root. */
interface Findings {
  /** The answer of the root, if it was requested, and when it came. */
  readonly answer: RootAnswer | undefined;
  readonly at: number;
  readonly ownPaths: ReadonlyMap<string, ReadGroupVersion>;
  /** The facts in which resources were in doubt, and those of them that nobody serves; if that was looked for. */
  readonly unserved?: { readonly looked: RootFacts; readonly found: ReadonlyMap<string, ServedOrNot> } | undefined;
}

/**
 * Runs one round before one deadline: requests what is due, notes the facts, and judges. The catalog is the previous one
 * if nothing in it changed. Throws a `DiscoveryError` if neither root can be read; then the facts stay as they are.
 */
export async function runRound(
  source: DiscoverySource,
  knowledge: Knowledge,
  request: RoundRequest,
  signal: AbortSignal,
): Promise<RoundResult> {
  const { timeoutMs } = source.settings;
  const deadline = startDeadline(timeoutMs, () => new DeadlinePassed(timeoutMs), signal);
  try {
    const round = new Round(source, knowledge, request, { signal, deadline });
    const [api, apis] = await Promise.all([round.findOut('api'), round.findOut('apis')]);
    return conclude(source, knowledge, request, { api, apis });
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

  async findOut(root: Root): Promise<Findings> {
    const { knowledge, request, source } = this;
    let due = whatIsDue(root, knowledge, request, source);
    const answer = due.root ? await this.#readRoot(root) : undefined;
    const at = source.clock.now();
    knowledge.recall?.();
    const ownPaths = new Map<string, ReadGroupVersion>();
    if (answer?.failed !== undefined) return { answer, at, ownPaths };
    const isLegacy = (answer?.content ?? knowledge.facts[root].latest)?.format === 'legacy';
    if (due.root) due = whatIsDue(root, knowledge, request, source, answer?.content);
    if (isLegacy) this.#report({ total: due.groupVersions.length });
    const read = due.groupVersions.map(async (part) => {
      ownPaths.set(formatGroupVersion(part), await this.#readGroupVersion(part, isLegacy));
      if (isLegacy) this.#report({ done: 1 });
    });
    await Promise.all(read);
    const looked = knowledge.facts[root];
    if (answer === undefined || looked.unserved.size === 0) return { answer, at, ownPaths };
    const found = await findUnserved(source, root, looked, this.life);
    return { answer, at, ownPaths, unserved: { looked, found } };
  }

  async #readRoot(root: Root): Promise<RootAnswer> {
    const { source, knowledge } = this;
    const path = source.settings.prefixes[root];
    const failed = heldBack(knowledge.attempts, path, false, source.clock.now());
    if (failed !== undefined) return { failed };
    const known = (): readonly GroupEntry[] => {
      knowledge.recall?.();
      const { latest, groups } = knowledge.facts[root];
      return latest?.groups ?? groups;
    };
    const answer = await readRootDocument(source, root, this.life, { known });
    noteAttempt(knowledge.attempts, path, answer.failed, source.clock.now());
    return answer;
  }

  async #readGroupVersion(part: GroupVersion, isListed: boolean): Promise<ReadGroupVersion> {
    const { source, request } = this;
    const { attempts } = this.knowledge;
    const path = groupVersionPath(part, source.settings.prefixes);
    const held = heldBack(attempts, path, request.isPatient && request.insists !== true, source.clock.now());
    if (held !== undefined) return unreadGroupVersion(part, held);
    const read = await readGroupVersionDocument(source, part, this.life);
    const failed = isListed ? read.failed : inDoubt(read);
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

/** A part in doubt is settled by a 404. One that is served, although no root lists it, is requested ever more rarely. */
function inDoubt({ failed, version }: ReadGroupVersion): RootFailure | undefined {
  if (failed !== undefined) return failed.failure.class === 'notFound' ? undefined : failed;
  const error = new Error(`${formatGroupVersion(version)} is served, but not listed`);
  const root = version.group === '' ? 'api' : 'apis';
  return { error, failure: { class: 'missing', root, document: '', message: error.message } };
}

/** Notes what a round found out, and judges. */
function conclude(
  { settings, clock }: DiscoverySource,
  knowledge: Knowledge,
  { parts, deleted }: RoundRequest,
  findings: Readonly<Record<Root, Findings>>,
): RoundResult {
  const { facts, attempts } = knowledge;
  const failureAt = (root: Root): RootFailure | undefined => (findings[root].answer ?? facts[root]).failed;
  const [api, apis] = [failureAt('api'), failureAt('apis')];
  if (api !== undefined && apis !== undefined) throw new DiscoveryError({ api, apis });
  const date = new Date(clock.date()).toISOString();
  for (const root of rootNames) {
    const { answer, at, ownPaths, unserved } = findings[root];
    if (answer === undefined && ownPaths.size === 0) continue;
    let now = facts[root];
    if (answer?.failed !== undefined) now = { ...now, failed: answer.failed };
    else if (answer !== undefined) {
      const { content, etag } = answer;
      const isLegacy = content.format === 'legacy';
      now = receive(now, isLegacy ? assemble(content, ownPaths, now.latest) : { ...content, etag }, at);
    } else if (now.latest?.outline !== undefined) {
      const latest = { ...now.latest, ...assemble(now.latest.outline, ownPaths, now.latest) };
      now = { ...now, latest, documents: now.documents.map((each) => (each === now.latest ? latest : each)) };
    }
    if (unserved !== undefined) now = settleUnserved(now, unserved.looked, unserved.found, at);
    facts[root] = judge(now, { root, document: settings.prefixes[root], ownPaths, deleted, date });
  }
  const catalog = catalogOf(knowledge);
  for (const { group, version } of parts ?? []) {
    if (group === undefined || version === undefined) continue;
    const [failure] = catalog.failuresOf({ group, version });
    const failed = failure && { failure, error: new Error(failure.message) };
    noteAttempt(attempts, checkOf({ group, version }), failed, clock.now());
  }
  const isWhole = findings.api.answer !== undefined && findings.apis.answer !== undefined;
  const isConfirmed = isWhole && apis === undefined && (api === undefined || api.failure.class === 'notFound');
  return { catalog, isConfirmed, ownPaths: new Map([...findings.api.ownPaths, ...findings.apis.ownPaths]) };
}

/** Returns the catalog of the facts: the previous one if it is the same. */
export function catalogOf(knowledge: Knowledge, from?: 'store'): Catalog {
  const { facts, made } = knowledge;
  const { api, apis } = facts;
  const isSameIn = (isSame: (before: RootFacts, now: RootFacts) => boolean): boolean =>
    made !== undefined && rootNames.every((root) => isSame(made.facts[root], facts[root]));
  const hasSameGroups = isSameIn((before, now) => before.groups === now.groups);
  const isSame =
    hasSameGroups &&
    made?.catalog.provenance.from === from &&
    isSameIn((before, now) => formatOf(before) === formatOf(now) && areSame(before.failures, now.failures));
  if (isSame && made !== undefined) return made.catalog;
  const provenance = { api: formatOf(api), apis: formatOf(apis), ...(from && { from }) };
  const groups = hasSameGroups && made !== undefined ? made.catalog.groups : [...api.groups, ...apis.groups];
  const catalog = indexCatalog({ groups, failures: [...api.failures, ...apis.failures], provenance });
  knowledge.made = { catalog, facts: { api, apis } };
  return catalog;
}

/** Returns the format that a root spoke: for one that failed, the format of what is kept. */
function formatOf({ failed, format, groups }: RootFacts): DiscoveryFormat | undefined {
  return failed === undefined || groups.length > 0 ? format : undefined;
}

function areSame(a: readonly CatalogFailure[], b: readonly CatalogFailure[]): boolean {
  return a === b || (a.length === b.length && a.every((failure, index) => isSameFailure(failure, b[index] ?? failure)));
}

/**
 * Puts a legacy document together with those of its group-versions. Of those that were not requested, what was read
 * before stands.
 */
function assemble(
  outline: RootContent,
  read: ReadonlyMap<string, ReadGroupVersion>,
  before: RootDocument | undefined,
): RootDocument {
  const failures = [...outline.failures];
  const known = new Map(before?.groups.map((group) => [group.name, group]));
  const groups = outline.groups.map(({ name, versions: listed, preferredVersion }): GroupEntry => {
    const versions = listed.map((each) => {
      const now = read.get(formatGroupVersion(each));
      const isOwn = (failure: CatalogFailure): boolean =>
        failure.group === name &&
        failure.version === each.version &&
        before?.outline?.failures.includes(failure) === false;
      for (const failure of now?.failures ?? before?.failures.filter(isOwn) ?? []) failures.push(failure);
      const was = known.get(name)?.versions.find(({ version }) => version === each.version);
      return Object.freeze(now?.version ?? was ?? each);
    });
    const served = versions.flatMap(({ version, freshness }) => (freshness === 'Current' ? version : []));
    const preferred = served.find((version) => version === preferredVersion) ?? served[0];
    return Object.freeze({ name, versions: Object.freeze(versions), preferredVersion: preferred });
  });
  return { format: 'legacy', groups: Object.freeze(groups), failures, outline };
}
