import type { FakeAccess, FakeSwitches } from '../served/options.js';
import type { ServedResource } from '../served/served.js';
import { knownPatchTypes, patchTypeOf } from '../verbs/patch.js';
import { ignoresAccept } from '../views/view.js';
import { passesRouter } from '../wire/accept.js';
import {
  badRequest,
  methodNotAllowed,
  methodNotSupported,
  notConsumable,
  notRoutable,
  resourceNotFound,
  writtenTypes,
} from '../wire/refusals.js';

/** A request before its body is read. */
export interface RequestHead {
  readonly method: string;
  readonly accept: string | null;
  readonly contentType: string | null;
}

const ofCollections = ['list', 'create', 'deletecollection'];
const streams = ['application/json;stream=watch', 'application/vnd.kubernetes.protobuf;stream=watch'];

/**
 * Throws for a request that matches a resource but none of its endpoints. The router of built-in resources checks the
 * method, the type of a patch and Accept, in this order; custom resources check only the verb.
 */
export function requireEndpoint(
  access: FakeAccess,
  head: RequestHead,
  resource: ServedResource,
  switches: FakeSwitches,
): void {
  const { verb, name, namespace, subresource } = access;
  const served = subresource === undefined ? resource : subresourceOf(resource, subresource);
  const isServed = served?.verbs.includes(verb) === true;
  if (resource.custom) {
    if (verb === 'watch' && head.method === 'HEAD') throw methodNotAllowed();
    if (!isServed) throw methodNotSupported(resource, verb);
    if (name === undefined && (verb === 'update' || verb === 'patch')) throw badRequest('name must be provided');
    return;
  }
  if (verb === 'watch' && !isServed && resource.verbs.includes('list')) throw methodNotSupported(resource, verb);
  // No object can exist at such a path.
  if (name !== undefined && resource.verbs.every((served) => served === 'create')) throw resourceNotFound();
  const ofCollection = ofCollections.includes(verb);
  if (!isServed || head.method === 'HEAD') throw methodNotAllowed();
  if (verb !== 'watch' && subresource === undefined && ofCollection !== (name === undefined)) throw methodNotAllowed();
  const reads = verb === 'list' || verb === 'watch';
  if (ofCollection && !reads && resource.scope === 'Namespaced' && namespace === undefined) {
    throw methodNotAllowed();
  }
  if (verb === 'patch' && !knownPatchTypes.includes(patchTypeOf(head.contentType))) throw notConsumable();
  const types = reads ? [...writtenTypes, ...streams] : writtenTypes;
  if (!ignoresAccept(switches, resource.group) && !passesRouter(head.accept, types)) throw notRoutable(types);
}

function subresourceOf({ subresources }: ServedResource, name: string) {
  return subresources.find(({ subresource }) => subresource === name);
}
