import path from 'node:path';
import type { Kubeconfig } from './parse.js';

/**
 * Merges kubeconfig files as kubectl does: the first file that sets the current context or an entry of a name has
 * it, and nothing of a later entry of that name is used.
 * @see https://kubernetes.io/docs/concepts/configuration/organize-cluster-access-kubeconfig/#merging-kubeconfig-files
 */
export function mergeKubeconfigs(files: readonly Kubeconfig[]): Kubeconfig {
  return {
    file: files.length === 0 ? undefined : files.flatMap(({ file }) => file ?? []).join(path.delimiter),
    currentContext: files.find((file) => file.currentContext !== undefined)?.currentContext,
    clusters: firstOfEach(files.map((file) => file.clusters)),
    contexts: firstOfEach(files.map((file) => file.contexts)),
    users: firstOfEach(files.map((file) => file.users)),
  };
}

function firstOfEach<Entry>(maps: readonly ReadonlyMap<string, Entry>[]): ReadonlyMap<string, Entry> {
  // The last one to set a key of a Map wins, so the files are gone through from the last to the first.
  return new Map([...maps].reverse().flatMap((map) => [...map]));
}
