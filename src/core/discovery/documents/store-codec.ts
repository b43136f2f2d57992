import type { GroupEntry, VersionEntry } from '../../catalog/entries.js';
import type { CatalogFailure, DiscoveryFormat } from '../../catalog/failures.js';
import { shareAmongClients } from '../../catalog/share-unchanged.js';
import { createAnswerBody, readJsonObject } from '../../media/answer-body.js';
import { deepFreeze } from '../../shared/deep-freeze.js';
import { isJsonRecord } from '../../shared/json-record.js';
import type { ApiAnswer } from '../../transport/connection.js';
import { none, readRoot, rootNames, type Root, type RootContent } from '../parse-documents.js';
import type { CatalogPart } from '../discovery.js';
import type { DiscoverySettings } from '../options.js';
import type { DiscoveryClock, RememberedDocument } from '../read-documents.js';
import { nameOf, nothingKnown, reconcileRoot, type Doubt, type RootState } from '../reconcile.js';
import type { StoreCodec } from './discovery-store.js';
import { createStoreCalls, isValidator, layout, type StoreCallsParts, type StoredRecord } from './store-calls.js';

/** A codec as discovery uses it. */
export interface OpeningCodec extends StoreCodec {
  /** Whether the store lives and dies with this process, so that it needs no key to tell clusters apart. */
  readonly isOfProcess?: boolean | undefined;
  readonly open: typeof open;
}

const codec: OpeningCodec = Object.freeze({ layout, open });

/**
 * Reads and writes the bytes of your own {@link DiscoveryStore}: the newest document of each root that has an ETag, and
 * one record with everything else. Set it as the `codec` of the store.
 */
export const storeCodec: StoreCodec = codec;

/** What the documents of the roots do not say, as stored beside them. Dates are in milliseconds since 1970. */
interface StoredFacts extends Readonly<Record<Root, StoredRoot>> {
  /** When the server confirmed all of it. */
  readonly confirmed?: number | undefined;
}

interface StoredRoot {
  /** Whether the newest document is stored: then only parts are here that it does not say. */
  readonly isStored: boolean;
  readonly format?: DiscoveryFormat | undefined;
  /** The validator of the newest document. */
  readonly etag?: string | undefined;
  /** When the newest document was received last. */
  readonly received?: number | undefined;
  readonly groups: readonly GroupEntry[];
  /** The failures that explain the groups, by group-version. */
  readonly explained: Readonly<Record<string, readonly CatalogFailure[]>>;
  /** What documents lack. */
  readonly doubts: readonly (CatalogPart & Dates)[];
}

type Dates = Pick<Doubt, 'missingSince' | 'lackedAt'>;

/** What a store is opened with. */
interface OpenStoreParts extends StoreCallsParts, DiscoveryClock, Pick<DiscoverySettings, 'accept' | 'prefixes'> {}

/** Opens a store for one server and user. */
export function open(parts: OpenStoreParts) {
  const { accept, prefixes, date: dateNow, now: timeNow } = parts;
  const calls = createStoreCalls(parts);
  const wordsOf = (root: Root): readonly string[] => [prefixes[root], accept];
  const factsWords = ['facts', accept, prefixes.api, prefixes.apis];
  /** The documents stored since the facts were. */
  let fresh = new Set<Root>();

  function recall(root: Root, stored: StoredRoot | undefined, record: StoredRecord | undefined) {
    const etag = stored?.isStored === false ? undefined : record?.etag;
    const document = etag === undefined ? undefined : documentOf(root, etag, record);
    // Another process may have stored another document since.
    const received = stored?.etag === etag ? stored?.received : record?.date;
    const isWhole = stored?.isStored !== true || stored.etag === etag;
    return { document, isWhole, state: () => stateOf(root, stored, document?.content(), { etag, received }) };
  }

  function documentOf(root: Root, etag: string, record: StoredRecord | undefined): RememberedDocument {
    let unread = record;
    let read: RootContent | undefined;
    return {
      etag,
      content() {
        if (unread === undefined) return read;
        const { content, mediaType } = unread;
        unread = undefined;
        const document = prefixes[root];
        try {
          const parsed = readRoot(createAnswerBody({ content, mediaType, path: document }), { root, document });
          read = { ...parsed, groups: shareAmongClients(etag, parsed.groups) };
        } catch {
          calls.refuse(wordsOf(root), `the document at ${document} is malformed`);
        }
        return read;
      },
    };
  }

  /** What was known is what was saved, and what the stored document says beside it, at the time when it was received. */
  function stateOf(
    root: Root,
    { groups, format, doubts, ...stored }: StoredRoot = { isStored: false, groups: none, explained: {}, doubts: none },
    content: RootContent | undefined,
    { etag, received }: Pick<StoredRoot, 'etag' | 'received'>,
  ): RootState {
    const date = dateNow();
    // A date that is still to come is of another clock.
    const timeOf = (then: number): number => timeNow() - Math.max(0, date - then);
    const explained = new Map(Object.entries(stored.explained));
    const failures = [...explained.values()].flat();
    const open = new Map(doubts.map((doubt) => [nameOf(doubt), mapDates(doubt, timeOf)]));
    const state = { ...nothingKnown[root], format, known: groups, explained, doubts: open, groups, failures };
    if (content === undefined) return state;
    const answers = { root, path: prefixes[root], ownPaths: new Map(), served: new Map(), deleted: none };
    const time = { at: timeOf(received ?? date), date: new Date(received ?? date).toISOString() };
    return reconcileRoot(state, { ...answers, answer: { content, etag } }, time);
  }

  return {
    /** Returns what the store holds; undefined if it holds nothing that can be used. */
    async load() {
      const words = [factsWords, ...rootNames.map(wordsOf)];
      const [record, ...documents] = await Promise.all(words.map((each) => calls.read(...each)));
      let facts: StoredFacts | undefined;
      try {
        facts = record && readFacts(record);
      } catch (problem) {
        calls.refuse(factsWords, problem);
      }
      const [api, apis] = [recall('api', facts?.api, documents[0]), recall('apis', facts?.apis, documents[1])];
      if (facts === undefined && api.document === undefined && apis.document === undefined) return undefined;
      return {
        /** When the server confirmed all of it, in milliseconds since 1970; undefined if it did not. */
        confirmed: api.isWhole && apis.isWhole ? facts?.confirmed : undefined,
        /** The newest documents, which a 304 can confirm. */
        documents: { api: api.document, apis: apis.document },
        /** Returns what is known. Parses the documents. */
        state(): Readonly<Record<Root, RootState>> {
          try {
            return { api: api.state(), apis: apis.state() };
          } catch (problem) {
            calls.refuse(factsWords, problem);
            return nothingKnown;
          }
        },
      };
    },
    /** Saves the document of a root, if it has a validator. Callers need not wait. */
    saveDocument(root: Root, answer: ApiAnswer, etag: string | undefined): void {
      if (!isValidator(etag)) return;
      fresh.add(root);
      void calls.write(wordsOf(root), { etag, mediaType: answer.mediaType }, answer.bytes());
    },
    /** Saves what the documents do not say. Callers need not wait. */
    save(state: Readonly<Record<Root, RootState>>, isConfirmed: boolean): void {
      const date = dateNow();
      const mine = fresh;
      fresh = new Set();
      const now = timeNow();
      void calls.write(factsWords, { mediaType: 'application/json' }, async () => {
        // Another process may have stored another document since, which does not say what this one knows.
        const others = rootNames.some((root) => hasDocument(state[root])) ? await calls.read(...factsWords) : undefined;
        const before = others && (JSON.parse(new TextDecoder().decode(others.content)) as Partial<StoredFacts>);
        const stored = (root: Root): StoredRoot => {
          const etag = state[root].document?.etag;
          const { isStored = true, ...other } = before?.[root] ?? { etag };
          const isMine = mine.has(root) || (isStored && other.etag === etag);
          return storedRoot(state[root], isMine, (time) => date - (now - time));
        };
        const facts: StoredFacts = {
          ...(isConfirmed && { confirmed: date }),
          api: stored('api'),
          apis: stored('apis'),
        };
        return new TextEncoder().encode(JSON.stringify(facts));
      });
    },
    /** Resolves when everything is written, or at the first call that takes too long; the writes after it are dropped. */
    flush: () => calls.flush(),
  };
}

function hasDocument({ document, format }: RootState): boolean {
  return isValidator(document?.etag) && format !== undefined && format !== 'legacy';
}

function storedRoot(state: RootState, isMine: boolean, dateOf: (time: number) => number): StoredRoot {
  const { format, document, receivedAt, known, explained } = state;
  const isStored = isMine && hasDocument(state);
  const missing = [...state.doubts.values()].filter(({ lackedAt }) => lackedAt !== undefined);
  const doubts = missing.map((doubt) => mapDates(doubt, dateOf));
  const facts = { isStored, format, etag: document?.etag, received: document && dateOf(receivedAt), doubts };
  if (isStored) return { ...facts, groups: keptGroups(known), explained: {} };
  return { ...facts, groups: known, explained: Object.fromEntries(explained) };
}

function mapDates(doubt: CatalogPart & Dates, change: (time: number) => number): CatalogPart & Dates {
  const { group, version, resource, missingSince, lackedAt } = doubt;
  const changed = (time: number | undefined): number | undefined => (time === undefined ? undefined : change(time));
  return { group, version, resource, missingSince: changed(missingSince), lackedAt: changed(lackedAt) };
}

/** Returns the groups that hold something kept for a failure of their own, and of their other versions the names. */
function keptGroups(groups: readonly GroupEntry[]): readonly GroupEntry[] {
  const isKept = ({ kept }: VersionEntry): boolean => kept !== undefined;
  const bare = (each: VersionEntry): VersionEntry => (isKept(each) ? each : { ...each, resources: none });
  return groups
    .filter(({ versions }) => versions.some(isKept))
    .map((group) => ({ ...group, versions: group.versions.map(bare) }));
}

/** Reads {@link StoredFacts}, frozen. Others may write to a store: what this version does not write is refused. */
function readFacts({ content }: StoredRecord): StoredFacts {
  const value = readJsonObject(createAnswerBody({ content }));
  // Made when called, so that a bundle without a store can leave it out.
  const texts = [''];
  const subresources = [{ subresource: '', verbs: texts, acceptedTypes: [{}] }];
  const names = { group: '', version: '', freshness: '' };
  const lists = { shortNames: texts, categories: texts, verbs: texts, subresources };
  const resources = [{ ...names, resource: '', kind: '', singular: '', scope: '', ...lists }];
  const groups = [{ name: '', versions: [{ ...names, resources }] }];
  const root = { isStored: true, groups, explained: {}, doubts: [{ group: '', version: '' }] };
  if (!isLike({ api: root, apis: root }, value)) throw new Error('the stored facts are malformed');
  return deepFreeze(value as unknown as StoredFacts);
}

/** Reports whether a value has the fields of an example, with values of the same types. */
function isLike(example: unknown, value: unknown): boolean {
  if (Array.isArray(example)) return Array.isArray(value) && value.every((each) => isLike(example[0], each));
  if (!isJsonRecord(example)) return typeof value === typeof example;
  return isJsonRecord(value) && Object.entries(example).every(([field, each]) => isLike(each, value[field]));
}
