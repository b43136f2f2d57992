import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';
import { problemsOfPortName, problemsOfSubdomain } from '../wire/name-problems.js';
import type { Cause } from '../wire/refusals.js';
import {
  address,
  amountOf,
  annotations,
  anyPort,
  configKey,
  label,
  labels,
  labelSelector,
  nonnegative,
  operatorCauses,
  portNumber,
  qualifiedName,
  subdomain,
} from './common-rules.js';
import {
  all,
  between,
  duplicate,
  never,
  forbids,
  wrongValue,
  isEmpty,
  eachOf,
  missing,
  named,
  notFound,
  among,
  optional,
  refused,
  required,
  struct,
  uniqueList,
  notSupported,
  when,
  type FieldCheck,
  recordOf,
} from './rules.js';

/** The checks of pods, from pkg/apis/core/validation/validation.go of k8s.io/kubernetes 1.37: functions of these names. */
const protocol = required(among('SCTP', 'TCP', 'UDP'));
const name = optional(subdomain);
const userID = between(0, 2 ** 31 - 1);

const backPath: FieldCheck = (value, path) =>
  typeof value === 'string' && value.split('/').includes('..')
    ? [wrongValue(path, value, "must not contain '..'")]
    : [];
const localPath: FieldCheck = (value, path, owner) => [
  ...(typeof value === 'string' && value.startsWith('/') ? [wrongValue(path, value, 'must be a relative path')] : []),
  ...backPath(value, path, owner),
];

/** ValidateContainerPorts */
const ports: FieldCheck = uniqueList(
  'name',
  struct({
    name: optional(named(problemsOfPortName)),
    containerPort: (value, path, owner) =>
      isEmpty(value) || value === 0 ? [missing(path)] : portNumber(value, path, owner),
    hostPort: (value, path, owner) => (value === 0 ? [] : portNumber(value, path, owner)),
    protocol,
  }),
);

const fields = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
];
const fieldRef = struct({
  fieldPath: required((value, path) =>
    typeof value === 'string' && !fields.includes(value) && !/^metadata\.(annotations|labels)\['.*'\]$/.test(value)
      ? [wrongValue(path, value, `error converting fieldPath: field label not supported: ${value}`)]
      : [],
  ),
});
const keyRef = struct({ name: (value, path, owner) => subdomain(value ?? '', path, owner), key: required(configKey) });
const sources = ['fieldRef', 'resourceFieldRef', 'configMapKeyRef', 'secretKeyRef', 'fileKeyRef'];

/** validateEnvVarValueFrom */
const valueFrom: FieldCheck = (value, path, owner) => {
  if (!isJsonRecord(value)) return [];
  const given = sources.filter((each) => value[each] !== undefined);
  const causes = struct({ fieldRef, configMapKeyRef: keyRef, secretKeyRef: keyRef })(value, path, owner);
  if (given.length === 0)
    return [
      ...causes,
      wrongValue(
        path,
        '',
        'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`',
      ),
    ];
  if (!isEmpty(owner['value']))
    return [...causes, wrongValue(path, '', 'may not be specified when `value` is not empty')];
  return given.length > 1
    ? [...causes, wrongValue(path, '', 'may not have more than one field specified at a time')]
    : causes;
};

/** ValidateEnv */
const env = eachOf(
  struct({
    name: required(
      refused(
        (value) => typeof value === 'string' && !/^[ -<>-~]+$/.test(value),
        "a valid environment variable name must consist only of printable ASCII characters other than '='",
      ),
    ),
    valueFrom,
  }),
);

/** ValidateEnvFrom */
const envFrom: FieldCheck = (value, path, owner) =>
  eachOf((each) => {
    if (!isJsonRecord(each)) return [];
    return isEmpty(each['configMapRef']) && isEmpty(each['secretRef'])
      ? [wrongValue(path, '', 'must specify one of: `configMapRef` or `secretRef`')]
      : [];
  })(value, path, owner).concat(
    eachOf(
      struct({ configMapRef: struct({ name: required(subdomain) }), secretRef: struct({ name: required(subdomain) }) }),
    )(value, path, owner),
  );

/** ValidateVolumeMounts */
const mounts =
  (volumes: ReadonlySet<unknown>): FieldCheck =>
  (value, path, owner) => {
    const seen = new Set<unknown>();
    return eachOf((each, at) => {
      if (!isJsonRecord(each)) return [];
      const { name: volume = '', mountPath = '', subPath } = each;
      const isRepeated = mountPath !== '' && seen.has(mountPath);
      seen.add(mountPath);
      return [
        ...(volume === '' ? [missing(`${at}.name`)] : []),
        ...(volumes.has(volume) ? [] : [notFound(`${at}.name`, volume)]),
        ...(mountPath === '' ? [missing(`${at}.mountPath`)] : []),
        ...(isRepeated ? [wrongValue(`${at}.mountPath`, mountPath, 'must be unique')] : []),
        ...localPath(subPath, `${at}.subPath`, each),
      ];
    })(value, path, owner);
  };

const standardResources = ['cpu', 'memory', 'ephemeral-storage', 'storage'];
const isStandard = (resource: string): boolean =>
  standardResources.includes(resource) || resource.startsWith('hugepages-');

/** ValidateContainerResourceName and validateResourceQuantity */
const resourceAmounts: FieldCheck = (value, path) =>
  Object.entries(recordOf(value)).flatMap(([resource, amount]): Cause[] => {
    const at = `${path}[${resource}]`;
    const names = qualifiedName(resource, at, {});
    return [
      ...names,
      ...(names.length > 0 || resource.includes('/') || isStandard(resource)
        ? []
        : [
            wrongValue(at, resource, 'must be a standard resource type or fully qualified'),
            wrongValue(at, resource, 'must be a standard resource for containers'),
          ]),
      ...((amountOf(amount) ?? 0) < 0 ? [wrongValue(at, amount, 'must be greater than or equal to 0')] : []),
    ];
  });

/** ValidateContainerResourceRequirements */
const resources: FieldCheck = (value, path, owner) => {
  const { limits, requests }: JsonRecord = recordOf(value);
  const most: JsonRecord = recordOf(limits);
  return [
    ...resourceAmounts(limits, `${path}.limits`, owner),
    ...resourceAmounts(requests, `${path}.requests`, owner),
    ...Object.entries(recordOf(requests)).flatMap(([resource, amount]) => {
      const limit = most[resource];
      const isMore = limit !== undefined && (amountOf(amount) ?? 0) > (amountOf(limit) ?? 0);
      return isMore
        ? [
            wrongValue(
              `${path}.requests`,
              amount,
              `must be less than or equal to ${resource} limit of ${limit as string}`,
            ),
          ]
        : [];
    }),
  ];
};

const handlers: Readonly<Record<string, FieldCheck>> = {
  exec: struct({ command: required() }),
  httpGet: struct({ path: required(), port: anyPort, scheme: required(among('HTTP', 'HTTPS')) }),
  tcpSocket: struct({ port: anyPort }),
  grpc: struct({ port: portNumber }),
  sleep: struct({}),
};

/** validateHandler */
const handler: FieldCheck = (value, path) => {
  if (!isJsonRecord(value)) return [];
  const [first, ...more] = Object.keys(handlers).filter((each) => isJsonRecord(value[each]));
  if (first === undefined) return [missing(path, 'must specify a handler type')];
  return [
    ...(handlers[first]?.(value[first], `${path}.${first}`, value) ?? []),
    ...more.map((each) => forbids(`${path}.${each}`, 'may not specify more than 1 handler type')),
  ];
};

/** validateProbe */
const probe = all(
  handler,
  struct({
    initialDelaySeconds: nonnegative,
    timeoutSeconds: nonnegative,
    periodSeconds: nonnegative,
    successThreshold: nonnegative,
    failureThreshold: nonnegative,
  }),
);
const onceSuccessful = all(
  probe,
  struct({ successThreshold: refused((value) => value !== undefined && value !== 1, 'must be 1') }),
);

/** validateContainerCommon */
const container = (volumes: ReadonlySet<unknown>): FieldCheck =>
  struct({
    name: required(label),
    image: required(),
    terminationMessagePolicy: required(among('File', 'FallbackToLogsOnError')),
    ports,
    env,
    envFrom,
    volumeMounts: mounts(volumes),
    imagePullPolicy: required(among('Always', 'IfNotPresent', 'Never')),
    resources,
    securityContext: struct({ runAsUser: userID }),
  });

/** Of containers that run as long as their pod. */
const longLived = struct({
  lifecycle: struct({ postStart: handler, preStop: handler }),
  livenessProbe: onceSuccessful,
  readinessProbe: probe,
  startupProbe: onceSuccessful,
});
const notInit = optional(never('may not be set for init containers without restartPolicy=Always'));
const shortLived = struct({
  lifecycle: notInit,
  livenessProbe: notInit,
  readinessProbe: notInit,
  startupProbe: notInit,
});

/** validateContainers and validateInitContainers */
function allContainers({ containers, initContainers, volumes }: JsonRecord, path: string): Cause[] {
  const known = new Set(
    (Array.isArray(volumes) ? volumes : []).map((each) => (isJsonRecord(each) ? each['name'] : undefined)),
  );
  const common = container(known);
  const seen = new Set<unknown>();
  const repeated = (each: unknown, at: string): Cause[] => {
    const own = isJsonRecord(each) ? each['name'] : undefined;
    if (isEmpty(own)) return [];
    if (seen.has(own)) return [duplicate(`${at}.name`, own)];
    seen.add(own);
    return [];
  };
  const regular = all(common, repeated, (each, at, owner) => longLived(each, at, owner));
  const initial = all(
    common,
    struct({ restartPolicy: optional(among('Always', 'Never', 'OnFailure')) }),
    repeated,
    (each, at, owner) =>
      (isJsonRecord(each) && each['restartPolicy'] === 'Always' ? longLived : shortLived)(each, at, owner),
  );
  return [
    ...required(eachOf(regular))(containers, `${path}.containers`, {}),
    ...eachOf(initial)(initContainers, `${path}.initContainers`, {}),
  ];
}

/** validateKeyToPath */
const items = eachOf(struct({ key: required(), path: required(localPath) }));
const hostPathTypes = [
  '',
  'BlockDevice',
  'CharDevice',
  'Directory',
  'DirectoryOrCreate',
  'File',
  'FileOrCreate',
  'Socket',
];
export const hostPath = struct({
  path: required(backPath),
  type: (value, path) =>
    hostPathTypes.some((each) => each === (value ?? '')) ? [] : [notSupported(path, value, hostPathTypes)],
});
/** In the order of validateVolumeSource. */
const volumeSources: Readonly<Record<string, FieldCheck>> = {
  emptyDir: struct({}),
  hostPath,
  secret: struct({ secretName: required(), items }),
  nfs: struct({ server: required(), path: required() }),
  persistentVolumeClaim: struct({ claimName: required() }),
  configMap: struct({ name: required(), items }),
  downwardAPI: struct({ items: eachOf(struct({ path: required(localPath), fieldRef })) }),
  projected: struct({}),
  csi: struct({ driver: required() }),
  ephemeral: struct({ volumeClaimTemplate: required() }),
};

/** ValidateVolumes */
const volumes = uniqueList('name', (value, path) => {
  if (!isJsonRecord(value)) return [];
  const { name: own = '' } = value;
  const [first, ...more] = Object.keys(volumeSources).filter((each) => isJsonRecord(value[each]));
  return [
    ...(first === undefined ? [] : (volumeSources[first]?.(value[first], `${path}.${first}`, value) ?? [])),
    ...more.map((each) => forbids(`${path}.${each}`, 'may not specify more than 1 volume type')),
    ...(own === '' ? [missing(`${path}.name`)] : label(own, `${path}.name`, value)),
  ];
});

/** ValidateTolerations */
const tolerations = eachOf((value, path) => {
  if (!isJsonRecord(value)) return [];
  const { key = '', operator = '', value: given = '', effect = '' } = value;
  return [
    ...(key === '' ? [] : qualifiedName(key, `${path}.key`, value)),
    ...(key === '' && operator !== 'Exists'
      ? [
          wrongValue(
            `${path}.operator`,
            operator,
            'operator must be Exists when `key` is empty, which means "match all values and all keys"',
          ),
        ]
      : []),
    ...(operator === 'Exists' && given !== ''
      ? [wrongValue(`${path}.operator`, given, "value must be empty when `operator` is 'Exists'")]
      : []),
    ...(['', 'Equal', 'Exists'].includes(String(operator))
      ? []
      : [notSupported(`${path}.operator`, operator, ['Equal', 'Exists'])]),
    ...(effect === '' ? [] : among('NoSchedule', 'PreferNoSchedule', 'NoExecute')(effect, `${path}.effect`, value)),
  ];
});

/** validateTopologySpreadConstraints */
const spread = eachOf(
  struct({
    maxSkew: (value, path) =>
      typeof value === 'number' && value > 0 ? [] : [wrongValue(path, value ?? 0, 'must be greater than zero')],
    topologyKey: required(undefined, 'can not be empty'),
    whenUnsatisfiable: among('DoNotSchedule', 'ScheduleAnyway'),
    labelSelector,
  }),
);

/** validateAffinity */
const nodeTerm = struct({
  matchExpressions: eachOf((value, path) => {
    const { key = '', operator, values }: JsonRecord = recordOf(value);
    const isCompared = operator === 'Gt' || operator === 'Lt';
    return [...(isCompared ? [] : operatorCauses(operator, values, path)), ...qualifiedName(key, `${path}.key`, {})];
  }),
});
const podTerm = struct({
  labelSelector,
  topologyKey: all(required(undefined, 'can not be empty'), (value, path, owner) =>
    qualifiedName(value ?? '', path, owner),
  ),
});
const weight: FieldCheck = (value, path) => {
  const given = value ?? 0;
  return typeof given === 'number' && (given < 1 || given > 100)
    ? [wrongValue(path, given, 'must be in the range 1-100')]
    : [];
};
const podTerms = struct({
  requiredDuringSchedulingIgnoredDuringExecution: eachOf(podTerm),
  preferredDuringSchedulingIgnoredDuringExecution: eachOf(struct({ weight, podAffinityTerm: podTerm })),
});
const affinity = struct({
  nodeAffinity: struct({
    requiredDuringSchedulingIgnoredDuringExecution: struct({
      nodeSelectorTerms: required(eachOf(nodeTerm), 'must have at least one node selector term'),
    }),
    preferredDuringSchedulingIgnoredDuringExecution: eachOf(struct({ weight, preference: nodeTerm })),
  }),
  podAffinity: podTerms,
  podAntiAffinity: podTerms,
});

/** ValidatePodSpec */
const rest = struct({
  restartPolicy: required(among('Always', 'OnFailure', 'Never')),
  dnsPolicy: required(among('ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None')),
  nodeSelector: labels,
  securityContext: struct({ fsGroup: userID, runAsUser: userID, runAsGroup: userID }),
  affinity,
  dnsConfig: (value, path, { dnsPolicy }) =>
    dnsPolicy === 'None' && isEmpty(value) ? [missing(path, 'must provide `dnsConfig` when `dnsPolicy` is None')] : [],
  topologySpreadConstraints: spread,
  serviceAccountName: name,
  nodeName: name,
  activeDeadlineSeconds: between(1, 2 ** 31 - 1),
  hostname: optional(label),
  subdomain: optional(label),
  tolerations,
  hostAliases: eachOf(struct({ ip: address })),
  priorityClassName: name,
  runtimeClassName: name,
});

export const podSpec: FieldCheck = (value, path, owner) => {
  const spec: JsonRecord = recordOf(value);
  return [
    ...volumes(spec['volumes'], `${path}.volumes`, spec),
    ...allContainers(spec, path),
    ...rest(spec, path, owner),
  ];
};

/** ValidatePod: what it demands beyond its spec. */
export const pod = struct({
  spec: all(podSpec, (value, path) => {
    const { containers }: JsonRecord = recordOf(value);
    const image = refused(
      (given) => typeof given === 'string' && given !== given.trim(),
      'must not have leading or trailing whitespace',
    );
    return eachOf(struct({ image }))(containers, `${path}.containers`, {});
  }),
});

/** ValidatePodTemplateSpec */
export const podTemplate: FieldCheck = (value, path, owner) => {
  const { metadata, spec }: JsonRecord = recordOf(value);
  const own: JsonRecord = recordOf(metadata);
  return [
    ...labels(own['labels'], `${path}.labels`, owner),
    ...annotations(own['annotations'], `${path}.annotations`, owner),
    ...podSpec(spec, `${path}.spec`, owner),
  ];
};

/** Of templates of pods that always run again. */
export const alwaysRestarted = (kind: string): FieldCheck =>
  struct({
    spec: struct({
      restartPolicy: refusedPolicy,
      activeDeadlineSeconds: when(
        ({ activeDeadlineSeconds }) => activeDeadlineSeconds !== undefined,
        never(`activeDeadlineSeconds in ${kind} is not Supported`),
      ),
    }),
  });

const refusedPolicy: FieldCheck = (value, path) => (value === 'Always' ? [] : [notSupported(path, value, ['Always'])]);

/** Reports whether a name is one of an object. */
export function isSubdomain(text: string): boolean {
  return problemsOfSubdomain(text).length === 0;
}
