import { isJsonRecord, recordIn, recordsOf } from '../core/shared/json-record.js';

/** What the status of a pod says of a container. */
export interface ContainerState {
  /** `unknown` without a status of the container, in a pod that has not ended. */
  readonly state: 'waiting' | 'running' | 'terminated' | 'unknown';
  /** How often the container was restarted. */
  readonly restarts: number;
  /** Tells the instances of the container apart: the id of the last one that is known, or without one its number. */
  readonly instance: string;
  /** Whether a further instance is to come, after the present one has ended. */
  readonly willRestart: boolean;
}

/** Reads the state of a container from its pod. */
export function containerStateOf(pod: object, container: string): ContainerState {
  const status = recordIn(pod, 'status');
  const phase = status['phase'];
  const isOver = phase === 'Succeeded' || phase === 'Failed';
  const own = statusLists.flatMap((list) => recordsOf(status[list])).find(({ name }) => name === container);
  const lists = recordIn(pod, 'spec');
  const isInit = recordsOf(lists['initContainers']).some(({ name, restartPolicy }) => {
    return name === container && restartPolicy !== 'Always';
  });
  const isEphemeral = recordsOf(lists['ephemeralContainers']).some(({ name }) => name === container);
  const state = own === undefined ? {} : recordIn(own, 'state');
  const terminated = state['terminated'] ?? (own && recordIn(own, 'lastState')['terminated']);
  const hasFailed = isJsonRecord(terminated) && terminated['exitCode'] !== 0;
  const policy = lists['restartPolicy'] ?? 'Always';
  const isGoing = recordIn(pod, 'metadata')['deletionTimestamp'] !== undefined;
  const restarts = own?.['restartCount'];
  const present = [state['running'], terminated].find(isJsonRecord) ?? {};
  const count = typeof restarts === 'number' ? restarts : 0;
  return {
    // The start as well: an id of a node that was made anew may come again.
    instance: [own?.['containerID'] || present['containerID'] || `#${count}`, present['startedAt']].join(' '),
    // The statuses of a pod whose node was lost may be old.
    state: isOver ? 'terminated' : (stateNames.find((name) => isJsonRecord(state[name])) ?? 'unknown'),
    restarts: count,
    willRestart:
      !isOver && !isGoing && !isEphemeral && policy !== 'Never' && (hasFailed || (policy === 'Always' && !isInit)),
  };
}

/** Reports whether a container has a log: it runs, or has run. */
export function hasLog(pod: object, container: string): boolean {
  const { state, restarts } = containerStateOf(pod, container);
  if (state === 'unknown') return recordIn(pod, 'status')['phase'] === 'Running';
  return state !== 'waiting' || restarts > 0;
}

/** The lists of containers in the spec of a pod, in the order in which they start. */
const containerLists = ['initContainers', 'containers', 'ephemeralContainers'];
const statusLists = ['initContainerStatuses', 'containerStatuses', 'ephemeralContainerStatuses'];
const stateNames = ['running', 'terminated', 'waiting'] as const;

/** The names of all containers of a pod, those that run first in front. */
export function containersOf(pod: object): readonly string[] {
  const spec = recordIn(pod, 'spec');
  return containerLists.flatMap((list) => recordsOf(spec[list])).map(({ name }) => String(name));
}

/** The container that is meant without a name: that of the annotation, or the only one. */
export function defaultContainerOf(pod: object): string | undefined {
  const annotated = recordIn(recordIn(pod, 'metadata'), 'annotations')['kubectl.kubernetes.io/default-container'];
  if (typeof annotated === 'string' && containersOf(pod).includes(annotated)) return annotated;
  const containers = recordsOf(recordIn(pod, 'spec')['containers']);
  const [only] = containers;
  return containers.length === 1 ? String(only?.['name']) : undefined;
}
