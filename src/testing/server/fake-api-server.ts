import { sameResource, type GroupVersionResource } from '../../core/model/group-version-resource.js';
import { json, protobuf as protobufType } from '../../core/media/media-type.js';
import type { KubeObject, ObjectLike } from '../../core/model/kube-object.js';
import { requireCount, requireObject } from '../../core/shared/arguments.js';
import { InvalidArgumentError } from '../../core/shared/invalid-argument-error.js';
import { quote } from '../../core/shared/quote.js';
import { createDiscoveryAnswers, otherAnswer, type DiscoveryAnswers } from '../documents/discovery-answers.js';
import { createOpenAPIAnswers, type OpenAPIAnswers } from '../documents/openapi-answers.js';
import { FakeApiServerError, Refusal } from '../errors.js';
import { createFaults, requireSendable, type FaultAnswer, type FaultMatcher, type GivenFault } from '../http/faults.js';
import { createRequestMetrics } from '../http/metrics.js';
import { parseTarget } from '../http/request-target.js';
import { serveResource } from '../http/serve-resource.js';
import { upgradeAsked } from '../http/upgrade.js';
import { authorize } from '../http/users.js';
import { loadPatterns } from '../schemas/patterns.js';
import { uncheckedRulesOf } from '../schemas/unchecked-rules.js';
import { createSchemaFinder } from '../schemas/schema-finder.js';
import { createAuthority } from '../served/authority.js';
import { checkOptions, checkSwitches, minorOf } from '../served/check-switches.js';
import type { FakeResource } from '../served/fake-resource.js';
import { resourceFromDescription } from '../served/from-description.js';
import type { FakeAccess, FakeApiServerOptions, FakeSwitches, FakeTimers } from '../served/options.js';
import { createRegistry, type Registry } from '../served/registry.js';
import { createStorage, type Storage } from '../store/storage.js';
import { initialNamespaces, namespaceStore } from '../verbs/namespaces.js';
import { createOpenWatches } from '../verbs/open-watches.js';
import { loadColumns } from '../views/columns.js';
import { pageNotFound, requestTooLarge } from '../wire/refusals.js';
import { prefersProtobuf } from '../wire/accept.js';
import { inNewerWords } from '../wire/newer-words.js';
import type { Reply } from '../wire/reply.js';
import { startControllers, type Controllers } from './controllers.js';
import { followDefinitions } from './follow-definitions.js';
import { createHandle, type FakeRequest, type HandleOptions, type ReadRequest } from './handle.js';
import { createStoredObjects, type PutOptions, type StoredObjects } from './stored-objects.js';

/** A Kubernetes API server in memory, for tests. Every method takes effect at once, between two requests. */
export interface FakeApiServer {
  /**
   * Answers one request of any kind.
   * @throws the abort reason if the request is aborted; TypeError, like `fetch`, if a fault drops the connection
   */
  handle(request: Request, options?: HandleOptions): Promise<Response>;

  /** Copies of all stored objects, ordered by resource, namespace and name. */
  readonly objects: readonly KubeObject[];
  /**
   * Stores an object as is, including its status, replaces any object of the same name, and returns a copy. The server
   * fills in uid, creationTimestamp and resourceVersion, and the namespace `default` if none is set.
   * @throws FakeApiServerError for a kind that is not served, and for anything but an object with apiVersion and kind
   */
  put(object: object, options?: PutOptions): KubeObject;
  /**
   * Removes the object with this apiVersion, kind, namespace and name, regardless of finalizers; false if none exists.
   * @throws FakeApiServerError for a kind that is not served
   */
  remove(object: object, options?: PutOptions): boolean;

  /** All requests since the start, in the order in which they were answered. */
  readonly requests: readonly FakeRequest[];
  /** Clears the list of requests. */
  forgetRequests(): void;

  /**
   * Adds or replaces a resource, as a CustomResourceDefinition would. Discovery lists it immediately.
   * @throws FakeApiServerError for an invalid resource; InvalidArgumentError for a value that is not an object
   */
  define(resource: FakeResource): void;
  /**
   * Removes a resource, and its objects unless another endpoint serves them. Returns false if there is none.
   * @throws InvalidArgumentError for a value that is not an object
   */
  undefine(resource: GroupVersionResource): boolean;
  /**
   * Changes switches. Omitted switches keep their values; undefined restores the default.
   * @throws InvalidArgumentError for a value that a switch does not accept
   */
  configure(switches: FakeSwitches): void;
  /**
   * Makes requests fail, regardless of access rights: with another answer, or in transit (`drop`, `hang`, `cut`,
   * `reset`, `delayMs`). Returns a function that removes the fault. If several faults match a request, those with
   * `times` apply first, in the order in which they were added; of the others, the last one added applies.
   * @throws FakeApiServerError for an invalid fault; InvalidArgumentError for an answer that is not an object
   */
  fail(matcher: FaultMatcher, answer: FaultAnswer): () => void;
  /** The faults that have had no effect so far. A test that expects all of them to apply checks this at the end. */
  readonly unusedFaults: readonly GivenFault[];
  /**
   * Where stored CustomResourceDefinitions have rules in CEL that this server does not run: `widgets.example.com v1
   * .spec`. A test that depends on them asserts that it is empty, or sets `cel: 'refuse'`.
   */
  readonly uncheckedRules: readonly string[];
  /** Expires all continue tokens issued so far: using one is answered with 410. */
  expireContinueTokens(): void;
  /** Forgets all changes so far, as a compaction does: a watch from an older version gets a 410 ERROR event. */
  expireHistory(): void;
  /** The number of open watches: 0 when a client has closed all of its watches. */
  readonly openWatches: number;
  /** Sends a bookmark to every open watch that allows bookmarks, without waiting for the interval. */
  bookmark(): void;
  /** Ends all open watches cleanly, after all changes so far, as a server does when it shuts down. */
  endWatches(): void;
  /**
   * Restores the initial objects, resources and switches, and clears faults and requests. Watches see ordinary changes:
   * uids start over, resource versions continue.
   */
  reset(): void;
}

/** The parts that are created again by a reset. */
interface Serving {
  readonly registry: Registry;
  readonly discovery: DiscoveryAnswers;
  readonly openAPI: OpenAPIAnswers;
  readonly stored: StoredObjects;
  /** Stops following CustomResourceDefinitions. */
  readonly end: () => void;
}

/**
 * Creates a fake API server from captured discovery documents, from short descriptions of resources, or from both. Wrap
 * it with `fakeApiServerHandlers` of `kubeatlas/testing/msw` or `startFakeApiServer` of `kubeatlas/testing/node`, or
 * call `handle` directly. It has no controllers but those of `namespaceLifecycle` and `garbageCollection`, and speaks
 * JSON, and protobuf if it is given. Aggregated discovery needs `crypto.subtle`, which browsers provide on https and
 * localhost.
 *
 * @throws FakeApiServerError for invalid documents, resources or objects
 * @throws InvalidArgumentError for an unknown option, for a limit or an interval that is not a whole number above 0, for
 * timers without `setTimeout` and `clearTimeout`, and for a value that a switch does not accept (`speaks: '1.35'`)
 * @example
 * const shelf = { group: 'example.com', version: 'v1', resource: 'shelves', kind: 'Shelf' };
 * const fake = createFakeApiServer({ documents: kubernetes(), resources: [shelf] });
 * const response = await fake.handle(new Request('http://fake/apis/example.com/v1/shelves'));
 * console.log(response.status); // 200
 */
export function createFakeApiServer(options: FakeApiServerOptions = {}): FakeApiServer {
  checkOptions(options);
  const {
    documents = {},
    schemas = {},
    protobuf,
    defaults,
    resources = [],
    objects = [],
    now = () => new Date(),
    ...others
  } = options;
  const { historyLimit = 1000, maxRequestBytes = 3 * 1024 * 1024, timers = ownTimers, ...unbound } = others;
  const { bookmarkIntervalMs = 60_000, watchBacklog = 10_000, ...initialSwitches } = unbound;
  for (const [name, count] of Object.entries({ historyLimit, maxRequestBytes, bookmarkIntervalMs, watchBacklog })) {
    requireCount(name, count);
  }
  requireTimers(timers);
  checkSwitches(initialSwitches);
  for (const object of objects) requireRules(object, initialSwitches);
  const limits = { bookmarkIntervalMs, watchBacklog };
  const captured = new Map(Object.entries(documents));
  for (const [path, document] of captured) requireSendable(`The captured document ${quote(path)}`, document);

  const storage: Storage = createStorage(historyLimit);
  const faults = createFaults();
  const watches = createOpenWatches();
  /** Ends the watches whose resource is removed or changed, as real servers do when a definition changes. */
  const endStrayWatches = (registry: Registry, changed?: GroupVersionResource): void => {
    watches.end(({ resource, store }) => {
      const present = registry.resource(resource);
      const isChanged = changed !== undefined && sameResource(changed, resource);
      return present === undefined || isChanged || storage.store(registry.storageOf(present)) !== store;
    });
  };

  const begin = (before?: Serving): Serving => {
    before?.end();
    const registry = createRegistry(captured);
    for (const resource of resources) registry.define(resourceFromDescription(resource));
    for (const { sharesStorageWith } of resources) requireShared(sharesStorageWith, registry);
    storage.clear();
    if (before !== undefined) storage.move(before.registry.storages(), registry.storages());
    const stored = createStoredObjects(registry, storage, now);
    const onChange = (resource: GroupVersionResource): void => endStrayWatches(registry, resource);
    const end = followDefinitions({ registry, storage, now, onChange });
    for (const object of definitionsFirst(objects)) stored.put(object);
    const openAPI = createOpenAPIAnswers(registry, schemas);
    return { registry, stored, end, openAPI, discovery: createDiscoveryAnswers(registry) };
  };
  let switches: FakeSwitches = initialSwitches;
  let serving = begin();
  let controllers: Controllers;
  /** Starts controllers as the switches say, after what each of them takes for granted. */
  const control = (): void => {
    const { registry, stored } = serving;
    if (switches.namespaceLifecycle === true) addNamespaces(registry, storage, stored);
    controllers = startControllers({ registry, storage, now, timers }, switches);
    controllers.run();
  };
  control();
  const authority = createAuthority(() => switches);
  const schemaOf = createSchemaFinder(schemas);
  const parts = { authority, storage, now, timers, watches, limits, schemaOf, protobuf, defaults };
  let requests: FakeRequest[] = [];
  let metrics = createRequestMetrics();

  /** Writes a Status or a document of legacy discovery in protobuf if the client prefers that. */
  const asPreferred = (reply: Reply, accept: string | null): Reply => {
    const isPlainJson = reply.headers.get('content-type') === json.type;
    const { body } = reply;
    if (protobuf === undefined || typeof body !== 'string' || !isPlainJson || !prefersProtobuf(accept)) return reply;
    const object = JSON.parse(body) as ObjectLike;
    if (!protobuf.has(object)) return reply;
    const headers = new Map([...reply.headers, ['content-type', protobufType.type]]);
    return { ...reply, headers, body: protobuf.encode(object) };
  };

  const answer = async (request: ReadRequest): Promise<Reply> => {
    const { method, headers, path, query, body, certified } = request;
    const accept = headers.get('accept');
    // First of all: nothing that is read below may change before the answer.
    if (accept?.includes('Table') === true) await loadColumns();
    if (method !== 'GET' && serving.registry.hasSchemas()) await loadPatterns();
    const { registry, discovery, openAPI } = serving;
    let access: FakeAccess | undefined;
    const counted = (reply: Reply): Reply => {
      const contentType = headers.get('content-type');
      metrics.count({ method, path, query, contentType, access, code: reply.status }, registry);
      return reply;
    };
    try {
      const target = parseTarget(method, path, query);
      access = target.type === 'resource' ? target.access : undefined;
      const credentials = { headers, certified };
      const caller = authorize(authority, credentials, { method, path, access });
      if (body === undefined) throw requestTooLarge(maxRequestBytes);
      if (target.type === 'resource') {
        const contentType = headers.get('content-type');
        const incoming = { method, accept, contentType, query, body, caller, userAgent: headers.get('user-agent') };
        const upgrade = upgradeAsked(headers);
        try {
          return counted(serveResource(target.access, { ...incoming, upgrade }, { ...parts, registry, switches }));
        } finally {
          controllers.run();
        }
      }
      const isPreferred = protobuf !== undefined && prefersProtobuf(accept);
      const asJson = isPreferred ? (accept?.replaceAll(protobufType.type, json.type) ?? null) : accept;
      const discoveryRequest = { method, accept: asJson, ifNoneMatch: headers.get('if-none-match'), switches };
      if (target.type === 'root') return asPreferred(await discovery.root(target.root, discoveryRequest), accept);
      if (target.type === 'group') return asPreferred(discovery.group(target.group, discoveryRequest), accept);
      if (target.type === 'version') return asPreferred(discovery.version(target, discoveryRequest), accept);
      const { ifNoneMatch } = discoveryRequest;
      const published = await openAPI({ method, path, query, ifNoneMatch, accept, now });
      if (published !== undefined) return published;
      if (path === '/metrics' && method === 'GET') return metrics.answer();
      const other = otherAnswer({ path, query }, { ...discoveryRequest, accept }, registry);
      if (other === undefined) throw pageNotFound();
      return counted(other);
    } catch (error) {
      if (error instanceof Refusal) {
        return counted(asPreferred(minorOf(switches.speaks) < 38 ? error.reply : inNewerWords(error.reply), accept));
      }
      throw error;
    }
  };
  const record = (request: FakeRequest): void => {
    requests.push(request);
  };

  return {
    handle: createHandle({
      fault: faults.take,
      answer,
      switches: () => switches,
      record,
      maxBodyBytes: maxRequestBytes,
      timers,
    }),

    get objects() {
      return serving.stored.all();
    },
    put: (object, options) => {
      requireRules(object, switches);
      const stored = serving.stored.put(object, options);
      controllers.run();
      return stored;
    },
    remove: (object, options) => {
      const found = serving.stored.remove(object, options);
      controllers.run();
      return found;
    },

    get requests() {
      return requests;
    },
    forgetRequests: () => {
      requests = [];
    },

    define: (resource) => {
      requireObject('resource', resource);
      const { registry } = serving;
      requireShared(resource.sharesStorageWith, registry);
      const before = registry.storages();
      registry.define(resourceFromDescription(resource));
      storage.move(before, registry.storages());
      endStrayWatches(registry, resource);
      controllers.run();
    },
    undefine: (resource) => {
      requireObject('resource', resource);
      const { registry } = serving;
      const before = registry.storages();
      const found = registry.undefine(resource);
      storage.move(before, registry.storages());
      endStrayWatches(registry, resource);
      controllers.run();
      return found;
    },
    configure: (changes) => {
      const checked = checkSwitches(requireObject('switches', changes));
      if (checked.namespaceLifecycle === true) requireNamespaces(serving.registry);
      switches = { ...switches, ...checked };
      controllers.end();
      control();
    },
    fail: (matcher, failure) => faults.add(matcher, requireObject('answer', failure)),
    get unusedFaults() {
      return faults.unused();
    },
    get uncheckedRules() {
      return serving.stored.all().flatMap((object) => {
        const isDefinition = object.kind === 'CustomResourceDefinition';
        return isDefinition
          ? uncheckedRulesOf(object, switches.cel).map((rule) => `${object.metadata.name ?? ''} ${rule}`)
          : [];
      });
    },
    expireContinueTokens: () => {
      storage.expireContinueTokens();
    },
    expireHistory: () => {
      storage.changes.forget();
    },
    get openWatches() {
      return watches.size;
    },
    bookmark: watches.bookmark,
    endWatches: () => {
      watches.end();
    },
    reset: () => {
      controllers.end();
      switches = initialSwitches;
      serving = begin(serving);
      endStrayWatches(serving.registry);
      control();
      requests = [];
      metrics = createRequestMetrics();
      faults.clear();
    },
  };
}

/** Stores the namespaces that every cluster has, and those of stored objects, unless they exist. */
function addNamespaces(registry: Registry, storage: Storage, stored: StoredObjects): void {
  requireNamespaces(registry);
  const used = storage
    .stores()
    .flatMap((store) => store.sorted().flatMap(({ object }) => object.metadata.namespace ?? []));
  const present = namespaceStore({ registry, storage });
  for (const name of new Set([...initialNamespaces, ...used])) {
    if (present?.get(name) !== undefined) continue;
    const metadata = { name, labels: { 'kubernetes.io/metadata.name': name } };
    const spec = { finalizers: ['kubernetes'] };
    stored.put({ apiVersion: 'v1', kind: 'Namespace', metadata, spec, status: { phase: 'Active' } });
  }
}

function requireNamespaces(registry: Registry): void {
  if (registry.resource({ group: '', version: 'v1', resource: 'namespaces' }) !== undefined) return;
  throw new FakeApiServerError('namespaceLifecycle needs namespaces; add `documents: kubernetes()`.');
}

/** Puts definitions first: the objects that they define may precede them in the list. */
function definitionsFirst(objects: readonly object[]): readonly object[] {
  const isDefinition = (each: { kind?: unknown } | null): boolean => each?.kind === 'CustomResourceDefinition';
  return [...objects.filter(isDefinition), ...objects.filter((each) => !isDefinition(each))];
}

/** Refuses a definition with rules in CEL where the switch says so. */
function requireRules(object: unknown, { cel }: FakeSwitches): void {
  const { kind, ...rest }: { readonly kind?: unknown } = Object(object) as object;
  const rules = cel === 'refuse' && kind === 'CustomResourceDefinition' ? uncheckedRulesOf(rest, cel) : [];
  if (rules.length === 0) return;
  throw new FakeApiServerError(
    `The definition cannot be stored: this server does not run its rules in CEL (${rules.join(', ')}).`,
  );
}

function requireTimers(timers: object): void {
  const { setTimeout: start, clearTimeout: stop }: { setTimeout?: unknown; clearTimeout?: unknown } = requireObject(
    'timers',
    timers,
  );
  if (typeof start === 'function' && typeof stop === 'function') return;
  throw new InvalidArgumentError('timers', 'must have setTimeout and clearTimeout');
}

/** The global timers, looked up at each call so that a test can replace them. */
const ownTimers: FakeTimers = {
  setTimeout: (act, ms) => globalThis.setTimeout(act, ms),
  clearTimeout: (timer) => {
    globalThis.clearTimeout(timer as number);
  },
};

function requireShared(sharesStorageWith: string | undefined, registry: Registry): void {
  if (sharesStorageWith === undefined) return;
  const [resource = '', version = '', ...group] = sharesStorageWith.split('.');
  if (registry.resource({ group: group.join('.'), version, resource }) !== undefined) return;
  throw new FakeApiServerError(
    `sharesStorageWith names ${quote(sharesStorageWith)}, which is not served; write <resource>.<version>.<group>.`,
  );
}
