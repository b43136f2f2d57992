import type { Client } from '../core/client.js';
import { isConflict, isNotFound, isObjectNotFound } from '../core/errors.js';
import { createMetadataReader, unreadOf } from '../core/metadata/create-metadata-reader.js';
import { formatGroupResource, type GroupVersionResource } from '../core/model/group-version-resource.js';
import type { KubeObject } from '../core/model/kube-object.js';
import type { ReadMetadata } from '../core/representation/partial-object-metadata.js';
import type { RESTMapping } from '../core/model/rest-mapping.js';
import type { CallOptions } from '../core/resource/options.js';
import {
  callOptionNames,
  requireBoolean,
  requireCallOptions,
  requireClient,
  requireCount,
  requireOneOf,
  requirePositive,
  type OptionChecks,
} from '../core/shared/arguments.js';
import { type Clock, systemClock } from '../core/shared/clock.js';
import { isJsonRecord, recordIn, recordsOf } from '../core/shared/json-record.js';
import { mapLimit } from '../core/shared/concurrency.js';
import { textsIn } from './definitions.js';

/** A resource whose objects may be stored in old versions. */
export interface StoredResource {
  /** The definition, which names it: `widgets.example.com`. */
  readonly name: string;
  /** The version in which objects are stored when they are written. */
  readonly storageVersion: string;
  /** All versions in which objects may be stored, by the status of the definition. */
  readonly storedVersions: readonly string[];
}

/**
 * Returns the custom resources whose objects may be stored in other versions than the storage version, by the status of
 * their definitions. Of built-in resources no server says so: migrate those whose storage version an upgrade has changed.
 *
 * @throws ApiError if the definitions cannot be listed, and as every call of a handle
 * @example
 * for (const { name, storedVersions } of await findStoredVersions(client)) console.log(name, storedVersions);
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#upgrade-existing-objects-to-a-new-stored-version
 */
export async function findStoredVersions(
  client: Client,
  options: CallOptions = {},
): Promise<readonly StoredResource[]> {
  requireClient(client);
  const { signal, timeoutMs } = requireCallOptions(options, callOptionNames, client);
  const found: StoredResource[] = [];
  for await (const definition of client.resource(definitions).items({ limit: 100, signal, timeoutMs })) {
    const stored = storageOf(definition);
    if (!stored.storedVersions.every((version) => version === stored.storageVersion)) found.push(stored);
  }
  return Object.freeze(found);
}

const definitions = 'customresourcedefinitions.v1.apiextensions.k8s.io';

function storageOf(definition: KubeObject): StoredResource {
  const versions = recordsOf(recordIn(definition, 'spec')['versions']);
  const storageVersion = versions.find(({ storage }) => storage === true)?.['name'];
  return Object.freeze({
    name: definition.metadata.name ?? '',
    storageVersion: typeof storageVersion === 'string' ? storageVersion : '',
    storedVersions: textsIn(recordIn(definition, 'status')['storedVersions']),
  });
}

/** An object that the server refuses to store again as it is. */
export interface RefusedObject {
  /** Its name. */
  readonly name: string;
  /** Its namespace; absent for a cluster-scoped one. */
  readonly namespace?: string;
  /** What the server says. */
  readonly message: string;
}

/** The progress of a migration. */
export interface MigrationProgress {
  /** Objects so far, in this pass. */
  readonly objects: number;
  /** The pass: further ones prove that all is stored anew. */
  readonly pass: number;
}

/** Options of {@link migrateStorage}. `timeoutMs` applies to each request. */
export interface MigrateStorageOptions extends CallOptions {
  /**
   * Who rewrites the objects. `server`: the controller of storagemigration.k8s.io in kube-controller-manager, which also
   * trims `storedVersions`. `client`: this function. `auto`: the server, or this function if no controller reports
   * within `controllerMs`.
   * @default 'auto'
   */
  readonly by?: 'auto' | 'server' | 'client' | undefined;
  /** How long to wait for the first sign of the server's controller, in milliseconds. @default 60000 */
  readonly controllerMs?: number | undefined;
  /**
   * How long to wait until the server stores in the storage version of a changed definition, in milliseconds.
   * @default 30000
   */
  readonly storageMs?: number | undefined;
  /** How long the server's controller may take in all, in milliseconds. @default 3600000 */
  readonly serverMs?: number | undefined;
  /** Lets the server check every write and store none. Implies `by: 'client'`. @default false */
  readonly dryRun?: boolean | undefined;
  /**
   * Removes all versions but the storage version from `status.storedVersions` of the definition, once a pass over all
   * objects has shown that each is stored in it. Never after a refused or unread object.
   * @default false
   */
  readonly trim?: boolean | undefined;
  /** The maximum number of writes in a second. @default 100 */
  readonly writesPerSecond?: number | undefined;
  /** The maximum number of writes in flight. @default 4 */
  readonly concurrency?: number | undefined;
  /** Objects per page. @default 500 */
  readonly limit?: number | undefined;
  /** The maximum number of refused objects; beyond, the migration ends. @default 1000 */
  readonly maxRefused?: number | undefined;
  /** Called after each page. @default nothing is called */
  readonly onProgress?: ((progress: MigrationProgress) => void) | undefined;
  /** The source of time. @default systemClock */
  readonly clock?: Clock | undefined;
}

/** The result of {@link migrateStorage}. */
export interface StorageMigration {
  /** The endpoint through which the objects were rewritten. */
  readonly resource: GroupVersionResource;
  /** Who rewrote them. */
  readonly by: 'server' | 'client';
  /** Objects of the first pass; undefined if the server did it, which does not count them. */
  readonly objects: number | undefined;
  /** Objects that were stored anew by the first pass; the others were so already, or changed or deleted meanwhile. */
  readonly rewritten: number | undefined;
  /** How many objects the server refuses to store again. */
  readonly refusedCount: number;
  /** The first of them. Correct them, and migrate again. */
  readonly refused: readonly RefusedObject[];
  /** Why the objects could not all be listed or written, or why the server's controller failed; absent if they were. */
  readonly problem?: string;
  /** Whether a whole pass found every object stored in the storage version, or the server's controller says so. */
  readonly proved: boolean;
  /** The versions in which objects may be stored now; undefined for a built-in resource. */
  readonly storedVersions: readonly string[] | undefined;
}

const checks: OptionChecks<MigrateStorageOptions> = {
  ...callOptionNames,
  by: (name, value) => requireOneOf<string>(name, value as string, ['auto', 'server', 'client']),
  controllerMs: requirePositive,
  serverMs: requirePositive,
  storageMs: requirePositive,
  dryRun: requireBoolean,
  trim: requireBoolean,
  writesPerSecond: requirePositive,
  concurrency: requireCount,
  limit: requireCount,
  maxRefused: requireCount,
  onProgress: true,
  clock: true,
};

/** Passes that may be needed to prove that all is stored anew: a server takes a moment to store in another version. */
const mostPasses = 4;

/**
 * Stores every object of a resource anew, so that it is stored in the present storage version: by the server's own
 * controller if it runs, otherwise by an empty patch of each object, as Kubernetes' migrator does. An object that was
 * changed or deleted meanwhile is read again, and written again if it is there. A server stores nothing for an object that is stored in the right version
 * already, so it may run again at any time.
 *
 * @param type the resource, as `client.resolve` takes it: `widgets.example.com`
 * @throws InvalidArgumentError, NoMatchError and GroupUnavailableError before any write; ApiError if the definition
 * cannot be read or trimmed, or with `by: 'server'` if no controller may be asked; ClientClosedError; the signal's reason after an abort
 * @example
 * const { proved, refused, storedVersions } = await migrateStorage(client, 'widgets.example.com', { trim: true });
 * console.log(proved, refused, storedVersions);
 * @see https://kubernetes.io/docs/tasks/manage-kubernetes-objects/storage-version-migration/
 */
export async function migrateStorage(
  client: Client,
  type: string,
  options: MigrateStorageOptions = {},
): Promise<StorageMigration> {
  requireClient(client);
  const { by = 'auto', dryRun = false, trim = false, signal, timeoutMs } = requireCallOptions(options, checks, client);
  const { mapping } = await client.resolve(type, { verbs: ['list', 'patch'], signal });
  const call = { signal, timeoutMs };
  const definition = await readDefinition(client, mapping, call);
  const stored = definition && storageOf(definition);
  if (stored?.storedVersions.some((version) => version !== stored.storageVersion) === true) {
    const problem = await untilStoredIn(client, mapping, stored.storageVersion, options);
    if (problem !== undefined) {
      const none = { objects: 0, rewritten: 0, refusedCount: 0, refused: [], proved: false };
      const what = { resource: mapping.resource, by: by === 'server' ? by : 'client' } as const;
      return Object.freeze({ ...what, ...none, problem, storedVersions: stored.storedVersions });
    }
  }
  if (by !== 'client' && !dryRun) {
    const byServer = await migrateByServer(client, mapping, by, options);
    if (byServer !== undefined) {
      const now = await readDefinition(client, mapping, call);
      return Object.freeze({ ...byServer, storedVersions: now && storageOf(now).storedVersions });
    }
  }
  const first = await rewriteAll(client, mapping, options, 1);
  let last = first;
  // A pass over all objects is proof if none of them had to be stored anew.
  const isProof = (pass: Pass): boolean =>
    pass.rewritten === 0 && pass.refusedCount === 0 && pass.unresolved === 0 && pass.problem === undefined;
  for (let pass = 2; trim && !dryRun && pass <= mostPasses && !isProof(last); pass += 1) {
    if (last.refusedCount > 0 || last.problem !== undefined) break;
    last = await rewriteAll(client, mapping, options, pass);
  }
  const proved = !dryRun && isProof(last);
  const isTrimmed = proved && trim && definition !== undefined;
  const storedVersions = isTrimmed ? await trimStoredVersions(client, definition, call) : stored?.storedVersions;
  const { refusedCount, refused, unresolved } = last;
  const unresolvedProblem = `${unresolved} objects answered each of ${mostTries} writes with a conflict, or as if they were gone`;
  const problem = last.problem ?? (unresolved === 0 ? undefined : unresolvedProblem);
  return Object.freeze<StorageMigration>({
    resource: mapping.resource,
    by: 'client',
    objects: first.objects,
    rewritten: dryRun ? 0 : first.rewritten,
    refusedCount,
    refused: Object.freeze(refused),
    ...(problem !== undefined && { problem }),
    proved,
    storedVersions,
  });
}

/** Returns the definition of a resource; undefined if it is built in or comes from another server. */
async function readDefinition(
  client: Client,
  { resource }: RESTMapping,
  call: CallOptions,
): Promise<KubeObject | undefined> {
  if (resource.group === '') return undefined;
  try {
    return await client.resource(definitions).get(formatGroupResource(resource), call);
  } catch (error) {
    if (isObjectNotFound(error)) return undefined;
    throw error;
  }
}

/** What stores objects may hear of a definition a moment after discovery, in milliseconds. */
const settleMs = 2000;

/**
 * Waits until the server says that it stores a custom resource in this version, by the hash that its discovery has. Until
 * then it would store nothing anew, which must not be taken for proof. Returns a problem if it does not say so in time.
 */
async function untilStoredIn(
  client: Client,
  { resource: { group, version, resource }, kind: { kind } }: RESTMapping,
  storageVersion: string,
  { clock = systemClock, storageMs = 30_000, signal, timeoutMs }: MigrateStorageOptions,
): Promise<string | undefined> {
  const text = new TextEncoder().encode(`${group}/${storageVersion}/${kind}`);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', text));
  const hash = btoa(String.fromCharCode(...digest.subarray(0, 8)));
  const begun = clock.now();
  for (;;) {
    const answer = await client.request({ path: `/apis/${group}/${version}`, signal, timeoutMs });
    const document: unknown = answer.json();
    const entries = isJsonRecord(document) ? recordsOf(document['resources']) : [];
    if (entries.some((each) => each['name'] === resource && each['storageVersionHash'] === hash)) break;
    if (clock.now() - begun >= storageMs) {
      return `the server did not report within ${storageMs} ms (storageMs) that it stores in ${storageVersion}`;
    }
    await clock.sleep(500, signal);
  }
  await clock.sleep(settleMs, signal);
  return undefined;
}

/** What a proof holds for. */
function stateOf({ metadata: { uid = '', generation = 0 } }: KubeObject): string {
  return `${uid}/${generation}`;
}

/** Writes of one object in one pass: each conflict is a write of somebody else in the meantime. */
const mostTries = 5;

/** One pass over all objects. */
type Pass = Awaited<ReturnType<typeof rewriteAll>>;

async function rewriteAll(client: Client, mapping: RESTMapping, options: MigrateStorageOptions, pass: number) {
  const { limit = 500, concurrency = 4, maxRefused = 1000, writesPerSecond = 100, clock = systemClock } = options;
  const { signal, timeoutMs, dryRun = false, onProgress } = options;
  const refused: RefusedObject[] = [];
  let [objects, rewritten, refusedCount] = [0, 0, 0];
  /** Objects that are listed, and of which no write was seen to be stored or needless. */
  let unresolved = 0;
  let problem: string | undefined;
  let nextWrite = clock.now();
  const all = client.handle(mapping).as('PartialObjectMetadata');
  const reader = createMetadataReader(client);

  const rewrite = async (listed: ReadMetadata): Promise<void> => {
    let found: ReadMetadata | undefined = listed;
    for (let tries = 1; found !== undefined && problem === undefined; tries += 1) {
      if (await isStored(found)) return;
      if (tries === mostTries) {
        unresolved += 1;
        return;
      }
      found = await listAgain(found);
    }
  };

  /**
   * Reads an object again by the verb that found it, since 404 and 409 to a write may be said by somebody else than the
   * storage. Undefined if it is gone.
   */
  const listAgain = async ({ metadata: { name, namespace } }: ReadMetadata): Promise<ReadMetadata | undefined> => {
    const question = { mapping, namespace, fieldSelector: `metadata.name=${name}` };
    for await (const step of reader.pages(question, { limit, signal, timeoutMs })) {
      if (step.state === 'unknown') problem ??= step.message;
      if (step.state !== 'page') continue;
      const found = step.items.find(({ metadata }) => metadata.name === name && metadata.namespace === namespace);
      if (found !== undefined) return found;
    }
    return undefined;
  };

  /** Writes an object. Returns false if that is to be tried again with the object as it is by then. */
  const isStored = async ({ metadata }: ReadMetadata): Promise<boolean> => {
    const { name, namespace, uid, resourceVersion } = metadata;
    const now = clock.now();
    const begin = Math.max(nextWrite, now);
    nextWrite = begin + 1000 / writesPerSecond;
    if (begin > now) await clock.sleep(begin - now, signal);
    const handle = namespace === undefined ? all : all.namespace(namespace);
    try {
      const body = { metadata: { uid, resourceVersion } };
      const dry = dryRun ? ({ dryRun: 'All' } as const) : {};
      const after = await handle.patch(name, body, { type: 'merge', signal, timeoutMs, ...dry });
      if (after.metadata.resourceVersion !== resourceVersion) rewritten += 1;
    } catch (error) {
      if (isConflict(error) || isObjectNotFound(error)) return false;
      const { message, statusCode } = unreadOf(error, { signal, isPage: false });
      if (statusCode === undefined || ![400, 403, 413, 422].includes(statusCode)) {
        problem ??= message;
        return true;
      }
      refusedCount += 1;
      if (refusedCount > maxRefused) problem ??= `more than maxRefused, ${maxRefused}, objects are refused`;
      if (refused.length < maxRefused) refused.push({ name, ...(namespace !== undefined && { namespace }), message });
    }
    return true;
  };

  for await (const step of reader.pages({ mapping }, { limit, expired: 'continue', signal, timeoutMs })) {
    if (step.state === 'unknown') problem = step.message;
    if (step.state !== 'page') continue;
    objects += step.items.length;
    await mapLimit(step.items, concurrency, rewrite);
    if (problem !== undefined) break;
    onProgress?.({ objects, pass });
  }
  return { objects, rewritten, refusedCount, refused, unresolved, problem };
}

/** Leaves only the storage version in the status, if the definition is still the one that the objects were stored by. */
async function trimStoredVersions(client: Client, proved: KubeObject, call: CallOptions): Promise<readonly string[]> {
  const handle = client.resource(definitions);
  const name = proved.metadata.name ?? '';
  for (let tries = 1; ; tries += 1) {
    const now = await handle.get(name, call);
    const { storageVersion, storedVersions } = storageOf(now);
    const isTrimmed = storedVersions.length === 1 && storedVersions[0] === storageVersion;
    if (stateOf(now) !== stateOf(proved) || isTrimmed) return storedVersions;
    const { resourceVersion, uid } = now.metadata;
    const body = { metadata: { uid, resourceVersion }, status: { storedVersions: [storageVersion] } };
    try {
      const trimmed = await handle.patch(name, body, { type: 'merge', subresource: 'status', ...call });
      return storageOf(trimmed).storedVersions;
    } catch (error) {
      if (!isConflict(error) || tries === 5) throw error;
    }
  }
}

/** How often the server's controller is asked, in milliseconds. */
const pollMs = 1000;

/**
 * Lets the controller of the server do it. Returns undefined if there is none, or it gives no sign in time.
 *
 * @see https://github.com/kubernetes/enhancements/issues/4192
 */
async function migrateByServer(
  client: Client,
  { resource }: RESTMapping,
  by: 'auto' | 'server',
  { controllerMs = 60_000, serverMs = 3_600_000, clock = systemClock, signal, timeoutMs }: MigrateStorageOptions,
): Promise<Omit<StorageMigration, 'storedVersions'> | undefined> {
  const call = { signal, timeoutMs };
  const handle = client.resource('storageversionmigrations.v1.storagemigration.k8s.io');
  const catalog = await client.discovery.catalog({ signal });
  const group = catalog.version({ group: 'storagemigration.k8s.io', version: 'v1' });
  if (group === undefined && by === 'auto') return undefined;
  const spec = { resource: { group: resource.group, resource: resource.resource } };
  let created: KubeObject;
  try {
    created = await handle.create({ metadata: { generateName: 'kubeatlas-' }, spec }, call);
  } catch (error) {
    if (by === 'server') throw error;
    // The user may not do that, and may yet be able to patch objects.
    unreadOf(error, { signal, isPage: false });
    return undefined;
  }
  const id = created.metadata.name ?? '';
  const endWith = (problem?: string): Omit<StorageMigration, 'storedVersions'> => ({
    ...{ resource, by: 'server', objects: undefined, rewritten: undefined, refusedCount: 0, refused: [] },
    ...(problem !== undefined && { problem }),
    proved: problem === undefined,
  });
  const begun = clock.now();
  for (;;) {
    const conditions = conditionsOf(await handle.get(id, call));
    const isOver = conditions.has('Succeeded') || conditions.has('Failed');
    const isSilent = conditions.size === 0 && clock.now() - begun >= controllerMs;
    if (isOver || isSilent) {
      await handle.delete(id, call).catch((error: unknown) => {
        if (!isNotFound(error)) throw error;
      });
      if (isOver) return endWith(conditions.get('Failed'));
      return by === 'auto' ? undefined : endWith(`no controller reported within ${controllerMs} ms (controllerMs)`);
    }
    if (clock.now() - begun >= serverMs) {
      return endWith(`the controller did not finish within ${serverMs} ms (serverMs); it goes on`);
    }
    await clock.sleep(pollMs, signal);
  }
}

function conditionsOf(object: KubeObject): ReadonlyMap<unknown, string> {
  const conditions = recordsOf(recordIn(object, 'status')['conditions']).filter(({ status }) => status === 'True');
  return new Map(conditions.map(({ type, message }) => [type, String(message || type)]));
}
