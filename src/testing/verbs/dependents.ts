import type { ServedResource } from '../served/served.js';
import type { Propagation } from './delete-options.js';

/** Keeps a deleted object until the dependents that block it are deleted. */
export const foreground = 'foregroundDeletion';
/** Keeps a deleted object until its dependents no longer name it as an owner. */
export const orphan = 'orphan';

/** Resources whose dependents stay unless a deletion says otherwise, by `resource.version.group`. */
const orphansDependents = ['replicationcontrollers.v1.', 'jobs.v1.batch'];
/** Resources that have no dependents. */
const withoutDependents = ['events.v1.', 'events.v1.events.k8s.io'];

/** Reports whether garbage collection looks at a resource: it lists, watches and deletes the objects of all but events. */
export function isCollected(resource: ServedResource): boolean {
  const needed = ['list', 'watch', 'delete'];
  return needed.every((verb) => resource.verbs.includes(verb)) && !withoutDependents.includes(keyOf(resource));
}

/**
 * Returns the finalizers of an object after a deletion with this propagation, as `deletionFinalizersForGarbageCollection`
 * of k8s.io/apiserver: what the deletion says comes first, then a finalizer of the object, then its kind.
 */
export function finalizersAfter(
  finalizers: string[],
  resource: ServedResource,
  { policy, orphanDependents }: Propagation,
): string[] {
  const key = keyOf(resource);
  if (withoutDependents.includes(key)) return finalizers;
  const own = finalizers.find((each) => each === orphan || each === foreground);
  const byKind = orphansDependents.includes(key) ? orphan : undefined;
  const byPolicy = policy && { Orphan: orphan, Foreground: foreground, Background: undefined }[policy];
  const chosen =
    orphanDependents !== undefined
      ? orphanDependents
        ? orphan
        : undefined
      : policy === undefined
        ? (own ?? byKind)
        : byPolicy;
  if (chosen === own) return finalizers;
  const others = finalizers.filter((each) => each !== orphan && each !== foreground);
  return chosen === undefined ? others : [...others, chosen];
}

function keyOf({ group, version, resource }: ServedResource): string {
  return `${resource}.${version}.${group}`;
}
