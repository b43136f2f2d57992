import { problemsOfLabelValue, problemsOfVersion } from '../wire/name-problems.js';
import type { Cause } from '../wire/refusals.js';
import {
  address,
  amount,
  isAddress,
  isV4,
  label,
  labels,
  labelSelector,
  network,
  networkOf,
  nonnegative,
  portNumber,
  qualifiedName,
  subdomain,
} from './common-rules.js';
import { tolerations } from './pod-rules.js';
import {
  all,
  among,
  between,
  duplicate,
  eachOf,
  forbids,
  given,
  isEmpty,
  map,
  missing,
  needed,
  named,
  notSupported,
  optional,
  recordOf,
  refused,
  required,
  struct,
  uniqueList,
  wrongValue,
  type FieldCheck,
  type RulesOf,
} from './rules.js';

const neededName = required(subdomain);
/** A name that is checked even where it is missing. */
const nameOrNone: FieldCheck = (value, path, owner) => subdomain(value ?? '', path, owner);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const servicePort: FieldCheck = refused(
  (value) => typeof value === 'number' && (value < 1 || value > 65_535),
  'port is not valid: must be between 1 and 65535, inclusive',
);

/** A list in which `*` stands alone. */
const aloneStar = (others: string): FieldCheck =>
  refused(
    (value) => Array.isArray(value) && value.length > 1 && value.includes('*'),
    `if '*' is present, must not specify other ${others}`,
  );

/** validateRule of admission: what webhooks and policies match. */
export const admissionRule = struct({
  operations: required(all(eachOf(among('*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE')), aloneStar('operations'))),
  apiGroups: required(aloneStar('API groups')),
  apiVersions: required(all(eachOf(needed), aloneStar('API versions'))),
  resources: required(all(eachOf(needed), aloneStar('resources without subresources'))),
  scope: optional(among('*', 'Cluster', 'Namespaced')),
});
export const matchConditions = uniqueList('name', struct({ name: required(qualifiedName), expression: needed }));
const matched = {
  resourceRules: eachOf(admissionRule),
  excludeResourceRules: eachOf(admissionRule),
  matchPolicy: optional(among('Equivalent', 'Exact')),
  namespaceSelector: labelSelector,
  objectSelector: labelSelector,
};
const identifier = refused(
  (value) => typeof value === 'string' && !/^[A-Za-z_]\w*$/.test(value),
  'must be a valid CEL identifier',
);
const groupVersion = refused((value) => String(value).split('/').length > 2, 'unexpected GroupVersion string: a/b/c');
const policy = {
  matchConstraints: required(struct({ ...matched, resourceRules: required(matched.resourceRules) })),
  failurePolicy: optional(among('Fail', 'Ignore')),
  paramKind: struct({
    apiVersion: required((value, path, owner) =>
      groupVersion(value, path, owner).map((cause) => ({
        ...cause,
        message: cause.message.replace('a/b/c', String(value)),
      })),
    ),
    kind: needed,
  }),
  variables: uniqueList('name', struct({ name: required(identifier), expression: needed })),
  matchConditions,
};
const bindingRules = {
  policyName: neededName,
  paramRef: ((value, path) => {
    if (!given(value)) return [];
    const { name, selector, parameterNotFoundAction: action } = recordOf(value);
    const words = 'name and selector are mutually exclusive';
    return [
      ...(isEmpty(name) && !given(selector) ? [missing(path, 'one of name or selector must be specified')] : []),
      ...(isEmpty(name) || !given(selector)
        ? []
        : [forbids(`${path}.name`, words), forbids(`${path}.selector`, words)]),
      ...required(among('Deny', 'Allow'))(action, `${path}.parameterNotFoundAction`, {}),
    ];
  }) satisfies FieldCheck,
  matchResources: struct(matched),
};
/** validateValidatingAdmissionPolicySpec: something is to be checked or noted. */
const anyValidation: FieldCheck = (value, path) => {
  const { validations, auditAnnotations } = recordOf(value);
  const words = 'validations or auditAnnotations must contain at least one item';
  const isNone = isEmpty(validations) && isEmpty(auditAnnotations);
  return isNone ? [missing(`${path}.validations`, words), missing(`${path}.auditAnnotations`, words)] : [];
};
const actions: FieldCheck = (value, path) => {
  const own = listOf(value);
  const words =
    'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)';
  return [
    ...own.flatMap((each, at) => [
      ...among('Audit', 'Deny', 'Warn')(each, `${path}[${at}]`, {}),
      ...(own.indexOf(each) < at ? [duplicate(`${path}[${at}]`, each)] : []),
    ]),
    ...(own.includes('Deny') && own.includes('Warn') ? [wrongValue(path, value, words)] : []),
  ];
};

/** validateFlowSchemaSpec */
const flowSubject: FieldCheck = (value, path) => {
  const own = recordOf(value);
  const kinds = ['Group', 'ServiceAccount', 'User'];
  const kind = String(own['kind']);
  if (!kinds.includes(kind)) return [notSupported(`${path}.kind`, own['kind'] ?? '', kinds)];
  const field = `${kind.charAt(0).toLowerCase()}${kind.slice(1)}`;
  return required(undefined, `${field} is required when subject kind is '${kind}'`)(
    own[field],
    `${path}.${field}`,
    own,
  );
};
const flowVerbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'proxy', 'update', 'watch'];
const verbs: FieldCheck = required((value, path) => {
  const isKnown = listOf(value).every((verb) => verb === '*' || flowVerbs.includes(String(verb)));
  return isKnown ? [] : [notSupported(path, value, flowVerbs)];
}, 'verbs must contain at least one value');
const flowRule: FieldCheck = (value, path) => {
  const own = recordOf(value);
  const isNone = isEmpty(own['resourceRules']) && isEmpty(own['nonResourceRules']);
  const needs = (what: string, of: string): FieldCheck =>
    required(undefined, `resource rules ${of} must supply at least one ${what}`.replace('  ', ' '));
  return [
    ...required(eachOf(flowSubject), 'subjects must contain at least one value')(
      own['subjects'],
      `${path}.subjects`,
      own,
    ),
    ...(isNone ? [missing(path, 'at least one of resourceRules and nonResourceRules has to be non-empty')] : []),
    ...struct({
      resourceRules: eachOf(
        struct({
          verbs,
          apiGroups: needs('api group', ''),
          resources: needs('resource', ''),
          namespaces: (names, at, owner) =>
            owner['clusterScope'] === true ? [] : needs('namespace', 'that are not cluster scoped')(names, at, owner),
        }),
      ),
      nonResourceRules: eachOf(
        struct({
          verbs,
          nonResourceURLs: required(
            eachOf(refused((url) => !/^[/*]/.test(String(url)), 'must start with slash')),
            'nonResourceURLs must contain at least one value',
          ),
        }),
      ),
    })(own, path, own),
  ];
};

/** validatePriorityLevelConfigurationSpec */
const limitResponse: FieldCheck = (value, path) => {
  const { type, queuing } = recordOf(value);
  const at = `${path}.queuing`;
  const { queues = 0, handSize = 0, queueLengthLimit = 0 } = recordOf(queuing) as Readonly<Record<string, number>>;
  const positive = refused((number) => Number(number) <= 0, 'must be positive');
  return [
    ...required(among('Queue', 'Reject'))(type, `${path}.type`, {}),
    ...(type === 'Reject' && given(queuing) ? [forbids(at, '')] : []),
    ...(type === 'Queue' && !given(queuing) ? [missing(at, 'must not be empty')] : []),
    ...(type !== 'Queue' || !given(queuing)
      ? []
      : [
          ...positive(queues, `${at}.queues`, {}),
          ...positive(queueLengthLimit, `${at}.queueLengthLimit`, {}),
          ...positive(handSize, `${at}.handSize`, {}),
          ...(handSize > queues
            ? [wrongValue(`${at}.handSize`, handSize, `should not be greater than queues (${queues})`)]
            : []),
        ]),
  ];
};
const shares = refused((value) => typeof value === 'number' && value < 0, 'must be a non-negative integer');
const level: FieldCheck = (object) => {
  const { metadata, spec } = recordOf(object);
  const { type, limited } = recordOf(spec);
  const isExempt = recordOf(metadata)['name'] === 'exempt';
  return [
    ...required(among('Exempt', 'Limited'))(type, 'spec.type', {}),
    ...(type === 'Exempt' && !isExempt
      ? [wrongValue('spec.type', type, "must be 'Exempt' if and only if `name` is 'exempt'")]
      : []),
    ...(type === 'Limited'
      ? required(struct({ nominalConcurrencyShares: shares, lendablePercent: between(0, 100), limitResponse }))(
          limited,
          'spec.limited',
          {},
        )
      : []),
  ];
};

/** ValidateServiceCIDR */
const networks: FieldCheck = (value, path) => {
  const own = listOf(value);
  const isV6 = (text: unknown): boolean => String(text).includes(':');
  if (own.length === 0) return [missing(path, 'at least one CIDR required')];
  if (own.length > 2) return [wrongValue(path, { CIDRs: own }, 'may only hold up to 2 values')];
  const words = 'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64';
  return [
    ...(own.length === 2 && isV6(own[0]) === isV6(own[1]) ? [wrongValue(path, own, words)] : []),
    ...eachOf((each, at, owner) => {
      const { from = 0, bits = 32 } = networkOf(each) ?? {};
      return from % 2 ** (32 - bits) === 0
        ? network(each, at, owner)
        : [wrongValue(at, each, 'must not have bits set beyond the prefix length')];
    })(own, path, {}),
  ];
};

/** ValidateIPAddress: the name is the address, in its one form. */
const addressName: FieldCheck = (value, path, owner) => {
  const name = String(value);
  if (/^\d+(\.\d+){3}$/.test(name) && !isV4(name)) return [wrongValue(path, name, 'must not have leading 0s')];
  if (!isAddress(name)) return address(name, path, owner);
  const canonical =
    name.includes(':') && URL.canParse(`http://[${name}]`) ? new URL(`http://[${name}]`).hostname.slice(1, -1) : name;
  return canonical === name ? [] : [wrongValue(path, name, `must be in canonical form ("${canonical}")`)];
};

/** ValidateAPIService of k8s.io/kube-aggregator */
const priority = (most: number): FieldCheck =>
  refused((value) => Number(value) <= 0 || Number(value) > most, `must be positive and less than ${most}`);
const apiService: FieldCheck = (object) => {
  const { metadata, spec } = recordOf(object);
  const own = recordOf(spec);
  const { group = '', version = '', service, insecureSkipTLSVerify: skips, caBundle } = own;
  const name = `${String(version)}.${String(group)}`;
  const words = (why: string): Cause[] => (skips === true ? [wrongValue('spec.insecureSkipTLSVerify', true, why)] : []);
  return [
    ...refused((value) => value !== name, `must be \`spec.version+"."+spec.group\`: "${name}"`)(
      recordOf(metadata)['name'],
      'metadata.name',
      {},
    ),
    ...required(subdomain, 'only v1 may have an empty group and it better be legacy kube')(
      version === 'v1' && group === '' && name !== '.' ? 'legacy' : group,
      'spec.group',
      own,
    ),
    ...named(problemsOfVersion)(version, 'spec.version', own),
    ...struct({
      groupPriorityMinimum: priority(20_000),
      versionPriority: priority(1000),
      service: struct({ namespace: needed, name: needed, port: servicePort }),
    })(own, 'spec', own),
    ...(given(service)
      ? isEmpty(caBundle)
        ? []
        : words('may not be true if caBundle is present')
      : words('local APIServices may not have insecureSkipTLSVerify')),
  ];
};

/** ValidateVolumeAttachment */
const attachmentSource: FieldCheck = (value, path) => {
  const { inlineVolumeSpec: inline, persistentVolumeName: name } = recordOf(value);
  const words = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName';
  if (given(inline) === given(name)) return [given(inline) ? forbids(path, words) : missing(path, words)];
  const { capacity, csi } = recordOf(inline);
  const at = `${path}.inlineVolumeSpec`;
  return [
    ...(name === '' ? [missing(`${path}.persistentVolumeName`, 'must specify non empty persistentVolumeName')] : []),
    ...(given(name) ? nameOrNone(name, `${path}.persistentVolumeName`, {}) : []),
    ...(given(capacity) ? [forbids(`${at}.capacity`, 'may not be specified in the context of inline volumes')] : []),
    ...(given(inline) && !given(csi)
      ? [missing(`${at}.csi`, 'has to be specified in the context of inline volumes')]
      : []),
  ];
};

/** validateEndpointSubsets */
export const endpointAddress: FieldCheck = (value, path) => {
  const text = String(value);
  if (/^127\.|^::1$/.test(text))
    return [wrongValue(path, value, 'may not be in the loopback range (127.0.0.0/8, ::1/128)')];
  if (/^169\.254\.|^fe80:/i.test(text))
    return [wrongValue(path, value, 'may not be in the link-local range (169.254.0.0/16, fe80::/10)')];
  return /^0\.0\.0\.0$|^::$/.test(text) ? [wrongValue(path, value, `may not be unspecified (${text})`)] : [];
};
const endpointAddresses = eachOf(
  struct({
    ip: (value, path, owner) => [
      ...address(value, path, owner),
      ...(isAddress(String(value))
        ? endpointAddress(value, path, owner)
        : [wrongValue(path, value, 'must be a valid IP address')]),
    ],
    hostname: optional(label),
    nodeName: optional(subdomain),
  }),
);
const subset: FieldCheck = (value, path) => {
  const own = recordOf(value);
  const { addresses, notReadyAddresses, ports } = own;
  const isNone = isEmpty(addresses) && isEmpty(notReadyAddresses);
  return [
    ...(isNone ? [missing(path, 'must specify `addresses` or `notReadyAddresses`')] : []),
    ...struct({
      addresses: endpointAddresses,
      notReadyAddresses: endpointAddresses,
      ports: eachOf(
        struct({
          name: listOf(ports).length > 1 ? required(label) : optional(label),
          port: portNumber,
          protocol: among('SCTP', 'TCP', 'UDP'),
        }),
      ),
    })(own, path, own),
  ];
};

/** ValidateEventCreate: an event is in the namespace of its object, and a new one says who reports what. */
const event: FieldCheck = (object) => {
  const own = recordOf(object);
  const isNew = own['apiVersion'] !== 'v1';
  const { metadata, eventTime, type, series } = own;
  const about = recordOf(own['involvedObject'] ?? own['regarding'])['namespace'] ?? '';
  const { namespace } = recordOf(metadata);
  const isDated = given(eventTime);
  const isOwn =
    about === '' ? namespace === 'default' || (isDated && namespace === 'kube-system') : about === namespace || isDated;
  const controller = isNew ? 'reportingController' : 'reportingComponent';
  return [
    ...(isOwn ? [] : [wrongValue('involvedObject.namespace', about, 'does not match event.namespace')]),
    ...(isDated
      ? struct({
          [controller]: all(needed, (value, path) => qualifiedName(value ?? '', path, {})),
          reportingInstance: needed,
          action: needed,
          reason: needed,
        })(own, '', own)
      : []),
    ...(isNew && !isDated ? [missing('eventTime')] : []),
    ...(isNew && type !== 'Normal' && type !== 'Warning'
      ? [wrongValue('type', '', `has invalid value: ${typeof type === 'string' ? type : ''}`)]
      : []),
    ...(isNew && given(series) && Number(recordOf(series)['count']) < 2
      ? [wrongValue('series.count', '', 'should be at least 2')]
      : []),
  ];
};

/** validateNodeTaints */
const taints: FieldCheck = (value) => {
  const seen = new Set<string>();
  return eachOf((each, path) => {
    const { key = '', value: own = '', effect = '' } = recordOf(each);
    const id = JSON.stringify([key, effect]);
    const isRepeated = seen.has(id);
    seen.add(id);
    const shown = duplicate(path, { Key: key, Value: own, Effect: effect, TimeAdded: null });
    return [
      ...qualifiedName(key, `${path}.key`, {}),
      ...named(problemsOfLabelValue)(own, `${path}.value`, {}),
      ...required(among('NoSchedule', 'PreferNoSchedule', 'NoExecute'))(effect, `${path}.effect`, {}),
      ...(isRepeated ? [{ ...shown, message: `${shown.message}: taints must be unique by key and effect pair` }] : []),
    ];
  })(value, 'metadata.taints', {});
};

/** validateDeviceRequest */
const device = {
  deviceClassName: neededName,
  allocationMode: among('All', 'ExactCount'),
  count: ((value, path, { allocationMode: mode }) => {
    if (mode === 'All' && given(value))
      return [wrongValue(path, value, "must not be specified when allocationMode is 'All'")];
    return typeof value === 'number' && value <= 0 ? [wrongValue(path, value, 'must be greater than zero')] : [];
  }) satisfies FieldCheck,
  selectors: eachOf(struct({ cel: needed })),
  tolerations,
};
const deviceRequest: FieldCheck = (value, path) => {
  const own = recordOf(value);
  const words = 'exactly one of `exactly` or `firstAvailable` is required';
  const isFirst = !isEmpty(own['firstAvailable']);
  return [
    ...(!given(own['exactly']) && !isFirst ? [missing(path, words)] : []),
    ...(given(own['exactly']) && isFirst
      ? [wrongValue(path, null, `${words}, but multiple fields are set`)]
      : struct({
          name: required(label),
          exactly: struct(device),
          firstAvailable: uniqueList('name', struct({ name: required(label), ...device })),
        })(own, path, own)),
  ];
};
const deviceConfig = eachOf(struct({ opaque: required(struct({ driver: neededName, parameters: needed })) }));
const devices = struct({ requests: uniqueList('name', deviceRequest), config: deviceConfig });
const sliceNodes: FieldCheck = (value, path) => {
  const own = recordOf(value);
  const fields = ['nodeName', 'nodeSelector', 'allNodes', 'perDeviceNodeSelection'];
  const isNone = fields.every((field) => isEmpty(own[field]) || own[field] === false);
  return isNone ? [missing(path, `exactly one of ${fields.map((each) => `\`${each}\``).join(', ')} is required`)] : [];
};

const parameters = refused((value) => '' in recordOf(value), '');
const withoutEmptyKey: FieldCheck = (value, path, owner) =>
  parameters(value, path, owner).map(() => wrongValue(path, '', 'field can not be empty.'));

const spec = (fields: Readonly<Record<string, FieldCheck>>, ...more: readonly FieldCheck[]): FieldCheck =>
  struct({ spec: all(struct(fields), ...more) });

/** What API servers refuse in objects of less common kinds; as `rulesOfKubernetes`. */
export const furtherRules: readonly RulesOf[] = [
  {
    source: 'pkg/apis/networking/validation/validation.go ValidateServiceCIDR',
    kinds: ['ServiceCIDR'],
    check: spec({ cidrs: networks }),
  },
  {
    source: 'pkg/apis/networking/validation/validation.go ValidateIPAddress',
    kinds: ['IPAddress'],
    check: struct({
      metadata: struct({ name: addressName }),
      spec: struct({ parentRef: required(struct({ group: optional(subdomain), resource: needed, name: needed })) }),
    }),
  },
  {
    source: 'pkg/apis/apiregistration/validation/validation.go ValidateAPIService of k8s.io/kube-aggregator',
    kinds: ['APIService'],
    check: apiService,
  },
  {
    source: 'pkg/apis/node/validation/validation.go ValidateRuntimeClass',
    kinds: ['RuntimeClass'],
    check: struct({
      handler: required(label),
      overhead: struct({
        podFixed: map((key, value) => amount(value, `overhead.limits[${key}]`, {})),
      }),
      scheduling: struct({ nodeSelector: labels, tolerations }),
    }),
  },
  {
    source: 'pkg/apis/flowcontrol/validation/validation.go ValidateFlowSchema',
    kinds: ['FlowSchema'],
    check: spec({
      priorityLevelConfiguration: struct({ name: required(subdomain, 'must reference a priority level') }),
      matchingPrecedence: all(
        refused((value) => Number(value) <= 0, 'must be a positive value'),
        refused((value) => Number(value) > 10_000, 'must not be greater than 10000'),
      ),
      distinguisherMethod: struct({
        type: (value, path) =>
          value === 'ByNamespace' || value === 'ByUser'
            ? []
            : [notSupported(path, { Type: value }, ['ByNamespace', 'ByUser'])],
      }),
      rules: eachOf(flowRule),
    }),
  },
  {
    source: 'pkg/apis/flowcontrol/validation/validation.go ValidatePriorityLevelConfiguration',
    kinds: ['PriorityLevelConfiguration'],
    check: level,
  },
  {
    source: 'pkg/apis/admissionregistration/validation/validation.go validateValidatingAdmissionPolicy',
    kinds: ['ValidatingAdmissionPolicy'],
    check: (object, path, owner) => {
      const name = String(recordOf(recordOf(object)['metadata'])['name']);
      const key: FieldCheck = (value, at) => qualifiedName(`${name}/${typeof value === 'string' ? value : ''}`, at, {});
      const validation = {
        expression: required(undefined, 'expression is not specified'),
        message: refused((text) => String(text).includes('\n'), 'must not contain line breaks'),
        reason: optional(among('Forbidden', 'Invalid', 'RequestEntityTooLarge')),
      };
      const annotation = { key, valueExpression: required(undefined, 'valueExpression is not specified') };
      return spec(
        {
          ...policy,
          validations: eachOf(struct(validation)),
          auditAnnotations: eachOf(struct(annotation)),
        },
        anyValidation,
      )(object, path, owner);
    },
  },
  {
    source: 'pkg/apis/admissionregistration/validation/validation.go validateMutatingAdmissionPolicy',
    kinds: ['MutatingAdmissionPolicy'],
    check: spec({
      ...policy,
      mutations: required(
        eachOf(struct({ patchType: required(among('ApplyConfiguration', 'JSONPatch')) })),
        'mutations must contain at least one item',
      ),
      reinvocationPolicy: required(among('IfNeeded', 'Never')),
    }),
  },
  {
    source: 'pkg/apis/admissionregistration/validation/validation.go validateValidatingAdmissionPolicyBinding',
    kinds: ['ValidatingAdmissionPolicyBinding'],
    check: spec({ ...bindingRules, validationActions: required(actions) }),
  },
  {
    source: 'pkg/apis/admissionregistration/validation/validation.go validateMutatingAdmissionPolicyBinding',
    kinds: ['MutatingAdmissionPolicyBinding'],
    check: spec(bindingRules),
  },
  {
    source: 'pkg/apis/storage/validation/validation.go ValidateVolumeAttributesClass',
    kinds: ['VolumeAttributesClass'],
    check: struct({
      driverName: required((value, path, owner) => qualifiedName(String(value).toLowerCase(), path, owner)),
      parameters: (value, path, owner) =>
        Object.keys(recordOf(value)).length === 0
          ? [missing(path, 'must contain at least one key/value pair')]
          : withoutEmptyKey(value, path, owner),
    }),
  },
  {
    source: 'pkg/apis/storage/validation/validation.go ValidateCSIStorageCapacity',
    kinds: ['CSIStorageCapacity'],
    check: struct({
      storageClassName: nameOrNone,
      nodeTopology: labelSelector,
      capacity: amount,
    }),
  },
  {
    source: 'pkg/apis/storage/validation/validation.go ValidateVolumeAttachment',
    kinds: ['VolumeAttachment'],
    check: spec({
      attacher: required((value, path, owner) =>
        subdomain(String(value).toLowerCase(), path, owner).map(() =>
          wrongValue(
            path,
            value,
            "an RFC 1123 subdomain must consist of alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'Example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
          ),
        ),
      ),
      nodeName: nameOrNone,
      source: attachmentSource,
    }),
  },
  {
    source: 'pkg/apis/storage/validation/validation.go ValidateCSIDriver',
    kinds: ['CSIDriver'],
    check: spec({
      fsGroupPolicy: optional(among('File', 'None', 'ReadWriteOnceWithFSType')),
      volumeLifecycleModes: (value, path) =>
        eachOf((each) => among('Persistent', 'Ephemeral')(each, path, {}))(value, path, {}),
      tokenRequests: uniqueList(
        'audience',
        struct({
          expirationSeconds: refused(
            (value) => typeof value === 'number' && value < 600,
            'may not specify a duration less than 10 minutes',
          ),
        }),
      ),
    }),
  },
  {
    source: 'pkg/apis/storage/validation/validation.go ValidateCSINode',
    kinds: ['CSINode'],
    check: spec({
      drivers: uniqueList(
        'name',
        struct({ name: neededName, nodeID: needed, allocatable: struct({ count: nonnegative }) }),
      ),
    }),
  },
  {
    source: 'pkg/apis/core/validation/validation.go ValidateEndpoints',
    kinds: ['Endpoints'],
    check: struct({ subsets: eachOf(subset) }),
  },
  { source: 'pkg/apis/core/validation/events.go ValidateEventCreate', kinds: ['Event'], check: event },
  {
    source: 'pkg/apis/core/validation/validation.go ValidateNode',
    kinds: ['Node'],
    check: spec({ taints, podCIDRs: eachOf(network) }),
  },
  {
    source: 'pkg/apis/resource/validation/validation.go ValidateResourceClaim',
    kinds: ['ResourceClaim'],
    check: spec({ devices }),
  },
  {
    source: 'pkg/apis/resource/validation/validation.go ValidateResourceClaimTemplate',
    kinds: ['ResourceClaimTemplate'],
    check: spec({ spec: struct({ devices }) }),
  },
  {
    source: 'pkg/apis/resource/validation/validation.go ValidateDeviceClass',
    kinds: ['DeviceClass'],
    check: spec({ selectors: device.selectors, config: deviceConfig }),
  },
  {
    source: 'pkg/apis/resource/validation/validation.go ValidateResourceSlice',
    kinds: ['ResourceSlice'],
    check: spec(
      {
        driver: neededName,
        pool: struct({
          name: needed,
          resourceSliceCount: refused((value) => Number(value) <= 0, 'must be greater than zero'),
        }),
      },
      sliceNodes,
    ),
  },
];
