/** Returns a typical pod of a cluster, slightly more than 4 kB as JSON, including managedFields. */
export function podOf(place: number): object {
  const name = `frontend-7c9d8b6f5d-${place.toString(36).padStart(5, '0')}`;
  const labels = { app: 'frontend', 'pod-template-hash': '7c9d8b6f5d', tier: 'web', release: `r${place % 7}` };
  return {
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: {
      name,
      generateName: 'frontend-7c9d8b6f5d-',
      namespace: `team-${place % 20}`,
      uid: `3f2a9d5e-6a07-4c0e-9d0b-${place.toString(16).padStart(12, '0')}`,
      resourceVersion: String(100_000 + place),
      creationTimestamp: '2026-04-01T08:30:00Z',
      labels,
      annotations: { 'prometheus.io/scrape': 'true', 'prometheus.io/port': '9102', 'team.example.com/owner': 'web' },
      ownerReferences: [
        {
          apiVersion: 'apps/v1',
          kind: 'ReplicaSet',
          name: 'frontend-7c9d8b6f5d',
          uid: 'd9607e19-f88f-11e6-a518-42010a800195',
          controller: true,
          blockOwnerDeletion: true,
        },
      ],
      managedFields: [managed('kube-controller-manager', labels), managed('kubelet', labels, 'status')],
    },
    spec: podSpec(),
    status: {
      phase: 'Running',
      conditions: ['Initialized', 'Ready', 'ContainersReady', 'PodScheduled'].map((type) => ({
        type,
        status: 'True',
        lastProbeTime: null,
        lastTransitionTime: '2026-04-01T08:30:05Z',
      })),
      hostIP: '10.12.0.17',
      podIP: `10.48.${place % 200}.${place % 250}`,
      startTime: '2026-04-01T08:30:00Z',
      containerStatuses: [
        {
          name: 'main',
          state: { running: { startedAt: '2026-04-01T08:30:04Z' } },
          ready: true,
          restartCount: place % 3,
          image: 'registry.example.com/web/frontend:1.42.0',
          imageID:
            'registry.example.com/web/frontend@sha256:5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef',
          containerID: `containerd://${place.toString(16).padStart(64, 'a')}`,
        },
      ],
      qosClass: 'Burstable',
    },
  };
}

/** Returns the part of a pod spec that a client writes; a server fills in the rest. */
export function podSpec(): object {
  return {
    volumes: [
      { name: 'config', configMap: { name: 'frontend-config', defaultMode: 420 } },
      { name: 'cache', emptyDir: {} },
    ],
    containers: [
      {
        name: 'main',
        image: 'registry.example.com/web/frontend:1.42.0',
        args: ['--listen=:8080', '--metrics=:9102', '--log-level=info'],
        ports: [
          { name: 'http', containerPort: 8080, protocol: 'TCP' },
          { name: 'metrics', containerPort: 9102, protocol: 'TCP' },
        ],
        env: [
          { name: 'POD_NAME', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.name' } } },
          { name: 'BACKEND_URL', value: 'http://backend.default.svc.cluster.local:8080' },
          { name: 'GOMAXPROCS', value: '2' },
          ...['ACCOUNTS', 'CATALOG', 'ORDERS', 'PAYMENTS', 'SEARCH'].map((name) => ({
            name: `${name}_URL`,
            value: `http://${name.toLowerCase()}.default.svc.cluster.local:8080`,
          })),
        ],
        resources: { limits: { memory: '256Mi' }, requests: { cpu: '100m', memory: '128Mi' } },
        volumeMounts: [
          { name: 'config', mountPath: '/etc/frontend' },
          { name: 'cache', mountPath: '/var/cache/frontend' },
        ],
        readinessProbe: { httpGet: { path: '/ready', port: 'http', scheme: 'HTTP' }, periodSeconds: 10 },
        livenessProbe: { httpGet: { path: '/live', port: 'http', scheme: 'HTTP' }, periodSeconds: 10 },
        imagePullPolicy: 'IfNotPresent',
      },
    ],
    restartPolicy: 'Always',
    terminationGracePeriodSeconds: 30,
    serviceAccountName: 'frontend',
    nodeName: 'node-17',
    securityContext: { runAsNonRoot: true },
    tolerations: [
      { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 },
    ],
  };
}

function managed(manager: string, labels: object, subresource?: string): object {
  const each = (names: readonly string[]): object => Object.fromEntries(names.map((name) => [`f:${name}`, {}]));
  return {
    manager,
    operation: 'Update',
    apiVersion: 'v1',
    time: '2026-04-01T08:30:05Z',
    fieldsType: 'FieldsV1',
    fieldsV1: { 'f:metadata': { 'f:labels': { '.': {}, ...each(Object.keys(labels)) } }, ...each(['spec', 'status']) },
    ...(subresource !== undefined && { subresource }),
  };
}

/** Returns such a pod as a client posts it. A real server adds defaults and managedFields, up to 6 to 8 kB. */
export function podToCreate(place: number): object {
  const { metadata, spec } = podOf(place) as {
    metadata: Record<string, unknown>;
    spec: { readonly containers: readonly object[] };
  };
  const { name, labels, annotations, ownerReferences } = metadata;
  const [main] = spec.containers;
  const containers = [main, { ...main, name: 'proxy', ports: [] }];
  return {
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: { name, labels, annotations, ownerReferences },
    spec: { ...spec, containers },
  };
}
