import type { Catalog } from '../catalog/catalog.js';
import type { GroupEntry } from '../catalog/entries.js';
import { shareUnchanged } from '../catalog/share-unchanged.js';
import { groupVersionPath } from '../model/api-path.js';
import { formatGroupVersion, type GroupVersion } from '../model/group-version.js';
import { callQuietly } from '../shared/call-quietly.js';
import type { SeenDocuments } from './alternation.js';
import { composeCatalog, type RootContribution } from './compose.js';
import { startDeadline } from './deadline.js';
import { DiscoveryError } from './errors.js';
import type { DiscoveryProgress } from './options.js';
import type { GroupOutline } from './parse/legacy.js';
import { none } from './parse/reading.js';
import type { RoundPlan } from './plan.js';
import { proveGone, proveLacking } from './prove-gone.js';
import {
  readGroupVersionDocument,
  readRootDocument,
  unreadGroupVersion,
  type DiscoverySource,
  type ReadGroupVersion,
  type ReadingLife,
  type RootAnswer,
} from './read-documents.js';

/** A catalog, and what it was made from; without the latter, what was known before this process began. */
export interface LearnedCatalog {
  readonly catalog: Catalog;
  readonly api?: LearnedRoot | undefined;
  readonly apis?: LearnedRoot | undefined;
}

/** The content of one root: its own answer, and the documents of the group-versions that a legacy one lists. */
export interface LearnedRoot {
  readonly answer: RootAnswer;
  /** The documents requested so far, by the name of the group-version. */
  readonly read: ReadonlyMap<string, ReadGroupVersion>;
  /** The groups that it lists, if it answered; with resources in an aggregated document. */
  readonly groups?: readonly GroupEntry[] | undefined;
}

/**
 * Runs one round of discovery before one deadline: both roots in parallel, the group-versions of each root that answers
 * in the legacy format, and the own paths of missing group-versions. Documents that failed often, or whose server asked
 * for a pause, are not requested before their time. Returns the previous catalog if nothing in it changed.
 */
export async function learnCatalog(
  source: DiscoverySource,
  known: () => LearnedCatalog | undefined,
  plan: RoundPlan,
  signal: AbortSignal,
): Promise<LearnedCatalog> {
  const deadline = startDeadline(source.settings.timeoutMs, signal);
  const progress = { done: 0, total: 0 };
  const round: Round = { source, known, plan, life: { signal, deadline }, progress };
  try {
    const [api, apis] = await Promise.all([learnRoot(round, 'api'), learnRoot(round, 'apis')]);
    if (api.answer.kind === 'failed' && apis.answer.kind === 'failed') {
      throw new DiscoveryError({ api: api.answer, apis: apis.answer });
    }
    const before = known();
    if (before?.api?.answer === api.answer && before.apis?.answer === apis.answer && isSettled(before, api, apis)) {
      return before;
    }
    const date = new Date(source.clock.date()).toISOString();
    const catalog = composeCatalog([api, apis], before?.catalog, date);
    return { catalog, api, apis };
  } finally {
    deadline.end();
  }
}

interface Round {
  readonly source: DiscoverySource;
  /** Returns what has been learned up to now. */
  readonly known: () => LearnedCatalog | undefined;
  readonly plan: RoundPlan;
  readonly life: ReadingLife;
  /** Progress through the documents of group-versions. */
  readonly progress: { done: number; total: number };
}

/**
 * Reports whether the same answers make the same catalog: legacy roots say nothing about their group-versions, and kept
 * parts may go.
 */
function isSettled({ catalog }: LearnedCatalog, ...roots: readonly RootContribution[]): boolean {
  if (roots.some(({ answer, documents }) => answer.kind === 'legacy' || documents !== undefined)) {
    return false;
  }
  return catalog.failures.every((failure) => failure.class !== 'missing');
}

async function learnRoot(round: Round, root: 'api' | 'apis'): Promise<RootContribution> {
  const { source, plan } = round;
  const previous = round.known()?.[root];
  const isAsked = previous === undefined || plan.asksRoot(root);
  const answer = isAsked ? await askRoot(round, root) : previous.answer;
  const place = { root, document: source.settings.prefixes[root] };
  const nothing: ReadonlySet<string> = new Set();
  if (answer.kind === 'failed') return { answer, place, read: new Map(), gone: nothing };

  let read: ReadonlyMap<string, ReadGroupVersion> = new Map();
  if (answer.kind === 'legacy') {
    const listed = answer.outlines.flatMap(({ versions }) => versions);
    tellProgress(round, { total: listed.length });
    const documents = listed.map(async (groupVersion) => {
      const document = await askGroupVersion(round, groupVersion, previous);
      tellProgress(round, { done: 1 });
      return [formatGroupVersion(groupVersion), document] as const;
    });
    read = new Map(await Promise.all(documents));
  }
  const before = round.known();
  const alternation = source.alternations[root];
  const note = (groups: readonly GroupEntry[]): SeenDocuments | undefined =>
    isAsked ? alternation.note(groups, answer.kind === 'aggregated') : alternation.present();
  const isMissing = before?.catalog.failures.some((failure) => failure.class === 'missing') ?? false;
  if (previous?.groups !== undefined && previous.answer === answer && answer.kind === 'aggregated' && !isMissing) {
    return { answer, place, read, groups: previous.groups, documents: note(previous.groups), gone: nothing };
  }
  const known = before?.catalog.groups.filter(({ name }) => (name === '') === (root === 'api')) ?? [];
  // From here on, unchanged parts are the same objects as before, so they are compared with what is known only once.
  const groups = answer.kind === 'aggregated' ? shareUnchanged(known, answer.groups) : listingOf(answer.outlines);
  const documents = note(groups);
  const contribution = { answer, place, read, documents, groups };
  if (before === undefined) return { ...contribution, gone: nothing };
  const parts = { known, groups, life: round.life };
  if (documents === undefined) return { ...contribution, gone: await proveGone(source, { ...parts, plan }) };
  // Both 404s of a path may come from the same server that lacks the group-version, so two of them prove nothing now.
  for (const { versions } of known) for (const each of versions) source.proofs.delete(formatGroupVersion(each));
  const gone = await proveGone(source, { ...parts, plan: { ...plan, asks: plan.sawDeleted } });
  const lacking = await proveLacking(source, parts.groups, plan, round.life);
  if (gone.size > 0 || lacking.length > 0) {
    alternation.forget(
      (document) =>
        lacking.some((resource) => document.resource(resource) !== undefined) ||
        document.groups.some(({ versions }) => versions.some((version) => gone.has(formatGroupVersion(version)))),
    );
  }
  return { ...contribution, documents: alternation.present(), gone };
}

function tellProgress({ source, progress }: Round, { done = 0, total = 0 }: Partial<DiscoveryProgress>): void {
  progress.done += done;
  progress.total += total;
  const { onProgress } = source.settings;
  if (onProgress !== undefined) callQuietly(() => onProgress(Object.freeze({ ...progress })));
}

async function askRoot({ source, life }: Round, root: 'api' | 'apis'): Promise<RootAnswer> {
  const { attempts, settings } = source;
  const document = settings.prefixes[root];
  const banned = attempts.banned(document);
  if (banned !== undefined) return { kind: 'failed', ...banned };
  const answer = await readRootDocument(source, root, life);
  if (answer.kind === 'failed') attempts.failed(document, answer);
  else attempts.succeeded(document);
  return answer;
}

async function askGroupVersion(
  { source, plan, life }: Round,
  groupVersion: GroupVersion,
  previous: LearnedRoot | undefined,
): Promise<ReadGroupVersion> {
  const last = previous?.read.get(formatGroupVersion(groupVersion));
  if (last !== undefined && !plan.asks(groupVersion)) return last;
  const { attempts, settings } = source;
  const document = groupVersionPath(groupVersion, settings.prefixes);
  const held = attempts.heldBack(document, plan.isPatient);
  if (held !== undefined) return unreadGroupVersion(groupVersion, held);
  const answer = await readGroupVersionDocument(source, groupVersion, life);
  if (answer.failed === undefined) attempts.succeeded(document);
  else attempts.failed(document, answer.failed);
  return answer;
}

/** Returns the groups that a legacy root lists, without resources. */
function listingOf(outlines: readonly GroupOutline[]): readonly GroupEntry[] {
  return outlines.map(({ name, versions, preferredVersion }) => ({
    name,
    versions: versions.map((each) => ({ ...each, freshness: 'Current', resources: none })),
    preferredVersion,
  }));
}
