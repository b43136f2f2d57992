import type { Client } from '../core/client.js';
import type { FollowedItem, InformedItem } from '../watch/follow.js';
import { metadataOf } from '../watch/followed-object.js';
import { createInformer, type Informer, type InformerOptions } from '../watch/informer/informer.js';
import type { DeepReadonly } from '../core/model/deep-readonly.js';
import type { GroupVersionResource } from '../core/model/group-version-resource.js';
import { ownerMismatch, type HonorsOption, type OwnerReference } from '../core/model/owner-reference.js';
import { referencesOf, walkedObject, type WalkStart } from './owner-graph.js';
import type { MetadataBy } from '../core/representation/partial-object-metadata.js';
import type { Shapes } from '../core/representation/shapes.js';
import type { ResourceHandle } from '../core/resource/resource-handle.js';
import { requireKnownOptions, requireObject } from '../core/shared/arguments.js';
import { honorsCheck } from './owner-references.js';

/** Options of {@link informerForOwners}. */
export interface DependentsInformerOptions<Item, ManagedFields extends boolean = boolean>
  extends InformerOptions<Item, ManagedFields>, HonorsOption {}

/** An informer that finds the dependents of an owner among its objects. */
export interface DependentsInformer<Item> extends Informer<Item> {
  /**
   * Returns the objects that have this owner, by an index on the uid of their references. As for the garbage collector,
   * a reference with the uid of one object and the name, namespace or type of another does not count.
   *
   * @param owner a whole object or its metadata; an object without a uid owns nothing
   * @param options.resource the endpoint of the owner: if the server honours `resource`, it is compared with that of a
   *   reference; otherwise, or without it, `kind` is compared
   * @throws InvalidArgumentError for an argument that is not an object
   */
  dependentsOf(owner: WalkStart, options?: { readonly resource?: GroupVersionResource | undefined }): readonly Item[];
}

/**
 * Creates an informer of dependents: `informerForOwners(client, 'pods')` finds the pods of a replica set, from memory
 * and up to date. For all kinds of dependents at one moment, use `createOwners(client)`.
 *
 * @param subject a name, for metadata, which is enough for owners; or a handle in any representation with metadata
 * @throws InvalidArgumentError as {@link createInformer}
 * @example
 * const pods = informerForOwners(client, 'pods');
 * await pods.synced;
 * const replicaSet = await client.resource('replicasets').namespace('shop').get('front-5d4e');
 * console.log(pods.dependentsOf(replicaSet).map(({ metadata }) => metadata.name));
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/owners-dependents/
 */
export function informerForOwners<S extends Shapes, ManagedFields extends boolean = false>(
  client: Client,
  subject: ResourceHandle<S>,
  options?: DependentsInformerOptions<FollowedItem<S['item'], ManagedFields>, ManagedFields>,
): DependentsInformer<InformedItem<S['item'], ManagedFields>>;
export function informerForOwners<ManagedFields extends boolean = false>(
  client: Client,
  subject: string,
  options?: DependentsInformerOptions<MetadataBy<ManagedFields>, ManagedFields>,
): DependentsInformer<DeepReadonly<MetadataBy<ManagedFields>>>;
export function informerForOwners(
  client: Client,
  subject: string | ResourceHandle<Shapes>,
  options: object = {},
): DependentsInformer<unknown> {
  const { honors, ...own }: DependentsInformerOptions<MetadataBy<boolean>> = requireObject('options', options);
  requireKnownOptions({ honors }, honorsCheck);
  const informer: Informer<unknown> =
    typeof subject === 'string'
      ? createInformer(client, subject, { ...own, as: 'PartialObjectMetadata' })
      : createInformer(client, subject, own as InformerOptions<unknown>);

  const dependentsOf: DependentsInformer<unknown>['dependentsOf'] = (start, options = {}) => {
    const { resource } = requireKnownOptions(options, { resource: true });
    const owner = walkedObject(start, resource);
    if (owner.uid === '') return [];
    return informer.store.by('owner', owner.uid).filter((item) => {
      const metadata = metadataOf(item) ?? {};
      return referencesOf({ metadata }).some(
        (reference: OwnerReference | null) =>
          reference?.uid === owner.uid && ownerMismatch(reference, owner, metadata, honors) === undefined,
      );
    });
  };
  return Object.assign(informer, { dependentsOf });
}
