import { json, parseMediaType, protobuf as protobufType } from '../../core/media/media-type.js';
import { formatGroupVersion } from '../../core/model/group-version.js';
import type { ObjectLike } from '../../core/model/kube-object.js';
import type { FakeProtobuf } from '../protobuf/create-protobuf.js';
import { minorOf } from '../served/check-switches.js';
import type { FakeAccess, FakeSwitches } from '../served/options.js';
import type { Caller } from '../served/authority.js';
import type { Registry } from '../served/registry.js';
import type { ServedResource } from '../served/served.js';
import { isDead } from '../documents/discovery-answers.js';
import type { Backend, ResourceRequest } from '../verbs/resource-request.js';
import { existing } from '../verbs/read.js';
import { warningsOfKind } from '../verbs/deprecations.js';
import { runVerb } from '../verbs/run-verb.js';
import { managerOf } from '../verbs/write-options.js';
import { columnsOf, hasOwnColumns, scaleColumns } from '../views/columns.js';
import { presentList, presentObject, type PresentContext } from '../views/present.js';
import { negotiateView } from '../views/view.js';
import { jsonReply, protobufReply, withWarnings, type Reply } from '../wire/reply.js';
import { requireEndpoint, type RequestHead } from './endpoint.js';
import { goesToPod, servePod } from './serve-pod.js';
import { serveWatch } from './serve-watch.js';
import type { UpgradeRequest } from './upgrade.js';
import { requireAccess } from './users.js';
import { objectNotFound, pageNotFound, resourceNotFound, serviceUnavailable } from '../wire/refusals.js';

/** The parts of a server that a request to a resource uses. */
export interface ResourceBackend extends Omit<
  Backend,
  'store' | 'namespaceLifecycle' | 'garbageCollection' | 'gracefulDeletion'
> {
  readonly switches: FakeSwitches;
  readonly protobuf?: FakeProtobuf | undefined;
}

/** A request without its path. */
export interface IncomingRequest extends RequestHead {
  readonly query: URLSearchParams;
  readonly body: Uint8Array;
  readonly caller: Caller;
  readonly userAgent?: string | null | undefined;
  readonly upgrade?: UpgradeRequest | undefined;
}

/** Answers a request to a resource, an object or a subresource. This is synchronous, so requests do not interleave. */
export function serveResource(requested: FakeAccess, incoming: IncomingRequest, backend: ResourceBackend): Reply {
  const { registry, storage, switches, now, protobuf } = backend;
  const minor = minorOf(switches.speaks);
  const { ownerResource, watchList, shards = minor >= 38, cel } = switches;
  const { namespaceLifecycle = false, garbageCollection = false, gracefulDeletion = false } = switches;
  const access = registry.isCustom(requested.group) ? withoutDeeper(requested) : requested;
  const { query, caller, userAgent = null } = incoming;
  const found = findResource(access, registry, switches);
  const resource = found.custom ? found : { ...found, builtInSchema: backend.schemaOf(found) };
  requireEndpoint(access, incoming, resource, switches);
  const wholeInProtobuf = protobuf && !resource.custom && protobuf.has(typeAt(access, resource));
  const { view, inProtobuf } = negotiateView(incoming.accept, resource, switches, wholeInProtobuf);
  const { contentType, body } = readText(access, incoming, resource, protobuf);
  const manager = managerOf(query, userAgent);
  const { namespace } = access;
  const sent = { query, contentType, body, caller, manager };
  const request: ResourceRequest = { resource, namespace, ...sent, minor, ownerResource, watchList, shards, cel };
  const store = storage.store(registry.storageOf(resource));
  const own: Backend = { ...backend, store, namespaceLifecycle, garbageCollection, gracefulDeletion };
  if (goesToPod(access)) {
    const object = existing({ ...request, name: access.name ?? '' }, own);
    // As servers do since 1.35: a WebSocket begins as a GET.
    const isRunning = access.verb === 'get' && access.subresource !== 'log';
    if (isRunning && incoming.upgrade !== undefined && minor >= 35) {
      requireAccess(backend.authority, caller, { ...access, verb: 'create' });
    }
    return servePod(access, object, { query, upgrade: incoming.upgrade, now }, switches);
  }
  const deprecated = warningsOfKind(resource, switches.speaks);
  const outcome = runVerb(access, request, own);
  const reply = (shown: object): Reply => {
    const answer =
      protobuf !== undefined && inProtobuf
        ? protobufReply(outcome.code, protobuf.encode(shown))
        : jsonReply(outcome.code, shown);
    return withWarnings(answer, [...deprecated, ...(outcome.warnings ?? [])]);
  };
  if ('document' in outcome) return reply(outcome.document);
  if ('status' in outcome) return reply(outcome.status);
  const { itemKinds = 'custom' } = switches;
  const isTable = view.as === 'Table';
  const ownColumns = access.subresource === 'scale' ? scaleColumns(resource.custom) : undefined;
  const columns = isTable ? (ownColumns ?? columnsOf(resource)) : [];
  const nullRows = isTable && !hasOwnColumns(resource);
  const context = (): PresentContext => ({
    columns,
    nullRows,
    now: now(),
    query,
    custom: resource.custom,
    keepsKinds: itemKinds === 'all' || (itemKinds === 'custom' && resource.custom),
  });
  if ('watch' in outcome) {
    return withWarnings(serveWatch(outcome.watch, view, query, context, inProtobuf ? protobuf : undefined), deprecated);
  }
  const shown =
    'object' in outcome ? presentObject(outcome.object, view, context()) : presentList(outcome.list, view, context());
  return reply(shown);
}

/** Returns the type of what a path has: of an object, or of a subresource of another kind. */
function typeAt({ subresource }: FakeAccess, { objectKind, subresources }: ServedResource): ObjectLike {
  const own = subresources.find((each) => each.subresource === subresource)?.responseKind;
  const { group, version, kind } = own?.version ? own : objectKind;
  return { apiVersion: formatGroupVersion({ group, version }), kind };
}

/** Returns a body as text: JSON for one in protobuf, of which custom resources read only the options of a delete. */
function readText(
  access: FakeAccess,
  { contentType, body }: IncomingRequest,
  resource: ServedResource,
  protobuf: FakeProtobuf | undefined,
): { readonly contentType: string | null; readonly body: string } {
  const { verb } = access;
  const deletes = verb === 'delete' || verb === 'deletecollection';
  const writes = !resource.custom && (verb === 'create' || verb === 'update');
  const inProtobuf = parseMediaType(contentType ?? '')?.type === protobufType.type;
  if (protobuf === undefined || !inProtobuf || !(deletes ? body.length > 0 : writes)) {
    return { contentType, body: new TextDecoder().decode(body) };
  }
  const expected = deletes ? { apiVersion: 'v1', kind: 'DeleteOptions' } : typeAt(access, resource);
  return { contentType: json.type, body: JSON.stringify(protobuf.decode(body, expected)) };
}

/** Drops path segments after the subresource, which custom resources ignore. */
function withoutDeeper(access: FakeAccess): FakeAccess {
  return { ...access, subresource: access.subresource?.split('/')[0] };
}

/**
 * Finds the resource of a path. Throws 404 if there is none: as text in groups of custom resources, otherwise as a
 * Status.
 */
function findResource(access: FakeAccess, registry: Registry, switches: FakeSwitches): ServedResource {
  const { group, namespace, name, subresource, verb } = access;
  if (registry.group(group) === undefined) throw pageNotFound();
  const nothing = registry.isCustom(group) ? pageNotFound : resourceNotFound;
  const version = registry.version(access);
  if (version === undefined) throw nothing();
  if (isDead(access, version, switches)) throw serviceUnavailable();
  const resource = registry.resource(access);
  if (resource === undefined) throw nothing();
  if (resource.scope === 'Cluster' && namespace !== undefined) throw nothing();
  if (resource.scope === 'Namespaced' && namespace === undefined) {
    const across = resource.custom ? verb === 'list' || verb === 'watch' : resource.verbs.includes('list');
    if (name !== undefined || !across) throw nothing();
  }
  if (subresource === undefined) {
    if (resource.objectKind.kind === '') throw nothing();
  } else if (!resource.subresources.some((served) => served.subresource === subresource)) {
    // Answered as if the object did not exist, whether it does or not.
    throw resource.custom ? objectNotFound(resource, name ?? '') : nothing();
  }
  return resource;
}
