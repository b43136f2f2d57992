import type { DeepReadonly } from '../core/model/deep-readonly.js';
import type { ObjectMeta } from '../core/model/kube-object.js';
import type { OwnerReference } from '../core/model/owner-reference.js';
import { fnv1a64 } from '../core/selector/shard-selector.js';
import { requireKnownOptions, requirePositive, requireText } from '../core/shared/arguments.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import { quote } from '../core/shared/quote.js';
import { TerminalError } from './errors.js';

/** An object that a server answered, as the owner of others. */
export interface OwningObject {
  /** Its group and version: `apps/v1`. */
  readonly apiVersion: string;
  /** Its kind: `Deployment`. */
  readonly kind: string;
  /** Its name, its uid, and its namespace if it has one. */
  readonly metadata: { readonly name: string; readonly uid: string; readonly namespace?: string | undefined };
}

/**
 * Returns the owner reference that makes an object the controller of another one: it is deleted with its owner, and `owns`
 * of a controller finds its owner by it. A server refuses a second controller of one object; with `child`, this does so
 * before a request.
 *
 * @param owner as a server answered it
 * @param child the object as it is now, if it exists
 * @throws TerminalError if `child` has another controller, as one that somebody made under the same name
 * @throws InvalidArgumentError if `child` is in another namespace, or in none, where the owner has one: garbage collection
 *   would delete it
 * @example
 * const metadata = { name: childName(object.metadata.name, 'web'), ownerReferences: [controllerReference(object)] };
 * await handle.namespace('shop').apply({ metadata }, { fieldManager: 'widgets', signal });
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/owners-dependents/
 */
export function controllerReference(
  owner: OwningObject,
  child?: { readonly metadata: DeepReadonly<ObjectMeta> },
): OwnerReference {
  const { apiVersion, kind, metadata } = owner;
  const { name, uid, namespace } = metadata;
  if (child !== undefined) {
    const { name: childName, namespace: place, ownerReferences } = child.metadata;
    if (namespace !== undefined && place !== namespace) {
      throw new InvalidArgumentError('child', `must be in the namespace of its owner, ${quote(namespace)}`);
    }
    const other = ownerReferences?.find((each) => each.controller === true && each.uid !== uid);
    if (other !== undefined) {
      throw new TerminalError(
        `${quote(childName ?? '')} already has another controller: ${quote(other.kind)} ${quote(other.name)}, not ${quote(kind)} ${quote(name)}`,
      );
    }
  }
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true };
}

/**
 * Returns a name for an object that another one owns: `parent-suffix`, and if that is too long, the beginning of the parent,
 * a hash of the whole name and the suffix. The same words always give the same name, so that a reconcile finds what an
 * earlier one made.
 *
 * @param options.maxLength 63 is the limit of a label's value and of most names that become labels or hostnames: 52 for a
 *   CronJob, 253 for most others. @default 63
 * @throws InvalidArgumentError if the suffix leaves no place for the hash
 * @example
 * childName('front', 'config'); // 'front-config'
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/names/
 */
export function childName(parent: string, suffix: string, options: { readonly maxLength?: number } = {}): string {
  const { maxLength = 63 } = requireKnownOptions(options, { maxLength: requirePositive });
  const name = `${requireText('parent', parent)}-${requireText('suffix', suffix)}`;
  if (name.length <= maxLength) return name;
  const end = `${fnv1a64(name).toString(36).padStart(13, '0')}-${suffix}`;
  const left = maxLength - end.length - 1;
  if (left < 1) throw new InvalidArgumentError('suffix', `must leave room for a hash in ${maxLength} characters`);
  let beginning = parent.slice(0, left);
  while (/[^a-z0-9]$/.test(beginning)) beginning = beginning.slice(0, -1);
  return beginning === '' ? end : `${beginning}-${end}`;
}
