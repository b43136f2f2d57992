import type { KubeObject } from '../../core/model/kube-object.js';
import { isJsonRecord } from '../../core/shared/json-record.js';
import { minorOf } from '../served/check-switches.js';
import type { FakeAccess, FakeSwitches } from '../served/options.js';
import { badRequest, subresourceNotFaked } from '../wire/refusals.js';
import type { Reply } from '../wire/reply.js';
import { logReply, readLogOptions } from './pod-log.js';
import { playCommand, playPorts } from './pod-session.js';
import type { UpgradeRequest } from './upgrade.js';

/** A request below a pod. */
export interface PodRequest {
  readonly query: URLSearchParams;
  readonly upgrade: UpgradeRequest | undefined;
  readonly now: () => Date;
}

const served = ['log', 'exec', 'attach', 'portforward'];

/** Reports whether the request goes to a container of a pod, and not to what is stored. */
export function goesToPod({ group, resource, name, subresource = '' }: FakeAccess): boolean {
  return group === '' && resource === 'pods' && name !== undefined && served.includes(subresource);
}

/** Answers a request to a container of a pod, by the functions of the test. */
export function servePod(
  { namespace = '', name = '', subresource = '' }: FakeAccess,
  object: KubeObject,
  { query, upgrade, now }: PodRequest,
  { log, exec, attach, portForward, speaks }: FakeSwitches,
): Reply {
  const pod = { namespace, pod: name };
  if (subresource === 'log') {
    if (log === undefined) throw subresourceNotFaked(subresource, 'log (kubeatlas fake --logs)');
    const options = readLogOptions(name, query, now);
    const container = containerOf(object, query.get('container') ?? '');
    const { follow, previous, tailLines } = options;
    const startMs = Date.parse(object.metadata.creationTimestamp ?? '') || 0;
    return logReply({
      read: async (signal) =>
        typeof log === 'function' ? log({ ...pod, container, signal, follow, previous, tailLines }) : log,
      options,
      startMs,
      hasEnded: hasEnded(object, container),
    });
  }
  if (subresource === 'portforward') {
    if (portForward === undefined) throw subresourceNotFaked(subresource, 'portForward (kubeatlas fake --forward)');
    const ports = query
      .getAll('ports')
      .flatMap((text) => text.split(','))
      .map(Number);
    if (ports.length === 0) throw badRequest('query parameter "ports" is required');
    const isPort = (port: number): boolean => Number.isInteger(port) && port > 0 && port < 65_536;
    if (!ports.every(isPort) || ports.length > 127) throw badRequest('query parameter "ports" is no port');
    const protocol = protocolOf(upgrade, ['v4.channel.k8s.io']);
    return switching(protocol, (socket) => playPorts(portForward, { ...pod, ports }, socket));
  }
  const command = subresource === 'exec' ? exec : attach;
  if (command === undefined) throw subresourceNotFaked(subresource, `${subresource} (kubeatlas fake --exec)`);
  const isAsked = (stream: string): boolean => ['true', '1'].includes(query.get(stream) ?? '');
  const request = {
    ...pod,
    container: containerOf(object, query.get('container') ?? ''),
    command: query.getAll('command'),
    tty: isAsked('tty'),
    hasStdin: isAsked('stdin'),
  };
  // Servers before 1.30 cannot end an input.
  const isOld = minorOf(speaks) < 30;
  const protocol = protocolOf(upgrade, isOld ? ['v4.channel.k8s.io'] : ['v5.channel.k8s.io', 'v4.channel.k8s.io']);
  return switching(protocol, (socket) => playCommand(command, request, socket));
}

function switching(protocol: string, serve: NonNullable<Reply['upgrade']>['serve']): Reply {
  return { status: 101, headers: new Map(), body: '', upgrade: { protocol, serve } };
}

/** Chooses the first protocol of the client that the server knows. */
function protocolOf(upgrade: UpgradeRequest | undefined, known: readonly string[]): string {
  if (upgrade === undefined) throw badRequest('Upgrade request required');
  const { to, protocols } = upgrade;
  if (to !== 'websocket') throw badRequest('the fake API server upgrades connections to WebSocket alone');
  const chosen = protocols.find((protocol) => known.includes(protocol));
  if (chosen !== undefined) return chosen;
  throw badRequest(`the fake API server speaks none of the subprotocols offered, but ${known.join(', ')}`);
}

/** Returns the container that a request is for; throws 400 as servers do. A pod without containers has any. */
function containerOf({ metadata, spec }: KubeObject, name: string): string {
  const names = ['initContainers', 'containers', 'ephemeralContainers'].map((list) => namesIn(spec, list));
  const [, containers = []] = names;
  const all = names.flat();
  const [first] = containers;
  if (all.length === 0 || all.includes(name)) return name;
  if (name !== '') throw badRequest(`container ${name} is not valid for pod ${metadata.name ?? ''}`);
  if (containers.length === 1 && first !== undefined) return first;
  const choice = `choose one of: [${all.join(' ')}]`;
  throw badRequest(`a container name must be specified for pod ${metadata.name ?? ''}, ${choice}`);
}

function namesIn(record: unknown, list: string): readonly string[] {
  const items: unknown = isJsonRecord(record) ? record[list] : undefined;
  return Array.isArray(items) ? items.map((each) => String(isJsonRecord(each) ? each['name'] : '')) : [];
}

/** Reports whether the status of a pod says that the container has ended. */
function hasEnded({ status }: KubeObject, container: string): boolean {
  if (!isJsonRecord(status)) return false;
  if (status['phase'] === 'Succeeded' || status['phase'] === 'Failed') return true;
  const statuses: unknown = status['containerStatuses'];
  const own: unknown = Array.isArray(statuses)
    ? statuses.find((each) => isJsonRecord(each) && each['name'] === container)
    : undefined;
  return isJsonRecord(own) && isJsonRecord(own['state']) && isJsonRecord(own['state']['terminated']);
}
