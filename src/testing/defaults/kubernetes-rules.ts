import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';
import {
  problemsOfConfigKey,
  problemsOfQualifiedName,
  problemsOfSubdomain,
  problemsOfWildcard,
} from '../wire/name-problems.js';
import type { Cause } from '../wire/refusals.js';
import {
  address,
  amount,
  amountOf,
  anyPort,
  atMostWhole,
  countOrPercent,
  isAddress,
  isEverything,
  isNetwork,
  isV4,
  label,
  labels,
  labelSelector,
  network,
  networkOf,
  nonnegative,
  portNumber,
  qualifiedName,
  selects,
  share,
  subdomain,
} from './common-rules.js';
import { admissionRule, endpointAddress, furtherRules, matchConditions } from './further-rules.js';
import { alwaysRestarted, pod, podTemplate, resourceName as containerResourceName } from './pod-rules.js';
import { claimSpec, volumeSpec } from './volume-rules.js';
import {
  all,
  atLeast,
  duplicate,
  forbids,
  given,
  wrongValue,
  isEmpty,
  eachOf,
  missing,
  needed,
  among,
  optional,
  refused,
  recordOf,
  required,
  struct,
  uniqueList,
  notSupported,
  type FieldCheck,
  type RulesOf,
} from './rules.js';

const mismatch = '`selector` does not match template `labels`';
const templateLabels = (spec: JsonRecord): unknown => recordOf(recordOf(spec['template'])['metadata'])['labels'];
const mismatched = (spec: JsonRecord, path: string): Cause =>
  wrongValue(`${path}.template.metadata.labels`, templateLabels(spec), mismatch);

/** The selector and the template of a workload; `unreadable` is what follows a selector that cannot be read. */
function workload({
  named: what,
  kind,
  unreadable,
}: {
  readonly named: string;
  readonly kind: string;
  readonly unreadable?: string;
}): FieldCheck {
  return (value, path) => {
    const spec = recordOf(value);
    const { selector, template } = spec;
    const problems = labelSelector(selector, `${path}.selector`, spec);
    const isEmptySelector = isJsonRecord(selector) && isEverything(selector);
    const isRefused = !given(selector) ? unreadable !== undefined : isEmptySelector;
    const inTemplate = [
      ...podTemplate(template, `${path}.template`, spec),
      ...alwaysRestarted(kind)(template, `${path}.template`, spec),
    ];
    const ends = problems.length > 0 && unreadable !== undefined;
    return [
      ...problems,
      ...(isRefused
        ? [
            !given(selector)
              ? missing(`${path}.selector`)
              : wrongValue(`${path}.selector`, {}, `empty selector is invalid for ${what}`),
          ]
        : []),
      ...(ends ? [wrongValue(`${path}.selector`, selector, unreadable)] : []),
      ...(problems.length > 0 || isEmptySelector || selects(selector, templateLabels(spec))
        ? []
        : [mismatched(spec, path)]),
      // Only what has a selector that can be read has its template checked.
      ...(ends ? [] : inTemplate),
    ];
  };
}

const seconds = struct({ minReadySeconds: nonnegative, revisionHistoryLimit: nonnegative });
const replicas = struct({ replicas: nonnegative });
const withGoNames = (value: JsonRecord): object => ({
  Type: value['type'] ?? '',
  RollingUpdate: value['rollingUpdate'] ?? null,
});

const isNothing = (count: unknown): boolean => count === 0 || /^0+%$/.test(String(count));

const deploymentStrategy: FieldCheck = (value, path) => {
  const strategy = recordOf(value);
  const { type, rollingUpdate } = strategy;
  if (type === 'Recreate')
    return given(rollingUpdate)
      ? [forbids(`${path}.rollingUpdate`, "may not be specified when strategy `type` is 'Recreate'")]
      : [];
  if (type !== 'RollingUpdate') return [notSupported(path, withGoNames(strategy), ['Recreate', 'RollingUpdate'])];
  const { maxSurge, maxUnavailable } = recordOf(rollingUpdate);
  const both = isNothing(maxSurge) && isNothing(maxUnavailable);
  return [
    ...countOrPercent(maxUnavailable, `${path}.rollingUpdate.maxUnavailable`, strategy),
    ...countOrPercent(maxSurge, `${path}.rollingUpdate.maxSurge`, strategy),
    ...(both
      ? [wrongValue(`${path}.rollingUpdate.maxUnavailable`, maxUnavailable, 'may not be 0 when `maxSurge` is 0')]
      : []),
    ...atMostWhole(maxUnavailable, `${path}.rollingUpdate.maxUnavailable`, strategy),
  ];
};

const daemonStrategy: FieldCheck = (value, path) => {
  const strategy = recordOf(value);
  const { type, rollingUpdate } = strategy;
  if (type === 'OnDelete') return [];
  if (type !== 'RollingUpdate') return [notSupported(path, withGoNames(strategy), ['RollingUpdate', 'OnDelete'])];
  const { maxSurge = 0, maxUnavailable = 0 } = recordOf(rollingUpdate);
  return [
    ...share(maxUnavailable, `${path}.rollingUpdate.maxUnavailable`, strategy),
    ...share(maxSurge, `${path}.rollingUpdate.maxSurge`, strategy),
    ...(isNothing(maxSurge) && isNothing(maxUnavailable)
      ? [missing(`${path}.rollingUpdate.maxUnavailable`, 'cannot be 0 when maxSurge is 0')]
      : []),
    ...(isNothing(maxSurge) || isNothing(maxUnavailable)
      ? []
      : [wrongValue(`${path}.rollingUpdate.maxSurge`, maxSurge, 'may not be set when maxUnavailable is non-zero')]),
  ];
};

const setStrategy: FieldCheck = (value, path) => {
  const strategy = recordOf(value);
  const { type, rollingUpdate } = strategy;
  const { partition, maxUnavailable } = recordOf(rollingUpdate);
  if (type === 'RollingUpdate')
    return [
      ...nonnegative(partition, `${path}.rollingUpdate.partition`, strategy),
      ...share(maxUnavailable, `${path}.rollingUpdate.maxUnavailable`, strategy),
      ...(isNothing(maxUnavailable)
        ? [wrongValue(`${path}.rollingUpdate.maxUnavailable`, maxUnavailable, 'cannot be 0')]
        : []),
    ];
  if (type !== 'OnDelete') return [wrongValue(path, withGoNames(strategy), "must be 'RollingUpdate' or 'OnDelete'")];
  const shown = { Partition: partition ?? 0, MaxUnavailable: maxUnavailable ?? null };
  return given(rollingUpdate)
    ? [wrongValue(`${path}.rollingUpdate`, shown, "only allowed for updateStrategy 'RollingUpdate'")]
    : [];
};

const retention = among('Retain', 'Delete');
const jobCounts = struct({
  parallelism: nonnegative,
  completions: nonnegative,
  activeDeadlineSeconds: nonnegative,
  backoffLimit: nonnegative,
  ttlSecondsAfterFinished: nonnegative,
  backoffLimitPerIndex: nonnegative,
  completionMode: optional(among('NonIndexed', 'Indexed')),
});

/** validateJobSpec */
const jobSpec: FieldCheck = (value, path, owner) => {
  const spec = recordOf(value);
  const { completionMode, completions, backoffLimitPerIndex, podReplacementPolicy, template } = spec;
  const isIndexed = completionMode === 'Indexed';
  const { restartPolicy } = recordOf(recordOf(template)['spec']);
  const at = `${path}.template.spec.restartPolicy`;
  return [
    ...jobCounts(spec, path, owner),
    ...(isIndexed && !given(completions) ? [missing(`${path}.completions`, 'when completion mode is Indexed')] : []),
    ...(!isIndexed && given(backoffLimitPerIndex)
      ? [wrongValue(`${path}.backoffLimitPerIndex`, backoffLimitPerIndex, 'requires indexed completion mode')]
      : []),
    ...optional(given(spec['podFailurePolicy']) ? among('Failed') : among('Failed', 'TerminatingOrFailed'))(
      podReplacementPolicy,
      `${path}.podReplacementPolicy`,
      spec,
    ),
    ...podTemplate(template, `${path}.template`, spec),
    ...(restartPolicy === 'Always' || !given(restartPolicy) ? [missing(at, 'valid values: "OnFailure", "Never"')] : []),
    ...(isIndexed ? indexed(spec, path) : []),
    ...(given(spec['maxFailedIndexes']) && !isIndexed
      ? [wrongValue(`${path}.maxFailedIndexes`, spec['maxFailedIndexes'], 'requires indexed completion mode')]
      : []),
    ...(given(spec['maxFailedIndexes']) && !given(backoffLimitPerIndex)
      ? [missing(`${path}.backoffLimitPerIndex`, 'when maxFailedIndexes is specified')]
      : []),
    ...(given(spec['podFailurePolicy'])
      ? [
          ...eachOf(failureRule(spec))(
            recordOf(spec['podFailurePolicy'])['rules'],
            `${path}.podFailurePolicy.rules`,
            spec,
          ),
          ...(restartPolicy === 'OnFailure'
            ? [wrongValue(at, restartPolicy, 'only "Never" is supported when podFailurePolicy is specified')]
            : []),
        ]
      : []),
    ...successPolicy(spec['successPolicy'], `${path}.successPolicy`, spec),
    ...optional(domainPath)(spec['managedBy'], `${path}.managedBy`, spec),
  ];
};
const mostIndexes = 100_000;
function indexed({ completions, parallelism, maxFailedIndexes }: JsonRecord, path: string): Cause[] {
  const words = `must be less than or equal to ${mostIndexes} when completion mode is Indexed`;
  return [
    ...(Number(parallelism) > mostIndexes ? [wrongValue(`${path}.parallelism`, parallelism, words)] : []),
    ...(given(maxFailedIndexes) && Number(maxFailedIndexes) > Number(completions)
      ? [wrongValue(`${path}.maxFailedIndexes`, maxFailedIndexes, 'must be less than or equal to completions')]
      : []),
  ];
}
const failureRule =
  ({ backoffLimitPerIndex }: JsonRecord): FieldCheck =>
  (value, path) => {
    const { action, onExitCodes, onPodConditions } = recordOf(value);
    const isNone = !given(onExitCodes) && isEmpty(onPodConditions);
    const isBoth = given(onExitCodes) && !isEmpty(onPodConditions);
    const words = isBoth
      ? 'specifying both OnExitCodes and OnPodConditions is not supported'
      : 'specifying one of OnExitCodes and OnPodConditions is required';
    return [
      ...required(among('Count', 'FailIndex', 'FailJob', 'Ignore'))(action, `${path}.action`, {}),
      ...(action === 'FailIndex' && !given(backoffLimitPerIndex)
        ? [wrongValue(`${path}.action`, action, 'requires the backoffLimitPerIndex to be set')]
        : []),
      // The server shows no value.
      ...(isNone || isBoth ? [{ ...wrongValue(path, null, ''), message: `Invalid value: ${words}` }] : []),
      ...(given(onExitCodes) ? exitCodes(onExitCodes, `${path}.onExitCodes`, {}) : []),
      ...eachOf(struct({ type: required(qualifiedName), status: required(among('False', 'True', 'Unknown')) }))(
        onPodConditions,
        `${path}.onPodConditions`,
        {},
      ),
    ];
  };
const exitCodes: FieldCheck = (value, path) => {
  const { operator, values } = recordOf(value);
  const own: readonly unknown[] = Array.isArray(values) ? values : [];
  const at = `${path}.values`;
  return [
    ...required(among('In', 'NotIn'))(operator, `${path}.operator`, {}),
    ...(own.length === 0 ? [wrongValue(at, [], 'at least one value is required')] : []),
    ...own.flatMap((code, index) => [
      ...(operator === 'In' && code === 0
        ? [wrongValue(`${at}[${index}]`, 0, 'must not be 0 for the In operator')]
        : []),
      ...(own.indexOf(code) < index ? [duplicate(`${at}[${index}]`, code)] : []),
    ]),
    ...(own.some((code, index) => index > 0 && Number(code) < Number(own[index - 1]))
      ? [wrongValue(at, own, 'must be ordered')]
      : []),
  ];
};
const successPolicy: FieldCheck = (value, path, { completionMode, completions }) => {
  if (!isJsonRecord(value)) return [];
  const { rules } = value;
  const all = (Array.isArray(rules) ? rules : []).map(recordOf);
  const inGo = {
    Rules: all.map((each) => ({
      SucceededIndexes: each['succeededIndexes'] ?? null,
      SucceededCount: each['succeededCount'] ?? null,
    })),
  };
  if (completionMode !== 'Indexed') return [wrongValue(path, inGo, 'requires indexed completion mode')];
  if (all.length === 0)
    return [missing(`${path}.rules`, 'at least one rules must be specified when the successPolicy is specified')];
  return all.flatMap(({ succeededIndexes: indexes, succeededCount: count }, at) => {
    const where = `${path}.rules[${at}]`;
    const over = String(indexes)
      .split(/[,-]/)
      .find((index) => Number(index) >= Number(completions));
    const words = `error parsing succeededIndexes: too large index: "${over ?? ''}"`;
    return [
      ...(!given(indexes) && !given(count)
        ? [missing(where, 'at least one of succeededCount or succeededIndexes must be specified')]
        : []),
      ...(over === undefined ? [] : [wrongValue(`${where}.succeededIndexes`, indexes, words)]),
    ];
  });
};

/** ValidateJob: a job with a selector of its own. */
const ownSelector: FieldCheck = (value, path) => {
  const spec = recordOf(value);
  if (spec['manualSelector'] !== true) {
    if (!isOthers(spec['selector'])) return [];
    return selects(spec['selector'], templateLabels(spec)) ? [] : [mismatched(spec, path)];
  }
  const problems = labelSelector(spec['selector'], `${path}.selector`, spec);
  return [
    ...(!given(spec['selector']) ? [missing(`${path}.selector`)] : problems),
    ...(problems.length > 0 || selects(spec['selector'], templateLabels(spec)) ? [] : [mismatched(spec, path)]),
  ];
};

/** A server makes the selector of a new job, and then finds one that it has not made. */
const madeSelector: FieldCheck = (object) => {
  const { metadata, spec } = recordOf(object);
  const { manualSelector, selector } = recordOf(spec);
  if (manualSelector === true || given(recordOf(metadata)['uid']) || !isOthers(selector)) return [];
  return [wrongValue('spec.selector', selector, '`selector` not auto-generated')];
};
const isOthers = (selector: unknown): boolean =>
  Object.keys(recordOf(recordOf(selector)['matchLabels'])).some((key) => !key.endsWith('controller-uid'));

/** The fields of a schedule, as github.com/robfig/cron/v3 reads them: the least and the greatest value, and names. */
const scheduled: readonly (readonly [number, number, readonly string[]])[] = [
  [0, 59, []],
  [0, 23, []],
  [1, 31, []],
  [1, 12, ['', 'jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']],
  [0, 6, ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']],
];
function problemOfRange(text: string, [least, most, names]: (typeof scheduled)[number]): string | undefined {
  const [span = '', step = '1', ...steps] = text.split('/');
  const [low = '', high = text.includes('/') ? String(most) : low, ...more] = span.split('-');
  const isAny = low === '*' || low === '?';
  const bounds = isAny ? [String(least), String(most)] : [low, high];
  const [from = 0, to = 0, by = 0] = [...bounds, step].map((part) =>
    names.includes(part.toLowerCase()) && part !== ''
      ? names.indexOf(part.toLowerCase())
      : /^\+?\d+$/.test(part)
        ? Number(part)
        : NaN,
  );
  const unread = [...bounds, step].find((_part, at) => Number.isNaN([from, to, by][at]));
  if (more.length > 0) return `too many hyphens: ${text}`;
  if (steps.length > 0) return `too many slashes: ${text}`;
  if (unread !== undefined)
    return `failed to parse int from ${unread}: strconv.Atoi: parsing "${unread}": invalid syntax`;
  if (from < least) return `beginning of range (${from}) below minimum (${least}): ${text}`;
  if (to > most) return `end of range (${to}) above maximum (${most}): ${text}`;
  if (from > to) return `beginning of range (${from}) beyond end of range (${to}): ${text}`;
  return by === 0 ? `step of range should be a positive number: ${text}` : undefined;
}
const schedule: FieldCheck = (value, path) => {
  const text = String(value);
  if (text.includes('TZ'))
    return [wrongValue(path, text, 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead')];
  if (text.startsWith('@')) {
    const known = /^@(yearly|annually|monthly|weekly|daily|midnight|hourly)$|^@every /.test(text);
    return known ? [] : [wrongValue(path, text, `unrecognized descriptor: ${text}`)];
  }
  const parts = text.trim().split(/\s+/);
  if (parts.length !== scheduled.length)
    return [wrongValue(path, text, `expected exactly 5 fields, found ${parts.length}: [${parts.join(' ')}]`)];
  const problems = scheduled.flatMap((field, at) =>
    (parts[at] ?? '').split(',').flatMap((range) => problemOfRange(range, field) ?? []),
  );
  return problems.slice(0, 1).map((why) => wrongValue(path, text, why));
};

const timeZone: FieldCheck = (value, path) => {
  if (value === '') return [wrongValue(path, value, 'timeZone must be nil or non-empty string')];
  if (typeof value !== 'string') return [];
  try {
    Intl.DateTimeFormat('en', { timeZone: value });
    return [];
  } catch {
    return [wrongValue(path, value, `unknown time zone ${value}`)];
  }
};

/** ValidateServiceClusterIPsRelatedFields, of a cluster with one stack. */
function families({ ipFamilies, ipFamilyPolicy, clusterIP, clusterIPs, selector }: JsonRecord, path: string): Cause[] {
  const own: readonly unknown[] = Array.isArray(ipFamilies) ? ipFamilies : [];
  const at = `${path}.ipFamilyPolicy`;
  const words = "must be 'RequireDualStack' or 'PreferDualStack' when multiple IP families are specified";
  const isFree = clusterIP === 'None' && Object.keys(recordOf(selector)).length === 0;
  const [first] = Array.isArray(clusterIPs) ? (clusterIPs as readonly unknown[]) : [clusterIP];
  const isOther = isAddress(String(first)) && own[0] === (isV4(String(first)) ? 'IPv6' : 'IPv4');
  const expected = `expected an ${String(own[0])} value as indicated by \`ipFamilies[0]\``;
  return [
    ...(isOther ? [wrongValue(`${path}.clusterIPs[0]`, first, expected)] : []),
    ...own.flatMap((family, index) => [
      ...among('IPv4', 'IPv6')(family, `${path}.ipFamilies[${index}]`, {}),
      ...(own.indexOf(family) < index ? [duplicate(`${path}.ipFamilies[${index}]`, family)] : []),
    ]),
    ...(new Set(own).size > 1 && (ipFamilyPolicy ?? 'SingleStack') === 'SingleStack'
      ? [wrongValue(at, 'SingleStack', words)]
      : []),
    ...(ipFamilyPolicy === 'RequireDualStack' && !isFree
      ? [wrongValue(at, ipFamilyPolicy, 'this cluster is not configured for dual-stack services')]
      : []),
  ];
}

/** validateService */
const serviceSpec: FieldCheck = (value, path) => {
  const spec = recordOf(value);
  const {
    ports,
    type,
    clusterIP,
    externalName,
    sessionAffinity,
    externalIPs,
    externalTrafficPolicy,
    loadBalancerClass,
    healthCheckNodePort,
  } = spec;
  const isHeadless = clusterIP === 'None';
  const isBalanced = type === 'LoadBalancer';
  const isExternal = isBalanced || type === 'NodePort';
  const at = (field: string): string => `${path}.${field}`;
  const all = (Array.isArray(ports) ? ports : []).filter(isJsonRecord);
  const seen = new Set<string>();
  return [
    ...(all.length === 0 && !isHeadless && type !== 'ExternalName' ? [missing(at('ports'))] : []),
    ...(isHeadless && isExternal
      ? [wrongValue(at('clusterIPs[0]'), 'None', `may not be set to 'None' for ${type} services`)]
      : []),
    ...(type === 'ExternalName'
      ? required(subdomain)(
          typeof externalName === 'string' ? externalName.replace(/\.$/, '') : externalName,
          at('externalName'),
          spec,
        )
      : []),
    ...uniqueList(
      'name',
      struct({
        name: all.length > 1 ? required(label) : optional(label),
        port: (port, where) => portNumber(port ?? 0, where, {}),
        protocol: required(among('SCTP', 'TCP', 'UDP')),
        targetPort: anyPort,
        appProtocol: optional(qualifiedName),
      }),
    )(ports, at('ports'), spec),
    ...labels(spec['selector'], at('selector'), spec),
    ...among('ClientIP', 'None')(sessionAffinity, at('sessionAffinity'), spec),
    ...(isEmpty(clusterIP) || isHeadless ? [] : address(clusterIP, at('clusterIPs[0]'), spec)),
    ...optional(among('PreferDualStack', 'RequireDualStack', 'SingleStack'))(
      spec['ipFamilyPolicy'],
      at('ipFamilyPolicy'),
      spec,
    ),
    ...eachOf((each, where) => address(each, where, spec).concat(endpointAddress(each, where, spec)))(
      externalIPs,
      at('externalIPs'),
      spec,
    ),
    ...eachOf(network)(spec['loadBalancerSourceRanges'], at('LoadBalancerSourceRanges'), spec),
    ...(isEmpty(spec['loadBalancerSourceRanges']) || isBalanced
      ? []
      : [forbids(at('LoadBalancerSourceRanges'), "may only be used when `type` is 'LoadBalancer'")]),
    ...(isBalanced ? optional(qualifiedName)(loadBalancerClass, at('loadBalancerClass'), spec) : []),
    ...(given(spec['allocateLoadBalancerNodePorts']) && !isBalanced
      ? [forbids(at('allocateLoadBalancerNodePorts'), "may only be used when `type` is 'LoadBalancer'")]
      : []),
    ...optional(among('PreferClose', 'PreferSameZone', 'PreferSameNode'))(
      spec['trafficDistribution'],
      at('trafficDistribution'),
      spec,
    ),
    ...struct({
      clientIP: struct({
        timeoutSeconds: refused(
          (value) => typeof value === 'number' && (value <= 0 || value > 86_400),
          'must be greater than 0 and less than 86400',
        ),
      }),
    })(sessionAffinity === 'ClientIP' ? spec['sessionAffinityConfig'] : undefined, at('sessionAffinityConfig'), spec),
    ...families(spec, path),
    ...(type === 'ExternalName' && !isEmpty(clusterIP)
      ? [forbids(at('clusterIPs'), 'may not be set for ExternalName services')]
      : []),
    ...(Array.isArray(spec['clusterIPs']) && !isEmpty(clusterIP) && spec['clusterIPs'][0] !== clusterIP
      ? [wrongValue(at('clusterIPs'), spec['clusterIPs'], 'first value must match `clusterIP`')]
      : []),
    ...among('ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort')(type, at('type'), spec),
    ...all.flatMap(({ nodePort }, index) =>
      type === 'ClusterIP' && !isEmpty(nodePort) && nodePort !== 0
        ? [forbids(at(`ports[${index}].nodePort`), "may not be used when `type` is 'ClusterIP'")]
        : [],
    ),
    ...all.flatMap(({ protocol, port }, index) => {
      const key = `${String(protocol)} ${String(port)}`;
      const isRepeated = seen.has(key);
      seen.add(key);
      const shown = { Name: '', Protocol: protocol, AppProtocol: null, Port: port, TargetPort: 0, NodePort: 0 };
      return isRepeated ? [duplicate(at(`ports[${index}]`), shown)] : [];
    }),
    ...(given(loadBalancerClass) && !isBalanced
      ? [forbids(at('loadBalancerClass'), "may only be used when `type` is 'LoadBalancer'")]
      : []),
    ...(isEmpty(externalTrafficPolicy)
      ? []
      : isExternal || !isEmpty(externalIPs)
        ? among('Cluster', 'Local')(externalTrafficPolicy, at('externalTrafficPolicy'), spec)
        : [
            wrongValue(
              at('externalTrafficPolicy'),
              externalTrafficPolicy,
              'may only be set for externally-accessible services',
            ),
          ]),
    ...(given(healthCheckNodePort) && !(isBalanced && externalTrafficPolicy === 'Local')
      ? [
          wrongValue(
            at('healthCheckNodePort'),
            healthCheckNodePort,
            "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'",
          ),
        ]
      : []),
    ...optional(among('Cluster', 'Local'))(spec['internalTrafficPolicy'], at('internalTrafficPolicy'), spec),
  ];
};

const keysOf =
  (field: string): FieldCheck =>
  (value) =>
    Object.keys(recordOf(value)).flatMap((key) =>
      problemsOfConfigKey(key).map((why) => wrongValue(`${field}[${key}]`, key, why)),
    );

/** ValidateSecret: the keys that a type demands, one after the other. */
const keysOfTypes: Readonly<Record<string, readonly string[]>> = {
  'kubernetes.io/tls': ['tls.crt', 'tls.key'],
  'kubernetes.io/dockerconfigjson': ['.dockerconfigjson'],
  'kubernetes.io/dockercfg': ['.dockercfg'],
  'kubernetes.io/ssh-auth': ['ssh-privatekey'],
};
/** What encoding/json of Go says about a text that does not begin as JSON, or that ends too early. */
const noJson = (path: string, encoded: unknown): Cause[] => {
  const text = atob(String(encoded)).trimStart();
  try {
    JSON.parse(text);
    return [];
  } catch {
    const isBegun = /^([{["\d-]|t|f|n|$)/.test(text);
    const why = isBegun
      ? 'unexpected end of JSON input'
      : `invalid character '${text.charAt(0)}' looking for beginning of value`;
    return [wrongValue(path, '<secret contents redacted>', why)];
  }
};
const secret: FieldCheck = (value) => {
  const { type = '', data, metadata } = recordOf(value);
  const own = recordOf(data);
  const wanted = keysOfTypes[String(type)] ?? [];
  const isBasic = type === 'kubernetes.io/basic-auth' && !('username' in own) && !('password' in own);
  const account = 'kubernetes.io/service-account.name';
  const isNobodys =
    type === 'kubernetes.io/service-account-token' && isEmpty(recordOf(recordOf(metadata)['annotations'])[account]);
  return [
    ...keysOf('data')(data, 'data', own),
    ...wanted.filter((key) => !(key in own)).map((key) => missing(`data[${key}]`)),
    ...wanted
      .filter((key) => key.startsWith('.docker') && key in own)
      .flatMap((key) => noJson(`data[${key}]`, own[key])),
    ...(isBasic ? [missing('data[username]'), missing('data[password]')] : []),
    ...(isNobodys ? [missing(`metadata.annotations[${account}]`)] : []),
  ];
};

const configMap: FieldCheck = (value) => {
  const { data, binaryData } = recordOf(value);
  const binary = recordOf(binaryData);
  return [
    ...Object.keys(recordOf(data)).flatMap((key) => [
      ...problemsOfConfigKey(key).map((why) => wrongValue(`data[${key}]`, key, why)),
      ...(key in binary ? [wrongValue(`data[${key}]`, key, 'duplicate of key present in binaryData')] : []),
    ]),
    ...keysOf('binaryData')(binaryData, 'binaryData', binary),
  ];
};

/** validateIngressBackend */
const backend: FieldCheck = (value, path) => {
  const { service, resource } = recordOf(value);
  if (!isJsonRecord(service))
    return given(resource)
      ? struct({ kind: needed, name: needed })(resource, `${path}.resource`, {})
      : [wrongValue(path, '', 'resource or service backend is required')];
  if (given(resource)) return [wrongValue(path, '', 'cannot set both resource and service backends')];
  const { name, port } = service;
  const { name: portName, number } = recordOf(port);
  return [
    ...required(label)(name, `${path}.service.name`, service),
    ...(!isEmpty(portName) && given(number)
      ? [wrongValue(path, '', 'cannot set both port name & port number')]
      : isEmpty(portName)
        ? !given(number)
          ? [missing(path, 'port name or number is required')]
          : portNumber(number, `${path}.service.port.number`, service)
        : anyPort(portName, `${path}.service.port.name`, service)),
  ];
};
const strangePaths = ['//', '/./', '/../', '%2f', '%2F'];
const pathTypes = ['Exact', 'ImplementationSpecific', 'Prefix'];

/** validateHTTPIngressPath */
const ingressPath: FieldCheck = (value, at) => {
  const { pathType, path = '', backend: target } = recordOf(value);
  const text = String(path);
  const isFree = pathType === 'ImplementationSpecific';
  return [
    ...(!given(pathType)
      ? [missing(`${at}.pathType`, 'pathType must be specified')]
      : pathTypes.includes(String(pathType))
        ? []
        : [notSupported(`${at}.pathType`, pathType, pathTypes)]),
    ...(['Exact', 'Prefix'].includes(String(pathType)) || (isFree && text !== '')
      ? [
          ...(text.startsWith('/') ? [] : [wrongValue(`${at}.path`, text, 'must be an absolute path')]),
          ...(isFree || !text.startsWith('/')
            ? []
            : strangePaths
                .filter((each) => text.includes(each))
                .map((each) => wrongValue(`${at}.path`, text, `must not contain '${each}'`))),
        ]
      : []),
    ...backend(target, `${at}.backend`, {}),
  ];
};
const host: FieldCheck = (value, path) => {
  const text = String(value);
  if (isV4(text)) return [wrongValue(path, text, 'must be a DNS name, not an IP address')];
  return (text.includes('*') ? problemsOfWildcard(text) : problemsOfSubdomain(text)).map((why) =>
    wrongValue(path, text, why),
  );
};

/** ValidateIngressSpec */
const ingressSpec: FieldCheck = (value, path) => {
  const spec = recordOf(value);
  const { rules, defaultBackend, tls, ingressClassName } = spec;
  return [
    ...(isEmpty(rules) && !given(defaultBackend)
      ? [wrongValue(path, null, 'either `defaultBackend` or `rules` must be specified')]
      : []),
    ...(!given(defaultBackend) ? [] : backend(defaultBackend, `${path}.defaultBackend`, spec)),
    ...eachOf(struct({ host: optional(host), http: struct({ paths: required(eachOf(ingressPath)) }) }))(
      rules,
      `${path}.rules`,
      spec,
    ),
    ...eachOf(struct({ hosts: eachOf(host), secretName: optional(subdomain) }))(tls, `${path}.tls`, spec),
    ...optional(subdomain)(ingressClassName, `${path}.ingressClassName`, spec),
  ];
};

/** validateIPBlock: of IPv4 alone, whether one network lies in another. */
const isStrictlyIn = (inner: unknown, outer: unknown): boolean => {
  const [own, whole] = [networkOf(inner), networkOf(outer)];
  if (own === undefined || whole === undefined) return true;
  const size = 2 ** (32 - whole.bits);
  return own.bits > whole.bits && Math.floor(own.from / size) === Math.floor(whole.from / size);
};
const ipBlock: FieldCheck = (value, path) => {
  const { cidr, except } = recordOf(value);
  const ofCidr = required(network)(cidr, `${path}.cidr`, {});
  if (ofCidr.length > 0) return ofCidr;
  return eachOf((each, at) =>
    isNetwork(each)
      ? isStrictlyIn(each, cidr)
        ? []
        : [wrongValue(at, each, 'must be a strict subset of `cidr`')]
      : network(each, at, {}),
  )(except, `${path}.except`, {});
};

/** ValidateNetworkPolicyPeer */
const peer: FieldCheck = (value, path) => {
  const own = recordOf(value);
  const { podSelector, namespaceSelector, ipBlock: block } = own;
  const others = [podSelector, namespaceSelector].filter(given);
  if (given(block) && others.length > 0) return [forbids(path, 'may not specify both ipBlock and another peer')];
  if (!given(block) && others.length === 0) return [missing(path, 'must specify a peer')];
  return [
    ...struct({ podSelector: labelSelector, namespaceSelector: labelSelector })(own, path, own),
    ...(given(block) ? ipBlock(block, `${path}.ipBlock`, own) : []),
  ];
};

/** ValidateNetworkPolicyPort */
const policyPort = struct({
  protocol: optional(among('TCP', 'UDP', 'SCTP')),
  port: (value, path, owner) => (!given(value) ? [] : anyPort(value, path, owner)),
  endPort: (value, path, { port }) => {
    if (typeof value !== 'number') return [];
    if (!given(port)) return [wrongValue(path, value, 'may not be specified when `port` is not specified')];
    if (typeof port === 'string') return [wrongValue(path, value, 'may not be specified when `port` is non-numeric')];
    return value < Number(port) ? [wrongValue(path, value, 'must be greater than or equal to `port`')] : [];
  },
});

/** validateHorizontalPodAutoscalerSpec */
const metricTypes = ['ContainerResource', 'External', 'Object', 'Pods', 'Resource'];
const sourceOf = (type: unknown): string => `${String(type).charAt(0).toLowerCase()}${String(type).slice(1)}`;
const identifier = struct({ name: required(undefined, 'must specify a metric name'), selector: labelSelector });
const positiveTarget: FieldCheck = (value, path) =>
  given(value) && (amountOf(value) ?? 1) <= 0 ? [wrongValue(path, value, 'must be positive')] : [];
const target: FieldCheck = all(
  struct({
    type: required(
      refused(
        (type) => !['Utilization', 'Value', 'AverageValue'].includes(String(type)),
        'must be either Utilization, Value, or AverageValue',
      ),
      'must specify a metric target type',
    ),
    averageUtilization: atLeast(1, 'must be greater than 0'),
    value: positiveTarget,
    averageValue: positiveTarget,
  }),
  (value, path) =>
    isEmpty(recordOf(value)['type'])
      ? [wrongValue(`${path}.type`, '', 'must be either Utilization, Value, or AverageValue')]
      : [],
);
/** One of two fields of a target, neither none nor both. */
const eitherTarget =
  (first: string, second: string, none: string, both: string, missed = second, forbidden = second): FieldCheck =>
  (value, path) => {
    const { [first]: one, [second]: other } = recordOf(value);
    if (!given(one) && !given(other)) return [missing(`${path}.${missed}`, none)];
    return given(one) && given(other) ? [forbids(`${path}.${forbidden}`, both)] : [];
  };
const resourceTarget = all(
  target,
  eitherTarget(
    'averageUtilization',
    'averageValue',
    'must set either a target raw value or a target utilization',
    'may not set both a target raw value and a target utilization',
    'averageUtilization',
  ),
);
const valueTarget = all(
  target,
  eitherTarget(
    'value',
    'averageValue',
    'must set either a target value for metric or a per-pod target',
    'may not set both a target value for metric and a per-pod target',
    'averageValue',
    'value',
  ),
);
const resourceName = required(undefined, 'must specify a resource name');
const metricSources: Readonly<Record<string, FieldCheck>> = {
  containerResource: struct({
    name: resourceName,
    container: required(undefined, 'must specify a container'),
    target: resourceTarget,
  }),
  external: struct({ metric: identifier, target: valueTarget }),
  object: struct({
    describedObject: struct({ kind: needed, name: needed }),
    metric: identifier,
    target: valueTarget,
  }),
  pods: struct({
    metric: identifier,
    target: all(target, struct({ averageValue: required(undefined, 'must specify a positive target averageValue') })),
  }),
  resource: struct({ name: resourceName, target: resourceTarget }),
};
const metric: FieldCheck = (value, path) => {
  const own = recordOf(value);
  const { type = '' } = own;
  const name = sourceOf(type);
  const isKnown = metricTypes.includes(String(type));
  const present = Object.keys(metricSources).filter((each) => given(own[each]));
  return [
    ...(type === '' ? [missing(`${path}.type`, 'must specify a metric source type')] : []),
    ...(isKnown ? [] : [notSupported(`${path}.type`, type, metricTypes)]),
    ...(isKnown && !given(own[name])
      ? [missing(`${path}.${name}`, 'must populate information for the given metric source')]
      : []),
    ...(isKnown && present.length > 1
      ? present
          .filter((each) => each !== name)
          .map((each) => forbids(`${path}.${each}`, 'must populate the given metric source only'))
      : []),
    ...struct(metricSources)(own, path, own),
  ];
};
const most = (limit: number): FieldCheck =>
  all(
    atLeast(0),
    refused((value) => typeof value === 'number' && value > limit, `must be less than or equal to ${limit}`),
  );
const aboveZero: FieldCheck = refused((value) => typeof value !== 'number' || value <= 0, 'must be greater than zero');
const scalingRules = struct({
  stabilizationWindowSeconds: most(3600),
  tolerance: amount,
  selectPolicy: optional(among('Disabled', 'Max', 'Min')),
  policies: required(
    eachOf(struct({ type: among('Percent', 'Pods'), value: aboveZero, periodSeconds: all(aboveZero, most(1800)) })),
    'must specify at least one Policy',
  ),
});
const autoscalerSpec: FieldCheck = (value, path) => {
  const spec = recordOf(value);
  const { minReplicas = 1, maxReplicas = 0, scaleTargetRef, metrics, behavior } = spec;
  const reference = recordOf(scaleTargetRef);
  const kinds = (Array.isArray(metrics) ? metrics : []).map((each) => recordOf(each)['type']);
  const toZero = minReplicas === 0 && !kinds.includes('Object') && !kinds.includes('External');
  return [
    ...nonnegative(minReplicas, `${path}.minReplicas`, spec),
    ...(Number(maxReplicas) < 1 ? [missing(`${path}.maxReplicas`)] : []),
    ...(Number(maxReplicas) < Number(minReplicas)
      ? [wrongValue(`${path}.maxReplicas`, maxReplicas, 'must be greater than or equal to `minReplicas`')]
      : []),
    ...struct({ kind: needed, name: needed })(reference, `${path}.scaleTargetRef`, spec),
    ...(isEmpty(reference['apiVersion'])
      ? [wrongValue(`${path}.scaleTargetRef.apiVersion`, '', 'apiVersion must specify API group')]
      : []),
    ...eachOf(metric)(metrics, `${path}.metrics`, spec),
    ...(toZero
      ? [
          forbids(
            `${path}.metrics`,
            'must specify at least one Object or External metric to support scaling to zero replicas',
          ),
        ]
      : []),
    ...struct({ scaleUp: scalingRules, scaleDown: scalingRules })(behavior, `${path}.behavior`, spec),
  ];
};

/** ValidatePodDisruptionBudgetSpec */
const budgetSpec: FieldCheck = (value, path) => {
  const spec = recordOf(value);
  const { minAvailable, maxUnavailable, selector, unhealthyPodEvictionPolicy: policy } = spec;
  const shown = {
    MinAvailable: minAvailable ?? null,
    Selector: selector ?? null,
    MaxUnavailable: maxUnavailable ?? null,
    UnhealthyPodEvictionPolicy: policy ?? null,
  };
  return [
    ...(given(minAvailable) && given(maxUnavailable)
      ? [wrongValue(path, shown, 'minAvailable and maxUnavailable cannot be both set')]
      : []),
    ...share(minAvailable, `${path}.minAvailable`, spec),
    ...share(maxUnavailable, `${path}.maxUnavailable`, spec),
    ...labelSelector(selector, `${path}.selector`, spec),
    ...optional(among('AlwaysAllow', 'IfHealthyBudget'))(policy, `${path}.unhealthyPodEvictionPolicy`, spec),
  ];
};

/** ValidatePolicyRule */
const policyRule =
  (isNamespaced: boolean): FieldCheck =>
  (value, path) => {
    const { verbs, apiGroups, resources, nonResourceURLs } = recordOf(value);
    const at = `${path}.nonResourceURLs`;
    const verbless = isEmpty(verbs) ? [missing(`${path}.verbs`)] : [];
    if (!isEmpty(nonResourceURLs)) {
      const isBoth = !isEmpty(apiGroups) || !isEmpty(resources);
      return [
        ...verbless,
        ...(isNamespaced
          ? [wrongValue(at, nonResourceURLs, 'namespaced rules cannot apply to non-resource URLs')]
          : []),
        ...(isBoth
          ? [wrongValue(at, nonResourceURLs, 'rules cannot apply to both regular resources and non-resource URLs')]
          : []),
      ];
    }
    return [
      ...verbless,
      ...(isEmpty(apiGroups)
        ? [missing(`${path}.apiGroups`, 'resource rules must supply at least one api group')]
        : []),
      ...(isEmpty(resources) ? [missing(`${path}.resources`, 'resource rules must supply at least one resource')] : []),
    ];
  };

/** ValidateRoleBindingSubject */
const rbac = 'rbac.authorization.k8s.io';
const subject =
  (isNamespaced: boolean): FieldCheck =>
  (value, path) => {
    const { kind = '', name, apiGroup = '', namespace } = recordOf(value);
    const isAccount = kind === 'ServiceAccount';
    const isPerson = kind === 'User' || kind === 'Group';
    const wanted = isAccount ? '' : rbac;
    return [
      ...(isAccount || isPerson ? [] : [notSupported(`${path}.kind`, kind, ['ServiceAccount', 'User', 'Group'])]),
      ...(isEmpty(name) ? [missing(`${path}.name`)] : isAccount ? subdomain(name, `${path}.name`, {}) : []),
      ...((isAccount || isPerson) && apiGroup !== wanted ? [notSupported(`${path}.apiGroup`, apiGroup, [wanted])] : []),
      ...(isAccount && !isNamespaced && isEmpty(namespace) ? [missing(`${path}.namespace`)] : []),
    ];
  };
const roleRef = (...kinds: readonly string[]): FieldCheck =>
  struct({ apiGroup: among(rbac), kind: among(...kinds), name: needed });
const binding = (isNamespaced: boolean, ...kinds: readonly string[]): FieldCheck =>
  struct({
    roleRef: (value, path, owner) => roleRef(...kinds)(value ?? { apiGroup: rbac }, path, owner),
    subjects: eachOf(subject(isNamespaced)),
  });

/** validateWebhookClientConfig and its neighbours */
const clientConfig: FieldCheck = (value, path) => {
  const { url, service } = recordOf(value);
  if (given(url) === given(service)) return [missing(path, 'exactly one of url or service is required')];
  const scheme = /^([a-z]+):/i.exec(String(url))?.[1] ?? '';
  return [
    ...(given(url) && scheme !== 'https'
      ? [
          wrongValue(
            `${path}.url`,
            scheme,
            "'https' is the only allowed URL scheme; desired format: https://host[/path]",
          ),
        ]
      : []),
    ...(String(url).includes('?') && scheme === 'https'
      ? [wrongValue(`${path}.url`, String(url).split('?')[1], 'query parameters are not permitted in the URL')]
      : []),
    ...struct({
      name: needed,
      namespace: needed,
      port: refused(
        (port) => typeof port === 'number' && (port < 1 || port > 65_535),
        'port is not valid: must be between 1 and 65535, inclusive',
      ),
      path: (text, at) =>
        typeof text !== 'string' || text.startsWith('/')
          ? []
          : [wrongValue(at, text, "must start with a '/'"), wrongValue(at, text, 'segment[0] may not be empty')],
    })(service, `${path}.service`, {}),
  ];
};
const webhooks = eachOf(
  struct({
    name: required((value, path) => {
      const isShort = String(value).split('.').length < 3;
      return isShort
        ? [wrongValue(path, value, 'should be a domain with at least three segments separated by dots')]
        : subdomain(value, path, {});
    }),
    admissionReviewVersions: (value, path) => {
      if (isEmpty(value)) return [missing(path, 'must specify one of v1, v1beta1')];
      const known = Array.isArray(value) && (value.includes('v1') || value.includes('v1beta1'));
      return known ? [] : [wrongValue(path, value, 'must include at least one of v1, v1beta1')];
    },
    rules: eachOf(admissionRule),
    matchConditions,
    failurePolicy: optional(among('Fail', 'Ignore')),
    matchPolicy: optional(among('Equivalent', 'Exact')),
    sideEffects: required(among('None', 'NoneOnDryRun'), 'must specify one of None, NoneOnDryRun'),
    timeoutSeconds: refused(
      (value) => typeof value === 'number' && (value < 1 || value > 30),
      'the timeout value must be between 1 and 30 seconds',
    ),
    namespaceSelector: labelSelector,
    objectSelector: labelSelector,
    clientConfig,
    reinvocationPolicy: optional(among('IfNeeded', 'Never')),
  }),
);

/** ValidateResourceQuotaSpec: the names of built-in resources that a quota can have. */
const quotaNames = [
  'cpu',
  'memory',
  'ephemeral-storage',
  'storage',
  'requests.cpu',
  'requests.memory',
  'requests.storage',
  'requests.ephemeral-storage',
  'limits.cpu',
  'limits.memory',
  'limits.ephemeral-storage',
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'persistentvolumeclaims',
  'configmaps',
  'services.nodeports',
  'services.loadbalancers',
];
const computed = ['cpu', 'memory'].flatMap((name) => [name, `requests.${name}`, `limits.${name}`]);
const isCounted = (name: string): boolean =>
  name.startsWith('count/') || (quotaNames.includes(name) && !/storage/.test(name) && !computed.includes(name));
const quota: FieldCheck = (value, path) =>
  Object.entries(recordOf(value)).flatMap(([name, amount]) => {
    const at = `${path}[${name}]`;
    const isKnown =
      quotaNames.includes(name) ||
      name.includes('/') ||
      /^(requests\.|limits\.)?hugepages-/.test(name) ||
      name.startsWith('count/');
    const problems = problemsOfQualifiedName(name).map((why) => wrongValue(at, name, why));
    return [
      ...problems,
      ...(isKnown || problems.length > 0
        ? []
        : [wrongValue(at, name, 'must be a standard resource type or fully qualified')]),
      ...(isKnown ? [] : [wrongValue(at, name, 'must be a standard resource for quota')]),
      ...((amountOf(amount) ?? 0) < 0 ? [wrongValue(at, amount, 'must be greater than or equal to 0')] : []),
      ...(isCounted(name) && !Number.isInteger(amountOf(amount) ?? 0)
        ? [wrongValue(at, `${Math.ceil((amountOf(amount) ?? 0) * 1000)}m`, 'must be an integer')]
        : []),
    ];
  });

/** The standard names that a quota of each scope may have. */
const namesOfScopes: ReadonlyMap<unknown, readonly string[]> = new Map<unknown, readonly string[]>([
  ...['Terminating', 'NotTerminating', 'NotBestEffort', 'PriorityClass', 'CrossNamespacePodAffinity'].map(
    (scope) => [scope, ['pods', ...computed]] as const,
  ),
  ['BestEffort', ['pods']],
  ['VolumeAttributesClass', ['persistentvolumeclaims', 'requests.storage']],
]);
const scopes: FieldCheck = (value, path, { hard }) => {
  const own: readonly unknown[] = Array.isArray(value) ? value : [];
  const limited = Object.keys(recordOf(hard)).filter((name) => quotaNames.includes(name));
  const isConflict = ['BestEffort', 'Terminating'].some((each) => own.includes(each) && own.includes(`Not${each}`));
  return [
    ...own.flatMap((scope) => {
      const names = namesOfScopes.get(scope);
      if (names === undefined) return [wrongValue(path, value, 'unsupported scope')];
      const others = limited.filter((name) => !names.includes(name));
      return others.map(() => wrongValue(path, value, 'unsupported scope applied to resource'));
    }),
    ...(isConflict ? [wrongValue(path, value, 'conflicting scopes')] : []),
  ];
};

const scopeSelector: FieldCheck = (value, path) => {
  const { matchExpressions } = recordOf(value);
  return eachOf((each) => {
    const at = `${path}.matchExpressions`;
    const { scopeName, operator, values } = recordOf(each);
    const isCompared = operator === 'In' || operator === 'NotIn';
    return [
      ...(namesOfScopes.has(scopeName) ? [] : [wrongValue(`${at}.scopeName`, scopeName, 'unsupported scope')]),
      ...(isCompared && isEmpty(values)
        ? [missing(`${at}.values`, "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector")]
        : []),
    ];
  })(matchExpressions, path, {});
};

/** ValidateLimitRange: what must not be above what, the field that is named for it, and the value that is shown. */
const bounds = [
  ['min', 'max', 'min', 'min', 'min value', 'max value'],
  ['min', 'defaultRequest', 'defaultRequest', 'defaultRequest', 'min value', 'default request value'],
  ['defaultRequest', 'max', 'defaultRequest', 'defaultRequest', 'default request value', 'max value'],
  ['defaultRequest', 'default', 'defaultRequest', 'defaultRequest', 'default request value', 'default limit value'],
  ['min', 'default', 'default', 'min', 'min value', 'default value'],
  ['default', 'max', 'default', 'max', 'default value', 'max value'],
] as const;
const limitOf: FieldCheck = (value, path) => {
  const item = recordOf(value);
  const { type = '' } = item;
  const fields = ['min', 'max', 'default', 'defaultRequest'];
  const names = [...new Set(fields.flatMap((field) => Object.keys(recordOf(item[field]))))];
  const isForbidden = (field: string): boolean => type === 'Pod' && field.startsWith('default') && given(item[field]);
  return [
    ...qualifiedName(type, `${path}.type`, item),
    ...fields
      .filter(isForbidden)
      .map((field) => forbids(`${path}.${field}`, "may not be specified when `type` is 'Pod'")),
    ...(type === 'Container' || type === 'Pod'
      ? fields.flatMap((field) =>
          Object.keys(recordOf(item[field])).flatMap((name) =>
            containerResourceName(name, `${path}.${field}[${name}]`),
          ),
        )
      : []),
    ...(type === 'PersistentVolumeClaim' && !names.includes('storage')
      ? [missing(`${path}.limits`, 'either minimum or maximum storage value is required, but neither was provided')]
      : []),
    ...Object.entries(recordOf(item['maxLimitRequestRatio'])).flatMap(([name, ratio]) =>
      (amountOf(ratio) ?? 1) < 1
        ? [wrongValue(`${path}.maxLimitRequestRatio[${name}]`, ratio, `ratio ${String(ratio)} is less than 1`)]
        : [],
    ),
    ...names.flatMap((name) =>
      bounds.flatMap(([low, high, field, shown, lowWords, highWords]) => {
        const [small, great] = [low, high].map((each) => recordOf(item[each])[name]);
        if (!given(small) || !given(great) || (amountOf(small) ?? 0) <= (amountOf(great) ?? 0)) return [];
        const words = `${lowWords} ${String(small)} is greater than ${highWords} ${String(great)}`;
        return [wrongValue(`${path}.${field}[${name}]`, recordOf(item[shown])[name], words)];
      }),
    ),
  ];
};

const ofFamily =
  ({ addressType: family }: JsonRecord): FieldCheck =>
  (value, path) => {
    const isOther = isAddress(String(value)) && family === (isV4(String(value)) ? 'IPv6' : 'IPv4');
    if (isOther) return [wrongValue(path.replace(/\[\d+\]$/, ''), value, `must be an ${String(family)} address`)];
    return [...address(value, path, {}), ...endpointAddress(value, path, {})];
  };
const endpoint = (owner: JsonRecord): FieldCheck =>
  struct({
    addresses: required((value, path) =>
      owner['addressType'] === 'FQDN'
        ? eachOf(subdomain)(value, path, owner)
        : eachOf(ofFamily(owner))(value, path, owner),
    ),
    nodeName: optional(subdomain),
    hostname: optional(label),
  });
const slicePorts = (value: unknown, path: string, owner: JsonRecord): Cause[] => {
  const seen = new Set<unknown>();
  return eachOf((each, at) => {
    const { name = '', protocol } = recordOf(each);
    const isRepeated = seen.has(name);
    seen.add(name);
    return [
      ...(name === '' ? [] : label(name, `${at}.name`, {})),
      ...(isRepeated ? [duplicate(`${at}.name`, name)] : []),
      ...among('SCTP', 'TCP', 'UDP')(protocol, `${at}.protocol`, {}),
    ];
  })(value, path, owner);
};

const domainPath: FieldCheck = (value, path) =>
  /^[^/]+\/.+$/.test(String(value))
    ? []
    : [wrongValue(path, value, 'must be a domain-prefixed path (such as "acme.io/foo")')];

/** What API servers refuse in objects of common kinds, with their defaults: each entry has its source, kinds and checks. */
export const rulesOfKubernetes: readonly RulesOf[] = [
  { source: 'pkg/apis/core/validation/validation.go ValidatePodCreate', kinds: ['Pod'], check: pod },
  {
    source: 'pkg/apis/core/validation/validation.go ValidatePodTemplate',
    kinds: ['PodTemplate'],
    check: struct({ template: podTemplate }),
  },
  {
    source: 'pkg/apis/apps/validation/validation.go ValidateDeploymentSpec',
    kinds: ['Deployment'],
    check: struct({
      spec: all(
        replicas,
        workload({ named: 'deployment', kind: 'ReplicaSet', unreadable: 'invalid label selector' }),
        struct({ strategy: deploymentStrategy }),
        seconds,
        struct({
          progressDeadlineSeconds: all(
            nonnegative,
            refused(
              (value, { minReadySeconds = 0 }) => typeof value === 'number' && value <= Number(minReadySeconds),
              'must be greater than minReadySeconds',
            ),
          ),
        }),
      ),
    }),
  },
  {
    source: 'pkg/apis/apps/validation/validation.go ValidateReplicaSetSpec',
    kinds: ['ReplicaSet'],
    check: struct({
      spec: all(
        replicas,
        struct({ minReadySeconds: nonnegative }),
        workload({ named: 'deployment', kind: 'ReplicaSet', unreadable: 'invalid label selector' }),
      ),
    }),
  },
  {
    source: 'pkg/apis/apps/validation/validation.go ValidateStatefulSetSpec',
    kinds: ['StatefulSet'],
    check: struct({
      spec: all(
        struct({
          podManagementPolicy: refused(
            (value) => value !== 'OrderedReady' && value !== 'Parallel',
            "must be 'OrderedReady' or 'Parallel'",
          ),
          updateStrategy: setStrategy,
          persistentVolumeClaimRetentionPolicy: struct({ whenDeleted: retention, whenScaled: retention }),
          replicas: nonnegative,
          minReadySeconds: nonnegative,
          serviceName: optional(label),
          ordinals: struct({ start: nonnegative }),
          volumeClaimTemplates: eachOf(struct({ spec: claimSpec })),
        }),
        (value, path, owner) =>
          workload({ named: 'statefulset', kind: 'StatefulSet', unreadable: '' })(withClaims(value), path, owner),
      ),
    }),
  },
  {
    source: 'pkg/apis/apps/validation/validation.go ValidateDaemonSetSpec',
    kinds: ['DaemonSet'],
    check: struct({
      spec: all(
        workload({ named: 'daemonset', kind: 'DaemonSet' }),
        struct({ minReadySeconds: nonnegative, updateStrategy: daemonStrategy, revisionHistoryLimit: nonnegative }),
      ),
    }),
  },
  {
    source: 'pkg/apis/core/validation/validation.go ValidateReplicationControllerSpec',
    kinds: ['ReplicationController'],
    check: struct({
      spec: all(struct({ minReadySeconds: nonnegative, replicas: nonnegative }), (value, path) => {
        const spec = recordOf(value);
        const { selector, template } = spec;
        const own = recordOf(selector);
        const isNone = Object.keys(own).length === 0;
        return [
          ...(isNone ? [missing(`${path}.selector`)] : []),
          ...(!given(template)
            ? [missing(`${path}.template`)]
            : [
                ...(isNone || selects({ matchLabels: own }, templateLabels(spec)) ? [] : [mismatched(spec, path)]),
                ...podTemplate(template, `${path}.template`, spec),
                ...alwaysRestarted('ReplicationController')(template, `${path}.template`, spec),
              ]),
        ];
      }),
    }),
  },
  {
    source: 'pkg/apis/apps/validation/validation.go validateControllerRevision',
    kinds: ['ControllerRevision'],
    check: struct({ data: required(undefined, 'data is mandatory'), revision: nonnegative }),
  },
  {
    source: 'pkg/apis/batch/validation/validation.go ValidateJobCreate',
    kinds: ['Job'],
    check: all(struct({ spec: all(jobSpec, ownSelector) }), madeSelector),
  },
  {
    source: 'pkg/apis/batch/validation/validation.go ValidateCronJobCreate',
    kinds: ['CronJob'],
    check: struct({
      spec: struct({
        schedule: required(schedule),
        startingDeadlineSeconds: nonnegative,
        timeZone,
        concurrencyPolicy: required(among('Allow', 'Forbid', 'Replace')),
        jobTemplate: struct({
          spec: all(
            jobSpec,
            struct({
              manualSelector: (value, path) => (value === true ? [notSupported(path, true, ['nil', 'false'])] : []),
            }),
          ),
        }),
        successfulJobsHistoryLimit: nonnegative,
        failedJobsHistoryLimit: nonnegative,
      }),
      metadata: struct({
        name: refused((value) => typeof value === 'string' && value.length > 52, 'must be no more than 52 characters'),
      }),
    }),
  },
  {
    source: 'pkg/apis/core/validation/validation.go validateService',
    kinds: ['Service'],
    check: struct({ spec: serviceSpec }),
  },
  { source: 'pkg/apis/core/validation/validation.go ValidateConfigMap', kinds: ['ConfigMap'], check: configMap },
  { source: 'pkg/apis/core/validation/validation.go ValidateSecret', kinds: ['Secret'], check: secret },
  {
    source: 'pkg/apis/core/validation/validation.go ValidatePersistentVolumeClaim',
    kinds: ['PersistentVolumeClaim'],
    check: struct({ spec: claimSpec }),
  },
  {
    source: 'pkg/apis/core/validation/validation.go ValidatePersistentVolume',
    kinds: ['PersistentVolume'],
    check: struct({ spec: volumeSpec }),
  },
  {
    source: 'pkg/apis/core/validation/validation.go ValidateResourceQuota',
    kinds: ['ResourceQuota'],
    check: struct({ spec: struct({ hard: quota, scopes, scopeSelector }) }),
  },
  {
    source: 'pkg/apis/core/validation/validation.go ValidateLimitRange',
    kinds: ['LimitRange'],
    check: struct({ spec: struct({ limits: uniqueList('type', limitOf) }) }),
  },
  {
    source: 'pkg/apis/networking/validation/validation.go ValidateIngressCreate',
    kinds: ['Ingress'],
    check: struct({ spec: ingressSpec }),
  },
  {
    source: 'pkg/apis/networking/validation/validation.go ValidateIngressClass',
    kinds: ['IngressClass'],
    check: struct({
      spec: struct({
        controller: required(domainPath),
        parameters: optional(struct({ kind: needed, name: needed, scope: optional(among('Cluster', 'Namespace')) })),
      }),
    }),
  },
  {
    source: 'pkg/apis/networking/validation/validation.go ValidateNetworkPolicySpec',
    kinds: ['NetworkPolicy'],
    check: struct({
      spec: struct({
        podSelector: labelSelector,
        ingress: eachOf(struct({ ports: eachOf(policyPort), from: eachOf(peer) })),
        egress: eachOf(struct({ ports: eachOf(policyPort), to: eachOf(peer) })),
        policyTypes: (value, path, owner) =>
          Array.isArray(value) && value.length > 2
            ? [wrongValue(path, value, 'may not specify more than two policyTypes')]
            : eachOf(among('Ingress', 'Egress'))(value, path, owner),
      }),
    }),
  },
  {
    source: 'pkg/apis/autoscaling/validation/validation.go ValidateHorizontalPodAutoscaler',
    kinds: ['HorizontalPodAutoscaler'],
    check: struct({ spec: autoscalerSpec }),
  },
  {
    source: 'pkg/apis/policy/validation/validation.go ValidatePodDisruptionBudgetSpec',
    kinds: ['PodDisruptionBudget'],
    check: struct({ spec: budgetSpec }),
  },
  {
    source: 'pkg/apis/rbac/validation/validation.go ValidateRole',
    kinds: ['Role'],
    check: struct({ rules: eachOf(policyRule(true)) }),
  },
  {
    source: 'pkg/apis/rbac/validation/validation.go ValidateClusterRole',
    kinds: ['ClusterRole'],
    check: struct({ rules: eachOf(policyRule(false)) }),
  },
  {
    source: 'pkg/apis/rbac/validation/validation.go ValidateRoleBinding',
    kinds: ['RoleBinding'],
    check: binding(true, 'Role', 'ClusterRole'),
  },
  {
    source: 'pkg/apis/rbac/validation/validation.go ValidateClusterRoleBinding',
    kinds: ['ClusterRoleBinding'],
    check: binding(false, 'ClusterRole'),
  },
  {
    source: 'pkg/apis/storage/validation/validation.go ValidateStorageClass',
    kinds: ['StorageClass'],
    check: struct({
      provisioner: required((value, path) => qualifiedName(String(value).toLowerCase(), path, {})),
      parameters: (value, path) => {
        const size = Object.entries(recordOf(value)).reduce(
          (sum, [key, text]) => sum + key.length + String(text).length,
          0,
        );
        if (size > 262_144)
          return [{ field: path, reason: 'FieldValueTooLong', message: 'Too long: may not be more than 262144 bytes' }];
        return '' in recordOf(value) ? [wrongValue(path, '', 'field can not be empty.')] : [];
      },
      allowedTopologies: eachOf(
        struct({ matchLabelExpressions: eachOf(struct({ key: qualifiedName, values: needed })) }),
      ),
      reclaimPolicy: optional(among('Delete', 'Retain')),
      volumeBindingMode: optional(among('Immediate', 'WaitForFirstConsumer')),
    }),
  },
  {
    source: 'pkg/apis/scheduling/validation/validation.go ValidatePriorityClass',
    kinds: ['PriorityClass'],
    check: (object) => {
      const { metadata, value, preemptionPolicy } = recordOf(object);
      const name = String(recordOf(metadata)['name']);
      const isOfSystem = name.startsWith('system-');
      const words = `priority class names with 'system-' prefix are reserved for system use only. error: ${name} is not a known system priority class`;
      const isKnown = ['system-node-critical', 'system-cluster-critical'].includes(name);
      return [
        ...(isOfSystem && !isKnown ? [forbids('metadata.name', words)] : []),
        ...(!isOfSystem && typeof value === 'number' && value > 1e9
          ? [forbids('value', 'maximum allowed value of a user defined priority is 1000000000')]
          : []),
        ...optional(among('PreemptLowerPriority', 'Never'))(preemptionPolicy, 'preemptionPolicy', {}),
      ];
    },
  },
  {
    source: 'pkg/apis/coordination/validation/validation.go ValidateLeaseSpec',
    kinds: ['Lease'],
    check: struct({
      spec: struct({ leaseDurationSeconds: atLeast(1, 'must be greater than 0'), leaseTransitions: nonnegative }),
    }),
  },
  {
    source: 'pkg/apis/discovery/validation/validation.go ValidateEndpointSlice',
    kinds: ['EndpointSlice'],
    check: struct({
      addressType: required(among('FQDN', 'IPv4', 'IPv6')),
      endpoints: (value, path, owner) => eachOf(endpoint(owner))(value, path, owner),
      ports: slicePorts,
    }),
  },
  {
    source:
      'pkg/apis/admissionregistration/validation/validation.go validateValidatingWebhookConfiguration, validateMutatingWebhookConfiguration',
    kinds: ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'],
    check: struct({ webhooks }),
  },
  ...furtherRules,
];

/** Returns the spec of a stateful set with the volumes that its claims bring. */
function withClaims(value: unknown): unknown {
  const spec = recordOf(value);
  const { volumeClaimTemplates, template } = spec;
  if (!Array.isArray(volumeClaimTemplates) || !isJsonRecord(template)) return value;
  const claims = volumeClaimTemplates.map((each) => ({ name: recordOf(recordOf(each)['metadata'])['name'] }));
  const own = recordOf(template['spec']);
  const given: readonly unknown[] = Array.isArray(own['volumes']) ? own['volumes'] : [];
  const others = given.filter((each) => !claims.some(({ name }) => name === recordOf(each)['name']));
  return { ...spec, template: { ...template, spec: { ...own, volumes: [...claims, ...others] } } };
}
