/**
 * The groups that kube-apiserver serves by itself, in any release (up to 1.37): those of the generic control plane, of
 * kube-apiserver, of its aggregator and of its server for custom resources. `extensions`, `settings.k8s.io` and
 * `auditregistration.k8s.io` were removed by 1.22 at the latest; old servers still have them. The name alone is no
 * indication: an APIService or a custom resource may well be in a group that ends in `.k8s.io` (metrics.k8s.io,
 * gateway.networking.k8s.io, autoscaling.k8s.io, snapshot.storage.k8s.io).
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.34/#-strong-api-groups-strong-
 */
const builtInGroups: ReadonlySet<string> = new Set([
  '',
  'admissionregistration.k8s.io',
  'apiextensions.k8s.io',
  'apiregistration.k8s.io',
  'apps',
  'auditregistration.k8s.io',
  'authentication.k8s.io',
  'authorization.k8s.io',
  'autoscaling',
  'batch',
  'certificates.k8s.io',
  'coordination.k8s.io',
  'discovery.k8s.io',
  'events.k8s.io',
  'extensions',
  'flowcontrol.apiserver.k8s.io',
  'internal.apiserver.k8s.io',
  'lifecycle.k8s.io',
  'networking.k8s.io',
  'node.k8s.io',
  'policy',
  'rbac.authorization.k8s.io',
  'resource.k8s.io',
  'scheduling.k8s.io',
  'settings.k8s.io',
  'storage.k8s.io',
  'storagemigration.k8s.io',
]);

/**
 * Reports whether kube-apiserver serves a group by itself, as opposed to a group that an APIService for another server
 * or a CustomResourceDefinition adds. True for the core group.
 */
export function isBuiltInGroup(group: string): boolean {
  return builtInGroups.has(group);
}
