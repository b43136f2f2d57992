import type { GroupVersionResource } from '../model/group-version-resource.js';
import type { KubeObject } from '../model/kube-object.js';
import { delay, reasonOf } from '../shared/abort.js';
import { quote } from '../shared/quote.js';
import { createDiscoveryAnswers, type DiscoveryAnswers } from './documents/discovery-answers.js';
import { otherAnswer } from './documents/other-answers.js';
import { FakeApiServerError } from './fake-api-server-error.js';
import type { Answer } from './http/answer.js';
import { requireAnswerable } from './http/answerable.js';
import { createFaults, type FaultAnswer, type FaultMatcher } from './http/faults.js';
import type { FakeRequest } from './http/history.js';
import { pageNotFound, Refusal } from './http/refusal.js';
import { parseTarget } from './http/request-target.js';
import { send } from './http/send.js';
import { serveResource } from './http/serve-resource.js';
import { authorize } from './http/users.js';
import type { FakeApiServerOptions, FakeSwitches } from './options.js';
import type { FakeResource } from './served/fake-resource.js';
import { resourceFromDescription } from './served/from-description.js';
import { createRegistry, type Registry } from './served/registry.js';
import { createStorage, type Storage } from './storage/storage.js';
import { createStoredObjects, type StoredObjects } from './storage/stored-objects.js';

/** Where a request is handled. */
export interface HandleOptions {
  /** What stands before `/api` and `/apis`: `/k8s/clusters/c-abc`. A request outside of it is 404. @default '' */
  readonly basePath?: string | undefined;
}

/** Which resource is meant, where two in one group-version have the same kind. */
export interface PutOptions {
  /** The plural. */
  readonly resource?: string | undefined;
}

/** A Kubernetes API server in memory, for tests. Everything on it works at once, between two requests. */
export interface FakeApiServer {
  /** Answers one request. It rejects only with the reason of an aborted request, whatever is asked. */
  handle(request: Request, options?: HandleOptions): Promise<Response>;

  /** Copies of all stored objects, in the order of resources, namespaces and names. */
  readonly objects: readonly KubeObject[];
  /**
   * Stores an object as it is, status and all, in place of one of that name, and gives a copy. The server fills in
   * uid, creationTimestamp, resourceVersion, and the namespace `default` where one is missing. Throws
   * `FakeApiServerError` for a kind that it does not serve.
   */
  put(object: object, options?: PutOptions): KubeObject;
  /** Removes the object of this apiVersion, kind, namespace and name, finalizers or not; false when there is none. */
  remove(object: object, options?: PutOptions): boolean;

  /** All requests since the start, in the order of their answers. */
  readonly requests: readonly FakeRequest[];
  forgetRequests(): void;

  /** Adds or replaces a resource, as a CustomResourceDefinition would. Discovery tells of it at once. */
  define(resource: FakeResource): void;
  /** Takes a resource away; its objects go unless another endpoint shows them. False when there is none. */
  undefine(resource: GroupVersionResource): boolean;
  /** Changes switches; those that are left out stay, undefined is the default. */
  configure(switches: FakeSwitches): void;
  /** Makes requests fail, rights and rules aside. The function that it gives takes the fault back. */
  fail(matcher: FaultMatcher, answer: FaultAnswer): () => void;
  /** Makes every continue token that was given too old: 410. */
  expireContinueTokens(): void;
  /** Back to how it was made: objects, resources, switches; faults and requests are forgotten. */
  reset(): void;
}

interface State {
  readonly registry: Registry;
  readonly storage: Storage;
  readonly discovery: DiscoveryAnswers;
  readonly stored: StoredObjects;
}

/**
 * Makes a fake API server of captured discovery documents, of short descriptions of resources, or of both. Put
 * `fakeApiServerHandlers` of `kubeatlas/testing/msw` or `startFakeApiServer` of `kubeatlas/testing/node` around it, or
 * call `handle` yourself. It has no controllers, no admission and no watch, and speaks JSON only. Aggregated discovery
 * needs `crypto.subtle`, which browsers have on https and localhost.
 *
 * Throws `FakeApiServerError` for documents, resources or objects that make no sense.
 */
export function createFakeApiServer(options: FakeApiServerOptions = {}): FakeApiServer {
  const { documents = {}, resources = [], objects = [], now = () => new Date(), ...initialSwitches } = options;
  const captured = new Map(Object.entries(documents));
  for (const [path, document] of captured) requireAnswerable(`The captured document ${quote(path)}`, document);

  const start = (): State => {
    const registry = createRegistry(captured);
    for (const resource of resources) registry.define(resourceFromDescription(resource));
    for (const { sharesStorageWith } of resources) requireShared(sharesStorageWith, registry);
    const storage = createStorage();
    const stored = createStoredObjects(registry, storage, now);
    for (const object of objects) stored.put(object);
    return { registry, storage, stored, discovery: createDiscoveryAnswers(registry) };
  };
  const faults = createFaults();
  let state = start();
  let switches: FakeSwitches = initialSwitches;
  let requests: FakeRequest[] = [];

  const answer = async (request: Request, url: URL, path: string, body: string): Promise<Answer> => {
    const { method, headers } = request;
    const accept = headers.get('accept');
    const query = url.searchParams;
    const fault = faults.take({ method, path, query, accept: accept ?? undefined });
    if (fault !== undefined) return fault;
    try {
      const target = parseTarget(method, path, query);
      const access = target.type === 'resource' ? target.access : undefined;
      if (switches.users !== undefined) {
        authorize(new Map(Object.entries(switches.users)), headers.get('authorization'), { method, path, access });
      }
      if (target.type === 'resource') {
        const incoming = { method, accept, contentType: headers.get('content-type'), query, body };
        return serveResource(target.access, incoming, { ...state, switches, now });
      }
      const asked = { method, accept, ifNoneMatch: headers.get('if-none-match'), switches };
      if (target.type === 'root') return await state.discovery.root(target.root, asked);
      if (target.type === 'group') return state.discovery.group(target.group, asked);
      if (target.type === 'version') return state.discovery.version(target, asked);
      const other = otherAnswer(path, asked, state.registry);
      if (other === undefined) throw pageNotFound();
      return other;
    } catch (error) {
      if (error instanceof Refusal) return error.answer;
      throw error;
    }
  };

  return {
    handle: async (request, { basePath = '' } = {}) => {
      const { signal, method } = request;
      if (signal.aborted) throw reasonOf(signal);
      const url = new URL(request.url);
      const below = withoutBase(url.pathname, basePath);
      const path = below ?? url.pathname;
      const body = method === 'GET' || method === 'HEAD' ? '' : await request.text();
      if ((switches.latencyMs ?? 0) > 0) await delay(switches.latencyMs ?? 0, signal);
      const answered = below === undefined ? pageNotFound().answer : await answer(request, url, path, body);
      const { response, bytes } = send(answered, path, switches);
      requests.push({
        method,
        path: `${path}${url.search}`,
        accept: request.headers.get('accept') ?? undefined,
        conditional: request.headers.has('if-none-match'),
        status: response.status,
        bytes,
      });
      return response;
    },

    get objects() {
      return state.stored.all();
    },
    put: (object, { resource } = {}) => state.stored.put(object, resource),
    remove: (object, { resource } = {}) => state.stored.remove(object, resource),

    get requests() {
      return requests;
    },
    forgetRequests: () => {
      requests = [];
    },

    define: (resource) => {
      const { registry, storage } = state;
      requireShared(resource.sharesStorageWith, registry);
      const before = registry.storages();
      registry.define(resourceFromDescription(resource));
      storage.move(before, registry.storages());
    },
    undefine: (resource) => {
      const { registry, storage } = state;
      const before = registry.storages();
      const found = registry.undefine(resource);
      storage.move(before, registry.storages());
      return found;
    },
    configure: (changes) => {
      switches = { ...switches, ...changes };
    },
    fail: (matcher, failure) => faults.add(matcher, failure),
    expireContinueTokens: () => {
      state.storage.expireContinueTokens();
    },
    reset: () => {
      state = start();
      switches = initialSwitches;
      requests = [];
      faults.clear();
    },
  };
}

function requireShared(sharesStorageWith: string | undefined, registry: Registry): void {
  if (sharesStorageWith === undefined) return;
  const [resource = '', version = '', ...group] = sharesStorageWith.split('.');
  if (registry.resource({ group: group.join('.'), version, resource }) !== undefined) return;
  throw new FakeApiServerError(
    `sharesStorageWith names ${quote(sharesStorageWith)}, which is not served; write <resource>.<version>.<group>.`,
  );
}

/** The path below the base; undefined for what lies outside of it. */
function withoutBase(path: string, basePath: string): string | undefined {
  const base = basePath.replace(/\/+$/, '');
  if (base === '') return path;
  return path === base || path.startsWith(`${base}/`) ? path.slice(base.length) || '/' : undefined;
}
