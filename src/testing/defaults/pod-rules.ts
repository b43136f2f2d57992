import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';
import { problemsOfPortName, problemsOfSubdomain } from '../wire/name-problems.js';
import type { Cause } from '../wire/refusals.js';
import {
  address,
  amount as notBelowZero,
  amountOf,
  annotations,
  anyPort,
  configKey,
  label,
  labels,
  labelSelector,
  nodeSelector,
  nodeTerm,
  nonnegative,
  portNumber,
  qualifiedName,
  subdomain,
} from './common-rules.js';
import { takenByContainers } from './pod-resources.js';
import { localPath, resourceFieldRef, volumeSources } from './volume-rules.js';
import {
  all,
  between,
  duplicate,
  never,
  forbids,
  given,
  wrongValue,
  isEmpty,
  eachOf,
  missing,
  needed,
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
  const causes = struct({ fieldRef, resourceFieldRef, configMapKeyRef: keyRef, secretKeyRef: keyRef })(
    value,
    path,
    owner,
  );
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
    const sources = [each['configMapRef'], each['secretRef']].filter(given);
    if (sources.length === 0) return [wrongValue(path, '', 'must specify one of: `configMapRef` or `secretRef`')];
    return sources.length > 1 ? [wrongValue(path, '', 'may not have more than one field specified at a time')] : [];
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
      const { name: volume = '', mountPath = '', subPath, subPathExpr } = each;
      const isRepeated = mountPath !== '' && seen.has(mountPath);
      seen.add(mountPath);
      return [
        ...(volume === '' ? [missing(`${at}.name`)] : []),
        ...(volumes.has(volume) ? [] : [notFound(`${at}.name`, volume)]),
        ...(mountPath === '' ? [missing(`${at}.mountPath`)] : []),
        ...(isRepeated ? [wrongValue(`${at}.mountPath`, mountPath, 'must be unique')] : []),
        ...localPath(subPath, `${at}.subPath`, each),
        ...(isEmpty(subPath) || isEmpty(subPathExpr)
          ? localPath(subPathExpr, `${at}.subPathExpr`, each)
          : [wrongValue(`${at}.subPathExpr`, subPathExpr, 'subPathExpr and subPath are mutually exclusive')]),
        ...optional(among('Bidirectional', 'HostToContainer', 'None'))(
          each['mountPropagation'],
          `${path}.mountPropagation`,
          each,
        ),
      ];
    })(value, path, owner);
  };

const standardResources = ['cpu', 'memory', 'ephemeral-storage', 'storage'];
const isStandard = (resource: string): boolean =>
  standardResources.includes(resource) || resource.startsWith('hugepages-');

/** ValidateContainerResourceName */
export function resourceName(resource: string, at: string): Cause[] {
  const causes = qualifiedName(resource, at, {});
  if (causes.length > 0 || resource.includes('/') || isStandard(resource)) return causes;
  return [
    wrongValue(at, resource, 'must be a standard resource type or fully qualified'),
    wrongValue(at, resource, 'must be a standard resource for containers'),
  ];
}

/** ValidateContainerResourceName and validateResourceQuantity */
const resourceAmounts: FieldCheck = (value, path) =>
  Object.entries(recordOf(value)).flatMap(([resource, amount]): Cause[] => {
    const at = `${path}[${resource}]`;
    return [
      ...resourceName(resource, at),
      ...notBelowZero(amount, at, {}),
      ...(resource.includes('/') && !Number.isInteger(amountOf(amount) ?? 0)
        ? [wrongValue(at, amount, 'must be an integer')]
        : []),
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
      if (limit === undefined && resource.includes('/'))
        return [missing(`${path}.limits`, 'Limit must be set for non overcommitable resources')];
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

const headerForm =
  "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')";
const handlers: Readonly<Record<string, FieldCheck>> = {
  exec: struct({ command: needed }),
  httpGet: struct({
    path: needed,
    port: anyPort,
    scheme: required(among('HTTP', 'HTTPS')),
    httpHeaders: (value, path) =>
      eachOf((each) => {
        const name = recordOf(each)['name'];
        return /^[-A-Za-z0-9]+$/.test(String(name)) ? [] : [wrongValue(path, name ?? '', headerForm)];
      })(value, path, {}),
  }),
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
  struct({
    terminationGracePeriodSeconds: refused((value) => typeof value === 'number' && value < 1, 'must be greater than 0'),
  }),
  struct({ successThreshold: refused((value) => value !== undefined && value !== 1, 'must be 1') }),
);

const readiness = all(
  probe,
  struct({ terminationGracePeriodSeconds: refused(given, 'must not be set for readinessProbes') }),
);

/** validateSeccompProfileField */
const seccompProfile: FieldCheck = (value, path) => {
  if (!isJsonRecord(value)) return [];
  const { type, localhostProfile: file } = value;
  const at = `${path}.localhostProfile`;
  return [
    ...among('Localhost', 'RuntimeDefault', 'Unconfined')(type, `${path}.type`, value),
    ...(type === 'Localhost' && !given(file) ? [missing(at, 'must be set when seccomp type is Localhost')] : []),
    ...(type !== 'Localhost' && given(file)
      ? [wrongValue(at, { Type: type, LocalhostProfile: file }, 'can only be set when seccomp type is Localhost')]
      : []),
  ];
};

/** ValidateSecurityContext; by default, a server lets pods be privileged where it was told to, and we do as it does. */
const securityContext: FieldCheck = (value, path) => {
  if (!isJsonRecord(value)) return [];
  const { privileged, allowPrivilegeEscalation: escalates, capabilities } = value;
  const { add, drop } = recordOf(capabilities);
  const shown = {
    Capabilities: given(capabilities) ? { Add: add ?? null, Drop: drop ?? null } : null,
    Privileged: privileged ?? null,
    ...Object.fromEntries(inGo.map((name) => [capital(name), value[name] ?? null])),
  };
  const never = (what: string): Cause =>
    wrongValue(path, shown, `cannot set \`allowPrivilegeEscalation\` to false and ${what}`);
  return [
    ...struct({
      runAsUser: userID,
      runAsGroup: userID,
      procMount: optional(among('Default', 'Unmasked')),
      seccompProfile,
    })(value, path, value),
    ...(escalates === false && privileged === true ? [never('`privileged` to true')] : []),
    ...(escalates === false && Array.isArray(add) && add.includes('CAP_SYS_ADMIN')
      ? [never('`capabilities.Add` CAP_SYS_ADMIN')]
      : []),
  ];
};
const inGo = [
  'seLinuxOptions',
  'windowsOptions',
  'runAsUser',
  'runAsGroup',
  'runAsNonRoot',
  'readOnlyRootFilesystem',
  'allowPrivilegeEscalation',
  'procMount',
  'seccompProfile',
  'appArmorProfile',
];
const capital = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`.replace('SeL', 'SEL');

/** validateContainerCommon */
const container = (volumes: ReadonlySet<unknown>): FieldCheck =>
  struct({
    name: required(label),
    image: needed,
    terminationMessagePolicy: required(among('File', 'FallbackToLogsOnError')),
    ports,
    env,
    envFrom,
    volumeMounts: mounts(volumes),
    imagePullPolicy: required(among('Always', 'IfNotPresent', 'Never')),
    resources,
    securityContext,
    volumeDevices: eachOf(
      struct({ name: (value, path) => (volumes.has(value) ? [] : [notFound(path, value)]), devicePath: needed }),
    ),
    resizePolicy: (value, path) =>
      eachOf((each) => among('NotRequired', 'RestartContainer')(recordOf(each)['restartPolicy'], path, {}))(
        value,
        path,
        {},
      ),
  });

/** Of containers that run as long as their pod. */
const longLived = struct({
  lifecycle: struct({ postStart: handler, preStop: handler }),
  livenessProbe: onceSuccessful,
  readinessProbe: readiness,
  startupProbe: onceSuccessful,
});
const notInit = optional(never('may not be set for init containers without restartPolicy=Always'));
const shortLived = struct({
  lifecycle: notInit,
  livenessProbe: notInit,
  readinessProbe: notInit,
  startupProbe: notInit,
});

const sleeps =
  (grace: number): FieldCheck =>
  (value, path) => {
    const { seconds } = recordOf(value);
    const isOut = typeof seconds === 'number' && (seconds < 0 || seconds > grace);
    const words = `must be non-negative and less than terminationGracePeriodSeconds (${grace})`;
    return isOut ? [wrongValue(path, seconds, words)] : [];
  };

/** validateContainers and validateInitContainers */
function allContainers(spec: JsonRecord, path: string): Cause[] {
  const {
    containers,
    initContainers,
    volumes,
    terminationGracePeriodSeconds: grace,
    hostNetwork,
    resourceClaims,
  } = spec;
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
  const claims = (Array.isArray(resourceClaims) ? resourceClaims : []).map((each) => recordOf(each)['name']);
  const ofPod = struct({
    lifecycle: struct({ preStop: struct({ sleep: sleeps(Number(grace)) }) }),
    ports: eachOf(
      struct({
        hostPort: refused(
          (value, { containerPort }) => hostNetwork === true && given(value) && value !== containerPort,
          'must match `containerPort` when `hostNetwork` is true',
        ),
      }),
    ),
    resources: struct({
      claims: eachOf((each, at) => {
        const { name: own } = recordOf(each);
        if (claims.includes(own)) return [];
        const known =
          claims.length === 0 ? 'which is empty' : `(${claims.map((name) => JSON.stringify(name)).join(', ')})`;
        const cause = notFound(at, own);
        return [
          { ...cause, message: `${cause.message}: must be one of the names in pod.spec.resourceClaims ${known}` },
        ];
      }),
    }),
  });
  const regular = all(
    common,
    ofPod,
    struct({ restartPolicy: optional(among('Always', 'Never', 'OnFailure')) }),
    repeated,
    (each, at, owner) => longLived(each, at, owner),
  );
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
export const tolerations = eachOf((value, path) => {
  if (!isJsonRecord(value)) return [];
  const { key = '', operator = '', value: own = '', effect = '' } = value;
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
    ...(operator === 'Exists' && own !== ''
      ? [wrongValue(`${path}.operator`, own, "value must be empty when `operator` is 'Exists'")]
      : []),
    ...(['', 'Equal', 'Exists'].includes(String(operator))
      ? []
      : [notSupported(`${path}.operator`, operator, ['Equal', 'Exists'])]),
    ...(given(value['tolerationSeconds']) && effect !== 'NoExecute'
      ? [wrongValue(`${path}.effect`, effect, "effect must be 'NoExecute' when `tolerationSeconds` is set")]
      : []),
    ...(effect === '' ? [] : among('NoSchedule', 'PreferNoSchedule', 'NoExecute')(effect, `${path}.effect`, value)),
  ];
});

/** validateTopologySpreadConstraints */
const spreadOver: FieldCheck = (value, path) => {
  const constraints = Array.isArray(value) ? value.map(recordOf) : [];
  return constraints.flatMap(({ topologyKey: key, whenUnsatisfiable: when, minDomains }, at) => {
    const id = `{${String(key)}, ${String(when)}}`;
    const isRepeated = constraints.some(
      (each, other) => other > at && each['topologyKey'] === key && each['whenUnsatisfiable'] === when,
    );
    return [
      ...(given(minDomains) && when !== 'DoNotSchedule'
        ? [
            wrongValue(
              `${path}[${at}].minDomains`,
              minDomains,
              `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${String(when)}`,
            ),
          ]
        : []),
      ...(isRepeated ? [duplicate(`${path}[${at}].{topologyKey, whenUnsatisfiable}`, id)] : []),
    ];
  });
};
const spread = all(
  spreadOver,
  eachOf(
    struct({
      maxSkew: (value, path) =>
        typeof value === 'number' && value > 0 ? [] : [wrongValue(path, value ?? 0, 'must be greater than zero')],
      topologyKey: required(undefined, 'can not be empty'),
      whenUnsatisfiable: among('DoNotSchedule', 'ScheduleAnyway'),
      labelSelector,
    }),
  ),
);

/** validateAffinity */
const ofSelector = when(
  ({ labelSelector: selector }) => !given(selector),
  optional(never('must not be specified when labelSelector is not set')),
);
const podTerm = struct({
  matchLabelKeys: ofSelector,
  mismatchLabelKeys: ofSelector,
  namespaces: (value, path) => eachOf((each) => label(each, path.replace(/s$/, ''), {}))(value, path, {}),
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
    requiredDuringSchedulingIgnoredDuringExecution: nodeSelector,
    preferredDuringSchedulingIgnoredDuringExecution: eachOf(struct({ weight, preference: nodeTerm })),
  }),
  podAffinity: podTerms,
  podAntiAffinity: podTerms,
});

const dnsConfig = struct({
  nameservers: eachOf(address),
  options: eachOf((value, path) => (isEmpty(recordOf(value)['name']) ? [missing(path, 'must not be empty')] : [])),
});

/** validatePodResources: of the pod as a whole. */
const wholeNames = ['cpu', 'hugepages-', 'memory'];
const wholeResources: FieldCheck = (value, path, owner) => {
  if (!isJsonRecord(value)) return [];
  const all = ['limits', 'requests'] as const;
  return [
    ...all.flatMap((field) =>
      Object.keys(recordOf(value[field]))
        .filter(
          (each) => !wholeNames.some((known) => each === known || (known.endsWith('-') && each.startsWith(known))),
        )
        .map((each) => notSupported(`${path}.${field}[${each}]`, each, wholeNames)),
    ),
    ...resources(value, path, owner),
    ...Object.entries(recordOf(value['requests'])).flatMap(([each, whole]) => {
      const taken = takenByContainers(owner, 'requests', each);
      return taken !== undefined && (amountOf(taken) ?? 0) > (amountOf(whole) ?? 0)
        ? [
            wrongValue(
              `${path}.requests[${each}]`,
              whole,
              `must be greater than or equal to aggregate container requests of ${taken}`,
            ),
          ]
        : [];
    }),
  ];
};

/** ValidatePodSpec */
const rest = struct({
  restartPolicy: required(among('Always', 'OnFailure', 'Never')),
  dnsPolicy: required(among('ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None')),
  nodeSelector: labels,
  securityContext: struct({
    fsGroup: userID,
    runAsUser: userID,
    runAsGroup: userID,
    supplementalGroups: eachOf(userID),
    fsGroupChangePolicy: optional(among('Always', 'OnRootMismatch')),
    sysctls: eachOf(
      struct({
        name: required(
          refused(
            (value) => !/^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$/.test(String(value)),
            'must have at most 253 characters and match regex ^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$',
          ),
        ),
      }),
    ),
    seccompProfile,
  }),
  shareProcessNamespace: refused(
    (value, { hostPID }) => value === true && hostPID === true,
    'ShareProcessNamespace and HostPID cannot both be enabled',
  ),
  os: (value, path) => (given(value) ? among('linux', 'windows')(recordOf(value)['name'], path, {}) : []),
  readinessGates: eachOf(struct({ conditionType: qualifiedName })),
  schedulingGates: (value, path) => {
    const names = (Array.isArray(value) ? value : []).map((each) => recordOf(each)['name']);
    return names.flatMap((own, at) => [
      ...qualifiedName(own, `${path}[${at}]`, {}),
      ...(names.indexOf(own) < at ? [duplicate(`${path}[${at}]`, own)] : []),
    ]);
  },
  resources: wholeResources,
  affinity,
  dnsConfig: (value, path, { dnsPolicy }) =>
    dnsPolicy === 'None' && isEmpty(value)
      ? [missing(path, 'must provide `dnsConfig` when `dnsPolicy` is None')]
      : dnsConfig(value, path, {}),
  topologySpreadConstraints: spread,
  serviceAccountName: name,
  nodeName: name,
  activeDeadlineSeconds: between(1, 2 ** 31 - 1),
  hostname: optional(label),
  subdomain: optional(label),
  tolerations,
  hostAliases: eachOf(struct({ ip: address, hostnames: eachOf(subdomain) })),
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
  spec: all(podSpec, (value, path, owner) => {
    const { containers, nodeName, schedulingGates, ephemeralContainers }: JsonRecord = recordOf(value);
    const image = refused(
      (given) => typeof given === 'string' && given !== given.trim(),
      'must not have leading or trailing whitespace',
    );
    return [
      ...eachOf(struct({ image }))(containers, `${path}.containers`, {}),
      ...(isEmpty(schedulingGates) || isEmpty(nodeName)
        ? []
        : [forbids(`${path}.nodeName`, 'cannot be set until all schedulingGates have been cleared')]),
      ...(isEmpty(ephemeralContainers) || given(recordOf(owner['metadata'])['uid'])
        ? []
        : [forbids(`${path}.ephemeralContainers`, 'cannot be set on create')]),
    ];
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
