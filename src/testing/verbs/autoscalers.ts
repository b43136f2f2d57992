import type { KubeObject, ObjectMeta } from '../../core/model/kube-object.js';
import { isJsonRecord, recordsOf, type JsonRecord } from '../../core/shared/json-record.js';

/**
 * Annotations in which version 1 keeps what it has no fields for.
 *
 * @see https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/horizontal-pod-autoscaler-v1/
 */
const [otherMetrics, currentMetrics, behaviorText, conditionsText] = [
  'metrics',
  'current-metrics',
  'behavior',
  'conditions',
].map((name) => `autoscaling.alpha.kubernetes.io/${name}`) as [string, string, string, string];

/** Returns an autoscaler in the other version of `autoscaling`; any other object as it is. */
export function asAutoscaler(object: KubeObject, apiVersion: string): KubeObject {
  const { kind, apiVersion: from } = object;
  if (kind !== 'HorizontalPodAutoscaler' || from === apiVersion) return object;
  if (from === 'autoscaling/v2' && apiVersion === 'autoscaling/v1') return toV1(object);
  return from === 'autoscaling/v1' && apiVersion === 'autoscaling/v2' ? toV2(object) : object;
}

/**
 * Keeps what a write through version 1 does not write: of the main endpoint the annotations that are part of the status, of
 * the status those that are part of the spec. Other objects are returned as they are.
 */
export function withKeptAnnotations(next: KubeObject, old: KubeObject, part: string): KubeObject {
  if (next.kind !== 'HorizontalPodAutoscaler' || next.apiVersion !== 'autoscaling/v1') return next;
  const kept = part === 'status' ? [otherMetrics, behaviorText] : [currentMetrics, conditionsText];
  const { annotations: before = {}, ...metadata } = next.metadata;
  const own = Object.entries(before).filter(([name]) => !kept.includes(name));
  const present = Object.entries(old.metadata.annotations ?? {}).filter(([name]) => kept.includes(name));
  const annotations = Object.fromEntries([...own, ...present]);
  return { ...next, metadata: Object.keys(annotations).length > 0 ? { ...metadata, annotations } : metadata };
}

/** The use of the processor, relative to what is requested: the one metric that version 1 has a field for. */
function utilizationIn({ type, resource }: JsonRecord, what: 'target' | 'current'): unknown {
  if (type !== 'Resource' || !isJsonRecord(resource) || resource['name'] !== 'cpu') return undefined;
  const { averageUtilization }: JsonRecord = isJsonRecord(resource[what]) ? resource[what] : {};
  return averageUtilization ?? undefined;
}

function toV1(object: KubeObject): KubeObject {
  const { metrics, behavior, ...spec } = recordIn(object, 'spec');
  const { currentMetrics: current, conditions, ...status } = recordIn(object, 'status');
  const all = recordsOf(metrics);
  const others = all.filter((metric) => utilizationIn(metric, 'target') === undefined);
  const targetCPUUtilizationPercentage = all.map((metric) => utilizationIn(metric, 'target')).find(isGiven);
  const measured = recordsOf(current);
  const currentCPUUtilizationPercentage = measured.map((metric) => utilizationIn(metric, 'current')).find(isGiven);
  const kept: JsonRecord = {
    ...(others.length > 0 && { [otherMetrics]: JSON.stringify(others.map((each) => metricToV1(each, 'target'))) }),
    ...(measured.length > 0 && {
      [currentMetrics]: JSON.stringify(measured.map((each) => metricToV1(each, 'current'))),
    }),
    ...(isJsonRecord(behavior) && { [behaviorText]: JSON.stringify(capitalized(behavior)) }),
    ...(recordsOf(conditions).length > 0 && { [conditionsText]: JSON.stringify(conditions) }),
  };
  return {
    ...object,
    apiVersion: 'autoscaling/v1',
    metadata: metadataWith(object, kept),
    spec: { ...spec, ...given({ targetCPUUtilizationPercentage }) },
    status: { currentReplicas: 0, desiredReplicas: 0, ...status, ...given({ currentCPUUtilizationPercentage }) },
  };
}

function toV2(object: KubeObject): KubeObject {
  const { targetCPUUtilizationPercentage: target, ...spec } = recordIn(object, 'spec');
  const { currentCPUUtilizationPercentage: current, currentReplicas, ...status } = recordIn(object, 'status');
  const read = (name: string): unknown => parsed(object.metadata.annotations?.[name]);
  const cpu = (what: 'target' | 'current', value: object): object[] => [
    { type: 'Resource', resource: { name: 'cpu', [what]: value } },
  ];
  const metrics = [
    ...recordsOf(read(otherMetrics)).map((each) => metricToV2(each, 'target')),
    ...(isGiven(target) ? cpu('target', { type: 'Utilization', averageUtilization: target }) : []),
  ];
  const known = recordsOf(read(currentMetrics)).map((each) => metricToV2(each, 'current'));
  const measured = known.length > 0 || !isGiven(current) ? known : cpu('current', { averageUtilization: current });
  const [behavior, conditions] = [read(behaviorText), recordsOf(read(conditionsText))];
  return {
    ...object,
    apiVersion: 'autoscaling/v2',
    metadata: metadataWith(object, {}),
    spec: {
      ...spec,
      ...(metrics.length > 0 && { metrics }),
      ...(isJsonRecord(behavior) && { behavior: uncapitalized(behavior) }),
    },
    status: {
      ...(isGiven(currentReplicas) && currentReplicas !== 0 && { currentReplicas }),
      desiredReplicas: 0,
      ...status,
      currentMetrics: measured.length > 0 ? measured : null,
      ...(conditions.length > 0 && { conditions }),
    },
  };
}

/** The metadata of an object, with other annotations in the place of those that keep what version 1 has no fields for. */
function metadataWith({ metadata }: KubeObject, kept: JsonRecord): ObjectMeta {
  const reserved = [otherMetrics, currentMetrics, behaviorText, conditionsText];
  const { annotations: before = {}, ...others } = metadata;
  const own = Object.entries(before).filter(([name]) => !reserved.includes(name));
  const annotations = { ...Object.fromEntries(own), ...kept } as Record<string, string>;
  return Object.keys(annotations).length > 0 ? { ...others, annotations } : others;
}

/** The fields of a metric by their names in version 1, without the prefix, and the paths in version 2. */
const fieldsOfSource: Readonly<Record<string, Readonly<Record<string, readonly [string, string?]>>>> = {
  resource: {
    name: ['name'],
    '+AverageUtilization': ['+', 'averageUtilization'],
    '+AverageValue': ['+', 'averageValue'],
  },
  containerResource: {
    name: ['name'],
    '+AverageUtilization': ['+', 'averageUtilization'],
    '+AverageValue': ['+', 'averageValue'],
    container: ['container'],
  },
  pods: { metricName: ['metric', 'name'], '+AverageValue': ['+', 'averageValue'], selector: ['metric', 'selector'] },
  object: {
    target: ['describedObject'],
    metricName: ['metric', 'name'],
    '+Value': ['+', 'value'],
    selector: ['metric', 'selector'],
    averageValue: ['+', 'averageValue'],
  },
  external: {
    metricName: ['metric', 'name'],
    metricSelector: ['metric', 'selector'],
    '+Value': ['+', 'value'],
    '+AverageValue': ['+', 'averageValue'],
  },
};

/** Quantities that version 1 cannot leave out. */
const alwaysInV1 = ['pods.targetAverageValue', 'object.targetValue'];
const alwaysInStatus = [
  'resource.AverageValue',
  'containerResource.AverageValue',
  'pods.AverageValue',
  'object.Value',
  'external.Value',
];

function metricToV1({ type, ...sources }: JsonRecord, what: 'target' | 'current'): JsonRecord {
  const converted = Object.entries(sources).map(([source, value]) => {
    const from: JsonRecord = isJsonRecord(value) ? value : {};
    const fields = Object.entries(fieldsOfSource[source] ?? {}).flatMap(([name, [first, second]]) => {
      const outer = from[first === '+' ? what : first];
      const found = second === undefined ? outer : isJsonRecord(outer) ? outer[second] : undefined;
      const own = name.replace('+', what);
      const isAlways =
        alwaysInV1.includes(`${source}.${own}`) ||
        (what === 'current' && alwaysInStatus.includes(`${source}.${name.replace('+', '')}`));
      return isGiven(found) ? [[own, found]] : isAlways ? [[own, '0']] : [];
    });
    return [source, Object.fromEntries(fields)] as const;
  });
  return { type, ...Object.fromEntries(converted) };
}

function metricToV2({ type, ...sources }: JsonRecord, what: 'target' | 'current'): JsonRecord {
  const converted = Object.entries(sources).map(([source, value]) => {
    const from: JsonRecord = isJsonRecord(value) ? value : {};
    const into: Record<string, unknown> = {};
    for (const [name, [first, second]] of Object.entries(fieldsOfSource[source] ?? {})) {
      const found = from[name.replace('+', what)];
      const key = first === '+' ? what : first;
      if (second === undefined) into[key] = found;
      else into[key] = { ...Object(into[key]), ...(isGiven(found) && { [second]: found }) };
    }
    if (what === 'target') into['target'] = withType(into['target'], source);
    return [source, into] as const;
  });
  return { type, ...Object.fromEntries(converted) };
}

/** Adds to a target what kind of value it is, which version 1 tells by the field. */
function withType(target: unknown, source: string): JsonRecord {
  const fields: JsonRecord = isJsonRecord(target) ? target : {};
  const isResource = source === 'resource' || source === 'containerResource';
  if (isResource && isGiven(fields['averageUtilization'])) return { type: 'Utilization', ...fields };
  const hasValue = source === 'object' ? !isGiven(fields['averageValue']) : isGiven(fields['value']);
  if (hasValue) return { type: 'Value', ...fields };
  const { value, ...others } = fields;
  return { type: 'AverageValue', ...others, ...(isGiven(value) && value !== '0' && { value }) };
}

/** Go writes the behavior by the names of the fields of its struct. */
function capitalized({ scaleUp, scaleDown }: JsonRecord): JsonRecord {
  const rules = (value: unknown): unknown => {
    if (!isJsonRecord(value)) return null;
    const { stabilizationWindowSeconds = null, selectPolicy = null, policies, tolerance = null } = value;
    const each = recordsOf(policies).map(({ type, value: size, periodSeconds }) => {
      return { Type: type, Value: size, PeriodSeconds: periodSeconds };
    });
    return {
      StabilizationWindowSeconds: stabilizationWindowSeconds,
      SelectPolicy: selectPolicy,
      Policies: Array.isArray(policies) ? each : null,
      Tolerance: tolerance,
    };
  };
  return { ScaleUp: rules(scaleUp), ScaleDown: rules(scaleDown) };
}

function uncapitalized(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(uncapitalized);
  if (!isJsonRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== null)
      .map(([name, inner]) => [name.charAt(0).toLowerCase() + name.slice(1), uncapitalized(inner)]),
  );
}

function parsed(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function recordIn(object: KubeObject, name: 'spec' | 'status'): JsonRecord {
  const value: unknown = object[name];
  return isJsonRecord(value) ? value : {};
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function given(fields: JsonRecord): JsonRecord {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => isGiven(value)));
}
