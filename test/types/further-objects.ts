import type { ManifestObject } from '../openapi/corpus/seeds.js';

const metadata = { name: 'further' };
const rules = [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['podtemplates'] }];
const devices = { requests: [{ name: 'gpu', exactly: { deviceClassName: 'gpu.example' } }] };
const clientConfig = { url: 'https://127.0.0.1:1/none' };

/** Of `CN=further`, made with openssl. */
const csr = `-----BEGIN CERTIFICATE REQUEST-----
MIHMMHQCAQAwEjEQMA4GA1UEAwwHZnVydGhlcjBZMBMGByqGSM49AgEGCCqGSM49
AwEHA0IABP4OKHgIv3Y8TFCL+bfLCn4U444PONJ4BX5S3h689r7Lvn30QqpV6rk1
++saDN0WeXF3kMUSLXEAp+dmVfyKZICgADAKBggqhkjOPQQDAgNIADBFAiEAlk7w
ZE5zJeWPFg8+U+CXEZh2MGBc9GMSHsY7F/kfsCUCIDGfI/ouhzU7r8bUg98DGAi0
Mw+DjJVsZzbhUkWg2P1m
-----END CERTIFICATE REQUEST-----
`;

/** A certificate authority, made in the same way: its key is nowhere. */
const authority = `-----BEGIN CERTIFICATE-----
MIIBezCCASGgAwIBAgIUMRNL5jamSAtQJKmP97QlfPyaZUEwCgYIKoZIzj0EAwIw
EjEQMA4GA1UEAwwHZnVydGhlcjAgFw0yNjExMjQyMDUwNThaGA8yMTI2MTAzMTIw
NTA1OFowEjEQMA4GA1UEAwwHZnVydGhlcjBZMBMGByqGSM49AgEGCCqGSM49AwEH
A0IABJtLRmk2Ne8E/huZVLJt0XCJrVb7JmqKQUnSDTMu2/41us56kRwWrw6Hg45I
FUOpoV3UVFrFTkAp7L3bp1gBsjKjUzBRMB0GA1UdDgQWBBQnyh0t+3MuD0R82pmh
41lhGAo6zDAfBgNVHSMEGDAWgBQnyh0t+3MuD0R82pmh41lhGAo6zDAPBgNVHRMB
Af8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIQCzG3NEVaMw+XYtK3WKRVRFBCPs
utR1ZegDEY6EDNY4mQIgKwF4er6kcs89TdfgG2czxuVWQ9q6apHuQOmKtzjcfGo=
-----END CERTIFICATE-----
`;

/** Objects of the built-in kinds of which the corpus has none, as a server accepts them. */
export const furtherObjects: readonly ManifestObject[] = [
  { apiVersion: 'v1', kind: 'PodTemplate', metadata, template: { spec: { containers: [{ name: 'a', image: 'a' }] } } },
  {
    apiVersion: 'v1',
    kind: 'Endpoints',
    metadata,
    subsets: [{ addresses: [{ ip: '10.0.0.1' }], ports: [{ port: 1 }] }],
  },
  { apiVersion: 'apps/v1', kind: 'ControllerRevision', metadata, data: { spec: { a: 1 } }, revision: 1 },
  {
    apiVersion: 'autoscaling/v1',
    kind: 'HorizontalPodAutoscaler',
    metadata,
    spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'a' } },
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata,
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
  },
  { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', metadata, rules: null },
  { apiVersion: 'storage.k8s.io/v1', kind: 'CSINode', metadata, spec: { drivers: [] } },
  {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'CSINode',
    metadata,
    spec: { drivers: [{ name: 'a.example', nodeID: 'n', topologyKeys: null }] },
  },
  { apiVersion: 'storage.k8s.io/v1', kind: 'CSIStorageCapacity', metadata, storageClassName: 'fast', capacity: '1Gi' },
  {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'VolumeAttachment',
    metadata,
    spec: { attacher: 'a.example', nodeName: 'n', source: { persistentVolumeName: 'pv' } },
  },
  {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'VolumeAttributesClass',
    metadata,
    driverName: 'a.example',
    parameters: { a: 'b' },
  },
  {
    apiVersion: 'storagemigration.k8s.io/v1',
    kind: 'StorageVersionMigration',
    metadata,
    spec: { resource: { group: '', resource: 'secrets' } },
  },
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata,
    spec: { policyName: 'none', validationActions: ['Audit'] },
  },
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'MutatingAdmissionPolicy',
    metadata,
    spec: {
      failurePolicy: 'Ignore',
      reinvocationPolicy: 'Never',
      matchConstraints: { resourceRules: rules },
      mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{}' } }],
    },
  },
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'MutatingAdmissionPolicyBinding',
    metadata,
    spec: { policyName: 'none' },
  },
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'MutatingWebhookConfiguration',
    metadata,
    webhooks: [
      {
        name: 'a.further.example',
        clientConfig,
        rules,
        failurePolicy: 'Ignore',
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
      },
    ],
  },
  { apiVersion: 'resource.k8s.io/v1', kind: 'DeviceClass', metadata, spec: {} },
  { apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaimTemplate', metadata, spec: { spec: { devices } } },
  {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceSlice',
    metadata,
    spec: {
      driver: 'gpu.example',
      nodeName: 'n',
      pool: { name: 'p', generation: 1, resourceSliceCount: 1 },
      devices: [{ name: 'gpu0', attributes: { model: { string: 'a' } }, capacity: { memory: { value: '1Gi' } } }],
    },
  },
  {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'DeviceTaintRule',
    metadata,
    spec: { deviceSelector: { driver: 'gpu.example' }, taint: { key: 'a.example/b', effect: 'NoSchedule' } },
  },
  { apiVersion: 'networking.k8s.io/v1', kind: 'ServiceCIDR', metadata, spec: { cidrs: ['10.99.0.0/24'] } },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'IPAddress',
    metadata: { name: '10.99.0.7' },
    spec: { parentRef: { resource: 'services', name: 'a', namespace: 'default' } },
  },
  {
    apiVersion: 'certificates.k8s.io/v1',
    kind: 'CertificateSigningRequest',
    metadata,
    spec: { request: btoa(csr), signerName: 'example.com/any', usages: ['client auth'] },
  },
  { apiVersion: 'certificates.k8s.io/v1', kind: 'ClusterTrustBundle', metadata, spec: { trustBundle: authority } },
  {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata,
    addressType: 'IPv4',
    endpoints: null,
    ports: null,
  },
  { apiVersion: 'v1', kind: 'Event', metadata, involvedObject: { namespace: 'default' }, reason: 'a', message: 'b' },
  { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata, spec: { holderIdentity: 'a' } },
  {
    apiVersion: 'flowcontrol.apiserver.k8s.io/v1',
    kind: 'FlowSchema',
    metadata,
    spec: {
      priorityLevelConfiguration: { name: 'exempt' },
      matchingPrecedence: 9999,
    },
  },
];

/** Objects that a server answers and does not store. */
export const reviews: readonly ManifestObject[] = [
  { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' },
  { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec: { token: 'none' } },
  {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SubjectAccessReview',
    spec: { user: 'a', resourceAttributes: { verb: 'get', resource: 'pods' } },
  },
  {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    spec: { resourceAttributes: { verb: 'get', resource: 'pods' } },
  },
  { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectRulesReview', spec: { namespace: 'default' } },
  {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'LocalSubjectAccessReview',
    metadata: { namespace: 'default' },
    spec: { user: 'a', resourceAttributes: { namespace: 'default', verb: 'get', resource: 'pods' } },
  },
];
