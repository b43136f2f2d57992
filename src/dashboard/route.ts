import { useSyncExternalStore } from 'react';
import { formatGroupVersionResource, type GroupVersionResource } from 'kubeatlas';

/** What the page shows: all of it stands in the address, so that Back, links and a second window work. */
export interface Route {
  /** One of several clusters, or {@link allClusters}; undefined for the only one, and while none is chosen. */
  readonly cluster: string | undefined;
  readonly resource: GroupVersionResource;
  /** Whether a namespace is shown at a glance instead of the objects of the resource. */
  readonly isOverview?: boolean | undefined;
  /** Empty for all namespaces. */
  readonly namespaces: readonly string[];
  /** The object on the right. */
  readonly object?: RoutedObject | undefined;
}

/** An object, and its cluster where all are shown as one. */
export interface RoutedObject {
  readonly cluster?: string | undefined;
  readonly namespace?: string | undefined;
  readonly name: string;
}

/** All clusters as one: no context has this name. */
export const allClusters = '';

/** Where one begins in a cluster. */
export function startOf(cluster: string | undefined): Route {
  return { cluster, resource: { group: '', version: 'v1', resource: 'pods' }, namespaces: [] };
}

/** Returns the address of a route: `#/apps/v1/deployments?ns=shop&object=shop/front`. */
export function addressOf(route: Route): string {
  const { cluster, isOverview, namespaces, object } = route;
  const { group, version, resource } = route.resource;
  const query = new URLSearchParams();
  if (isOverview === true) query.set('view', 'overview');
  if (cluster !== undefined) query.set('cluster', cluster);
  if (namespaces.length > 0) query.set('ns', namespaces.join(','));
  if (object?.cluster !== undefined) query.set('of', object.cluster);
  if (object !== undefined) query.set('object', `${object.namespace ?? ''}/${object.name}`);
  const path = [...(group === '' ? [] : [group]), version, resource].map(encodeURIComponent).join('/');
  return `#/${path}${query.size > 0 ? `?${query.toString()}` : ''}`;
}

function routeOf(address: string): Route {
  const [path = '', query = ''] = address.replace(/^#\//, '').split('?');
  const parts = path.split('/').map(decoded);
  const [resource, version, group = ''] = parts.reverse();
  const parameters = new URLSearchParams(query);
  const cluster = parameters.get('cluster') ?? undefined;
  const of = parameters.get('of') ?? undefined;
  if (resource === undefined || version === undefined) return startOf(cluster);
  const namespaces = (parameters.get('ns') ?? '').split(',').filter((name) => name !== '');
  const [namespace = '', name] = (parameters.get('object') ?? '').split('/');
  const object = name === undefined ? undefined : { name, cluster: of, ...(namespace !== '' && { namespace }) };
  const isOverview = parameters.get('view') === 'overview';
  return { cluster, isOverview, resource: { group, version, resource }, namespaces, object };
}

/** People write addresses too. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

let known = { address: '', route: startOf(undefined) };

function read(): Route {
  const address = location.hash;
  if (address !== known.address) known = { address, route: routeOf(address) };
  return known.route;
}

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => {
    removeEventListener('hashchange', listener);
  };
}

/** The route of the address. */
export function useRoute(): Route {
  return useSyncExternalStore(subscribe, read);
}

/** Changes the address. */
export function go(route: Route): void {
  location.hash = addressOf(route);
}

/** Changes the address to what is shown instead: Back does not lead to it. */
export function goInstead(route: Route): void {
  location.replace(addressOf(route));
}

/** The name of a resource that `client.resource` and the hooks read back exactly. */
export function nameOf(route: Route): string {
  return formatGroupVersionResource(route.resource);
}

/** What the paths of a resource contain, and how they end: a namespace may stand in between. */
export function pathOf({ resource: { group, version, resource } }: Route): readonly [string, string] {
  return [group === '' ? `/api/${version}/` : `/apis/${group}/${version}/`, `/${resource}`];
}
