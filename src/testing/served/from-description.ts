import type { GroupVersionKind } from '../../core/model/group-version-kind.js';
import type { FakeResource, FakeSubresource } from './fake-resource.js';
import { holdsCustomResources, type ResponseKind, type ServedResource, type ServedSubresource } from './served.js';

const builtInVerbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];
const customVerbs = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];
const subresourceVerbs = ['get', 'patch', 'update'];
const scaleKind: GroupVersionKind = { group: 'autoscaling', version: 'v1', kind: 'Scale' };

/** Completes a short description as real servers publish such a resource. */
export function resourceFromDescription(description: FakeResource): ServedResource {
  const { group, version, resource, kind } = description;
  const custom = description.custom ?? holdsCustomResources(group);
  const mainKind: ResponseKind =
    kind === '' ? null : custom ? { group, version, kind } : { group: '', version: '', kind };
  return {
    group,
    version,
    resource,
    responseKind: mainKind,
    objectKind: { group, version, kind },
    scope: description.scope ?? 'Namespaced',
    singular: description.singular ?? kind.toLowerCase(),
    shortNames: description.shortNames ?? [],
    categories: description.categories ?? [],
    verbs: description.verbs ?? (kind === '' ? [] : custom ? customVerbs : builtInVerbs),
    subresources: (description.subresources ?? []).map((given) => readSubresource(given, mainKind, custom)),
    storageVersionHash: description.storageVersionHash,
    internalID: description.internalID,
    custom,
    printerColumns: description.printerColumns,
    selectableFields: description.selectableFields,
    scalePaths: description.scalePaths,
    sharesStorageWith: description.sharesStorageWith,
    deprecationWarning: description.deprecationWarning,
    noTable: description.noTable,
    schema: description.schema,
    listKind: description.listKind,
  };
}

/** Subresources of built-in resources that only support create, with their kinds. */
const actions: ReadonlyMap<string, GroupVersionKind> = new Map([
  ['eviction', { group: 'policy', version: 'v1', kind: 'Eviction' }],
  ['binding', { group: '', version: 'v1', kind: 'Binding' }],
  ['token', { group: 'authentication.k8s.io', version: 'v1', kind: 'TokenRequest' }],
]);

function readSubresource(
  given: string | FakeSubresource,
  parentKind: ResponseKind,
  custom: boolean,
): ServedSubresource {
  const { subresource, responseKind, verbs }: FakeSubresource =
    typeof given === 'string' ? { subresource: given } : given;
  const action = custom ? undefined : actions.get(subresource);
  const usualKind = subresource === 'scale' ? scaleKind : (action ?? parentKind);
  return {
    subresource,
    responseKind: responseKind === undefined ? usualKind : responseKind,
    acceptedTypes: [],
    verbs: verbs ?? (action === undefined ? subresourceVerbs : ['create']),
  };
}
