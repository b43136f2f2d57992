import { cluster, namespaced, object, type Minimal } from './minimal-objects.js';

const labels = { app: 'front' };
const selector = { matchLabels: labels };
const container = { name: 'a', image: 'example.org/a:1' };
const templateOf = (spec: object) => ({ metadata: { labels }, spec: { containers: [container], ...spec } });
const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
const nothing = { apiGroups: ['nothing.example'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['nothing'] };
const target = { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' };
const admission = 'admissionregistration.k8s.io/v1';
const device = 'resource.k8s.io/v1';
const flow = 'flowcontrol.apiserver.k8s.io/v1';
const networking = 'networking.k8s.io/v1';
const storage = 'storage.k8s.io/v1';
const registration = 'apiregistration.k8s.io/v1';
const quantities = [
  ...['0', '0.0', '0Gi', '1', '.5', '0.5', '1.50', '1000', '1023', '1024', '1000000', '123456789'],
  ...['1m', '1000m', '1500m', '100u', '5000n', '1k', '1000k', '1500M', '1.5G', '2000T', '1P', '1E'],
  ...['1Ki', '1024Ki', '2048Mi', '1.5Gi', '0.5Gi', '0.5Ki', '3000Mi', '0.1Ki', '1023Ki', '4Ei', '1.0001Ki'],
  ...['1e3', '12e6', '1000e3', '1.5e3', '100e-3', '1e-9'],
  ...['0.0000000001', '1.0000000001', '-1', '-1500m', '-0.5Gi'],
];
const timestamp = '2026-01-01T00:00:00Z';

const below =
  (apiVersion: string, kind: string, resource: string) =>
  (fields: object): Minimal =>
    object(apiVersion, kind, namespaced(apiVersion, resource), fields);
const global =
  (apiVersion: string, kind: string, resource: string) =>
  (fields: object): Minimal =>
    object(apiVersion, kind, cluster(apiVersion, resource), fields);
const withSpec =
  (make: (fields: object) => Minimal) =>
  (...specs: readonly object[]): Minimal[] =>
    specs.map((spec) => make({ spec }));

const pods = withSpec(below('v1', 'Pod', 'pods'));
const pod = (own: object): Minimal[] => pods({ containers: [container], ...own });
const services = withSpec(below('v1', 'Service', 'services'));
const volumes = (...sources: readonly object[]): Minimal[] =>
  withSpec(global('v1', 'PersistentVolume', 'persistentvolumes'))(
    ...sources.map((each) => ({ accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, ...each })),
  );
const claims = withSpec(below('v1', 'PersistentVolumeClaim', 'persistentvolumeclaims'));
const deployments = withSpec(below('apps/v1', 'Deployment', 'deployments'));
const sets = withSpec(below('apps/v1', 'StatefulSet', 'statefulsets'));
const daemons = withSpec(below('apps/v1', 'DaemonSet', 'daemonsets'));
const jobs = withSpec(below('batch/v1', 'Job', 'jobs'));
const cronJobs = withSpec(below('batch/v1', 'CronJob', 'cronjobs'));
const scalers = withSpec(below('autoscaling/v2', 'HorizontalPodAutoscaler', 'horizontalpodautoscalers'));
const ingresses = withSpec(below(networking, 'Ingress', 'ingresses'));
const policies = withSpec(below(networking, 'NetworkPolicy', 'networkpolicies'));
const budgets = withSpec(below('policy/v1', 'PodDisruptionBudget', 'poddisruptionbudgets'));
const slice = below('discovery.k8s.io/v1', 'EndpointSlice', 'endpointslices');
const leases = withSpec(below('coordination.k8s.io/v1', 'Lease', 'leases'));
const secret = below('v1', 'Secret', 'secrets');
const levels = withSpec(global(flow, 'PriorityLevelConfiguration', 'prioritylevelconfigurations'));
const flows = withSpec(global(flow, 'FlowSchema', 'flowschemas'));
const rules = withSpec(global(admission, 'ValidatingAdmissionPolicy', 'validatingadmissionpolicies'));
const bindings = withSpec(global(admission, 'ValidatingAdmissionPolicyBinding', 'validatingadmissionpolicybindings'));
const mutations = withSpec(global(admission, 'MutatingAdmissionPolicy', 'mutatingadmissionpolicies'));
const quotas = withSpec(below('v1', 'ResourceQuota', 'resourcequotas'));
const deviceClaims = withSpec(below(device, 'ResourceClaim', 'resourceclaims'));
const deviceClasses = withSpec(global(device, 'DeviceClass', 'deviceclasses'));
const services1 = withSpec(global(registration, 'APIService', 'apiservices'));

const job = { template: templateOf({ restartPolicy: 'OnFailure' }) };
const webhook = {
  name: 'a.b.c',
  clientConfig: { url: 'https://a.example.org/b', caBundle: 'LS0tLS1CRUdJTg==' },
  admissionReviewVersions: ['v1', 'v1beta1'],
  sideEffects: 'NoneOnDryRun',
};
const mutationRules = { matchConstraints: { resourceRules: [nothing] }, reinvocationPolicy: 'Never' };

/** What users write: each kind with the fields that have something to fill in, or to keep as it is. */
export function commonObjects(): readonly Minimal[] {
  return [
    // Networks, and what serves groups
    { ...global(networking, 'ServiceCIDR', 'servicecidrs')({ spec: { cidrs: ['10.200.0.0/24'] } }) },
    global(networking, 'ServiceCIDR', 'servicecidrs')({ spec: { cidrs: ['10.201.0.0/24', 'fd00:1::/112'] } }),
    {
      ...global(networking, 'IPAddress', 'ipaddresses')({ spec: { parentRef: { resource: 'services', name: 's' } } }),
      name: '10.210.0.7',
    },
    {
      ...global(
        networking,
        'IPAddress',
        'ipaddresses',
      )({ spec: { parentRef: { group: 'example.org', resource: 'gateways', namespace: 'default', name: 'g' } } }),
      name: 'fd00:2::7',
    },
    ...services1(
      { group: 'one.example', version: 'v1', groupPriorityMinimum: 1000, versionPriority: 15 },
      {
        group: 'two.example',
        version: 'v1',
        groupPriorityMinimum: 1000,
        versionPriority: 15,
        insecureSkipTLSVerify: true,
        service: { namespace: 'default', name: 's' },
      },
      {
        group: 'three.example',
        version: 'v1beta1',
        groupPriorityMinimum: 10,
        versionPriority: 1,
        caBundle: 'LS0tLS1CRUdJTg==',
        service: { namespace: 'default', name: 's', port: 8443 },
      },
    ).map((each) => {
      const { group, version } = each['spec'] as Record<string, string>;
      return { ...each, name: `${version}.${group}` };
    }),

    // Pods
    ...pods(
      { containers: [container], resources: { limits: { cpu: '1', memory: '1Gi' } } },
      { containers: [container], resources: { requests: { cpu: '100m' } } },
      {
        containers: [
          { ...container, resources: { requests: { cpu: '100m' } } },
          { ...container, name: 'b' },
        ],
        resources: { limits: { cpu: '1', memory: '1Gi', 'hugepages-2Mi': '2Mi' } },
      },
      {
        containers: [{ ...container, resources: { limits: { cpu: '500m', memory: '64Mi' } } }],
        resources: { limits: { memory: '1Gi' }, requests: { cpu: '0.75' } },
      },
      {
        containers: [{ ...container, resources: { limits: { cpu: '0.5', memory: '1024Mi' } } }],
        initContainers: [{ ...container, name: 'i', resources: { limits: { cpu: '1000m', memory: '0.5Gi' } } }],
      },
    ),
    ...pod({
      automountServiceAccountToken: false,
      activeDeadlineSeconds: 60,
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: ['a'] }] }],
          },
          preferredDuringSchedulingIgnoredDuringExecution: [
            { weight: 1, preference: { matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n'] }] } },
          ],
        },
        podAffinity: {
          preferredDuringSchedulingIgnoredDuringExecution: [
            { weight: 100, podAffinityTerm: { labelSelector: selector, topologyKey: 'zone', matchLabelKeys: ['v'] } },
          ],
        },
        podAntiAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [
            { labelSelector: selector, topologyKey: 'zone', namespaceSelector: {} },
          ],
        },
      },
      nodeSelector: { 'kubernetes.io/os': 'linux' },
      priorityClassName: 'system-node-critical',
      schedulingGates: [{ name: 'example.org/gate' }],
      imagePullSecrets: [{ name: 's' }],
      enableServiceLinks: false,
      hostAliases: [{ ip: '10.0.0.1', hostnames: ['a'] }],
      readinessGates: [{ conditionType: 'example.org/ready' }],
    }),
    ...pod({
      dnsPolicy: 'None',
      dnsConfig: { nameservers: ['10.0.0.10'], searches: ['a.example.org'], options: [{ name: 'ndots', value: '2' }] },
      hostname: 'a',
      subdomain: 'b',
      setHostnameAsFQDN: true,
      shareProcessNamespace: true,
      hostUsers: false,
      os: { name: 'linux' },
      terminationGracePeriodSeconds: 0,
      securityContext: {
        fsGroup: 1,
        fsGroupChangePolicy: 'OnRootMismatch',
        runAsNonRoot: true,
        runAsUser: 1000,
        supplementalGroups: [2],
        seccompProfile: { type: 'RuntimeDefault' },
        sysctls: [{ name: 'kernel.shm_rmid_forced', value: '1' }],
      },
      tolerations: [
        { key: 'a', operator: 'Equal', value: 'b', effect: 'NoSchedule' },
        { operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 10 },
      ],
    }),
    ...pod({
      initContainers: [
        { ...container, name: 'init', command: ['a'], args: ['b'], workingDir: '/a' },
        {
          ...container,
          name: 'sidecar',
          restartPolicy: 'Always',
          livenessProbe: { httpGet: { port: 80, httpHeaders: [{ name: 'A', value: 'b' }] } },
          lifecycle: { preStop: { httpGet: { port: 'web' } }, postStart: { tcpSocket: { port: 80 } } },
        },
      ],
      containers: [
        {
          ...container,
          stdin: true,
          tty: true,
          securityContext: {
            allowPrivilegeEscalation: false,
            capabilities: { drop: ['ALL'], add: ['NET_BIND_SERVICE'] },
            readOnlyRootFilesystem: true,
            privileged: false,
          },
          volumeMounts: [{ name: 'empty', mountPath: '/a', readOnly: true, recursiveReadOnly: 'Disabled' }],
          volumeDevices: [{ name: 'block', devicePath: '/dev/a' }],
          resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'NotRequired' }],
          envFrom: [{ prefix: 'A_', configMapRef: { name: 'm', optional: true } }],
        },
      ],
      volumes: [
        { name: 'empty', emptyDir: { sizeLimit: '1Gi' } },
        { name: 'block', persistentVolumeClaim: { claimName: 'c', readOnly: true } },
      ],
      restartPolicy: 'OnFailure',
    }),
    ...pod({
      containers: [
        {
          ...container,
          resources: { requests: { cpu: '1', memory: '1Gi' }, limits: { cpu: '1', memory: '1Gi' } },
          resizePolicy: [{ resourceName: 'memory', restartPolicy: 'RestartContainer' }],
          env: [
            { name: 'A' },
            { name: 'B', value: '$(A)' },
            { name: 'C', valueFrom: { configMapKeyRef: { name: 'm', key: 'k' } } },
          ],
        },
      ],
      serviceAccountName: 's',
      volumes: [
        {
          name: 'projected',
          projected: {
            defaultMode: 256,
            sources: [
              { serviceAccountToken: { path: 't', audience: 'a', expirationSeconds: 600 } },
              { secret: { name: 's', items: [{ key: 'a', path: 'b', mode: 256 }], optional: true } },
              { clusterTrustBundle: { name: 'b', path: 'ca' } },
              {
                downwardAPI: {
                  items: [
                    { path: 'cpu', resourceFieldRef: { containerName: 'a', resource: 'limits.cpu', divisor: '1m' } },
                  ],
                },
              },
            ],
          },
        },
        {
          name: 'down',
          downwardAPI: {
            items: [{ path: 'm', resourceFieldRef: { containerName: 'a', resource: 'requests.memory' } }],
          },
        },
        {
          name: 'ephemeral',
          ephemeral: {
            volumeClaimTemplate: {
              metadata: { labels },
              spec: { ...claim, storageClassName: 's', volumeMode: 'Block', selector },
            },
          },
        },
      ],
    }),
    ...pod({
      topologySpreadConstraints: [
        {
          maxSkew: 1,
          topologyKey: 'zone',
          whenUnsatisfiable: 'DoNotSchedule',
          labelSelector: selector,
          minDomains: 2,
          nodeAffinityPolicy: 'Honor',
          nodeTaintsPolicy: 'Ignore',
        },
      ],
      resourceClaims: [{ name: 'gpu', resourceClaimTemplateName: 't' }],
      containers: [
        {
          ...container,
          resources: {
            claims: [{ name: 'gpu' }],
            requests: { 'example.org/gpu': '1' },
            limits: { 'example.org/gpu': '1' },
          },
        },
      ],
    }),
    ...pod({
      volumes: [
        { name: 'fc', fc: { targetWWNs: ['50060e801049cfd1'], lun: 0 } },
        { name: 'flex', flexVolume: { driver: 'example.org/d' } },
        { name: 'gce', gcePersistentDisk: { pdName: 'p' } },
        { name: 'aws', awsElasticBlockStore: { volumeID: 'v' } },
        { name: 'cinder', cinder: { volumeID: 'v' } },
        { name: 'ceph', cephfs: { monitors: ['10.0.0.1'] } },
        { name: 'file', azureFile: { secretName: 's', shareName: 's' } },
        { name: 'sphere', vsphereVolume: { volumePath: 'v' } },
        { name: 'quobyte', quobyte: { registry: 'a:1', volume: 'v' } },
        { name: 'portworx', portworxVolume: { volumeID: 'v' } },
        { name: 'storage', storageos: { volumeName: 'v' } },
        { name: 'photon', photonPersistentDisk: { pdID: 'p' } },
        { name: 'flocker', flocker: { datasetName: 'd' } },
        { name: 'gluster', glusterfs: { endpoints: 'e', path: 'p' } },
        { name: 'image', image: { reference: 'example.org/i:1' } },
        { name: 'git', gitRepo: { repository: 'https://example.org/r' } },
      ],
    }),

    // Workloads
    ...deployments(
      {
        selector,
        template: templateOf({
          containers: [
            {
              ...container,
              livenessProbe: { exec: { command: ['a'] } },
              readinessProbe: { httpGet: { port: 'web', scheme: 'HTTPS' }, initialDelaySeconds: 5 },
              startupProbe: { tcpSocket: { port: 80 }, terminationGracePeriodSeconds: 3 },
              ports: [
                { name: 'web', containerPort: 80 },
                { containerPort: 53, protocol: 'UDP', hostPort: 53 },
              ],
            },
          ],
        }),
        minReadySeconds: 5,
        revisionHistoryLimit: 0,
        paused: true,
        progressDeadlineSeconds: 30,
        strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: '50%' } },
      },
      {
        selector: { matchExpressions: [{ key: 'app', operator: 'In', values: ['front'] }] },
        template: templateOf({
          hostNetwork: true,
          containers: [
            {
              ...container,
              ports: [{ containerPort: 80 }],
              livenessProbe: { grpc: { port: 80 }, periodSeconds: 0 },
              resources: { limits: { cpu: '1' } },
            },
          ],
          resources: { limits: { cpu: '1', memory: '1Gi' } },
        }),
        strategy: { type: 'RollingUpdate' },
      },
    ),
    ...sets(
      {
        selector,
        serviceName: 's',
        template: templateOf({ terminationGracePeriodSeconds: 10 }),
        volumeClaimTemplates: [
          { metadata: { name: 'data', labels }, spec: { ...claim, storageClassName: 'fast', volumeMode: 'Block' } },
          {
            apiVersion: 'v1',
            kind: 'PersistentVolumeClaim',
            metadata: { name: 'log' },
            spec: { ...claim, dataSource: { kind: 'PersistentVolumeClaim', name: 'c' } },
          },
        ],
        podManagementPolicy: 'Parallel',
        updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 2 } },
        persistentVolumeClaimRetentionPolicy: { whenScaled: 'Delete' },
        ordinals: { start: 1 },
        minReadySeconds: 1,
      },
      { selector, template: templateOf({}), updateStrategy: { rollingUpdate: { maxUnavailable: 2 } }, replicas: 0 },
    ),
    ...daemons(
      {
        selector,
        template: templateOf({
          hostNetwork: true,
          hostPID: true,
          hostIPC: true,
          tolerations: [{ operator: 'Exists' }],
        }),
        updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '10%', maxUnavailable: 0 } },
        minReadySeconds: 1,
        revisionHistoryLimit: 2,
      },
      { selector, template: templateOf({}), updateStrategy: { rollingUpdate: {} } },
    ),
    ...withSpec(below('apps/v1', 'ReplicaSet', 'replicasets'))({
      selector,
      template: templateOf({}),
      minReadySeconds: 1,
      replicas: 2,
    }),
    ...withSpec(below('v1', 'ReplicationController', 'replicationcontrollers'))({
      selector: labels,
      template: templateOf({}),
      replicas: 0,
    }),
    ...[
      ...withSpec(below('v1', 'ReplicationController', 'replicationcontrollers'))({ template: templateOf({}) }),
      ...jobs(job, { template: { spec: { containers: [container], restartPolicy: 'Never' } } }),
    ].map((each) => ({ ...each, isUnlabelled: true })),
    ...jobs(
      { ...job, completions: 5, parallelism: 2, activeDeadlineSeconds: 60, ttlSecondsAfterFinished: 0, suspend: true },
      { ...job, completions: 5 },
      {
        template: templateOf({ restartPolicy: 'Never' }),
        completionMode: 'Indexed',
        completions: 3,
        parallelism: 3,
        maxFailedIndexes: 1,
        backoffLimitPerIndex: 0,
        successPolicy: { rules: [{ succeededIndexes: '0-1' }, { succeededCount: 1 }] },
        podReplacementPolicy: 'Failed',
        managedBy: 'example.org/c',
      },
      {
        manualSelector: true,
        selector,
        template: templateOf({ restartPolicy: 'Never' }),
        podFailurePolicy: {
          rules: [
            { action: 'Count', onExitCodes: { containerName: 'a', operator: 'NotIn', values: [0, 1] } },
            { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'Unknown' }] },
          ],
        },
      },
    ),
    ...cronJobs(
      ...['Allow', 'Forbid', 'Replace'].map((concurrencyPolicy) => ({
        schedule: '0 0 * * *',
        concurrencyPolicy,
        jobTemplate: { metadata: { labels }, spec: { ...job, backoffLimit: 0, ttlSecondsAfterFinished: 5 } },
        startingDeadlineSeconds: 10,
      })),
      {
        schedule: '*/5 0-4 * JAN MON-FRI',
        timeZone: 'Etc/UTC',
        successfulJobsHistoryLimit: 0,
        failedJobsHistoryLimit: 0,
        jobTemplate: {
          spec: {
            ...job,
            template: templateOf({
              restartPolicy: 'Never',
              resources: { limits: { cpu: '1' } },
              initContainers: [
                {
                  name: 'i',
                  image: 'i',
                  restartPolicy: 'Always',
                  env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } }],
                },
              ],
              volumes: [{ name: 'v', hostPath: { path: '/a' } }],
            }),
            completionMode: 'Indexed',
            completions: 2,
            podFailurePolicy: { rules: [{ action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget' }] }] },
          },
        },
      },
    ),
    ...scalers(
      {
        minReplicas: 2,
        maxReplicas: 5,
        scaleTargetRef: target,
        metrics: [
          { type: 'Resource', resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '1Gi' } } },
          {
            type: 'ContainerResource',
            containerResource: { name: 'cpu', container: 'a', target: { type: 'Utilization', averageUtilization: 50 } },
          },
          { type: 'Pods', pods: { metric: { name: 'm' }, target: { type: 'AverageValue', averageValue: '500m' } } },
          {
            type: 'Object',
            object: {
              describedObject: target,
              metric: { name: 'm', selector },
              target: { type: 'Value', value: '2k' },
            },
          },
          {
            type: 'External',
            external: { metric: { name: 'm' }, target: { type: 'AverageValue', averageValue: '1' } },
          },
        ],
        behavior: { scaleUp: { policies: [{ type: 'Percent', value: 10, periodSeconds: 60 }], selectPolicy: 'Min' } },
      },
      { maxReplicas: 5, scaleTargetRef: target, behavior: {} },
      {
        maxReplicas: 5,
        scaleTargetRef: target,
        behavior: { scaleDown: { selectPolicy: 'Disabled', tolerance: '0.05' } },
      },
    ),
    ...withSpec(below('autoscaling/v1', 'HorizontalPodAutoscaler', 'horizontalpodautoscalers'))({
      minReplicas: 2,
      maxReplicas: 3,
      scaleTargetRef: target,
      targetCPUUtilizationPercentage: 50,
    }),
    ...budgets(
      { selector, minAvailable: 1 },
      { selector: {}, maxUnavailable: '50%', unhealthyPodEvictionPolicy: 'AlwaysAllow' },
      {},
    ),

    // Services
    ...services(
      {
        type: 'NodePort',
        selector: labels,
        ports: [
          { name: 'web', port: 80, targetPort: 'web', nodePort: 30_180 },
          { name: 'dns', port: 53, protocol: 'UDP', nodePort: 30_153, appProtocol: 'dns' },
        ],
        externalTrafficPolicy: 'Local',
      },
      {
        selector: labels,
        ports: [{ port: 80 }],
        ipFamilyPolicy: 'SingleStack',
        ipFamilies: ['IPv4'],
        sessionAffinity: 'ClientIP',
        sessionAffinityConfig: { clientIP: { timeoutSeconds: 5 } },
      },
      {
        selector: labels,
        ports: [{ port: 80 }],
        ipFamilyPolicy: 'PreferDualStack',
        trafficDistribution: 'PreferClose',
      },
      { clusterIP: 'None', selector: labels, ipFamilyPolicy: 'PreferDualStack', ports: [{ port: 80, targetPort: 0 }] },
      { clusterIP: 'None', ports: [{ port: 80 }], ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' },
      {
        type: 'LoadBalancer',
        ports: [{ port: 80, nodePort: 30_181 }],
        loadBalancerSourceRanges: ['10.0.0.0/8'],
        loadBalancerIP: '10.0.0.9',
        loadBalancerClass: 'example.org/c',
        externalIPs: ['203.0.113.1'],
      },
      { type: 'ExternalName', externalName: 'a.example.org.', ports: [{ port: 80 }] },
      {
        ports: [{ port: 80, targetPort: 8080 }],
        internalTrafficPolicy: 'Local',
        externalIPs: ['203.0.113.2'],
        externalTrafficPolicy: 'Local',
      },
    ),
    ...ingresses(
      {
        ingressClassName: 'nginx',
        rules: [
          {
            host: 'a.example.org',
            http: {
              paths: [{ path: '/a', pathType: 'Exact', backend: { service: { name: 's', port: { name: 'web' } } } }],
            },
          },
          {
            host: '*.example.org',
            http: {
              paths: [
                { pathType: 'ImplementationSpecific', backend: { service: { name: 's', port: { number: 80 } } } },
              ],
            },
          },
        ],
        tls: [{ hosts: ['a.example.org'], secretName: 't' }, {}],
      },
      { rules: [{ host: 'a.example.org' }] },
    ),
    global(
      networking,
      'IngressClass',
      'ingressclasses',
    )({
      spec: {
        controller: 'example.org/c',
        parameters: { scope: 'Namespace', namespace: 'default', kind: 'K', name: 'n', apiGroup: 'example.org' },
      },
    }),
    ...policies(
      { podSelector: {}, policyTypes: ['Egress'] },
      { podSelector: selector, ingress: [{}], egress: [{}] },
      {
        ingress: [
          {
            from: [
              { ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.0/16'] } },
              { namespaceSelector: {}, podSelector: selector },
            ],
            ports: [{ port: 'web' }, { protocol: 'UDP', port: 1000, endPort: 2000 }, {}],
          },
        ],
      },
      { podSelector: {}, egress: [{}] },
    ),
    slice({
      addressType: 'IPv6',
      endpoints: [
        {
          addresses: ['fd00::1'],
          conditions: {},
          zone: 'a',
          nodeName: 'n',
          hostname: 'h',
          targetRef: { kind: 'Pod', name: 'p' },
          hints: { forZones: [{ name: 'a' }] },
        },
      ],
      ports: [{ name: 'web', port: 80, protocol: 'UDP', appProtocol: 'http' }],
    }),
    slice({ addressType: 'IPv4', endpoints: [], ports: [] }),
    slice({ addressType: 'IPv4' }),
    below(
      'v1',
      'Endpoints',
      'endpoints',
    )({
      subsets: [
        { notReadyAddresses: [{ ip: '10.1.2.4', nodeName: 'n' }], ports: [{ name: 'a', port: 80, protocol: 'UDP' }] },
        { addresses: [{ ip: '10.1.2.9' }, { ip: '10.1.2.3' }] },
      ],
    }),

    // Storage
    ...volumes(
      {
        hostPath: { path: '/a', type: 'Directory' },
        volumeMode: 'Block',
        storageClassName: 's',
        mountOptions: ['ro'],
        nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'Exists' }] }] } },
      },
      {
        local: { path: '/a' },
        nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'Exists' }] }] } },
      },
      { rbd: { monitors: ['10.0.0.1'], image: 'i', secretRef: { name: 's' } } },
      { scaleIO: { gateway: 'https://g', system: 's', secretRef: { name: 's', namespace: 'n' }, volumeName: 'v' } },
      { azureDisk: { diskName: 'd', diskURI: 'https://a.blob.core.windows.net/c/d.vhd' } },
      { azureFile: { secretName: 's', shareName: 's', secretNamespace: 'n' } },
      { cephfs: { monitors: ['10.0.0.1'] } },
      { fc: { targetWWNs: ['50060e801049cfd1'], lun: 0 } },
      { flexVolume: { driver: 'example.org/d' } },
      { gcePersistentDisk: { pdName: 'p' } },
      { awsElasticBlockStore: { volumeID: 'v' } },
      { cinder: { volumeID: 'v' } },
      { vsphereVolume: { volumePath: 'v' } },
      { glusterfs: { endpoints: 'e', path: 'p' } },
      { quobyte: { registry: 'a:1', volume: 'v' } },
      { portworxVolume: { volumeID: 'v' } },
      { storageos: { volumeName: 'v', volumeNamespace: 'n' } },
      { photonPersistentDisk: { pdID: 'p' } },
      { flocker: { datasetName: 'd' } },
      {
        csi: {
          driver: 'example.org',
          volumeHandle: 'h',
          fsType: 'ext4',
          nodeStageSecretRef: { name: 's', namespace: 'n' },
        },
        accessModes: ['ReadWriteOncePod'],
      },
    ),
    ...claims(
      { ...claim, storageClassName: '', volumeName: 'v', selector },
      { ...claim, volumeMode: 'Block', dataSource: { kind: 'PersistentVolumeClaim', name: 'c' } },
      { ...claim, dataSourceRef: { apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', name: 's' } },
      { ...claim, volumeAttributesClassName: 'a', accessModes: ['ReadOnlyMany', 'ReadWriteMany'] },
    ),
    global(
      storage,
      'StorageClass',
      'storageclasses',
    )({
      provisioner: 'example.org/p',
      parameters: { a: 'b' },
      reclaimPolicy: 'Retain',
      allowVolumeExpansion: true,
      mountOptions: ['a'],
      volumeBindingMode: 'WaitForFirstConsumer',
      allowedTopologies: [{ matchLabelExpressions: [{ key: 'zone', values: ['a'] }] }],
    }),
    global(
      storage,
      'CSIDriver',
      'csidrivers',
    )({
      spec: {
        attachRequired: false,
        podInfoOnMount: true,
        fsGroupPolicy: 'File',
        volumeLifecycleModes: ['Ephemeral'],
        tokenRequests: [{ audience: 'a' }],
        requiresRepublish: true,
      },
    }),
    global(
      storage,
      'CSINode',
      'csinodes',
    )({ spec: { drivers: [{ name: 'example.org', nodeID: 'n', topologyKeys: ['a'], allocatable: { count: 1 } }] } }),
    global(
      storage,
      'VolumeAttachment',
      'volumeattachments',
    )({
      spec: {
        attacher: 'example.org',
        nodeName: 'n',
        source: {
          inlineVolumeSpec: {
            accessModes: ['ReadWriteOnce'],
            csi: { driver: 'example.org', volumeHandle: 'h' },
          },
        },
      },
    }),
    below(
      storage,
      'CSIStorageCapacity',
      'csistoragecapacities',
    )({ storageClassName: 's', nodeTopology: selector, capacity: '1Gi', maximumVolumeSize: '1Gi' }),

    // Configuration, accounts and access
    secret({ type: 'kubernetes.io/tls', data: { 'tls.crt': '', 'tls.key': '' } }),
    secret({
      type: 'kubernetes.io/basic-auth',
      stringData: { username: 'u', password: 'p' },
      data: { username: 'eA==' },
      immutable: true,
    }),
    secret({ type: 'kubernetes.io/dockerconfigjson', stringData: { '.dockerconfigjson': '{"auths":{}}' } }),
    below('v1', 'ConfigMap', 'configmaps')({ data: { a: 'b', c: '' }, binaryData: { d: 'eA==' }, immutable: true }),
    below(
      'v1',
      'ServiceAccount',
      'serviceaccounts',
    )({ automountServiceAccountToken: false, imagePullSecrets: [{ name: 's' }], secrets: [{ name: 't' }] }),
    global('v1', 'Namespace', 'namespaces')({ spec: { finalizers: ['kubernetes', 'example.org/f'] } }),
    global('v1', 'Node', 'nodes')({}),
    global(
      'v1',
      'Node',
      'nodes',
    )({
      status: {
        capacity: { cpu: '4', memory: '8388608Ki', pods: '110' },
        addresses: [{ type: 'InternalIP', address: '10.0.0.1' }],
        conditions: [{ type: 'Ready', status: 'True' }],
        nodeInfo: { kubeletVersion: 'v1.37.0' },
      },
    }),
    global(
      'v1',
      'Node',
      'nodes',
    )({
      spec: {
        podCIDR: '10.244.1.0/24',
        providerID: 'a://b',
        unschedulable: true,
        taints: [{ key: 'a', effect: 'NoSchedule' }],
      },
    }),
    ...quotas(
      { hard: { cpu: '1000m', 'requests.memory': '1024Mi', 'count/jobs.batch': '5' }, scopes: ['NotTerminating'] },
      {
        hard: { pods: '1' },
        scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In', values: ['high'] }] },
      },
    ),
    global(
      'scheduling.k8s.io/v1',
      'PriorityClass',
      'priorityclasses',
    )({ value: -5, description: 'd', preemptionPolicy: 'Never' }),
    global(
      'node.k8s.io/v1',
      'RuntimeClass',
      'runtimeclasses',
    )({
      handler: 'h',
      overhead: { podFixed: { cpu: '250m', memory: '120Mi' } },
      scheduling: { nodeSelector: { a: 'b' }, tolerations: [{ key: 'a', value: 'b', effect: 'NoSchedule' }] },
    }),
    below(
      'rbac.authorization.k8s.io/v1',
      'Role',
      'roles',
    )({ rules: [{ apiGroups: ['', 'apps'], resources: ['pods', 'pods/log'], resourceNames: ['a'], verbs: ['*'] }] }),
    global(
      'rbac.authorization.k8s.io/v1',
      'ClusterRole',
      'clusterroles',
    )({ aggregationRule: { clusterRoleSelectors: [selector] } }),
    ...leases(
      {
        holderIdentity: 'h',
        leaseDurationSeconds: 15,
        acquireTime: '2026-01-01T00:00:00.000000Z',
        renewTime: '2026-01-01T01:00:00.500000+01:00',
        leaseTransitions: 0,
      },
      { holderIdentity: 'h', leaseDurationSeconds: 15 },
    ),

    // Events
    below('v1', 'Event', 'events')({ involvedObject: { kind: 'Pod', namespace: 'default', name: 'p' } }),
    below(
      'v1',
      'Event',
      'events',
    )({
      involvedObject: { apiVersion: 'v1', kind: 'Pod', namespace: 'default', name: 'p', uid: 'u', fieldPath: 'spec' },
      reason: 'R',
      message: 'm',
      type: 'Warning',
      count: 2,
      firstTimestamp: timestamp,
      lastTimestamp: timestamp,
      source: { component: 'c', host: 'h' },
    }),
    below(
      'events.k8s.io/v1',
      'Event',
      'events',
    )({
      regarding: { kind: 'Pod', namespace: 'default', name: 'p' },
      eventTime: '2026-01-01T00:00:00.000000Z',
      reportingController: 'example.org/c',
      reportingInstance: 'i',
      action: 'A',
      reason: 'R',
      type: 'Normal',
      note: 'n',
      series: { count: 2, lastObservedTime: '2026-01-01T00:00:00.000000Z' },
    }),

    // Flow control, admission and devices
    ...flows({
      distinguisherMethod: { type: 'ByUser' },
      matchingPrecedence: 500,
      priorityLevelConfiguration: { name: 'exempt' },
      rules: [
        {
          subjects: [
            { kind: 'ServiceAccount', serviceAccount: { name: '*', namespace: 'default' } },
            { kind: 'Group', group: { name: 'g' } },
          ],
          resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], namespaces: ['*'] }],
          nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/a'] }],
        },
      ],
    }),
    ...levels(
      {
        type: 'Limited',
        limited: { limitResponse: { type: 'Reject' }, nominalConcurrencyShares: 0, borrowingLimitPercent: 50 },
      },
      {
        type: 'Limited',
        limited: {
          nominalConcurrencyShares: 5,
          lendablePercent: 10,
          limitResponse: { type: 'Queue', queuing: { queues: 16, handSize: 4, queueLengthLimit: 5 } },
        },
      },
    ),
    ...rules({
      failurePolicy: 'Ignore',
      paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
      matchConstraints: {
        matchPolicy: 'Exact',
        namespaceSelector: selector,
        resourceRules: [{ ...nothing, scope: 'Namespaced', resourceNames: ['a'] }],
        excludeResourceRules: [nothing],
      },
      matchConditions: [{ name: 'a', expression: 'true' }],
      variables: [{ name: 'v', expression: '1' }],
      validations: [{ expression: 'variables.v == 1', message: 'm', reason: 'Forbidden' }],
      auditAnnotations: [{ key: 'k', valueExpression: '"a"' }],
    }),
    ...bindings(
      {
        policyName: 'p',
        validationActions: ['Audit', 'Warn'],
        paramRef: { name: 'm', namespace: 'default', parameterNotFoundAction: 'Deny' },
        matchResources: { resourceRules: [nothing] },
      },
      { policyName: 'p', validationActions: ['Deny'] },
    ),
    ...mutations({
      ...mutationRules,
      mutations: [
        { patchType: 'JSONPatch', jsonPatch: { expression: '[JSONPatch{op: "add", path: "/a", value: "b"}]' } },
      ],
    }),
    ...withSpec(global(admission, 'MutatingAdmissionPolicyBinding', 'mutatingadmissionpolicybindings'))({
      policyName: 'p',
      matchResources: { resourceRules: [nothing] },
    }),
    global(
      admission,
      'MutatingWebhookConfiguration',
      'mutatingwebhookconfigurations',
    )({
      webhooks: [
        {
          ...webhook,
          rules: [{ ...nothing, scope: 'Cluster' }],
          reinvocationPolicy: 'IfNeeded',
          failurePolicy: 'Ignore',
          matchPolicy: 'Exact',
          timeoutSeconds: 5,
          objectSelector: selector,
          matchConditions: [{ name: 'a', expression: 'true' }],
        },
        { ...webhook, name: 'd.e.f' },
      ],
    }),
    global(
      admission,
      'ValidatingWebhookConfiguration',
      'validatingwebhookconfigurations',
    )({
      webhooks: [
        {
          ...webhook,
          clientConfig: { service: { name: 's', namespace: 'n', path: '/p', port: 8443 } },
          namespaceSelector: { matchExpressions: [{ key: 'a', operator: 'DoesNotExist' }] },
        },
      ],
    }),
    ...deviceClaims(
      {
        devices: {
          requests: [
            {
              name: 'a',
              exactly: {
                deviceClassName: 'example.org',
                allocationMode: 'All',
                tolerations: [{ key: 'a', effect: 'NoSchedule' }],
                selectors: [{ cel: { expression: 'true' } }],
              },
            },
          ],
        },
      },
      {
        devices: {
          requests: [
            {
              name: 'a',
              firstAvailable: [
                { name: 'x', deviceClassName: 'example.org' },
                { name: 'y', deviceClassName: 'example.org', count: 2 },
              ],
            },
          ],
          constraints: [{ requests: ['a'], matchAttribute: 'example.org/a' }],
          config: [{ opaque: { driver: 'example.org', parameters: { a: 1 } } }],
        },
      },
      {},
    ),
    ...deviceClasses({
      selectors: [{ cel: { expression: 'true' } }],
      config: [{ opaque: { driver: 'example.org', parameters: { b: [1] } } }],
    }),
    ...withSpec(global(device, 'ResourceSlice', 'resourceslices'))({
      driver: 'example.org',
      nodeName: 'n',
      pool: { name: 'p', generation: 1, resourceSliceCount: 1 },
      devices: [
        {
          name: 'd',
          attributes: { a: { int: 1 }, b: { string: 's' }, c: { bool: true }, d: { version: '1.0.0' } },
          taints: [{ key: 'a', effect: 'NoSchedule', timeAdded: timestamp }],
        },
        ...quantities.map((value, index) => ({ name: `d${index}`, capacity: { amount: { value } } })),
      ],
    }),
  ];
}
