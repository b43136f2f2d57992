import type { FakeAccess, FakeSwitches } from '../options.js';
import type { Registry } from '../served/registry.js';
import type { ServedResource } from '../served/served.js';
import { isDead } from '../documents/discovery-answers.js';
import type { Storage } from '../storage/storage.js';
import { create } from '../verbs/create.js';
import { patch } from '../verbs/patch.js';
import { get, list } from '../verbs/read.js';
import { remove, removeCollection } from '../verbs/remove.js';
import type { Backend, Outcome, ResourceRequest } from '../verbs/resource-request.js';
import { getScale, patchScale, updateScale } from '../verbs/scale.js';
import { update } from '../verbs/update.js';
import { columnsOf } from '../views/columns.js';
import { presentList, presentObject } from '../views/present.js';
import { negotiateView } from '../views/view.js';
import { jsonAnswer, type Answer } from './answer.js';
import {
  methodNotAllowed,
  methodNotSupported,
  pageNotFound,
  refuse,
  resourceNotFound,
  serviceUnavailable,
} from './refusal.js';

/** The parts of a server that a request to a resource touches. */
export interface ResourceBackend {
  readonly registry: Registry;
  readonly storage: Storage;
  readonly switches: FakeSwitches;
  readonly now: () => Date;
}

/** What a request brings besides its path. */
export interface IncomingRequest {
  readonly accept: string | null;
  readonly contentType: string | null;
  readonly query: URLSearchParams;
  readonly body: string;
}

/** Answers a request to a resource, an object or a subresource. Nothing in here waits, so requests do not mix. */
export function serveResource(access: FakeAccess, incoming: IncomingRequest, backend: ResourceBackend): Answer {
  const { registry, storage, switches, now } = backend;
  const resource = findResource(access, registry, switches);
  const view = negotiateView(incoming.accept, incoming.query, resource, switches);
  const { query, contentType, body } = incoming;
  const request = { resource, namespace: access.namespace, query, contentType, body };
  const store = storage.store(registry.storageOf(resource));
  const outcome = run(access, request, { storage, store, now });
  if ('status' in outcome) return jsonAnswer(outcome.code, outcome.status);
  const columns = ('columns' in outcome ? outcome.columns : undefined) ?? columnsOf(resource);
  const context = { columns, now: now() };
  const { itemKinds = 'custom' } = switches;
  const keepsKinds = itemKinds === 'all' || (itemKinds === 'custom' && resource.custom);
  const shown =
    'object' in outcome
      ? presentObject(outcome.object, view, context)
      : presentList(outcome.list, view, context, keepsKinds);
  return jsonAnswer(outcome.code, shown);
}

function findResource(access: FakeAccess, registry: Registry, switches: FakeSwitches): ServedResource {
  if (registry.group(access.group) === undefined) throw pageNotFound();
  const version = registry.version(access);
  if (version === undefined) throw resourceNotFound();
  if (isDead(access, version, switches)) throw serviceUnavailable();
  const resource = registry.resource(access);
  if (resource === undefined) throw resourceNotFound();
  const { scope, subresources, objectKind } = resource;
  if (scope === 'Cluster' && access.namespace !== undefined) throw resourceNotFound();
  if (scope === 'Namespaced' && access.namespace === undefined && access.name !== undefined) throw resourceNotFound();
  if (access.subresource === undefined) {
    if (objectKind.kind === '') throw resourceNotFound();
  } else if (!subresources.some(({ subresource }) => subresource === access.subresource)) {
    throw resourceNotFound();
  }
  return resource;
}

function run(access: FakeAccess, request: ResourceRequest, backend: Backend): Outcome {
  const { verb, name, subresource } = access;
  const { resource } = request;
  const served =
    subresource === undefined ? resource : resource.subresources.find((sub) => sub.subresource === subresource);
  if (verb === 'watch') throw methodNotSupported(resource, 'watch');
  if (served?.verbs.includes(verb) !== true) throw methodNotAllowed();
  if (name !== undefined) return runOnObject(verb, subresource, { ...request, name }, backend);
  if (verb === 'list') return list(request, backend);
  if (resource.scope === 'Namespaced' && request.namespace === undefined) throw methodNotAllowed();
  if (verb === 'create') return create(request, backend);
  if (verb === 'deletecollection') return removeCollection(request, backend);
  throw methodNotAllowed();
}

function runOnObject(
  verb: string,
  subresource: string | undefined,
  request: ResourceRequest & { readonly name: string },
  backend: Backend,
): Outcome {
  const part = subresource === 'status' ? 'status' : 'main';
  switch (subresource === 'scale' ? `${verb} scale` : verb) {
    case 'get scale':
      return getScale(request, backend);
    case 'update scale':
      return updateScale(request, backend);
    case 'patch scale':
      return patchScale(request, backend);
  }
  if (subresource !== undefined && subresource !== 'status') throw notFaked(subresource);
  switch (verb) {
    case 'get':
      return get(request, backend);
    case 'update':
      return update(request, backend, part);
    case 'patch':
      return patch(request, backend, part);
    case 'delete':
      return remove(request, backend);
    default:
      throw methodNotAllowed();
  }
}

function notFaked(subresource: string): Error {
  return refuse(405, {
    message: `the fake API server does not serve the subresource ${JSON.stringify(subresource)}`,
    reason: 'MethodNotAllowed',
    details: {},
  });
}
