import { createCatalog } from '../../catalog/create-catalog.js';
import type { GroupEntry, VersionEntry } from '../../catalog/entries.js';
import { createAnswerBody, readJsonObject } from '../../media/answer-body.js';
import { isJsonRecord } from '../../shared/json-record.js';
import type { JsonRecord } from '../../shared/json-record.js';
import { rootNames, type Root } from '../facts.js';
import { readRoot, type RootContent } from '../parse/read-document.js';
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
  /** Whether the latest document is stored: then only parts are here that it does not say. */
  readonly isStored: boolean;
};

/** How long a confirmation is not written again if that means to write everything, in milliseconds. */
const confirmationHoldsMs = 10_000;

function openStore({ accept, prefixes, ...parts }: OpenStoreParts): OpenStore {
  const calls = createStoreCalls(parts);
  const wordsOf = (root: Root): readonly string[] => [prefixes[root], accept];
  const factsWords = ['facts', accept, prefixes.api, prefixes.apis];
  let written: { readonly key: readonly unknown[]; readonly date: number } | undefined;
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
        const nothing = { format: undefined, groups: none, failures: none, missedSince: {} };
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
      if (isValidator(etag)) void calls.write(wordsOf(root), { etag, mediaType: answer.mediaType }, answer.bytes());
    },
    saveFacts(facts, isConfirmed) {
      const date = parts.date();
      const stored = { api: storedRoot(facts.api), apis: storedRoot(facts.apis) };
      const key = [
        facts.api.groups,
        facts.apis.groups,
        JSON.stringify([facts.api.missedSince, facts.apis.missedSince]),
        isConfirmed,
      ];
      const isHeld =
        written !== undefined &&
        date - written.date <= confirmationHoldsMs &&
        !(stored.api.isStored && stored.apis.isStored);
      if (isHeld && key.every((each, index) => each === written?.key[index])) return;
      written = { key, date };
      const content: StoredFacts = { ...(isConfirmed && { confirmed: date }), ...stored };
      void calls.write(
        factsWords,
        { mediaType: 'application/json' },
        new TextEncoder().encode(JSON.stringify(content)),
      );
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

function storedRoot({ groups, ...facts }: SavedFacts): StoredRoot {
  const isStored = isValidator(facts.etag) && facts.format !== undefined && facts.format !== 'legacy';
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

/** Parts that are kept because their whole root failed are in the document already. */
function isKept({ kept }: VersionEntry): boolean {
  return kept?.why.group !== undefined;
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
  const { confirmed, api, apis } = value;
  return isOptional(confirmed, isNumber) && isRoot(api) && isRoot(apis);
}

function isRoot(value: unknown): boolean {
  if (!isJsonRecord(value)) return false;
  const { received, etag, missedSince, groups, failures, isStored } = value;
  return (
    typeof isStored === 'boolean' &&
    isOptional(received, isNumber) &&
    isOptional(etag, isText) &&
    isJsonRecord(missedSince) &&
    Object.values(missedSince).every(isNumber) &&
    areAll(groups, isGroup) &&
    areAll(failures, isFailure)
  );
}

function isGroup(group: unknown): boolean {
  if (!isJsonRecord(group)) return false;
  const { name, versions, preferredVersion } = group;
  const isVersion = (version: unknown): boolean =>
    isJsonRecord(version) &&
    version['group'] === name &&
    isText(version['version']) &&
    isFreshness(version['freshness']) &&
    areAll(version['resources'], isEntry) &&
    isOptional(version['kept'], isNote);
  return isText(name) && isOptional(preferredVersion, isText) && areAll(versions, isVersion);
}

function isEntry(entry: unknown): boolean {
  if (!isJsonRecord(entry)) return false;
  const texts = ['group', 'version', 'resource', 'kind', 'singular'];
  const lists = ['shortNames', 'categories', 'verbs'];
  const isSubresource = (each: unknown): boolean =>
    isJsonRecord(each) &&
    isText(each['subresource']) &&
    areAll(each['verbs'], isText) &&
    areAll(each['acceptedTypes'], isJsonRecord);
  return (
    texts.every((field) => isText(entry[field])) &&
    lists.every((field) => areAll(entry[field], isText)) &&
    (entry['scope'] === 'Namespaced' || entry['scope'] === 'Cluster') &&
    isFreshness(entry['freshness']) &&
    areAll(entry['subresources'], isSubresource)
  );
}

function isNote(note: unknown): boolean {
  return isJsonRecord(note) && isText(note['since']) && isFailure(note['why']);
}

function isFailure(failure: unknown): boolean {
  return isJsonRecord(failure) && ['class', 'document', 'message'].every((field) => isText(failure[field]));
}

function isFreshness(value: unknown): boolean {
  return value === 'Current' || value === 'Stale' || value === 'Kept';
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number';
}

function isOptional(value: unknown, isOne: (item: unknown) => boolean): boolean {
  return value === undefined || isOne(value);
}

function areAll(value: unknown, isOne: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isOne);
}
