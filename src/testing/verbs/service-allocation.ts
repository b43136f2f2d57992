import type { KubeObject } from '../../core/model/kube-object.js';
import { isJsonRecord, recordsOf, type JsonRecord } from '../../core/shared/json-record.js';
import { isEqual } from '../../core/shared/is-equal.js';

type Fields = Record<string, unknown>;

/**
 * Gives a service what servers allocate and it lacks: an address of one stack of IPv4, or of both stacks for a headless one
 * without a selector, and ports of nodes. They follow from its uid, which counts the objects of a server.
 *
 * @see pkg/registry/core/service/storage/alloc.go
 */
export function withAllocated(service: KubeObject): KubeObject {
  const spec = service['spec'];
  if (!isJsonRecord(spec) || !needsAddress(spec)) return service;
  const count = Number.parseInt(service.metadata.uid?.slice(-6) ?? '', 16) || 0;
  const own = `10.96.${Math.floor(count / 250) % 256}.${(count % 250) + 1}`;
  const isHeadless = spec['clusterIP'] === 'None';
  const isEither = isHeadless && Object.keys(Object(spec['selector']) as object).length === 0;
  const policy = spec['ipFamilyPolicy'] ?? (isEither ? 'RequireDualStack' : 'SingleStack');
  const isDual = isEither && policy !== 'SingleStack';
  const [first = 'IPv4', second = first === 'IPv4' ? 'IPv6' : 'IPv4'] = (spec['ipFamilies'] ?? []) as readonly string[];
  const families = { ipFamilies: isDual ? [first, second] : [first], ipFamilyPolicy: policy };
  const { clusterIPs = [spec['clusterIP'] ?? own], ...given } = { ...spec, ...families };
  const [clusterIP] = clusterIPs as readonly unknown[];
  const allocated: Fields = { ...given, clusterIP, clusterIPs };
  const nodePort = (index: number): number => 30_000 + ((count * 8 + index) % 2768);
  if (getsNodePorts(spec)) {
    const ports = portsOf(spec);
    // A port that TCP and UDP share has one of nodes.
    const taken = new Map(ports.flatMap((each) => (each['nodePort'] ? [[each['port'], each['nodePort']]] : [])));
    allocated['ports'] = ports.map((each, index) => {
      if (each['nodePort']) return each;
      if (!taken.has(each['port'])) taken.set(each['port'], nodePort(index));
      return { ...each, nodePort: taken.get(each['port']) };
    });
  }
  if (getsHealthCheck(spec)) allocated['healthCheckNodePort'] = spec['healthCheckNodePort'] ?? nodePort(7);
  return { ...service, spec: allocated };
}

/**
 * Keeps what a server has allocated and an update leaves out, and drops what the new type of a service has no use for and
 * the update did not change.
 *
 * @see patchAllocatedValues in pkg/registry/core/service/storage/storage.go, and dropTypeDependentFields in pkg/registry/core/service/strategy.go
 */
export function withKeptAllocations(next: KubeObject, before: KubeObject): KubeObject {
  const [spec, old] = [next['spec'], before['spec']];
  if (!isJsonRecord(spec) || !isJsonRecord(old)) return next;
  const kept: Fields = { ...spec };
  const keep = (...names: readonly string[]): void => {
    for (const name of names) kept[name] ??= old[name];
  };
  const drop = (...names: readonly string[]): void => {
    for (const name of names) if (isEqual(kept[name], old[name])) Reflect.deleteProperty(kept, name);
  };
  if (needsAddress(spec)) {
    keep('clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy');
    const isChanged = !isEqual(kept['clusterIP'], old['clusterIP']);
    if (isChanged && isEqual(kept['clusterIPs'], old['clusterIPs'])) kept['clusterIPs'] = [kept['clusterIP']];
  } else {
    drop('clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy', 'internalTrafficPolicy');
  }
  const ports = portsOf(old);
  const used = new Set(ports.map(({ nodePort }) => nodePort));
  if (getsNodePorts(old) && getsNodePorts(spec)) {
    const sent = new Set(portsOf(spec).map(({ nodePort }) => nodePort));
    const byName = new Map(ports.map(({ name, nodePort }) => [name, nodePort]));
    kept['ports'] = portsOf(spec).map((each) => {
      const nodePort = each['nodePort'] ?? byName.get(each['name']);
      return nodePort === undefined || (each['nodePort'] === undefined && sent.has(nodePort))
        ? each
        : { ...each, nodePort };
    });
  } else if (hasNodePorts(old) && !hasNodePorts(spec) && Array.isArray(spec['ports'])) {
    const isNew = portsOf(spec).some(({ nodePort }) => nodePort !== undefined && !used.has(nodePort));
    if (!isNew) kept['ports'] = portsOf(spec).map(({ nodePort: _dropped, ...each }) => each);
  }
  if (getsHealthCheck(spec)) keep('healthCheckNodePort');
  else drop('healthCheckNodePort');
  if (spec['type'] !== 'LoadBalancer') drop('allocateLoadBalancerNodePorts', 'loadBalancerClass');
  if (!isExternal(spec)) drop('externalTrafficPolicy');
  const { status } = next;
  const isCleared = spec['type'] !== 'LoadBalancer' && isJsonRecord(status);
  return { ...next, spec: withoutUndefined(kept), ...(isCleared && { status: { ...status, loadBalancer: {} } }) };
}

function needsAddress({ type }: JsonRecord): boolean {
  return type !== 'ExternalName';
}

function hasNodePorts({ type }: JsonRecord): boolean {
  return type === 'NodePort' || type === 'LoadBalancer';
}

function getsNodePorts(spec: JsonRecord): boolean {
  return hasNodePorts(spec) && (spec['type'] === 'NodePort' || spec['allocateLoadBalancerNodePorts'] !== false);
}

function getsHealthCheck({ type, externalTrafficPolicy }: JsonRecord): boolean {
  return type === 'LoadBalancer' && externalTrafficPolicy === 'Local';
}

function isExternal(spec: JsonRecord): boolean {
  return hasNodePorts(spec) || (needsAddress(spec) && Array.isArray(spec['externalIPs']));
}

function portsOf({ ports }: JsonRecord): readonly JsonRecord[] {
  return recordsOf(ports);
}

function withoutUndefined(fields: Fields): JsonRecord {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
