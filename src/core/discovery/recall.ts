import type { CatalogFailure } from '../catalog/failures.js';
import { formatGroupVersion } from '../model/group-version.js';
import type { LoadedFacts, OpenStore, SavedFacts, StoredKnowledge } from './documents/discovery-store.js';
import { rootNames, type Root, type RootContent } from './parse/read-document.js';
import { none } from './parse/reading.js';
import type { DiscoverySource } from './read-documents.js';
import { nothingKnown, reconcile, reconcileRoot, type CatalogPart, type RootState } from './reconcile.js';
import type { Knowledge } from './round.js';

/**
 * Prepares what a store holds for a round: its documents, which a 304 confirms, at once; and `recall` of the knowledge,
 * which parses them.
 */
export function prepareRecall(source: DiscoverySource, knowledge: Knowledge, stored: StoredKnowledge): void {
  const { accept, prefixes } = source.settings;
  for (const root of rootNames) {
    const { document } = stored[root];
    if (document !== undefined) source.roots.recall({ path: prefixes[root], accept }, document);
  }
  knowledge.recall = () => {
    knowledge.recall = undefined;
    const [api, apis] = [recallRoot(source, 'api', stored.api), recallRoot(source, 'apis', stored.apis)];
    knowledge.state = { ...knowledge.state, api, apis };
  };
}

/** What was known is what was saved, and what the stored document says beside it, at the time when it was received. */
function recallRoot({ settings, clock }: DiscoverySource, root: Root, stored: LoadedFacts): RootState {
  const date = clock.date();
  // A date that is still to come is of another clock.
  const timeOf = (then: number | undefined): number | undefined =>
    then === undefined ? undefined : clock.now() - Math.max(0, date - then);
  const doubts = Object.entries({ ...stored.lackedAt, ...stored.missingSince }).map(([name]) => {
    const { missingSince, lackedAt = missingSince } = {
      missingSince: stored.missingSince[name],
      lackedAt: stored.lackedAt?.[name],
    };
    return [name, { ...partOf(root, name), missingSince: timeOf(missingSince), lackedAt: timeOf(lackedAt) }] as const;
  });
  const content = stored.document && contentOf(stored.document.content);
  const { failures, format, etag, received = date } = stored;
  // Beside a document, some groups only mark where others belong.
  const groups = content === undefined ? stored.groups.filter(({ versions }) => versions.length > 0) : stored.groups;
  const explained = new Map<string, CatalogFailure[]>();
  for (const failure of failures) {
    const { group, version } = failure;
    const name = group === undefined || version === undefined ? '' : formatGroupVersion({ group, version });
    explained.set(name, [...(explained.get(name) ?? []), failure]);
  }
  const state: RootState = {
    ...nothingKnown[root],
    format,
    known: groups,
    explained,
    doubts: new Map(doubts),
    groups,
    failures,
  };
  if (content === undefined) return state;
  const answers = { root, path: settings.prefixes[root], ownPaths: new Map(), served: new Map(), deleted: none };
  const time = { at: timeOf(received) ?? clock.now(), date: new Date(received).toISOString() };
  return reconcileRoot(state, { ...answers, answer: { content, etag } }, time);
}

/** Reads a name that `nameOf` wrote. */
function partOf(root: Root, name: string): CatalogPart {
  const [group = '', version = '', resource] = root === 'api' ? ['', ...name.split('/')] : name.split('/');
  return { group, version, resource };
}

/** Makes the catalog of what was recalled. */
export function catalogOfStore({ settings: { prefixes } }: DiscoverySource, knowledge: Knowledge): void {
  const nothing = { answer: undefined, ownPaths: new Map(), served: new Map(), deleted: none };
  const api = { ...nothing, root: 'api', path: prefixes.api } as const;
  const apis = { ...nothing, root: 'apis', path: prefixes.apis } as const;
  knowledge.state = reconcile(knowledge.state, { api, apis }, { at: 0, date: '' }, 'store');
}

function contentOf(read: () => RootContent): RootContent | undefined {
  try {
    return read();
  } catch {
    // It is discarded when the server confirms it.
    return undefined;
  }
}

/** Saves what is known. */
export function saveKnowledge(
  store: OpenStore,
  { clock }: DiscoverySource,
  { state }: Knowledge,
  isConfirmed: boolean,
): void {
  const dateOf = (time: number): number => clock.date() - (clock.now() - time);
  const datesOf = (doubts: RootState['doubts'], field: 'missingSince' | 'lackedAt'): Record<string, number> =>
    Object.fromEntries(
      [...doubts].flatMap(([name, { [field]: time }]) => (time === undefined ? [] : [[name, dateOf(time)]])),
    );
  const saved = ({ format, document, receivedAt, known, explained, doubts }: RootState): SavedFacts => ({
    format,
    etag: document?.etag,
    received: document && dateOf(receivedAt),
    groups: known,
    failures: [...explained.values()].flat(),
    missingSince: datesOf(doubts, 'missingSince'),
    lackedAt: datesOf(doubts, 'lackedAt'),
  });
  store.saveFacts({ api: saved(state.api), apis: saved(state.apis) }, isConfirmed);
}
