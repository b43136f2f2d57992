import type { KubeObject } from '../../core/model/kube-object.js';
import { isJsonRecord } from '../../core/shared/json-record.js';
import { selectorText } from '../../core/selector/label-selector.js';
import { valueAtPath } from '../store/json-path.js';
import {
  age,
  containerColumns,
  integer,
  labelsAt,
  listAt,
  numberAt,
  ofCreation,
  selectorColumn,
  stringAt,
  textColumn,
  wide,
  type Column,
} from './cells.js';
import { ageOf, printDuration } from './human-duration.js';

type Columns = (name: Column) => readonly Column[];

/**
 * Columns of the resources besides workloads and those that they use, by `resource` or `resource.group`; each function
 * takes the Name column.
 * @see https://github.com/kubernetes/kubernetes/blob/v1.37.2/pkg/printers/internalversion/printers.go
 */
export const furtherColumns: readonly (readonly [string, Columns])[] = [
  ['componentstatuses', (name) => [name, ...componentColumns()]],
  ['endpoints', (name) => [name, textColumn('Endpoints', endpointsOf), age]],
  [
    'persistentvolumeclaims',
    (name) => [
      name,
      textColumn('Status', phaseOf),
      text('Volume', '.spec.volumeName'),
      textColumn('Capacity', (claim) => (isBound(claim) ? stringAt(claim, '.status.capacity.storage') : '')),
      textColumn('Access Modes', (claim) => (isBound(claim) ? accessModesAt(claim, '.status.accessModes') : '')),
      textColumn('StorageClass', storageClassOf),
      text('VolumeAttributesClass', '.spec.volumeAttributesClassName', '<unset>'),
      age,
      wide(text('VolumeMode', '.spec.volumeMode', '<unset>')),
    ],
  ],
  [
    'persistentvolumes',
    (name) => [
      name,
      text('Capacity', '.spec.capacity.storage', '0'),
      textColumn('Access Modes', (volume) => accessModesAt(volume, '.spec.accessModes')),
      text('Reclaim Policy', '.spec.persistentVolumeReclaimPolicy'),
      textColumn('Status', phaseOf),
      textColumn('Claim', (volume) => {
        const claim = valueAtPath(volume, '.spec.claimRef');
        return claim === undefined ? '' : `${stringAt(claim, '.namespace')}/${stringAt(claim, '.name')}`;
      }),
      textColumn('StorageClass', storageClassOf),
      text('VolumeAttributesClass', '.spec.volumeAttributesClassName', '<unset>'),
      text('Reason', '.status.reason'),
      age,
      wide(text('VolumeMode', '.spec.volumeMode', '<unset>')),
    ],
  ],
  [
    'podtemplates',
    (name) => [
      name,
      ...containerColumns('.template').map((column) => ({ ...column, priority: 0 })),
      textColumn('Pod Labels', (object) => labelsAt(object, '.template.metadata.labels')),
    ],
  ],
  [
    'resourcequotas',
    (name) => [
      name,
      textColumn('Request', (quota) => quotaOf(quota, (resource) => !resource.startsWith('limits.'))),
      textColumn('Limit', (quota) => quotaOf(quota, (resource) => resource.startsWith('limits.'))),
      age,
    ],
  ],
  [
    'controllerrevisions.apps',
    (name) => [
      name,
      textColumn('Controller', ({ metadata }) => {
        const owner = (metadata.ownerReferences ?? []).find(({ controller }) => controller === true);
        if (owner === undefined) return '<none>';
        const [group = ''] = owner.apiVersion.includes('/') ? owner.apiVersion.split('/') : [''];
        return `${[owner.kind, ...(group === '' ? [] : [group])].join('.').toLowerCase()}/${owner.name}`;
      }),
      // A number, although the column has the type string.
      textColumn('Revision', (object) => numberAt(object, '.revision')),
      age,
    ],
  ],
  [
    'horizontalpodautoscalers.autoscaling',
    (name) => [
      name,
      textColumn('Reference', (scaler) => kindAndName(scaler, '.spec.scaleTargetRef')),
      textColumn('Targets', targetsOf),
      textColumn('MinPods', (scaler) => printed(scaler, '.spec.minReplicas', '<unset>')),
      textColumn('MaxPods', (scaler) => numberAt(scaler, '.spec.maxReplicas')),
      textColumn('Replicas', (scaler) => numberAt(scaler, '.status.currentReplicas')),
      age,
    ],
  ],
  [
    'cronjobs.batch',
    (name) => [
      name,
      text('Schedule', '.spec.schedule'),
      text('Timezone', '.spec.timeZone', '<none>'),
      textColumn(
        'Suspend',
        (job) => {
          const suspend = valueAtPath(job, '.spec.suspend');
          return suspend === true ? 'True' : suspend === false ? 'False' : '<unset>';
        },
        'boolean',
      ),
      textColumn('Active', (job) => listAt(job, '.status.active').length, 'integer'),
      textColumn('Last Schedule', (job, now) => {
        const last = stringAt(job, '.status.lastScheduleTime');
        return last === '' ? '<none>' : ageOf(last, now);
      }),
      age,
      ...containerColumns('.spec.jobTemplate.spec.template'),
      selectorColumn('.spec.jobTemplate.spec.selector'),
    ],
  ],
  [
    'jobs.batch',
    (name) => [
      name,
      textColumn('Status', jobStatusOf),
      textColumn('Completions', (job) => {
        const done = numberAt(job, '.status.succeeded');
        const [wanted, parallelism] = [numberAt(job, '.spec.completions', -1), numberAt(job, '.spec.parallelism')];
        if (wanted >= 0) return `${done}/${wanted}`;
        return parallelism > 1 ? `${done}/1 of ${parallelism}` : `${done}/1`;
      }),
      textColumn('Duration', (job, now) => {
        const [start, end] = [stringAt(job, '.status.startTime'), stringAt(job, '.status.completionTime')];
        if (start === '') return '';
        return printDuration((end === '' ? now.getTime() : Date.parse(end)) - Date.parse(start));
      }),
      age,
      ...containerColumns(),
      selectorColumn(),
    ],
  ],
  [
    'certificatesigningrequests.certificates.k8s.io',
    (name) => [
      name,
      age,
      text('SignerName', '.spec.signerName', '<none>'),
      text('Requestor', '.spec.username'),
      textColumn('RequestedDuration', (request) => {
        const seconds = numberAt(request, '.spec.expirationSeconds', -1);
        return seconds < 0 ? '<none>' : printDuration(seconds * 1000);
      }),
      textColumn('Condition', (request) => {
        const is = (type: string): boolean => conditionOf(request, type) !== undefined;
        const decision = is('Denied') ? 'Denied' : is('Approved') ? 'Approved' : 'Pending';
        const failed = is('Failed') ? ',Failed' : '';
        return `${decision}${failed}${stringAt(request, '.status.certificate') === '' ? '' : ',Issued'}`;
      }),
    ],
  ],
  ['clustertrustbundles.certificates.k8s.io', (name) => [name, text('SignerName', '.spec.signerName', '<none>')]],
  [
    'podcertificaterequests.certificates.k8s.io',
    (name) => [
      name,
      text('PodName', '.spec.podName'),
      text('ServiceAccountName', '.spec.serviceAccountName'),
      text('NodeName', '.spec.nodeName'),
      text('SignerName', '.spec.signerName'),
      textColumn('State', (request) => {
        const ends = ['Issued', 'Denied', 'Failed'];
        const types = listAt(request, '.status.conditions').map((each) => stringAt(each, '.type'));
        return types.filter((type) => ends.includes(type)).at(-1) ?? 'Pending';
      }),
      textColumn('UnverifiedUserAnnotations', (request) => labelsAt(request, '.spec.unverifiedUserAnnotations')),
    ],
  ],
  [
    'ingressclasses.networking.k8s.io',
    (name) => [
      named(name, 'ingressclass.kubernetes.io/is-default-class'),
      text('Controller', '.spec.controller'),
      textColumn('Parameters', (object) => {
        const parameters = valueAtPath(object, '.spec.parameters');
        if (parameters === undefined) return '<none>';
        const group = stringAt(parameters, '.apiGroup');
        return `${stringAt(parameters, '.kind')}${group === '' ? '' : `.${group}`}/${stringAt(parameters, '.name')}`;
      }),
      age,
    ],
  ],
  [
    'ingresses.networking.k8s.io',
    (name) => [
      name,
      text('Class', '.spec.ingressClassName', '<none>'),
      textColumn('Hosts', (ingress) => {
        const rules = listAt(ingress, '.spec.rules');
        const hosts = rules.slice(0, 3).map((rule) => stringAt(rule, '.host'));
        const shown = hosts.filter((host) => host !== '').join(',') || '*';
        // Rules without a host do not count for the limit.
        return hosts.includes('') || rules.length <= 3 ? shown : `${shown} + ${rules.length - 3} more...`;
      }),
      textColumn('Address', (ingress) => {
        const points = listAt(ingress, '.status.loadBalancer.ingress');
        const addresses = points.map((point) => stringAt(point, '.ip') || stringAt(point, '.hostname'));
        return [...new Set(addresses)].sort().join(',');
      }),
      textColumn('Ports', (ingress) => (listAt(ingress, '.spec.tls').length > 0 ? '80, 443' : '80')),
      age,
    ],
  ],
  [
    'ipaddresses.networking.k8s.io',
    (name) => [
      name,
      textColumn('ParentRef', (address) => {
        const parent = valueAtPath(address, '.spec.parentRef');
        if (parent === undefined) return '<none>';
        const namespace = stringAt(parent, '.namespace');
        const resource = groupResourceOf(parent).toLowerCase();
        return [resource, ...(namespace === '' ? [] : [namespace]), stringAt(parent, '.name')].join('/');
      }),
    ],
  ],
  [
    'networkpolicies.networking.k8s.io',
    (name) => [
      name,
      textColumn('Pod-Selector', (policy) => selectorText(valueAtPath(policy, '.spec.podSelector')) || '<none>'),
      age,
    ],
  ],
  [
    'servicecidrs.networking.k8s.io',
    (name) => [name, textColumn('CIDRs', (range) => listAt(range, '.spec.cidrs').join(',')), age],
  ],
  [
    'poddisruptionbudgets.policy',
    (name) => [
      name,
      textColumn('Min Available', (budget) => printed(budget, '.spec.minAvailable', 'N/A')),
      textColumn('Max Unavailable', (budget) => printed(budget, '.spec.maxUnavailable', 'N/A')),
      integer('Allowed Disruptions', '.status.disruptionsAllowed'),
      age,
    ],
  ],
  ['rolebindings.rbac.authorization.k8s.io', bindingColumns],
  ['clusterrolebindings.rbac.authorization.k8s.io', bindingColumns],
  [
    'csidrivers.storage.k8s.io',
    (name) => [
      name,
      flag('AttachRequired', '.spec.attachRequired', true),
      flag('PodInfoOnMount', '.spec.podInfoOnMount'),
      flag('StorageCapacity', '.spec.storageCapacity'),
      textColumn('TokenRequests', (driver) => {
        const requests = valueAtPath(driver, '.spec.tokenRequests');
        if (!Array.isArray(requests)) return '<unset>';
        return requests.map((request) => stringAt(request, '.audience')).join(',');
      }),
      flag('RequiresRepublish', '.spec.requiresRepublish'),
      textColumn('Modes', (driver) => listAt(driver, '.spec.volumeLifecycleModes').join(',') || '<none>'),
      age,
    ],
  ],
  ['csinodes.storage.k8s.io', (name) => [name, count('Drivers', '.spec.drivers'), age]],
  [
    'storageclasses.storage.k8s.io',
    (name) => [
      name,
      text('Provisioner', '.provisioner'),
      text('ReclaimPolicy', '.reclaimPolicy', 'Delete'),
      text('VolumeBindingMode', '.volumeBindingMode', 'Immediate'),
      { ...flag('AllowVolumeExpansion', '.allowVolumeExpansion'), type: 'string' },
      age,
    ],
  ],
  [
    'volumeattachments.storage.k8s.io',
    (name) => [
      name,
      { ...text('Attacher', '.spec.attacher'), format: 'name' },
      text('PV', '.spec.source.persistentVolumeName'),
      text('Node', '.spec.nodeName'),
      flag('Attached', '.status.attached'),
      age,
    ],
  ],
  ['volumeattributesclasses.storage.k8s.io', (name) => [name, text('DriverName', '.driverName'), age]],
  ['mutatingadmissionpolicies.admissionregistration.k8s.io', policyColumns('Mutations', '.spec.mutations')],
  ['validatingadmissionpolicies.admissionregistration.k8s.io', policyColumns('Validations', '.spec.validations')],
  ['mutatingadmissionpolicybindings.admissionregistration.k8s.io', policyBindingColumns],
  ['validatingadmissionpolicybindings.admissionregistration.k8s.io', policyBindingColumns],
  ['mutatingwebhookconfigurations.admissionregistration.k8s.io', (name) => [name, count('Webhooks', '.webhooks'), age]],
  [
    'validatingwebhookconfigurations.admissionregistration.k8s.io',
    (name) => [name, count('Webhooks', '.webhooks'), age],
  ],
  [
    'customresourcedefinitions.apiextensions.k8s.io',
    (name) => [
      name,
      text('Scope', '.spec.scope'),
      textColumn('Versions', (definition) => {
        const served = listAt(definition, '.spec.versions').filter((each) => valueAtPath(each, '.served') === true);
        const names = served.map((each) => {
          return `${stringAt(each, '.name')}${valueAtPath(each, '.storage') === true ? '(storage)' : ''}`;
        });
        return names.sort().join(',');
      }),
      {
        ...textColumn('Created At', ({ metadata }) => metadata.creationTimestamp ?? null, 'date'),
        description: ofCreation,
      },
      wide(text('Group', '.spec.group')),
      wide(text('Kind', '.spec.names.kind')),
      wide(textColumn('ShortNames', (definition) => listAt(definition, '.spec.names.shortNames').join(','))),
      wide(textColumn('Established', (definition) => isTrue(definition, 'Established'), 'boolean')),
    ],
  ],
  [
    'apiservices.apiregistration.k8s.io',
    (name) => [
      name,
      textColumn('Service', (api) => {
        const service = valueAtPath(api, '.spec.service');
        return service === undefined ? 'Local' : `${stringAt(service, '.namespace')}/${stringAt(service, '.name')}`;
      }),
      textColumn('Available', (api) => {
        const condition = conditionOf(api, 'Available');
        const [status, reason] = [stringAt(condition, '.status'), stringAt(condition, '.reason')];
        return status === 'True' || reason === '' ? status || 'Unknown' : `${status} (${reason})`;
      }),
      age,
    ],
  ],
  [
    'priorityclasses.scheduling.k8s.io',
    (name) => [
      name,
      integer('Value', '.value'),
      flag('Global-Default', '.globalDefault'),
      age,
      text('PreemptionPolicy', '.preemptionPolicy'),
    ],
  ],
  ['leases.coordination.k8s.io', (name) => [name, text('Holder', '.spec.holderIdentity'), age]],
  ['runtimeclasses.node.k8s.io', (name) => [name, text('Handler', '.handler'), age]],
  [
    'endpointslices.discovery.k8s.io',
    (name) => [
      name,
      text('AddressType', '.addressType'),
      textColumn('Ports', (slice) => {
        const ports = listAt(slice, '.ports');
        return atMost(ports.map((port) => printed(port, '.port', printed(port, '.name', '*'))));
      }),
      textColumn('Endpoints', (slice) =>
        atMost(listAt(slice, '.endpoints').flatMap((each) => listAt(each, '.addresses').map(String))),
      ),
      age,
    ],
  ],
  ['deviceclasses.resource.k8s.io', (name) => [name, age]],
  ['resourceclaimtemplates.resource.k8s.io', (name) => [name, age]],
  [
    'devicetaintrules.resource.k8s.io',
    (name) => [
      name,
      text('Key', '.spec.taint.key'),
      text('Value', '.spec.taint.value'),
      text('Effect', '.spec.taint.effect'),
      textColumn('TimeAdded', (rule, now) => {
        const added = stringAt(rule, '.spec.taint.timeAdded');
        return added === '' ? '' : ageOf(added, now);
      }),
      age,
    ],
  ],
  [
    'resourceclaims.resource.k8s.io',
    (name) => [
      name,
      textColumn('State', (claim) => {
        const deleted = claim.metadata.deletionTimestamp ? ['deleted'] : [];
        if (valueAtPath(claim, '.status.allocation') === undefined) return deleted[0] ?? 'pending';
        const reserved = listAt(claim, '.status.reservedFor').length === 0 ? [] : ['reserved'];
        return [...deleted, 'allocated', ...reserved].join(',');
      }),
      age,
    ],
  ],
  [
    'resourceslices.resource.k8s.io',
    (name) => [
      name,
      text('Node', '.spec.nodeName'),
      text('Driver', '.spec.driver'),
      text('Pool', '.spec.pool.name'),
      age,
    ],
  ],
  [
    'flowschemas.flowcontrol.apiserver.k8s.io',
    (name) => [
      name,
      text('PriorityLevel', '.spec.priorityLevelConfiguration.name'),
      textColumn('MatchingPrecedence', (schema) => numberAt(schema, '.spec.matchingPrecedence')),
      text('DistinguisherMethod', '.spec.distinguisherMethod.type', '<none>'),
      age,
      textColumn('MissingPL', (schema) => stringAt(conditionOf(schema, 'Dangling'), '.status') || '?'),
    ],
  ],
  [
    'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io',
    (name) => [
      name,
      text('Type', '.spec.type'),
      ...[
        ['NominalConcurrencyShares', '.spec.limited.nominalConcurrencyShares'] as const,
        ['Queues', '.spec.limited.limitResponse.queuing.queues'] as const,
        ['HandSize', '.spec.limited.limitResponse.queuing.handSize'] as const,
        ['QueueLengthLimit', '.spec.limited.limitResponse.queuing.queueLengthLimit'] as const,
      ].map(([title, path]) => textColumn(title, (level) => valueAtPath(level, path) ?? '<none>')),
      age,
    ],
  ],
  [
    'storageversionmigrations.storagemigration.k8s.io',
    (name) => [
      { ...name, format: '' },
      textColumn('Resource', (migration) => groupResourceOf(valueAtPath(migration, '.spec.resource'))),
      textColumn('Status', (migration) => {
        const states = ['Running', 'Failed', 'Succeeded'].filter((type) => isTrue(migration, type));
        const order = listAt(migration, '.status.conditions').map((each) => stringAt(each, '.type'));
        return order.filter((type) => states.includes(type)).at(-1) ?? 'Unknown';
      }),
    ],
  ],
];

function text(name: string, path: string, none = ''): Column {
  return textColumn(name, (object) => stringAt(object, path) || none);
}

function flag(name: string, path: string, fallback = false): Column {
  return textColumn(name, (object) => valueAtPath(object, path) ?? fallback, 'boolean');
}

/** The number of items of a list. */
function count(name: string, path: string): Column {
  return textColumn(name, (object) => listAt(object, path).length, 'integer');
}

/** The Name column, which says by an annotation that the class is the default one. */
function named(name: Column, annotation: string): Column {
  return {
    ...name,
    cell: ({ metadata }) =>
      `${metadata.name ?? ''}${metadata.annotations?.[annotation] === 'true' ? ' (default)' : ''}`,
  };
}

function componentColumns(): readonly Column[] {
  const healthy = (component: unknown): unknown =>
    listAt(component, '.conditions').find((each) => stringAt(each, '.type') === 'Healthy');
  return [
    textColumn('Status', (component) => {
      const status = stringAt(healthy(component), '.status');
      return status === '' ? 'Unknown' : status === 'True' ? 'Healthy' : 'Unhealthy';
    }),
    textColumn('Message', (component) => stringAt(healthy(component), '.message')),
    textColumn('Error', (component) => stringAt(healthy(component), '.error')),
  ];
}

function bindingColumns(name: Column): readonly Column[] {
  const subjects = (kind: string): Column['cell'] => {
    return (binding) =>
      listAt(binding, '.subjects')
        .filter((subject) => stringAt(subject, '.kind') === kind)
        .map((subject) => {
          const own = stringAt(subject, '.name');
          return kind === 'ServiceAccount' ? `${stringAt(subject, '.namespace')}/${own}` : own;
        })
        .join(', ');
  };
  return [
    name,
    textColumn('Role', (binding) => kindAndName(binding, '.roleRef')),
    age,
    wide(textColumn('Users', subjects('User'))),
    wide(textColumn('Groups', subjects('Group'))),
    wide(textColumn('ServiceAccounts', subjects('ServiceAccount'))),
  ];
}

function policyColumns(counted: string, path: string): Columns {
  return (name) => [
    name,
    count(counted, path),
    textColumn('ParamKind', (policy) => {
      const kind = valueAtPath(policy, '.spec.paramKind');
      return kind === undefined ? '<unset>' : `${stringAt(kind, '.apiVersion')}/${stringAt(kind, '.kind')}`;
    }),
    age,
  ];
}

function policyBindingColumns(name: Column): readonly Column[] {
  return [
    name,
    text('PolicyName', '.spec.policyName'),
    textColumn('ParamRef', (binding) => {
      const param = valueAtPath(binding, '.spec.paramRef');
      const own = stringAt(param, '.name');
      // Whether the parameter has a namespace is not known here.
      if (own !== '') return `${stringAt(param, '.namespace') || '*'}/${own}`;
      return selectorText(valueAtPath(param, '.selector')) || '<unset>';
    }),
    age,
  ];
}

function isBound(claim: unknown): boolean {
  return stringAt(claim, '.spec.volumeName') !== '';
}

function phaseOf(object: KubeObject): string {
  return object.metadata.deletionTimestamp ? 'Terminating' : stringAt(object, '.status.phase');
}

function storageClassOf(object: KubeObject): string {
  const { annotations } = object.metadata;
  return annotations?.['volume.beta.kubernetes.io/storage-class'] ?? stringAt(object, '.spec.storageClassName');
}

const accessModes = { ReadWriteOnce: 'RWO', ReadOnlyMany: 'ROX', ReadWriteMany: 'RWX', ReadWriteOncePod: 'RWOP' };

function accessModesAt(object: unknown, path: string): string {
  const modes = listAt(object, path);
  return Object.entries(accessModes)
    .flatMap(([mode, short]) => (modes.includes(mode) ? [short] : []))
    .join(',');
}

function endpointsOf(endpoints: unknown): string {
  const subsets = listAt(endpoints, '.subsets');
  if (subsets.length === 0) return '<none>';
  const all = subsets.flatMap((subset) => {
    const addresses = listAt(subset, '.addresses').map((address) => stringAt(address, '.ip'));
    const ports = listAt(subset, '.ports').map((port) => numberAt(port, '.port'));
    if (ports.length === 0) return addresses;
    return ports.flatMap((port) => addresses.map((ip) => `${ip.includes(':') ? `[${ip}]` : ip}:${port}`));
  });
  return all.length === 0 ? '' : atMost(all);
}

/** Returns the first three, and how many more there are. */
function atMost(all: readonly string[], max = 3): string {
  const shown = all.slice(0, max).join(',') || '<unset>';
  return all.length > max ? `${shown} + ${all.length - max} more...` : shown;
}

function quotaOf(quota: unknown, isShown: (resource: string) => boolean): string {
  const hard = valueAtPath(quota, '.status.hard');
  const used = valueAtPath(quota, '.status.used');
  if (!isJsonRecord(hard)) return '';
  return Object.keys(hard)
    .filter(isShown)
    .sort()
    .map((resource) => `${resource}: ${quantityIn(used, resource)}/${quantityIn(hard, resource)}`)
    .join(', ');
}

function quantityIn(record: unknown, name: string): string {
  const value = isJsonRecord(record) ? record[name] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '0';
}

/** Returns the text or the number at a path as text. */
function printed(object: unknown, path: string, none = ''): string {
  const value = valueAtPath(object, path);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : none;
}

function kindAndName(object: unknown, path: string): string {
  const reference = valueAtPath(object, path);
  return `${stringAt(reference, '.kind')}/${stringAt(reference, '.name')}`;
}

function groupResourceOf(value: unknown): string {
  const [group, resource] = [stringAt(value, '.group'), stringAt(value, '.resource')];
  return group === '' ? resource : `${resource}.${group}`;
}

function conditionOf(object: unknown, type: string): unknown {
  return listAt(object, '.status.conditions').find((each) => stringAt(each, '.type') === type);
}

function isTrue(object: unknown, type: string): boolean {
  return stringAt(conditionOf(object, type), '.status') === 'True';
}

function jobStatusOf(job: KubeObject): string {
  if (isTrue(job, 'Complete')) return 'Complete';
  if (isTrue(job, 'Failed')) return 'Failed';
  if (job.metadata.deletionTimestamp) return 'Terminating';
  if (isTrue(job, 'Suspended')) return 'Suspended';
  return ['FailureTarget', 'SuccessCriteriaMet'].find((type) => isTrue(job, type)) ?? 'Running';
}

/** Where the parts of a metric stand, by its type. */
const metricFields: Readonly<Record<string, string>> = {
  External: '.external',
  Pods: '.pods',
  Object: '.object',
  Resource: '.resource',
  ContainerResource: '.containerResource',
};

/** Returns the metrics of an autoscaler with their current values: those of version 1 as of version 2. */
function targetsOf(scaler: unknown): string {
  const percent = numberAt(scaler, '.spec.targetCPUUtilizationPercentage', -1);
  if (percent >= 0) {
    const current = valueAtPath(scaler, '.status.currentCPUUtilizationPercentage');
    return `cpu: ${typeof current === 'number' ? `${current}%` : '<unknown>'}/${percent}%`;
  }
  const specs = listAt(scaler, '.spec.metrics');
  const statuses = listAt(scaler, '.status.currentMetrics');
  if (specs.length === 0) return '<none>';
  const shown = specs.slice(0, 2).map((spec, index) => targetOf(spec, statuses[index]));
  return `${shown.join(', ')}${specs.length > 2 ? ` + ${specs.length - 2} more...` : ''}`;
}

function targetOf(spec: unknown, status: unknown): string {
  const type = stringAt(spec, '.type');
  const field = metricFields[type];
  if (field === undefined) return '<unknown type>';
  const target = valueAtPath(spec, `${field}.target`);
  const current = valueAtPath(status, `${field}.current`);
  const average = printed(target, '.averageValue');
  const currentAverage = printed(current, '.averageValue') || '<unknown>';
  if (type === 'Pods') return `${currentAverage}/${average}`;
  if (type === 'External' || type === 'Object') {
    if (average !== '') return `${currentAverage}/${average} (avg)`;
    return `${printed(current, '.value') || '<unknown>'}/${printed(target, '.value')}`;
  }
  const resource = stringAt(spec, `${field}.name`);
  if (average !== '') return `${resource}: ${currentAverage}/${average}`;
  const [used, wanted] = [printed(current, '.averageUtilization'), printed(target, '.averageUtilization')];
  return `${resource}: ${used === '' ? '<unknown>' : `${used}%`}/${wanted === '' ? '<auto>' : `${wanted}%`}`;
}
