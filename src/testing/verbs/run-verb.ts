import type { FakeAccess } from '../served/options.js';
import type { ServedResource } from '../served/served.js';
import { methodNotAllowed, subresourceNotFaked } from '../wire/refusals.js';
import { bind, bindNamed } from './bind.js';
import { create } from './create.js';
import { evict } from './evict.js';
import { patch } from './patch.js';
import { get, list } from './read.js';
import { remove, removeCollection } from './remove.js';
import type { Backend, ObjectRequest, VerbResult, ResourceRequest } from './resource-request.js';
import { isReview, review } from './reviews.js';
import { getScale, patchScale, updateScale } from './scale.js';
import { createToken } from './tokens.js';
import { update, type Part } from './update.js';
import { watch } from './watch.js';

/** Runs the verb of a request that has an endpoint. */
export function runVerb(
  { verb, name, subresource }: FakeAccess,
  request: ResourceRequest,
  backend: Backend,
): VerbResult {
  if (verb === 'create' && subresource === undefined && isReview(request.resource)) return review(request, backend);
  if (verb === 'create' && subresource === undefined && isBinding(request.resource)) return bindNamed(request, backend);
  // Custom resources also accept a create at the path of another object.
  if (verb === 'create' && subresource === undefined) return create(request, backend);
  if (verb === 'watch') return watch(request, name, backend);
  if (name !== undefined) return runOnObject(verb, subresource, { ...request, name }, backend);
  return verb === 'list' ? list(request, backend) : removeCollection(request, backend);
}

/** Creates below an object that act on it. */
const actions: ReadonlyMap<string, (request: ObjectRequest, backend: Backend) => VerbResult> = new Map([
  ['create pods/eviction', evict],
  ['create pods/binding', bind],
  ['create serviceaccounts/token', createToken],
]);

function isBinding({ group, resource }: ServedResource): boolean {
  return group === '' && resource === 'bindings';
}

/** Returns the part of an object that a subresource reads and writes; `finalize` is that of namespaces. */
function partOf(subresource: string | undefined, { group, resource }: ServedResource): Part | undefined {
  if (subresource === undefined) return 'main';
  if (subresource === 'status' || subresource === 'finalize') return subresource;
  if (subresource === 'ephemeralcontainers' && group === '' && resource === 'pods') return subresource;
  const isRequest = group === 'certificates.k8s.io' && resource === 'certificatesigningrequests';
  return subresource === 'approval' && isRequest ? subresource : undefined;
}

function runOnObject(
  verb: string,
  subresource: string | undefined,
  request: ObjectRequest,
  backend: Backend,
): VerbResult {
  const action = actions.get(`${verb} ${request.resource.resource}/${subresource ?? ''}`);
  if (action !== undefined && request.resource.group === '') return action(request, backend);
  switch (subresource === 'scale' ? `${verb} scale` : verb) {
    case 'get scale':
      return getScale(request, backend);
    case 'update scale':
      return updateScale(request, backend);
    case 'patch scale':
      return patchScale(request, backend);
  }
  const part = partOf(subresource, request.resource);
  if (part === undefined) throw subresourceNotFaked(subresource ?? '');
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
