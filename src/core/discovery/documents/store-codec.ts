import { createCatalog } from '../../catalog/create-catalog.js';
import type { GroupEntry, VersionEntry } from '../../catalog/entries.js';
import { createAnswerBody, readJsonObject } from '../../media/answer-body.js';
import { isJsonRecord } from '../../shared/json-record.js';
import type { JsonRecord } from '../../shared/json-record.js';
import { readRoot, rootNames, type Root, type RootContent } from '../parse/read-document.js';
import { none } from '../parse/reading.js';
import type {
  LoadedFacts,
  OpeningCodec,
  OpenStore,
  OpenStoreParts,
  SavedFacts,
  StoreCodec,
  StoredDocument,
} from './discovery-store.js';
import { createStoreCalls, type StoreCalls } from './store-calls.js';
import { isValidator, layout, type StoredRecord } from './stored-record.js';

const codec: OpeningCodec = Object.freeze({ layout, open: openStore });

/**
 * Reads and writes what a {@link DiscoveryStore} of your own holds: the newest document of each root that has an ETag, as
 * the server sent it, and one record of what these documents do not say. Every store has it as its `codec`.
 */
export const storeCodec: StoreCodec = codec;

/** What the documents of the roots do not say, as stored beside them. */
interface StoredFacts {
  /** When the server confirmed all of it, in milliseconds since 1970. */
  readonly confirmed?: number | undefined;
  readonly api: StoredRoot;
  readonly apis: StoredRoot;
}

type StoredRoot = SavedFacts & {
  /** Whether the newest document is stored: then only parts are here that it does not say. */
  readonly isStored: boolean;
};

/** How long a confirmation is not written again if that means to write everything, in milliseconds. */
const confirmationHoldsMs = 10_000;

function openStore({ accept, prefixes, ...parts }: OpenStoreParts): OpenStore {
  const calls = createStoreCalls(parts);
  const wordsOf = (root: Root): readonly string[] => [prefixes[root], accept];
  const factsWords = ['facts', accept, prefixes.api, prefixes.apis];
  let written: { readonly key: readonly unknown[]; readonly date: number } | undefined;
  /** The documents stored since the facts were. */
  let fresh = new Set<Root>();
  return {
    async load() {
      const [record, ...documents] = await Promise.all([
        calls.read(...factsWords),
        ...rootNames.map((root) => calls.read(...wordsOf(root))),
      ]);
      const facts = record && readFacts(calls, factsWords, record);
      const load = (root: Root, record: StoredRecord | undefined): LoadedFacts => {
        const stored = facts?.[root];
        const etag = stored?.isStored === false ? undefined : record?.etag;
        const refuse = (problem: string): void => {
          calls.refuse(wordsOf(root), problem);
        };
        const document = etag === undefined ? undefined : storedDocument(root, prefixes[root], record, refuse);
        // Another process may have stored another document since.
        const received = stored?.etag === etag ? stored?.received : record?.date;
        const nothing = { format: undefined, groups: none, failures: none, missingSince: {} };
        return { ...nothing, ...stored, received, etag, document };
      };
      const api = load('api', documents[0]);
      const apis = load('apis', documents[1]);
      if (facts === undefined && api.document === undefined && apis.document === undefined) return undefined;
      const isWhole = rootNames.every(
        (root) => facts?.[root].isStored !== true || facts[root].etag === { api, apis }[root].etag,
      );
      return { confirmed: isWhole ? facts?.confirmed : undefined, api, apis };
    },
    saveDocument(root, answer) {
      const etag = answer.headers['etag']?.replace(/^W\//, '');
      if (!isValidator(etag)) return;
      fresh.add(root);
      void calls.write(wordsOf(root), { etag, mediaType: answer.mediaType }, answer.bytes());
    },
    saveFacts(facts, isConfirmed) {
      const date = parts.date();
      const key = [
        facts.api.groups,
        facts.apis.groups,
        JSON.stringify(rootNames.map((root) => [facts[root].missingSince, facts[root].lackedAt])),
        isConfirmed,
      ];
      const isHeld =
        written !== undefined &&
        date - written.date <= confirmationHoldsMs &&
        !(hasDocument(facts.api) && hasDocument(facts.apis));
      if (isHeld && key.every((each, index) => each === written?.key[index])) return;
      written = { key, date };
      const mine = fresh;
      fresh = new Set();
      void calls.write(factsWords, { mediaType: 'application/json' }, async () => {
        // Another process may have stored another document since, which does not say what this one knows.
        const others = hasDocument(facts.api) || hasDocument(facts.apis) ? await calls.read(...factsWords) : undefined;
        const before = others && (JSON.parse(new TextDecoder().decode(others.content)) as Partial<StoredFacts>);
        const stored = (root: Root): StoredRoot => {
          const { etag = facts[root].etag, isStored = true } = before?.[root] ?? {};
          return storedRoot(facts[root], mine.has(root) || (isStored && etag === facts[root].etag));
        };
        const content: StoredFacts = {
          ...(isConfirmed && { confirmed: date }),
          api: stored('api'),
          apis: stored('apis'),
        };
        return new TextEncoder().encode(JSON.stringify(content));
      });
    },
    flush: () => calls.flush(),
  };
}

function storedDocument(
  root: Root,
  document: string,
  { etag = '', content = new Uint8Array(), mediaType }: Partial<StoredRecord> = {},
  refuse: (problem: string) => void,
): StoredDocument {
  let bytes: Uint8Array | undefined = content;
  let read: RootContent | undefined;
  return {
    etag,
    content() {
      if (read !== undefined) return read;
      const body = createAnswerBody({ content: bytes ?? '', mediaType, path: document });
      bytes = undefined;
      return (read = readRoot(body, { root, document }));
    },
    refuse,
  };
}

function hasDocument({ etag, format }: Pick<SavedFacts, 'etag' | 'format'>): boolean {
  return isValidator(etag) && format !== undefined && format !== 'legacy';
}

function storedRoot({ groups, ...facts }: SavedFacts, isMine: boolean): StoredRoot {
  const isStored = isMine && hasDocument(facts);
  return isStored ? { ...facts, isStored, groups: keptGroups(groups), failures: none } : { ...facts, isStored, groups };
}

/**
 * Returns the groups that hold something kept for a failure of their own, each after the name of its predecessor, which
 * marks its position.
 */
function keptGroups(groups: readonly GroupEntry[]): readonly GroupEntry[] {
  const kept: GroupEntry[] = [];
  let last: GroupEntry | undefined;
  for (const group of groups) {
    if (group.versions.some(isKept)) {
      if (last !== undefined) kept.push({ ...last, versions: none });
      kept.push({ ...group, versions: group.versions.map((each) => (isKept(each) ? each : bare(each))) });
      last = undefined;
    } else last = group;
  }
  return kept;
}

function isKept({ kept }: VersionEntry): boolean {
  return kept !== undefined;
}

function bare({ group, version, freshness }: VersionEntry): VersionEntry {
  return { group, version, freshness, resources: none };
}

/** Reads {@link StoredFacts}, frozen. Others may write to a store: what this version does not write is refused. */
function readFacts(calls: StoreCalls, words: readonly string[], { content }: StoredRecord): StoredFacts | undefined {
  try {
    const value = readJsonObject(createAnswerBody({ content }));
    if (!isFacts(value)) throw new Error('the stored facts are malformed');
    for (const root of rootNames) {
      const { groups, failures } = value[root];
      createCatalog({ groups, failures, provenance: { api: undefined, apis: undefined } });
    }
    return value;
  } catch (error) {
    calls.refuse(words, error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

function isFacts(value: JsonRecord): value is JsonRecord & StoredFacts {
  const isOfGroup = ({ name, versions }: GroupEntry): boolean => versions.every((each) => each.group === name);
  const isFactsShape = shapeOfFacts();
  return (
    isFactsShape(value) && rootNames.every((name) => (value as unknown as StoredFacts)[name].groups.every(isOfGroup))
  );
}

/** A check of a value that a store holds. */
type Shape = (value: unknown) => boolean;

/** Returns the check of {@link StoredFacts}. Made when called, so that a bundle without a store can leave it out. */
function shapeOfFacts(): Shape {
  const text: Shape = (value) => typeof value === 'string';
  const number: Shape = (value) => typeof value === 'number';
  const texts = listOf(text);
  const freshness = oneOf('Current', 'Stale', 'Kept');
  const failure = record({ class: text, document: text, message: text });
  const subresource = record({ subresource: text, verbs: texts, acceptedTypes: listOf(isJsonRecord) });
  const entry = record({
    ...{ group: text, version: text, resource: text, kind: text, singular: text, freshness },
    ...{ shortNames: texts, categories: texts, verbs: texts, subresources: listOf(subresource) },
    scope: oneOf('Namespaced', 'Cluster'),
  });
  const kept = optional(record({ since: text, why: failure }));
  const version = record({ version: text, freshness, resources: listOf(entry), kept });
  const group = record({ name: text, preferredVersion: optional(text), versions: listOf(version) });
  const dates: Shape = (value) => isJsonRecord(value) && Object.values(value).every(number);
  const root = record({
    ...{ isStored: oneOf(true, false), received: optional(number), etag: optional(text) },
    ...{ groups: listOf(group), failures: listOf(failure), missingSince: dates, lackedAt: optional(dates) },
  });
  return record({ confirmed: optional(number), api: root, apis: root });
}

function optional(shape: Shape): Shape {
  return (value) => value === undefined || shape(value);
}

function oneOf(...words: readonly unknown[]): Shape {
  return (value) => words.includes(value);
}

function listOf(shape: Shape): Shape {
  return (value) => Array.isArray(value) && value.every((each) => shape(each));
}

function record(fields: Readonly<Record<string, Shape>>): Shape {
  return (value) => isJsonRecord(value) && Object.entries(fields).every(([field, shape]) => shape(value[field]));
}
