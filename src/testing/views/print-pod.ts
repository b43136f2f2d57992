import type { KubeObject } from '../../core/model/kube-object.js';
import { valueAtPath } from '../store/json-path.js';
import { listAt, numberAt, stringAt } from './cells.js';
import { ageOf } from './human-duration.js';

/** What a pod is doing, as `kubectl get pods` shows it. */
export interface PrintedPod {
  readonly ready: string;
  readonly status: string;
  readonly restarts: string;
}

/** Restarts of some containers, and when the last of them ended. */
interface Restarts {
  readonly count: number;
  readonly last: string;
}

/**
 * Returns the state of a pod from those of its containers: the init container that runs or failed first, then the last
 * container that is not running.
 * @see https://github.com/kubernetes/kubernetes/blob/v1.37.2/pkg/printers/internalversion/printers.go
 */
export function printPod(pod: KubeObject, now: Date): PrintedPod {
  const containers = listAt(pod, '.spec.containers');
  const inits = listAt(pod, '.spec.initContainers');
  const sidecars = new Set(inits.filter(isSidecar).map((init) => stringAt(init, '.name')));
  const initStatuses = listAt(pod, '.status.initContainerStatuses');
  const statuses = listAt(pod, '.status.containerStatuses');
  const isOfSidecar = (status: unknown): boolean => sidecars.has(stringAt(status, '.name'));

  const stopped = initStatuses.findIndex(
    (status) => !hasFinished(status) && !(isOfSidecar(status) && hasStarted(status)),
  );
  const isInitializing = stopped >= 0 && conditionAt(pod, 'Initialized') !== 'True';
  const begun = stopped < 0 ? initStatuses : initStatuses.slice(0, stopped);
  const readySidecars = begun.filter((status) => !hasFinished(status) && valueAtPath(status, '.ready') === true);
  const running = statuses.filter((status) => isReady(status) && !isWaiting(status) && !isTerminated(status));
  const ready = readySidecars.length + (isInitializing ? 0 : running.length);

  const counted = isInitializing
    ? initStatuses.slice(0, stopped + 1)
    : [...initStatuses.slice(0, stopped < 0 ? undefined : stopped + 1).filter(isOfSidecar), ...statuses];
  const { count, last } = counted.reduce<Restarts>(
    (so, status) => {
      const ended = stringAt(status, '.lastState.terminated.finishedAt');
      return { count: so.count + numberAt(status, '.restartCount'), last: ended > so.last ? ended : so.last };
    },
    { count: 0, last: '' },
  );
  return {
    ready: `${ready}/${containers.length + sidecars.size}`,
    status: statusOf(pod, isInitializing ? initReason(initStatuses[stopped], stopped, inits.length) : '', statuses),
    restarts: count === 0 || last === '' ? String(count) : `${count} (${ageOf(last, now)} ago)`,
  };
}

function statusOf(pod: KubeObject, initializing: string, statuses: readonly unknown[]): string {
  const phase = stringAt(pod, '.status.phase');
  const own = stringAt(pod, '.status.reason');
  if (pod.metadata.deletionTimestamp) {
    if (own === 'NodeLost') return 'Unknown';
    if (phase !== 'Failed' && phase !== 'Succeeded') return 'Terminating';
  }
  if (initializing !== '') return initializing;
  const gated = listAt(pod, '.status.conditions').some(
    (each) => stringAt(each, '.type') === 'PodScheduled' && stringAt(each, '.reason') === 'SchedulingGated',
  );
  // The first container with a reason decides.
  const reason = statuses.map(reasonOf).find((each) => each !== '') ?? (gated ? 'SchedulingGated' : own || phase);
  if (reason !== 'Completed') return reason;
  const isRunning = statuses.some((status) => isReady(status) && !isWaiting(status) && !isTerminated(status));
  if (isRunning && conditionAt(pod, 'Ready') === 'True') return 'Running';
  const failed = statuses.find((status) => numberAt(status, '.state.terminated.exitCode') !== 0);
  return failed === undefined ? (isRunning ? 'NotReady' : reason) : reasonOf(failed);
}

function initReason(status: unknown, index: number, count: number): string {
  if (isTerminated(status)) return `Init:${reasonOf(status)}`;
  const reason = stringAt(status, '.state.waiting.reason');
  return reason === '' || reason === 'PodInitializing' ? `Init:${index}/${count}` : `Init:${reason}`;
}

/** Why a container does not run; empty if it does. */
function reasonOf(status: unknown): string {
  const waiting = stringAt(status, '.state.waiting.reason');
  if (waiting !== '' || !isTerminated(status)) return waiting;
  const signal = numberAt(status, '.state.terminated.signal');
  const how = signal === 0 ? `ExitCode:${numberAt(status, '.state.terminated.exitCode')}` : `Signal:${signal}`;
  return stringAt(status, '.state.terminated.reason') || how;
}

function isSidecar(init: unknown): boolean {
  return stringAt(init, '.restartPolicy') === 'Always';
}

function isWaiting(status: unknown): boolean {
  return stringAt(status, '.state.waiting.reason') !== '';
}

function isTerminated(status: unknown): boolean {
  return valueAtPath(status, '.state.terminated') !== undefined;
}

function hasFinished(status: unknown): boolean {
  return isTerminated(status) && numberAt(status, '.state.terminated.exitCode') === 0;
}

function hasStarted(status: unknown): boolean {
  return valueAtPath(status, '.started') === true;
}

function isReady(status: unknown): boolean {
  return valueAtPath(status, '.ready') === true && valueAtPath(status, '.state.running') !== undefined;
}

function conditionAt(pod: KubeObject, type: string): string {
  const found = listAt(pod, '.status.conditions').find((each) => stringAt(each, '.type') === type);
  return stringAt(found, '.status');
}
