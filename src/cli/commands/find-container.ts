import { findPod, type FoundPod } from '../../connect/index.js';
import type { KubeObject, ResourceHandle } from '../../index.js';
import { ImpossibleError, UsageError } from '../errors.js';
import { isRecord } from '../is-record.js';
import type { Session } from '../session.js';
import { oneLine } from '../terminal/one-line.js';
import { handleFor } from './object-targets.js';

/** What a word names that leads to a pod. */
export interface PodOwner {
  readonly handle: ResourceHandle;
  readonly name: string;
}

/** A pod, and the handle that it was found by. */
export interface PodTarget {
  readonly pods: ResourceHandle;
  readonly pod: FoundPod;
}

/** Reads `POD` or `TYPE/NAME` as kubectl does. */
export async function readOwner(session: Session, word: string): Promise<PodOwner> {
  const { client, calls, namespace } = session;
  if (!word.includes('/')) return { handle: podsIn(session, namespace), name: word };
  const { mapping, name } = await client.resolve(word, { verbs: ['get'], signal: calls.signal });
  if (name === undefined) throw new UsageError(`${JSON.stringify(word)} does not have the form TYPE/NAME.`);
  return { handle: handleFor(session, mapping), name };
}

/** Finds the pod that a word names, or one of the service or workload. */
export async function findTarget(session: Session, word: string): Promise<PodTarget> {
  const { handle, name } = await readOwner(session, word);
  const pod = await findPod(handle, name, { signal: session.calls.signal });
  return { pods: podsIn(session, handle.boundNamespace ?? session.namespace), pod };
}

/** Returns a handle of the pods in a namespace, without discovery. */
export function podsIn({ client }: Session, namespace: string): ResourceHandle {
  const mapping = {
    resource: { group: '', version: 'v1', resource: 'pods' },
    kind: { group: '', version: 'v1', kind: 'Pod' },
    scope: 'Namespaced',
  } as const;
  return client.handle(mapping).namespace(namespace);
}

/** Returns the phase of a pod. */
export function phaseOf(pod: FoundPod): string {
  const status: unknown = Reflect.get(pod, 'status');
  return isRecord(status) && typeof status['phase'] === 'string' ? status['phase'] : 'Unknown';
}

/** A container of a pod, as far as commands need it. */
export interface Container {
  readonly name: string;
  readonly tty: boolean;
}

/** The containers of a pod. */
interface Containers {
  /** Those that run for as long as the pod. */
  readonly regular: readonly Container[];
  readonly ephemeral: readonly Container[];
  readonly init: readonly Container[];
  readonly all: readonly Container[];
}

/** Returns the containers of a pod. */
export function containersIn(pod: KubeObject): Containers {
  const spec: unknown = Reflect.get(pod, 'spec');
  const named = (field: string): Container[] => {
    const list: unknown = isRecord(spec) ? spec[field] : undefined;
    const records = Array.isArray(list) ? (list as unknown[]).filter(isRecord) : [];
    return records.map(({ name, tty }) => ({ name: String(name), tty: tty === true }));
  };
  const [regular, ephemeral, init] = [named('containers'), named('ephemeralContainers'), named('initContainers')];
  return { regular, ephemeral, init, all: [...regular, ...ephemeral, ...init] };
}

/** The names of all containers, as kubectl lists them. */
function namesOf({ regular, ephemeral, init }: Containers): string {
  return [
    ...regular.map(({ name }) => name),
    ...ephemeral.map(({ name }) => `${name} (ephem)`),
    ...init.map(({ name }) => `${name} (init)`),
  ].join(', ');
}

/** Returns the container that the annotation names, whether or not there is one; undefined without the annotation. */
export function annotatedContainer({ metadata }: KubeObject): string | undefined {
  return metadata.annotations?.['kubectl.kubernetes.io/default-container'];
}

/** Returns the container of a name. */
export function containerNamed(pod: KubeObject, name: string): Container {
  const containers = containersIn(pod);
  const found = containers.all.find((each) => each.name === name);
  if (found !== undefined) return found;
  throw new ImpossibleError(
    `container ${name} is not valid for pod ${pod.metadata.name} out of: ${namesOf(containers)}`,
  );
}

/** Returns the first container, and says so if there are others. */
export async function firstContainer(session: Session, pod: KubeObject, quiet = false): Promise<Container> {
  const containers = containersIn(pod);
  const [first] = containers.regular;
  if (first === undefined) throw new ImpossibleError(`pod ${pod.metadata.name} has no containers`);
  if (containers.all.length > 1 && !quiet) {
    await session.note(oneLine(`Defaulted container ${JSON.stringify(first.name)} out of: ${namesOf(containers)}`));
  }
  return first;
}

/**
 * Finds the container as `kubectl exec` does: the one of the flag, else the one that the annotation names, else the first, and
 * then says so if there are others.
 */
export async function findContainer(
  session: Session,
  pod: FoundPod,
  { container, quiet }: { readonly container?: string | undefined; readonly quiet?: boolean | undefined },
): Promise<Container> {
  const name = container ?? annotatedContainer(pod) ?? '';
  return name === '' ? firstContainer(session, pod, quiet) : containerNamed(pod, name);
}
