import type { KubeObject } from '../model/kube-object.js';
import type { WireObject } from '../representation/shapes.js';

declare global {
  /**
   * The types of objects by the names of their resources: `'deployments.apps': Deployment`. Empty here; importing
   * `kubeatlas/types`, or a file that `kubeatlas types` wrote, fills it, and `client.resource('deployments.apps')` is
   * typed. It is global because the augmentation of a module would reach its users in one module system alone.
   */
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- generated files add to it
  interface KubeatlasResources {}

  /**
   * The types of subresources that have a kind of their own, by name: `eviction: Eviction`. Filled like
   * `KubeatlasResources`.
   */
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- generated files add to it
  interface KubeatlasSubresources {}
}

/** A name whose type is known: a key of the global interface `KubeatlasResources`. */
// eslint-disable-next-line @typescript-eslint/no-redundant-type-constituents -- without keys only while nothing fills it
export type ResourceName = keyof KubeatlasResources & string;

/** The type of the objects of a resource; {@link KubeObject} for a name that is not in the registry. */
export type ResourceType<Name extends string> = Name extends ResourceName
  ? KubeatlasResources[Name] extends WireObject
    ? KubeatlasResources[Name]
    : KubeObject
  : KubeObject;

/** A subresource whose type is known: a key of the global interface `KubeatlasSubresources`. */
// eslint-disable-next-line @typescript-eslint/no-redundant-type-constituents -- without keys only while nothing fills it
export type SubresourceName = keyof KubeatlasSubresources & string;

/** The type of what one reads from, or writes to, a subresource; `Otherwise` for a name that is not in the registry. */
export type SubresourceType<Name extends string, Otherwise> = Name extends SubresourceName
  ? KubeatlasSubresources[Name]
  : Otherwise;

/** An eviction and a binding are answered with a Status. */
type AnsweredWithStatus = 'eviction' | 'binding';

/** What a server answers to an object that was posted to a subresource. */
export type SubresourceAnswer<Name extends string> = Name extends AnsweredWithStatus
  ? KubeObject
  : Name extends SubresourceName
    ? KubeatlasSubresources[Name] & { apiVersion: string; kind: string }
    : KubeObject;
