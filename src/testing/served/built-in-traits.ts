import type { ServedResource } from './served.js';

/** Traits in which built-in resources differ, by `resource` or `resource.group`. */
const createdByReplace = new Set([
  'endpoints',
  'events',
  'limitranges',
  'services',
  'events.events.k8s.io',
  'leases.coordination.k8s.io',
  'leasecandidates.coordination.k8s.io',
  'runtimeclasses.node.k8s.io',
  'clusterrolebindings.rbac.authorization.k8s.io',
  'clusterroles.rbac.authorization.k8s.io',
  'rolebindings.rbac.authorization.k8s.io',
  'roles.rbac.authorization.k8s.io',
]);

const deletedWithObject = new Set([
  'namespaces',
  'persistentvolumeclaims',
  'persistentvolumes',
  'pods',
  'podtemplates',
  'resourcequotas',
  'serviceaccounts',
  'services',
  'deviceclasses.resource.k8s.io',
  'devicetaintrules.resource.k8s.io',
  'resourceclaims.resource.k8s.io',
  'resourceclaimtemplates.resource.k8s.io',
  'resourceslices.resource.k8s.io',
  'csidrivers.storage.k8s.io',
  'csinodes.storage.k8s.io',
  'storageclasses.storage.k8s.io',
  'volumeattachments.storage.k8s.io',
  'volumeattributesclasses.storage.k8s.io',
]);

const counted = new Set([
  'pods',
  'podtemplates',
  'replicationcontrollers',
  'daemonsets.apps',
  'deployments.apps',
  'replicasets.apps',
  'statefulsets.apps',
  'horizontalpodautoscalers.autoscaling',
  'cronjobs.batch',
  'jobs.batch',
  'endpointslices.discovery.k8s.io',
  'ingressclasses.networking.k8s.io',
  'ingresses.networking.k8s.io',
  'networkpolicies.networking.k8s.io',
  'poddisruptionbudgets.policy',
  'deviceclasses.resource.k8s.io',
  'devicetaintrules.resource.k8s.io',
  'resourceslices.resource.k8s.io',
  'priorityclasses.scheduling.k8s.io',
  'customresourcedefinitions.apiextensions.k8s.io',
  'flowschemas.flowcontrol.apiserver.k8s.io',
  'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io',
  'mutatingadmissionpolicies.admissionregistration.k8s.io',
  'mutatingadmissionpolicybindings.admissionregistration.k8s.io',
  'mutatingwebhookconfigurations.admissionregistration.k8s.io',
  'validatingadmissionpolicies.admissionregistration.k8s.io',
  'validatingadmissionpolicybindings.admissionregistration.k8s.io',
  'validatingwebhookconfigurations.admissionregistration.k8s.io',
]);

const conditional = new Set([
  'mutatingadmissionpolicies.admissionregistration.k8s.io',
  'mutatingadmissionpolicybindings.admissionregistration.k8s.io',
  'mutatingwebhookconfigurations.admissionregistration.k8s.io',
  'validatingadmissionpolicies.admissionregistration.k8s.io',
  'validatingadmissionpolicybindings.admissionregistration.k8s.io',
  'validatingwebhookconfigurations.admissionregistration.k8s.io',
  'customresourcedefinitions.apiextensions.k8s.io',
  'apiservices.apiregistration.k8s.io',
  'clustertrustbundles.certificates.k8s.io',
  'podcertificaterequests.certificates.k8s.io',
  'leases.coordination.k8s.io',
  'leasecandidates.coordination.k8s.io',
  'runtimeclasses.node.k8s.io',
  'poddisruptionbudgets.policy',
  'csidrivers.storage.k8s.io',
  'csinodes.storage.k8s.io',
  'csistoragecapacities.storage.k8s.io',
  'volumeattachments.storage.k8s.io',
  'storageversionmigrations.storagemigration.k8s.io',
]);

/** Kinds whose status strategy resets all metadata. */
const keepingMetadata = new Set([
  'apiservices.apiregistration.k8s.io',
  'validatingadmissionpolicies.admissionregistration.k8s.io',
  'podcertificaterequests.certificates.k8s.io',
  'flowschemas.flowcontrol.apiserver.k8s.io',
  'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io',
  'storageversions.internal.apiserver.k8s.io',
  'servicecidrs.networking.k8s.io',
  'devicetaintrules.resource.k8s.io',
  'resourceclaims.resource.k8s.io',
  'resourcepoolstatusrequests.resource.k8s.io',
  'podgroups.scheduling.k8s.io',
  'compositepodgroups.scheduling.k8s.io',
  'csinodes.storage.k8s.io',
  'volumeattachments.storage.k8s.io',
  'storageversionmigrations.storagemigration.k8s.io',
]);

/** The metadata that a client may write. */
const writtenMetadata = ['labels', 'annotations', 'finalizers', 'ownerReferences'] as const;

/** Returns what of the metadata a write of the status leaves as it is. */
export function keptByStatus(resource: ServedResource): readonly (typeof writtenMetadata)[number][] {
  const key = keyOf(resource);
  if (resource.custom || keepingMetadata.has(key)) return writtenMetadata;
  if (key === 'deployments.apps') return ['labels'];
  return key === 'pods' ? ['ownerReferences'] : [];
}

/** Reports whether a replace has to name the resource version that it replaces. */
export function isConditional(resource: ServedResource): boolean {
  return resource.custom || conditional.has(keyOf(resource));
}

/** Reports whether a replace creates a missing object. */
export function isCreatedByReplace(resource: ServedResource): boolean {
  return !resource.custom && createdByReplace.has(keyOf(resource));
}

/** Reports whether a delete answers with the object instead of a Status. */
export function isDeletedWithObject(resource: ServedResource): boolean {
  return !resource.custom && deletedWithObject.has(keyOf(resource));
}

/** Reports whether objects begin with the generation 1. */
export function beginsGeneration(resource: ServedResource): boolean {
  return resource.custom || counted.has(keyOf(resource));
}

/** Whose changes of all but metadata and status count otherwise; others of those that begin with one count them. */
const countedOtherwise: Readonly<Record<string, boolean>> = {
  'priorityclasses.scheduling.k8s.io': false,
  'csidrivers.storage.k8s.io': true,
};

/** Metadata that count as the spec does: those of a deployment are copied to its replica sets. */
const countedMetadata: Readonly<Record<string, 'annotations' | 'labels'>> = {
  'deployments.apps': 'annotations',
  'endpointslices.discovery.k8s.io': 'labels',
};

/** Returns which changes `metadata.generation` counts: of all but metadata and status, and of a part of the metadata. */
export function countsChanges(resource: ServedResource): {
  readonly ofSpec: boolean;
  readonly of: 'annotations' | 'labels' | undefined;
} {
  const key = keyOf(resource);
  const otherwise = resource.custom ? undefined : countedOtherwise[key];
  return { ofSpec: otherwise ?? beginsGeneration(resource), of: countedMetadata[key] };
}

/**
 * Reports whether objects always have a status, even if empty: those of built-in resources with a `status` endpoint.
 */
export function alwaysHasStatus({ custom, subresources }: ServedResource): boolean {
  return !custom && subresources.some(({ subresource }) => subresource === 'status');
}

function keyOf({ group, resource }: ServedResource): string {
  return group === '' ? resource : `${resource}.${group}`;
}
