import type { LifecycleRow } from './lifecycle-rows.js';

/** A request whose answer is as that of a real server, and the manager that sends it. */
export interface WriteRow extends Omit<LifecycleRow, 'method'> {
  readonly method: LifecycleRow['method'] | 'GET';
  readonly agent?: string;
}

const strategic = 'application/strategic-merge-patch+json';
const merge = 'application/merge-patch+json';
const json = 'application/json-patch+json';
const apply = 'application/apply-patch+yaml';
const types = { strategic, merge, json, apply };

const inDefault = (group: string, resource: string): string => `/${group}/namespaces/default/${resource}`;
const [maps, pods] = [inDefault('api/v1', 'configmaps'), inDefault('api/v1', 'pods')];
const deployments = inDefault('apis/apps/v1', 'deployments');
const leases = inDefault('apis/coordination.k8s.io/v1', 'leases');
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
/** Definition and resource, of a group of its own for each server that runs. */
const widgets = inDefault('apis/writes.kit.example/v1', 'widgets');

const row = (what: string, method: WriteRow['method'], path: string, body?: object, further = {}): WriteRow => {
  return { what, method, path, ...(body && { body }), ...further };
};
const get = (path: string): WriteRow => row(`what is then at ${path}`, 'GET', path);
const patch = (type: keyof typeof types, what: string, path: string, body: object, agent = 'kit'): WriteRow => {
  return row(what, 'PATCH', path, body, { contentType: types[type], agent });
};

const deployment = {
  metadata: { name: 'writes' },
  spec: {
    replicas: 1,
    selector: { matchLabels: { a: 'b' } },
    template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'main', image: 'main' }] } },
  },
};
const at = `${deployments}/writes`;

/** The kind that a patch names, which counts in some of them. */
const kinds: readonly WriteRow[] = [
  row('a new deployment', 'POST', deployments, deployment),
  ...[
    { kind: 'Scale', apiVersion: 'autoscaling/v1' },
    { kind: 'Pod', apiVersion: 'v1' },
    { kind: null, apiVersion: null },
    { kind: '', apiVersion: '' },
    { kind: 'Deployment', apiVersion: 'apps/v1beta1' },
  ].map((kind, index) =>
    patch('strategic', `a strategic merge patch of kind ${JSON.stringify(kind)}`, at, {
      ...kind,
      spec: { replicas: 2 + index },
    }),
  ),
  patch('strategic', 'one of another name', at, { kind: 'Scale', metadata: { name: 'other' } }),
  patch('strategic', 'one of a scale', `${at}/scale`, {
    kind: 'Deployment',
    apiVersion: 'apps/v1',
    spec: { replicas: 7 },
  }),
  patch('strategic', 'one of a status', `${at}/status`, { kind: 'X', apiVersion: 'y/v1', status: { replicas: 2 } }),
  get(at),
];

const scales: readonly WriteRow[] = [
  row('a scale, by its own manager', 'PUT', `${at}/scale`, { metadata: { name: 'writes' }, spec: { replicas: 8 } }),
  get(at),
  patch('strategic', 'a scale, by another manager', `${at}/scale`, { spec: { replicas: 9 } }, 'second'),
  get(at),
  patch('merge', 'a scale, by a third manager', `${at}/scale`, { spec: { replicas: 10 } }, 'third'),
  patch(
    'json',
    'a scale, by a fourth',
    `${at}/scale`,
    [{ op: 'replace', path: '/spec/replicas', value: 11 }],
    'fourth',
  ),
  get(at),
  patch('merge', 'the deployment, by the second', at, { spec: { replicas: 12 } }, 'second'),
  patch(
    'merge',
    'all of a struct, by another',
    at,
    { spec: { strategy: { type: 'Recreate', rollingUpdate: null } } },
    'b',
  ),
  patch(
    'merge',
    'the other way',
    at,
    { spec: { strategy: null, template: { metadata: { labels: { a: 'b', c: 'd' } } } } },
    'c',
  ),
  patch(
    'merge',
    'the whole template, by another',
    at,
    { spec: { template: { spec: { containers: [{ name: 'x', image: 'y' }] } } } },
    'd',
  ),
  get(at),
];

/** Which entries of the managed fields have a time: none for what comes in by a scale, or claims what is so already. */
const claimed = { apiVersion: 'apps/v1', kind: 'Deployment', ...deployment, metadata: { name: 'applied' } };
const claims = (what: string, manager: string, replicas: number, force = ''): WriteRow[] => [
  patch('apply', what, `${deployments}/applied?fieldManager=${manager}${force}`, {
    ...claimed,
    spec: { ...claimed.spec, replicas },
  }),
  get(`${deployments}/applied`),
];
const scaledApplies: readonly WriteRow[] = [
  ...claims('an apply before a scale', 'one', 1),
  patch('merge', 'a scale of what was applied', `${deployments}/applied/scale`, { spec: { replicas: 3 } }, 'scaler'),
  get(`${deployments}/applied`),
  ...claims('an apply of the same replicas, behind a scale', 'one', 3),
  ...claims('an apply by another, of what is so already', 'two', 3),
  ...claims('an apply of other replicas, behind a scale', 'one', 4, '&force=true'),
  patch('merge', 'a scale by the same, again', `${deployments}/applied/scale`, { spec: { replicas: 5 } }, 'scaler'),
  patch('merge', 'and once more', `${deployments}/applied/scale`, { spec: { replicas: 6 } }, 'scaler'),
  get(`${deployments}/applied`),
];

const versions: readonly WriteRow[] = [
  ...['0', '00', 'garbage', '-1', ' ', '1', '99999999999999999999'].map((resourceVersion, index) =>
    row(`a create with version "${resourceVersion}"`, 'POST', maps, {
      metadata: { name: `writes-${index}`, resourceVersion },
    }),
  ),
  ...['0', 'garbage', '1'].map((resourceVersion, index) =>
    row(`a create by replace with version "${resourceVersion}"`, 'PUT', `${leases}/writes-${index}`, {
      metadata: { name: `writes-${index}`, resourceVersion },
    }),
  ),
  row('a replace of what must name its version, with "0"', 'PUT', `${leases}/writes-0`, {
    metadata: { name: 'writes-0', resourceVersion: '0' },
  }),
  row('a replace of nothing', 'PUT', `${maps}/missing`, { metadata: { name: 'missing', resourceVersion: 'garbage' } }),
  row('a config map', 'POST', maps, { metadata: { name: 'writes' }, data: { a: 'b' } }),
  ...['0', '00', 'garbage', '-1', '99999999999999999999', '1'].flatMap((resourceVersion, index) => [
    row(`a replace with version "${resourceVersion}"`, 'PUT', `${maps}/writes`, {
      metadata: { name: 'writes', resourceVersion },
      data: { a: `put ${index}` },
    }),
    patch('merge', `a patch with version "${resourceVersion}"`, `${maps}/writes`, {
      metadata: { resourceVersion },
      data: { a: `patch ${index}` },
    }),
    patch('apply', `an apply with version "${resourceVersion}"`, `${maps}/writes?fieldManager=m&force=true`, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'writes', resourceVersion },
      data: { a: `apply ${index}` },
    }),
    patch(
      'apply',
      `an apply of a new one with version "${resourceVersion}"`,
      `${maps}/applied-${index}?fieldManager=m`,
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: `applied-${index}`, resourceVersion },
      },
    ),
  ]),
  get(`${maps}/writes`),
];

const applied = (name: string, metadata: object, further: object = {}): object => {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...metadata }, ...further };
};
const applies = (what: string, name: string, metadata: object, further = {}, query = ''): WriteRow =>
  patch('apply', what, `${maps}/${name}?fieldManager=m${query}`, applied(name, metadata, further));

const nulls: readonly WriteRow[] = [
  applies('an apply of a label null', 'nulls', { labels: { a: null, b: 'x' } }),
  applies('the same again', 'nulls', { labels: { a: null, b: 'x' } }),
  applies('an apply of labels null', 'nulls', { labels: null }),
  applies('an apply of an annotation null', 'nulls', { annotations: { x: null } }),
  row('a create with labels null', 'POST', maps, {
    metadata: { name: 'owned', labels: { a: '1', b: null } },
    data: { k: 'v' },
  }),
  applies('an apply of a label null that is taken', 'owned', { labels: { a: null } }),
  applies('the same with force', 'owned', { labels: { a: null } }, {}, '&force=true'),
  applies('an apply without it', 'owned', { labels: { b: '2' } }, {}, '&force=true'),
  patch('json', 'a label null by a JSON patch', `${maps}/owned`, [
    { op: 'add', path: '/metadata/labels/q', value: null },
  ]),
  patch('merge', 'labels null by a merge patch', `${maps}/owned`, { metadata: { labels: null } }),
];

const sets: readonly WriteRow[] = [
  row('an object of one manager', 'POST', maps, {
    metadata: { name: 'sets', labels: { a: '1' }, annotations: { z: '1' } },
    data: { k: 'v', l: 'w' },
  }),
  patch(
    'merge',
    'a part taken by another',
    `${maps}/sets`,
    { metadata: { labels: { a: '2' } }, data: { k: 'x' } },
    'b',
  ),
  patch('merge', 'the rest as well', `${maps}/sets`, { data: { l: 'x' } }, 'b'),
  patch('merge', 'a part removed by a third', `${maps}/sets`, { metadata: { labels: { a: null } } }, 'c'),
  patch('merge', 'all removed', `${maps}/sets`, { metadata: { labels: null, annotations: null }, data: null }, 'c'),
  patch('merge', 'empty maps', `${maps}/sets`, { metadata: { labels: {} }, data: {} }, 'c'),
  row('a replace with others', 'PUT', `${maps}/sets`, { metadata: { name: 'sets', labels: { q: 'r' } }, data: {} }),
  row('a replace with nothing', 'PUT', `${maps}/sets`, { metadata: { name: 'sets' } }, { agent: 'e' }),
  applies('an apply of an empty map', 'sets', {}, { data: {} }),
  applies('an apply of nothing', 'sets', {}),
];

const pod = (name: string, metadata = {}, spec = {}): object => ({
  metadata: { name, ...metadata },
  spec: { nodeName: 'none', containers: [{ name: 'main', image: 'main' }], ...spec },
});
const deletes = (what: string, name: string, seconds?: number): WriteRow =>
  row(what, 'DELETE', `${pods}/${name}`, seconds === undefined ? undefined : { gracePeriodSeconds: seconds });

const graceful: readonly WriteRow[] = [
  row('a pod on a node', 'POST', pods, pod('bound')),
  deletes('its deletion', 'bound'),
  deletes('its deletion, again', 'bound'),
  deletes('its deletion, later', 'bound', 60),
  deletes('its deletion, earlier', 'bound', 20),
  row('a create of its name', 'POST', pods, pod('bound')),
  patch('merge', 'a patch of it', `${pods}/bound`, { metadata: { labels: { a: 'b' }, deletionTimestamp: null } }),
  row('its deletion at once, tried', 'DELETE', `${pods}/bound`, { gracePeriodSeconds: 0, dryRun: ['All'] }),
  get(`${pods}/bound`),
  deletes('its deletion at once', 'bound', 0),
  get(`${pods}/bound`),
  row('a pod on no node', 'POST', pods, pod('unbound', {}, { nodeName: undefined })),
  deletes('its deletion', 'unbound', 5),
  get(`${pods}/unbound`),
  row(
    'a pod with a finalizer',
    'POST',
    pods,
    pod('held', { finalizers: ['kit.example/held'] }, { terminationGracePeriodSeconds: 70 }),
  ),
  deletes('its deletion', 'held'),
  deletes('its deletion at once', 'held', 0),
  get(`${pods}/held`),
  patch('merge', 'the end of its finalizer', `${pods}/held`, { metadata: { finalizers: null } }),
  get(`${pods}/held`),
  row('a pod with a finalizer that goes first', 'POST', pods, pod('freed', { finalizers: ['kit.example/held'] })),
  deletes('its deletion', 'freed'),
  patch('merge', 'the end of its finalizer', `${pods}/freed`, { metadata: { finalizers: null } }),
  get(`${pods}/freed`),
  deletes('its deletion at once', 'freed', 0),
  get(`${pods}/freed`),
  row('a pod that has failed', 'POST', pods, pod('failed')),
  patch('merge', 'its status', `${pods}/failed/status`, { status: { phase: 'Failed' } }),
  deletes('its deletion', 'failed'),
  get(`${pods}/failed`),
  row('a pod without a grace period', 'POST', pods, pod('abrupt', {}, { terminationGracePeriodSeconds: 0 })),
  deletes('its deletion', 'abrupt'),
  get(`${pods}/abrupt`),
  row('a pod to be evicted', 'POST', pods, pod('evicted')),
  row('its eviction', 'POST', `${pods}/evicted/eviction`, { metadata: { name: 'evicted' } }),
  get(`${pods}/evicted`),
  row('its eviction at once', 'POST', `${pods}/evicted/eviction`, {
    metadata: { name: 'evicted' },
    deleteOptions: { gracePeriodSeconds: 0 },
  }),
  get(`${pods}/evicted`),
  row('a pod of a collection', 'POST', pods, pod('listed', { labels: { kit: 'writes' } })),
  row('a deletion of the collection', 'DELETE', `${pods}?labelSelector=kit%3Dwrites&gracePeriodSeconds=40`),
  get(`${pods}/listed`),
  row('a period that is no number', 'DELETE', `${pods}/listed?gracePeriodSeconds=abc`),
  row('a period that is a text', 'DELETE', `${pods}/listed`, { gracePeriodSeconds: '5' }),
  row('a period with a fraction', 'DELETE', `${pods}/listed`, { gracePeriodSeconds: 1.5 }),
  row('a period below zero', 'DELETE', `${pods}/listed`, { gracePeriodSeconds: -5 }),
  deletes('its deletion at once', 'listed', 0),
  get(`${pods}/listed`),
];

const text = { type: 'string' };
const definition = {
  metadata: { name: 'widgets.writes.kit.example' },
  spec: {
    group: 'writes.kit.example',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {}, scale: { specReplicasPath: '.spec.count', statusReplicasPath: '.status.count' } },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: { type: 'object', properties: { count: { type: 'integer' } } },
              map: { type: 'object', additionalProperties: text },
              nullable: { type: 'object', additionalProperties: { ...text, nullable: true } },
              defaulted: { type: 'object', additionalProperties: { ...text, default: 'd' } },
            },
          },
        },
      },
    ],
  },
};
const widget = (name: string, metadata = {}, further = {}): object => ({
  apiVersion: 'writes.kit.example/v1',
  kind: 'Widget',
  metadata: { name, ...metadata },
  ...further,
});
/** What follows needs the definition to be established. */
export const definitionRow = row('a definition', 'POST', definitions, definition);
const custom: readonly WriteRow[] = [
  row('a custom object with a label null', 'POST', widgets, widget('a', { labels: { a: null, b: 'x' } })),
  patch(
    'apply',
    'an apply of a label null',
    `${widgets}/b?fieldManager=m`,
    widget('b', { labels: { a: null, b: 'x' } }),
  ),
  row(
    'nulls in maps',
    'POST',
    widgets,
    widget('c', {}, { map: { a: null, b: 'x' }, nullable: { a: null }, defaulted: { a: null } }),
  ),
  ...['0', 'garbage', '1'].map((resourceVersion) =>
    row(
      `a create with version "${resourceVersion}"`,
      'POST',
      widgets,
      widget(`v-${resourceVersion}`, { resourceVersion }),
    ),
  ),
  ...['0', 'garbage', '99999999999999999999'].flatMap((resourceVersion) => [
    row(`a replace with version "${resourceVersion}"`, 'PUT', `${widgets}/a`, widget('a', { resourceVersion })),
    patch('merge', `a patch with version "${resourceVersion}"`, `${widgets}/a`, {
      metadata: { resourceVersion },
      spec: { count: 1 },
    }),
    row(`a scale with version "${resourceVersion}"`, 'PUT', `${widgets}/a/scale`, {
      metadata: { name: 'a', resourceVersion },
      spec: { replicas: 5 },
    }),
  ]),
  patch('merge', 'its scale', `${widgets}/a/scale`, { spec: { replicas: 3 } }, 'second'),
  get(`${widgets}/a`),
  row('its scale, without a version', 'PUT', `${widgets}/a/scale`, { metadata: { name: 'a' }, spec: { replicas: 4 } }),
  get(`${widgets}/a`),
];

const [first, second] = ['v1', 'v2'].map((version) =>
  inDefault(`apis/autoscaling/${version}`, 'horizontalpodautoscalers'),
) as [string, string];
const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'writes' };
const scaler = (name: string, spec: object, metadata: object = {}): object => ({
  metadata: { name, ...metadata },
  spec: { maxReplicas: 3, scaleTargetRef, ...spec },
});
const ofResource = (name: string, target: object): object => ({ type: 'Resource', resource: { name, target } });
const average = { type: 'AverageValue', averageValue: '100Mi' };
const metrics = [
  ofResource('memory', average),
  ofResource('cpu', { type: 'Utilization', averageUtilization: 60 }),
  ofResource('cpu', { type: 'Utilization', averageUtilization: 70 }),
  { type: 'Pods', pods: { metric: { name: 'x' }, target: average } },
  {
    type: 'External',
    external: { metric: { name: 'q', selector: { matchLabels: { a: 'b' } } }, target: { type: 'Value', value: '5' } },
  },
  { type: 'External', external: { metric: { name: 'r' }, target: average } },
  {
    type: 'Object',
    object: { metric: { name: 'o' }, describedObject: scaleTargetRef, target: { type: 'Value', value: '7' } },
  },
  { type: 'Object', object: { metric: { name: 'p' }, describedObject: scaleTargetRef, target: average } },
  {
    type: 'ContainerResource',
    containerResource: { name: 'cpu', container: 'main', target: { type: 'Utilization', averageUtilization: 5 } },
  },
];
const behavior = { scaleDown: { stabilizationWindowSeconds: 60 }, scaleUp: { selectPolicy: 'Max' } };
const measured = {
  currentReplicas: 1,
  desiredReplicas: 2,
  currentMetrics: [
    { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 44, averageValue: '10m' } } },
    { type: 'Pods', pods: { metric: { name: 'x' }, current: { averageValue: '2' } } },
  ],
  conditions: [
    { type: 'AbleToScale', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z', reason: 'r', message: 'm' },
  ],
};
const inBoth = (name: string): WriteRow[] => [get(`${first}/${name}`), get(`${second}/${name}`)];
const autoscalers: readonly WriteRow[] = [
  row('an autoscaler of version 1', 'POST', first, scaler('one', { targetCPUUtilizationPercentage: 50 })),
  ...inBoth('one'),
  row('one without a metric', 'POST', first, scaler('none', {})),
  ...inBoth('none'),
  row('one of version 2 without a metric', 'POST', second, scaler('two', {})),
  ...inBoth('two'),
  row('one with every metric', 'POST', second, scaler('all', { minReplicas: 2, metrics, behavior })),
  ...inBoth('all'),
  patch('merge', 'its status', `${second}/all/status`, { status: measured }),
  ...inBoth('all'),
  patch('merge', 'a change by version 1', `${first}/all`, {
    spec: { targetCPUUtilizationPercentage: 33, maxReplicas: 9 },
  }),
  ...inBoth('all'),
  row(
    'a replace by version 1',
    'PUT',
    `${first}/all`,
    scaler('all', { targetCPUUtilizationPercentage: 11 }, { annotations: { a: 'b' } }),
  ),
  ...inBoth('all'),
  patch('apply', 'an apply by version 1', `${first}/applied?fieldManager=m`, {
    apiVersion: 'autoscaling/v1',
    kind: 'HorizontalPodAutoscaler',
    ...scaler('applied', { targetCPUUtilizationPercentage: 20 }),
  }),
  patch('apply', 'an apply by version 2', `${second}/applied?fieldManager=n&force=true`, {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'applied' },
    spec: { maxReplicas: 4 },
  }),
  ...inBoth('applied'),
];

const selectors: readonly WriteRow[] = Object.entries({
  '/api/v1/pods': ['spec.host', 'status.podIPs', 'status.podIP', 'spec.unknown'],
  '/api/v1/nodes': ['metadata.namespace', 'spec.unschedulable'],
  '/api/v1/namespaces': ['metadata.namespace', 'status.phase'],
  '/api/v1/events': ['involvedObject.kind', 'regarding.kind', 'source', 'reportingComponent', 'reportingController'],
  '/apis/events.k8s.io/v1/events': [
    'involvedObject.kind',
    'regarding.kind',
    'source',
    'reportingComponent',
    'reportingController',
  ],
  '/apis/certificates.k8s.io/v1/certificatesigningrequests': ['spec.signerName', 'spec.username'],
  '/apis/certificates.k8s.io/v1/clustertrustbundles': ['spec.signerName', 'spec.nodeName'],
  '/apis/certificates.k8s.io/v1/podcertificaterequests': ['spec.signerName', 'spec.podName', 'spec.nodeName', 'spec.x'],
  '/apis/resource.k8s.io/v1/resourceslices': ['spec.nodeName', 'spec.driver', 'spec.pool.name'],
  '/apis/apps/v1/replicasets': ['status.replicas', 'metadata.namespace'],
  '/apis/rbac.authorization.k8s.io/v1/clusterroles': ['metadata.namespace', 'metadata.name'],
}).flatMap(([path, fields]) => fields.map((field) => get(`${path}?fieldSelector=${field}%3Dx`)));

const slices = inDefault('apis/discovery.k8s.io/v1', 'endpointslices');
const classes = '/apis/scheduling.k8s.io/v1/priorityclasses';
const drivers = '/apis/storage.k8s.io/v1/csidrivers';
const counted = { ...deployment, metadata: { name: 'counted' } };
/** Lists and maps that a strategic merge patch and the owners of fields treat otherwise, or whose names mean two things. */
const owners: readonly WriteRow[] = [
  row(
    'references to secrets',
    'POST',
    pods,
    pod(
      'owned',
      {},
      {
        nodeName: undefined,
        imagePullSecrets: [{ name: 'a' }, { name: 'b' }],
        containers: [
          {
            name: 'main',
            image: 'main',
            envFrom: [{ secretRef: { name: 'a' } }],
            env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 'a', key: 'b' } } }],
            resources: { claims: [{ name: 'c' }] },
          },
        ],
        resourceClaims: [{ name: 'c', resourceClaimName: 'd' }],
        affinity: {
          nodeAffinity: {
            preferredDuringSchedulingIgnoredDuringExecution: [
              { weight: 1, preference: { matchExpressions: [{ key: 'a', operator: 'Exists' }] } },
            ],
          },
        },
      },
    ),
  ),
  row('an account', 'POST', inDefault('api/v1', 'serviceaccounts'), {
    metadata: { name: 'owned' },
    secrets: [{ name: 'a' }],
    imagePullSecrets: [{ name: 'a' }],
  }),
  row('endpoints', 'POST', inDefault('api/v1', 'endpoints'), {
    metadata: { name: 'owned' },
    subsets: [{ addresses: [{ ip: '10.0.0.1' }], ports: [{ port: 80 }] }],
  }),
  row('a quota', 'POST', inDefault('api/v1', 'resourcequotas'), {
    metadata: { name: 'owned' },
    spec: { scopeSelector: { matchExpressions: [{ scopeName: 'BestEffort', operator: 'Exists' }] } },
  }),
  row('an ingress', 'POST', inDefault('apis/networking.k8s.io/v1', 'ingresses'), {
    metadata: { name: 'owned' },
    spec: { defaultBackend: { service: { name: 'a', port: { number: 80 } } } },
  }),
  row('rights', 'POST', '/apis/rbac.authorization.k8s.io/v1/clusterroles', {
    metadata: { name: 'kit-owned' },
    rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
    aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] },
  }),
];

const slice = { metadata: { name: 'counted' }, addressType: 'IPv4', endpoints: [{ addresses: ['10.0.0.1'] }] };
const annotated = { metadata: { annotations: { a: 'b' } } };
const labelled = { metadata: { labels: { a: 'b' } } };

/** What the generation counts. */
const generations: readonly WriteRow[] = [
  row('a deployment', 'POST', deployments, counted),
  patch('merge', 'its annotations', `${deployments}/counted`, annotated),
  patch('merge', 'the same annotations', `${deployments}/counted`, annotated),
  patch('merge', 'its labels', `${deployments}/counted`, labelled),
  patch('merge', 'annotations with its status', `${deployments}/counted/status`, {
    metadata: { annotations: { c: 'd' } },
    status: { replicas: 1 },
  }),
  patch('merge', 'no annotations', `${deployments}/counted`, { metadata: { annotations: null } }),
  row('a slice', 'POST', slices, slice),
  patch('merge', 'annotations of a slice', `${slices}/counted`, annotated),
  patch('merge', 'labels of a slice', `${slices}/counted`, labelled),
  row('a class', 'POST', classes, { metadata: { name: 'counted' }, value: 1 }),
  patch('merge', 'its description', `${classes}/counted`, { description: 'x' }),
  row('a driver', 'POST', drivers, { metadata: { name: 'counted' }, spec: {} }),
  patch('merge', 'its spec', `${drivers}/counted`, { spec: { podInfoOnMount: true } }),
  patch('merge', 'labels of a driver', `${drivers}/counted`, labelled),
  row('a namespace', 'POST', '/api/v1/namespaces?dryRun=All', { metadata: { name: 'counted' } }),
  row('a namespace with labels', 'POST', '/api/v1/namespaces?dryRun=All', {
    metadata: { name: 'counted', ...labelled.metadata },
    spec: { finalizers: ['kit.example/held'] },
  }),
];

/** Writes by which the fake server differed from a real one, in their order. */
export const writeRows: readonly WriteRow[] = [
  ...kinds,
  ...scales,
  ...scaledApplies,
  ...versions,
  ...nulls,
  ...sets,
  ...graceful,
  ...generations,
  ...owners,
  definitionRow,
  ...custom,
  ...autoscalers,
  ...selectors,
];
