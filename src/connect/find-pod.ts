import type { GroupVersionResource } from '../core/model/group-version-resource.js';
import type { KubeObject } from '../core/model/kube-object.js';
import { mappingOf } from '../core/model/rest-mapping.js';
import type { Shapes } from '../core/representation/shapes.js';
import { wholeObject } from '../core/representation/whole-object.js';
import type { CallOptions } from '../core/resource/options.js';
import type { ResourceHandle } from '../core/resource/resource-handle.js';
import { selectorText } from '../core/selector/label-selector.js';
import { requireCallOptions } from '../core/shared/arguments.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import { recordIn, recordsOf } from '../core/shared/json-record.js';
import { NoPodError, NoPortError } from './errors.js';

/** What commands run in. */
export const podsResource: GroupVersionResource = { group: '', version: 'v1', resource: 'pods' };

/** A handle of pods, of services, or of a resource that selects pods: deployments, jobs and others. */
export type PodOwnersHandle = ResourceHandle<Shapes>;

/** Returns the handle of the pods beside what selects them. */
function podsHandleOf(handle: PodOwnersHandle) {
  const mapping = mappingOf({ ...podsResource, kind: 'Pod', scope: 'Namespaced' });
  return handle.at(mapping).as(wholeObject());
}

/** What ends a call: it rejects with the signal's reason then. */
type Within = Pick<CallOptions, 'signal'>;

/** Reads an object by its name, and what it selects pods by: nothing without a selector, and undefined for a pod. */
async function getNamed(handle: PodOwnersHandle, name: string, options: Within) {
  const { resource } = await handle.mapping(options);
  const object: FoundPod = await handle.as(wholeObject()).get(name, options);
  const labelSelector = isPods(resource) ? undefined : selectorText(recordIn(object, 'spec')['selector']);
  return { resource, object, labelSelector };
}

/** The pods of a namespace that have these labels. */
export interface PodSelection {
  /** A label selector: `app=front,tier!=db`. */
  readonly labelSelector: string;
}

/** The pods whose logs are wanted: one, or those of a selector. */
export type SelectedPods = Awaited<ReturnType<typeof selectPods>>;

/** Finds out which pods a name or a selector means. */
export async function selectPods(
  handle: PodOwnersHandle,
  target: string | PodSelection,
  signal: AbortSignal | undefined,
) {
  const pods = podsHandleOf(handle);
  if (typeof target !== 'string') return { pods, pod: undefined, labelSelector: target.labelSelector };
  const { resource, object, labelSelector } = await getNamed(handle, target, { signal });
  if (labelSelector === undefined) return { pods, pod: object, labelSelector: '' };
  // An empty selector would select every pod of the namespace.
  if (labelSelector !== '') return { pods, pod: undefined, labelSelector };
  const what = `must be an object that selects pods: ${resource.resource} ${target} has no selector`;
  throw new InvalidArgumentError('target', what);
}

/** Nobody needs a choice of more. */
const mostPods = 500;

/**
 * Returns the pod to connect to: of pods the one with the name, of a service or a workload one that its selector
 * selects. Of several it takes one that runs, and is ready if any is; what is being deleted comes last.
 *
 * @throws NoPodError if nothing is selected, or there is no selector; ApiError if the server refuses, with 404 without
 *   the object; ConnectionError; InvalidArgumentError; NamespaceRequiredError; InvalidNameError
 * @example
 * const deployments = client.resource('deployments').namespace('shop');
 * const pod = await findPod(deployments, 'front');
 * console.log(await run(client.resource('pods').namespace('shop'), pod.metadata.name, ['date']));
 */
export async function findPod(handle: PodOwnersHandle, name: string, options: Within = {}): Promise<FoundPod> {
  return (await findBoth(handle, name, requireCallOptions(options, { signal: true }, handle))).pod;
}

/** A pod that was found. */
export type FoundPod = KubeObject & { readonly metadata: { readonly name: string } };

/** Finds the pod, and the service or workload unless a pod was named. */
async function findBoth(handle: PodOwnersHandle, name: string, options: Within) {
  const { resource, object, labelSelector } = await getNamed(handle, name, options);
  if (labelSelector === undefined) return { pod: object, owner: undefined };
  if (labelSelector === '') throw new NoPodError(resource, name, 'it has no selector');
  const { items } = await podsHandleOf(handle).list({ labelSelector, limit: mostPods, ...options });
  const [pod] = items.sort((one, two) => rankOf(one) - rankOf(two)) as FoundPod[];
  if (pod === undefined) throw new NoPodError(resource, name, `no pod has the labels ${labelSelector}`);
  return { pod, owner: object };
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
  target: string | PodSelection,
  options: Within = {},
): Promise<readonly KubeObject[]> {
  const { signal } = requireCallOptions(options, { signal: true }, handle);
  const { pods, pod, labelSelector } = await selectPods(handle, target, signal);
  if (pod !== undefined) return [pod];
  const found: KubeObject[] = [];
  for await (const each of pods.items({ labelSelector, limit: 500, signal })) found.push(each);
  return found;
}

/** Where to connect to. */
export interface FoundPort {
  readonly pods: PodOwnersHandle;
  /** The name of the pod. */
  readonly pod: string;
  /** The number of the port in the pod. */
  readonly port: number;
  /** The number of the port as it was asked for: of a service, that of the service. */
  readonly asked: number;
}

/** Finds the pod, and the number of the port in it. A number of a pod needs no request. */
export async function findPort(
  handle: PodOwnersHandle,
  name: string,
  { port, signal }: Within & { readonly port: number | string },
): Promise<FoundPort> {
  const options = { signal };
  const { resource } = await handle.mapping(options);
  if (typeof port === 'number' && isPods(resource)) return { pods: handle, pod: name, port, asked: port };
  const { pod, owner } = await findBoth(handle, name, options);
  const isService = resource.group === '' && resource.resource === 'services';
  const found = { pods: podsHandleOf(handle), pod: pod.metadata.name };
  if (!isService || owner === undefined) {
    const number = portIn(pod, port);
    return { ...found, port: number, asked: number };
  }
  const ports = recordsOf(recordIn(owner, 'spec')['ports']);
  const own = ports.find((each) => each[typeof port === 'number' ? 'port' : 'name'] === port);
  if (own === undefined) throw new NoPortError(`service ${name}`, port);
  if (own['protocol'] === 'UDP' || own['protocol'] === 'SCTP') throw new NoPortError(`service ${name}`, port, 'TCP');
  const isHeadless = recordIn(owner, 'spec')['clusterIP'] === 'None';
  const target: unknown = isHeadless ? own['port'] : (own['targetPort'] ?? own['port']);
  return { ...found, port: portIn(pod, target as number | string), asked: own['port'] as number };
}

/** Requires the number or the name of a port. */
export function requirePort(argument: string, value: unknown): void {
  if (typeof value === 'string' && value !== '') return;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0 && value < 65_536) return;
  throw new InvalidArgumentError(argument, 'must be a number from 1 to 65535, or the name of a port');
}

function isPods({ group, resource }: { readonly group: string; readonly resource: string }): boolean {
  return group === '' && resource === 'pods';
}

function portIn(pod: FoundPod, port: number | string): number {
  if (typeof port === 'number') return port;
  const { containers, initContainers } = recordIn(pod, 'spec');
  const ports = [...recordsOf(containers), ...recordsOf(initContainers)].flatMap((each) => recordsOf(each['ports']));
  const number: unknown = ports.find(({ name }) => name === port)?.['containerPort'];
  if (typeof number === 'number') return number;
  throw new NoPortError(`pod ${pod.metadata.name}`, port);
}

/** The best pod has the lowest rank. */
function rankOf(pod: KubeObject): number {
  const { phase, conditions } = recordIn(pod, 'status');
  const isReady = recordsOf(conditions).some(({ type, status }) => type === 'Ready' && status === 'True');
  const isGoing = pod.metadata.deletionTimestamp !== undefined;
  return (phase === 'Running' ? 0 : 4) + (isGoing ? 2 : 0) + (isReady ? 0 : 1);
}
