import type { OpenStore, SavedFacts, StoredKnowledge } from './documents/discovery-store.js';
import { rootNames, type Knowledge, type ReceivedDocument, type Root, type RootFacts } from './facts.js';
import { judge } from './judge.js';
import type { RootContent } from './parse/read-document.js';
import type { DiscoverySource } from './read-documents.js';

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
    for (const root of rootNames) knowledge.facts[root] = recallRoot(source, root, stored);
  };
}

function recallRoot({ settings, clock }: DiscoverySource, root: Root, stored: StoredKnowledge): RootFacts {
  const { document, received, etag, groups, failures, missingSince, format } = stored[root];
  const date = clock.date();
  // A date that is still to come is of another clock.
  const timeOf = (then: number): number => clock.now() - Math.max(0, date - then);
  const content = document && contentOf(document.content);
  const latest: ReceivedDocument | undefined = content && {
    ...content,
    etag,
    first: 0,
    last: 0,
    at: timeOf(received ?? date),
  };
  const facts: RootFacts = {
    documents: latest === undefined ? [] : [latest],
    latest,
    failed: undefined,
    format: content?.format ?? format,
    groups: latest === undefined ? groups.filter(({ versions }) => versions.length > 0) : groups,
    failures,
    missingSince: new Map(Object.entries(missingSince).map(([name, since]) => [name, timeOf(since)])),
    unserved: new Map(),
  };
  const evidence = { root, document: settings.prefixes[root], ownPaths: new Map(), deleted: [] };
  return judge(facts, { ...evidence, date: new Date(date).toISOString() });
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
  { facts }: Knowledge,
  isConfirmed: boolean,
): void {
  const dateOf = (time: number): number => clock.date() - (clock.now() - time);
  const saved = ({ format, latest, groups, failures, missingSince }: RootFacts): SavedFacts => ({
    format,
    etag: latest?.etag,
    received: latest && dateOf(latest.at),
    groups,
    failures,
    missingSince: Object.fromEntries([...missingSince].map(([name, since]) => [name, dateOf(since)])),
  });
  store.saveFacts({ api: saved(facts.api), apis: saved(facts.apis) }, isConfirmed);
}
