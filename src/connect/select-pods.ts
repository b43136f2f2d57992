import type { KubeObject } from '../core/model/kube-object.js';
import { mappingOf } from '../core/model/rest-mapping.js';
import type { Shapes } from '../core/representation/shapes.js';
import { wholeObject } from '../core/representation/whole-object.js';
import type { ResourceHandle } from '../core/resource/resource-handle.js';
import { selectorText } from '../core/selector/selector-text.js';
import { requireCallOptions } from '../core/shared/arguments.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import { recordIn } from '../core/shared/json-record.js';
import { podsResource } from './pods.js';

/** A handle of pods, of services, or of a resource that selects pods: deployments, jobs and others. */
export type PodOwnersHandle = ResourceHandle<Shapes>;

/** The pods whose logs are wanted. */
export interface SelectedPods {
  readonly pods: ReturnType<typeof podsHandleOf>;
  /** The one pod; undefined if there is a selector. */
  readonly pod: KubeObject | undefined;
  readonly labelSelector: string;
}

/** Finds out which pods a name or a selector means. */
export async function selectPods(
  handle: PodOwnersHandle,
  target: string | { readonly labelSelector: string },
  signal: AbortSignal | undefined,
): Promise<SelectedPods> {
  const pods = podsHandleOf(handle);
  if (typeof target !== 'string') return { pods, pod: undefined, labelSelector: target.labelSelector };
  const { resource } = await handle.mapping({ signal });
  const object: KubeObject = await handle.as(wholeObject()).get(target, { signal });
  if (resource.group === '' && resource.resource === 'pods') return { pods, pod: object, labelSelector: '' };
  const labelSelector = selectorText(recordIn(object, 'spec')['selector']);
  // An empty selector would select every pod of the namespace.
  if (labelSelector !== '') return { pods, pod: undefined, labelSelector };
  throw new InvalidArgumentError(
    'target',
    `must name what selects pods: ${resource.resource} ${target} has no selector`,
  );
}

/** Returns the handle of the pods beside what selects them. */
export function podsHandleOf(handle: PodOwnersHandle) {
  const mapping = mappingOf({ ...podsResource, kind: 'Pod', scope: 'Namespaced' });
  return handle.at(mapping).as(wholeObject());
}

/** Options of {@link podsOf}. */
export interface PodsOfOptions {
  /** Ends the call, which rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Returns the pods that {@link logs} would read: the pod of the name, those of a service or a workload, or those with some
 * labels, in the order of their names.
 *
 * @throws ApiError if the server refuses, with 404 without the object; ConnectionError; InvalidArgumentError for an object
 *   without a selector; NamespaceRequiredError; InvalidNameError; the signal's reason
 * @example
 * const services = client.resource('services').namespace('shop');
 * for (const { metadata } of await podsOf(services, 'front')) console.log(metadata.name);
 */
export async function podsOf(
  handle: PodOwnersHandle,
  target: string | { readonly labelSelector: string },
  options: PodsOfOptions = {},
): Promise<readonly KubeObject[]> {
  const { signal } = requireCallOptions(options, { signal: true }, handle);
  const { pods, pod, labelSelector } = await selectPods(handle, target, signal);
  if (pod !== undefined) return [pod];
  const found: KubeObject[] = [];
  for await (const each of pods.items({ labelSelector, limit: 500, signal })) found.push(each);
  return found;
}
