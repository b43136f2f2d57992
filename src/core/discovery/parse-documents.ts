import type { Freshness, GroupEntry, ResourceEntry, SubresourceEntry, VersionEntry } from '../catalog/entries.js';
import type { CatalogFailure, DiscoveryFormat } from '../catalog/failures.js';
import { haveSameItems } from '../catalog/share-unchanged.js';
import { readJsonObject, type AnswerBody } from '../media/answer-body.js';
import { MalformedAnswerError } from '../media/errors.js';
import { formatAccept, isKindMediaType, json, kindMediaType, parseMediaType } from '../media/media-type.js';
import { isPathSegment } from '../model/api-path.js';
import type { GroupVersionKind } from '../model/group-version-kind.js';
import type { GroupVersion } from '../model/group-version.js';
import type { Scope } from '../model/rest-mapping.js';
import { isJsonRecord, type JsonRecord } from '../shared/json-record.js';
import { quote } from '../shared/quote.js';

/** The root of the core group, and the root of all others. */
export type Root = 'api' | 'apis';

export const rootNames: readonly Root[] = ['api', 'apis'];

/** Shared by all empty lists. */
export const none: readonly never[] = Object.freeze([]);

/** The content of a root's document. In the legacy format its versions are names alone: stale, without resources. */
export interface RootContent {
  readonly format: DiscoveryFormat;
  readonly groups: readonly GroupEntry[];
  readonly failures: readonly CatalogFailure[];
}

/** A document: its root, and its path. */
export interface DocumentOrigin {
  readonly root: Root;
  readonly document: string;
}

/**
 * Reads the document of a root: an APIGroupDiscoveryList, v2 or v2beta1, or in the legacy format APIVersions at `/api` and
 * an APIGroupList at `/apis`. Malformed entries are left out and listed; throws a `MalformedAnswerError` if the document
 * as a whole is malformed.
 * @see https://github.com/kubernetes/enhancements/tree/master/keps/sig-api-machinery/3352-aggregated-discovery
 * @see https://kubernetes.io/docs/concepts/overview/kubernetes-api/#unaggregated-discovery
 */
export function readRoot(body: AnswerBody, origin: DocumentOrigin): RootContent {
  const value = readJsonObject(body);
  const format = recogniseFormat(body.mediaType, value);
  const conceal = (text: string): string => body.conceal(text);
  if (format === undefined) {
    const words = [value['apiVersion'], value['kind']].map((word) => describeWord(word, conceal)).join(' ');
    const problem = `apiVersion and kind are ${words}, which is not a discovery document`;
    throw new MalformedAnswerError(origin.document, problem);
  }
  const parser = new Parser(origin, conceal, format === 'legacy');
  return { format, groups: parser.groups(value), failures: parser.failures() };
}

/** Reads the APIResourceList of a group-version. Throws as {@link readRoot} does. */
export function readGroupVersion(body: AnswerBody, origin: DocumentOrigin & GroupVersion) {
  const parser = new Parser(origin, (text) => body.conceal(text), true);
  return { resources: parser.legacyResources(readJsonObject(body)), failures: parser.failures() };
}

/** What a failure is about, as far as known. */
type FailureScope = Partial<GroupVersion> & { readonly resource?: string | undefined };

/** The lists at one depth of a document, of which one object serves thousands in turn, and the current position. */
interface Depth {
  /** The field that holds the list. */
  readonly field: string;
  readonly up: Depth | undefined;
  /** The field of the name of an entry, for the failure of one that is malformed. */
  readonly name: string;
  /** The number of the current list, and the last list that had each name. */
  list: number;
  readonly names: Map<string, number>;
  index: number;
}

/** The most recent lists of words read from one field: thousands of entries carry the same few. */
type RecentWords = (readonly string[])[];

/** Servers offer a handful of sets of verbs and categories; the versions of a resource share their short names. */
const mostRecent = 8;
/** How many malformed entries are reported one by one. */
const mostTold = 100;
/** Nearly all names are such words. */
const plain = /^[a-z][a-z0-9.]*$/;
const emptyRecord: JsonRecord = Object.freeze({});

/**
 * Reads one document of either format. Methods that read a value refuse the entry that holds it if the value does not fit;
 * what they return is then meaningless. They take values and not names of fields, and entries are plain literals with the
 * same keys in the same order: engines are fastest at both.
 */
class Parser {
  /** Why the current entry is malformed. Not thrown: a document may hold millions of such entries. */
  #flaw: string | undefined;
  #flaws = 0;
  readonly #failures: CatalogFailure[] = [];
  /** The group, version and resource that the current entry belongs to. */
  #group: string;
  #version: string;
  #freshness: Freshness = 'Current';
  #resource = '';
  #kind: GroupVersionKind | undefined;
  #at: Depth | undefined;
  readonly #groups: Depth;
  readonly #versions: Depth;
  readonly #resources: Depth;
  readonly #subresources: Depth;
  readonly #shortNames: RecentWords = [];
  readonly #categories: RecentWords = [];
  readonly #verbs: RecentWords = [];
  readonly #subresourceVerbs: RecentWords = [];
  /** The subresources that a legacy document lists beside their parents, by these, with their scope. */
  readonly #children = new Map<string, { readonly scope: Scope; readonly entries: SubresourceEntry[] }>();

  constructor(
    private readonly origin: DocumentOrigin & Partial<GroupVersion>,
    private readonly conceal: (text: string) => string,
    private readonly isLegacy: boolean,
  ) {
    const { root, group, version = '' } = origin;
    this.#group = group ?? '';
    this.#version = version;
    const isNested = group === undefined;
    this.#groups = depthOf(isLegacy ? 'groups' : 'items', undefined, '');
    this.#versions = depthOf('versions', isLegacy && root === 'api' ? undefined : this.#groups, '');
    this.#resources = depthOf('resources', isNested ? this.#versions : undefined, isNested ? 'resource' : 'name');
    this.#subresources = depthOf('subresources', this.#resources, 'subresource');
  }

  /** The groups of a root's document, in its order. */
  groups(value: JsonRecord): readonly GroupEntry[] {
    if (this.isLegacy && this.origin.root === 'api') {
      const versions = this.#whole(value['versions'], 'versions').map((version) => ({ version }));
      return Object.freeze([
        Object.freeze(this.#groupEntry('', this.#each(versions, this.#versions, this.#readVersion))),
      ]);
    }
    const { field } = this.#groups;
    return this.#each(this.#whole(value[field], field), this.#groups, this.#readGroup);
  }

  /**
   * The entries that an aggregated document would give for a group-version: names with a slash become subresources of
   * their parent, which need not be listed itself, and resources are sorted by name.
   */
  legacyResources(value: JsonRecord): readonly ResourceEntry[] {
    const listed = this.#each(this.#whole(value['resources'], 'resources'), this.#resources, this.#readResource);
    const names = new Set(listed.map(({ resource }) => resource));
    const [group, version] = [this.#group, this.#version];
    const lists = { shortNames: none, categories: none, verbs: none, subresources: none };
    const orphaned = [...this.#children].flatMap(([resource, { scope }]): ResourceEntry[] => {
      if (names.has(resource)) return [];
      return [{ group, version, resource, kind: '', scope, singular: '', ...lists, freshness: 'Current' }];
    });
    // Servers list custom resources in changing order, and all others sorted by name already.
    const sorted = [...listed, ...orphaned].sort((a, b) => (a.resource < b.resource ? -1 : 1));
    return Object.freeze(
      sorted.map((entry) => {
        const { entries = none } = this.#children.get(entry.resource) ?? {};
        return Object.freeze({ ...entry, subresources: Object.freeze(entries) });
      }),
    );
  }

  /** The failures, in document order; those not reported one by one are summed up in one more, of the whole document. */
  failures(): readonly CatalogFailure[] {
    if (this.#flaws <= mostTold) return this.#failures;
    const message = `${this.origin.document}: ${this.#flaws - mostTold} further entries are malformed`;
    return [...this.#failures, { class: 'malformed', ...this.origin, message }];
  }

  #readGroup(item: JsonRecord): GroupEntry | undefined {
    const { isLegacy } = this;
    const named = isLegacy ? item : this.#record(item['metadata'] ?? emptyRecord, 'metadata');
    const field = isLegacy ? 'name' : 'metadata.name';
    const name = this.#text(named['name'], field);
    // The core group has its own root, and no name.
    if (this.origin.root === 'apis') this.#checkSegment(name, field);
    else if (name !== '') this.#refuse(field, 'but only the core group belongs here', name);
    if (this.#flaw !== undefined) return undefined;
    // The first entry keeps the name.
    if (!this.#isNew(name) && this.#noteFlaw({ group: name })) return undefined;
    const items = this.#list(item['versions'], 'versions');
    this.#noteFlaw({ group: name });
    this.#group = name;
    const versions = this.#each(items, this.#versions, this.#readVersion);
    let preferred: string | undefined;
    if (isLegacy) {
      const preference = this.#record(item['preferredVersion'] ?? emptyRecord, 'preferredVersion');
      preferred = this.#text(preference['version'], 'preferredVersion.version');
      this.#noteFlaw({ group: name });
      if (!versions.some(({ version }) => version === preferred)) preferred = undefined;
    }
    return this.#groupEntry(name, versions, preferred);
  }

  #groupEntry(name: string, versions: readonly VersionEntry[], preferred?: string): GroupEntry {
    // A legacy root does not say what can be served.
    const first = versions.find(({ freshness }) => this.isLegacy || freshness === 'Current');
    return { name, versions, preferredVersion: preferred ?? first?.version };
  }

  #readVersion(item: JsonRecord): VersionEntry | undefined {
    const group = this.#group;
    const version = this.#text(item['version'], 'version');
    this.#checkSegment(version, 'version');
    if (!this.#isNew(version) || this.#flaw !== undefined) return undefined;
    if (this.isLegacy) return { group, version, freshness: 'Stale', resources: none };
    // As in client-go, no other value means stale.
    const freshness = item['freshness'] === 'Stale' ? 'Stale' : 'Current';
    if (freshness === 'Stale') {
      const message = 'the server marks it stale: the backend that serves it does not answer';
      this.#failures.push({ class: 'stale', ...this.origin, group, version, message });
    }
    const items = this.#list(item['resources'], 'resources');
    if (this.#noteFlaw({ group, version })) return { group, version, freshness: 'Stale', resources: none };
    this.#version = version;
    this.#freshness = freshness;
    return { group, version, freshness, resources: this.#each(items, this.#resources, this.#readResource) };
  }

  #readResource(item: JsonRecord): ResourceEntry | undefined {
    const { isLegacy } = this;
    const [group, version] = [this.#group, this.#version];
    const field = isLegacy ? 'name' : 'resource';
    const resource = this.#text(isLegacy ? item['name'] : item['resource'], field);
    const slash = isLegacy ? resource.indexOf('/') : -1;
    if (slash === -1) this.#checkSegment(resource, field);
    else this.#checkSegments(resource, field);
    const isNamespaced = isLegacy ? item['namespaced'] === true : item['scope'] === 'Namespaced';
    const scope = isNamespaced ? 'Namespaced' : 'Cluster';
    if (isLegacy && !isNamespaced) {
      if ((item['namespaced'] ?? false) !== false) this.#refuse('namespaced', 'is not a boolean');
    } else if (!isLegacy && item['scope'] !== scope) {
      this.#refuse('scope', 'which is neither Namespaced nor Cluster', item['scope']);
    }
    if (!this.#isNew(resource)) return undefined;
    const kind = isLegacy ? this.#kindOf(item, '') : this.#responseKind(item['responseKind'], undefined);
    const verbs = this.#words(item['verbs'], 'verbs', this.#verbs);
    if (slash !== -1) {
      const [parent, subresource] = [resource.slice(0, slash), resource.slice(slash + 1)];
      const responseKind = kind && { responseKind: kind };
      const child = Object.freeze({ subresource, ...responseKind, acceptedTypes: none, verbs });
      if (this.#flaw === undefined) this.#addChild(parent, scope, child);
      return undefined;
    }
    const singular = isLegacy
      ? this.#text(item['singularName'], 'singularName')
      : this.#text(item['singularResource'], 'singularResource');
    const shortNames = this.#words(item['shortNames'], 'shortNames', this.#shortNames);
    const categories = this.#words(item['categories'], 'categories', this.#categories);
    const subresources = this.#list(item['subresources'], 'subresources');
    // Real servers write these into legacy documents only, but they are accepted anywhere.
    const storageVersionHash = this.#text(item['storageVersionHash'], 'storageVersionHash');
    // `resourceID` is a later name of the design for it.
    const internalID = this.#text(item['internalID'], 'internalID') || this.#text(item['resourceID'], 'resourceID');
    if (this.#flaw !== undefined) return undefined;
    this.#resource = resource;
    this.#kind = kind;
    const entry: ResourceEntry = {
      group,
      version,
      resource,
      kind: kind === undefined ? '' : kind.kind,
      scope,
      singular,
      shortNames,
      categories,
      verbs,
      subresources: this.#each(subresources, this.#subresources, this.#readSubresource),
      freshness: this.#freshness,
    };
    const isForeign = kind !== undefined && !this.#isOwn(kind.group, kind.version);
    if (!isForeign && storageVersionHash === '' && internalID === '') return entry;
    return {
      ...entry,
      ...(isForeign && { responseKind: kind }),
      ...(storageVersionHash !== '' && { storageVersionHash }),
      ...(internalID !== '' && { internalID }),
    };
  }

  #addChild(parent: string, scope: Scope, child: SubresourceEntry): void {
    const siblings = this.#children.get(parent);
    if (siblings === undefined) this.#children.set(parent, { scope, entries: [child] });
    else siblings.entries.push(child);
  }

  #readSubresource(item: JsonRecord): SubresourceEntry | undefined {
    const subresource = this.#text(item['subresource'], 'subresource');
    this.#checkSegments(subresource, 'subresource');
    if (!this.#isNew(subresource)) return undefined;
    const responseKind = this.#responseKind(item['responseKind'], this.#kind);
    const acceptedTypes = this.#acceptedTypes(item['acceptedTypes']);
    const verbs = this.#words(item['verbs'], 'verbs', this.#subresourceVerbs);
    return responseKind === undefined
      ? { subresource, acceptedTypes, verbs }
      : { subresource, responseKind, acceptedTypes, verbs };
  }

  #responseKind(value: unknown, known: GroupVersionKind | undefined): GroupVersionKind | undefined {
    if (value === undefined || value === null) return undefined;
    return this.#kindOf(this.#record(value, 'responseKind'), 'responseKind.', known);
  }

  #acceptedTypes(value: unknown): readonly GroupVersionKind[] {
    const types = this.#list(value, 'acceptedTypes');
    if (types.length === 0) return none;
    return Object.freeze(
      types.flatMap((type) => this.#kindOf(this.#record(type, 'acceptedTypes'), 'acceptedTypes.') ?? none),
    );
  }

  /**
   * Returns the kind that a record names, frozen, or undefined if it names none. Most subresources have the kind of their
   * resource: if it equals `known`, `known` itself is returned. Built-in resources are published with empty group and
   * version, which then are those of the endpoint. An empty group beside a version means the core group.
   */
  #kindOf(record: JsonRecord, within: string, known?: GroupVersionKind): GroupVersionKind | undefined {
    const kind = this.#text(record['kind'], 'kind', within);
    if (kind === '') return undefined;
    const group = this.#text(record['group'], 'group', within);
    const version = this.#text(record['version'], 'version', within);
    if ((version === '' && group === '') || this.#isOwn(group, version)) {
      if (known !== undefined && known.kind === kind && this.#isOwn(known.group, known.version)) return known;
      // The endpoint's own strings, so that the document's thousands of copies can be collected.
      return Object.freeze({ group: this.#group, version: this.#version, kind });
    }
    return Object.freeze({ group, version: version === '' ? this.#version : version, kind });
  }

  #isOwn(group: string, version: string): boolean {
    return group === this.#group && version === this.#version;
  }

  /**
   * Reads entries, and freezes each and their list; malformed entries are left out and noted, and the rest of the document
   * stands. `read` returns undefined for an entry that it refused, or put elsewhere.
   */
  #each<Entry extends object>(
    items: readonly unknown[],
    depth: Depth,
    read: (this: Parser, item: JsonRecord) => Entry | undefined,
  ): readonly Entry[] {
    if (items.length === 0) return none;
    depth.list += 1;
    this.#at = depth;
    // Allocated at full length: a growing list reserves room for sixteen.
    const entries = new Array<Entry>(items.length);
    let length = 0;
    for (let index = 0; index < items.length; index += 1) {
      const item = items[index];
      depth.index = index;
      const entry = isJsonRecord(item) ? read.call(this, item) : this.#refuse(undefined, 'is not an object');
      if (this.#flaw !== undefined) this.#noteFlaw(this.#scopeOf(depth, item));
      else if (entry !== undefined) {
        entries[length] = Object.freeze(entry);
        length += 1;
      }
    }
    this.#at = depth.up;
    if (length === 0) return none;
    if (length < entries.length) entries.length = length;
    return Object.freeze(entries);
  }

  /** Refuses an entry whose name its list has already; the first one keeps it. */
  #isNew(name: string): boolean {
    const at = this.#at;
    if (this.#flaw !== undefined || at === undefined) return false;
    if (at.names.get(name) === at.list) {
      this.#refuse(undefined, 'which is listed twice', name);
      return false;
    }
    at.names.set(name, at.list);
    return true;
  }

  /** Reads a string; absent and null, Go's way to write an empty value, read as ''. */
  #text(value: unknown, field: string, within = ''): string {
    if (typeof value === 'string') return value;
    if (value !== undefined && value !== null) this.#refuse(within + field, 'is not a string');
    return '';
  }

  /** Reads a list of anything; absent and null read as empty. */
  #list(value: unknown, field: string): readonly unknown[] {
    if (Array.isArray(value)) return value.length === 0 ? none : (value as unknown[]);
    if (value !== undefined && value !== null) this.#refuse(field, 'is not a list');
    return none;
  }

  /** Reads the list that is the document. */
  #whole(value: unknown, field: string): readonly unknown[] {
    const items = this.#list(value, field);
    if (this.#flaw !== undefined) throw new MalformedAnswerError(this.origin.document, this.#flaw);
    return items;
  }

  #record(value: unknown, field: string): JsonRecord {
    if (isJsonRecord(value)) return value;
    this.#refuse(field, 'is not an object');
    return emptyRecord;
  }

  /** Reads a list of strings, frozen. One that equals a recent list is that list: it needs no memory and no second check. */
  #words(value: unknown, field: string, recent: RecentWords): readonly string[] {
    const list = this.#list(value, field);
    if (list.length === 0) return none;
    for (const known of recent) if (haveSameItems(known, list)) return known;
    for (const item of list) {
      if (typeof item === 'string') continue;
      this.#refuse(field, 'contains something that is not a string');
      return none;
    }
    const words = Object.freeze(list as readonly string[]);
    recent.unshift(words);
    if (recent.length > mostRecent) recent.length = mostRecent;
    return words;
  }

  /** Refuses a name that cannot be a path segment, so that no document can divert a request. */
  #checkSegment(word: string, field: string): void {
    if (!plain.test(word) && !isPathSegment(word)) this.#refuse(field, 'which is not a valid path segment', word);
  }

  /** Refuses a name of several segments likewise. */
  #checkSegments(path: string, field: string): void {
    if (!plain.test(path)) for (const segment of path.split('/')) this.#checkSegment(segment, field);
  }

  /** Marks the current entry as malformed; the first reason counts. `word` is the offending value, and is quoted. */
  #refuse(field: string | undefined, problem: string, ...word: readonly unknown[]): undefined {
    if (this.#flaw !== undefined) return;
    this.#flaw = '';
    if (this.#flaws >= mostTold) return;
    const said = word.length === 0 ? problem : `is ${describeWord(word[0], this.conceal)}, ${problem}`;
    const steps = field === undefined ? [] : [field];
    for (let step = this.#at; step !== undefined; step = step.up) steps.unshift(`${step.field}[${step.index}]`);
    this.#flaw = `${steps.join('.')} ${said}`;
  }

  /** Records a flaw, if there is one, as a failure, and resets the state for the next entry. */
  #noteFlaw(scope: FailureScope): boolean {
    const flaw = this.#flaw;
    if (flaw === undefined) return false;
    this.#flaw = undefined;
    this.#flaws += 1;
    if (this.#flaws <= mostTold) {
      const { root, document } = this.origin;
      const resource = scope.resource !== undefined && { resource: this.conceal(scope.resource) };
      const message = `${document}: ${flaw}`;
      this.#failures.push({ class: 'malformed', root, document, ...scope, ...resource, message });
    }
    return true;
  }

  /** Returns what the failure of an entry is about: what it belongs to, and the name that it gives itself. */
  #scopeOf(depth: Depth, item: unknown): FailureScope {
    if (depth === this.#groups) return {};
    const [group, version] = [this.#group, this.#version];
    if (depth === this.#versions) return { group };
    const name: unknown = isJsonRecord(item) ? item[depth.name] : undefined;
    const own = typeof name === 'string' ? name : undefined;
    return { group, version, resource: depth === this.#resources ? own : `${this.#resource}/${own ?? ''}` };
  }
}

function depthOf(field: string, up: Depth | undefined, name: string): Depth {
  return { field, up, name, list: 0, names: new Map(), index: 0 };
}

/**
 * Describes a value of a document for a message. Values that may be nested without end are not converted to text, and
 * credentials are removed before long words are cut.
 */
function describeWord(word: unknown, conceal: (text: string) => string): string {
  if (typeof word === 'object' && word !== null) return Array.isArray(word) ? 'a list' : 'an object';
  return quote(conceal(String(word)));
}

const group = 'apidiscovery.k8s.io';
const kind = 'APIGroupDiscoveryList';

/** All formats, best first. */
export const allFormats: readonly DiscoveryFormat[] = ['aggregated/v2', 'aggregated/v2beta1', 'legacy'];

/** Returns the Accept header that offers these formats, best first. */
export function acceptFormats(formats: readonly DiscoveryFormat[], profile?: string): string {
  const offered = allFormats.filter((format) => formats.includes(format));
  const clauses = offered.map((format) => (format === 'legacy' ? json : kindMediaType(kindOf(format))));
  // The profile has a clause to itself, so that a server which rejects unknown parameters finds one without it.
  if (profile !== undefined && offered[0] === 'aggregated/v2') {
    clauses.unshift(kindMediaType({ ...kindOf(offered[0]), parameters: { profile } }));
  }
  return formatAccept(clauses);
}

/**
 * Returns the format of a root's answer, or undefined if it is unknown. The Content-Type decides; if a proxy dropped
 * its parameters, or the body contradicts it, the body decides.
 */
export function recogniseFormat(contentType: string | undefined, body: JsonRecord): DiscoveryFormat | undefined {
  const bodyKind = body['kind'] ?? kind;
  if (bodyKind !== kind) return bodyKind === 'APIVersions' || bodyKind === 'APIGroupList' ? 'legacy' : undefined;
  const mediaType = parseMediaType(contentType ?? '');
  const aggregated = allFormats.slice(0, -1);
  return (
    aggregated.find((format) => mediaType !== undefined && isKindMediaType(mediaType, kindOf(format))) ??
    aggregated.find((format) => 'kind' in body && body['apiVersion'] === `${group}/${kindOf(format).version}`)
  );
}

function kindOf(format: DiscoveryFormat) {
  return { group, version: format.slice('aggregated/'.length), kind };
}
