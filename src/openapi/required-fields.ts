// Written by test/openapi/corpus/write.ts.

/**
 * The fields of built-in kinds without which a server was seen to refuse an object, by the Go package of the schema. The
 * other fields that OpenAPI calls required were accepted as missing, or not tried.
 */
export const requiredByServers: Readonly<Record<string, string>> = {
  'io.k8s.api.admissionregistration.v1':
    'MutatingWebhook.admissionReviewVersions MutatingWebhook.clientConfig MutatingWebhook.name MutatingWebhook.sideEffects Mutation.patchType ServiceReference.name ServiceReference.namespace ValidatingAdmissionPolicyBinding.spec ValidatingAdmissionPolicyBindingSpec.policyName ValidatingAdmissionPolicyBindingSpec.validationActions ValidatingWebhook.admissionReviewVersions ValidatingWebhook.clientConfig ValidatingWebhook.name ValidatingWebhook.sideEffects Validation.expression',
  'io.k8s.api.apps.v1':
    'ControllerRevision.data DaemonSet.spec DaemonSetSpec.selector DaemonSetSpec.template Deployment.spec DeploymentSpec.selector DeploymentSpec.template ReplicaSet.spec ReplicaSetSpec.selector StatefulSet.spec StatefulSetSpec.selector StatefulSetSpec.template',
  'io.k8s.api.autoscaling.v1':
    'CrossVersionObjectReference.kind CrossVersionObjectReference.name HorizontalPodAutoscaler.spec HorizontalPodAutoscalerSpec.maxReplicas HorizontalPodAutoscalerSpec.scaleTargetRef',
  'io.k8s.api.autoscaling.v2':
    'CrossVersionObjectReference.kind CrossVersionObjectReference.name HPAScalingPolicy.periodSeconds HPAScalingPolicy.type HPAScalingPolicy.value HorizontalPodAutoscaler.spec HorizontalPodAutoscalerSpec.maxReplicas HorizontalPodAutoscalerSpec.scaleTargetRef MetricSpec.type MetricTarget.type ResourceMetricSource.name ResourceMetricSource.target',
  'io.k8s.api.batch.v1':
    'CronJob.spec CronJobSpec.jobTemplate CronJobSpec.schedule Job.spec JobSpec.template JobTemplateSpec.spec PodFailurePolicyOnPodConditionsPattern.type PodFailurePolicyRule.action',
  'io.k8s.api.certificates.v1':
    'CertificateSigningRequest.spec CertificateSigningRequestSpec.request CertificateSigningRequestSpec.signerName CertificateSigningRequestSpec.usages ClusterTrustBundle.spec ClusterTrustBundleSpec.trustBundle',
  'io.k8s.api.core.v1':
    'Container.name ContainerPort.containerPort EndpointAddress.ip EndpointPort.port EnvVar.name HTTPGetAction.port HostAlias.ip HostPathVolumeSource.path KeyToPath.key KeyToPath.path LimitRangeItem.type NodeSelector.nodeSelectorTerms NodeSelectorRequirement.key NodeSelectorRequirement.operator PodAffinityTerm.topologyKey PodSpec.containers PreferredSchedulingTerm.weight ScopedResourceSelectorRequirement.operator ScopedResourceSelectorRequirement.scopeName SeccompProfile.type SecretKeySelector.key ServicePort.port TCPSocketAction.port Taint.effect Taint.key TopologySpreadConstraint.maxSkew TopologySpreadConstraint.topologyKey TopologySpreadConstraint.whenUnsatisfiable Volume.name VolumeMount.mountPath VolumeNodeAffinity.required',
  'io.k8s.api.discovery.v1': 'Endpoint.addresses EndpointSlice.addressType',
  'io.k8s.api.events.v1':
    'Event.action Event.eventTime Event.reason Event.reportingController Event.reportingInstance Event.type',
  'io.k8s.api.flowcontrol.v1':
    'FlowSchema.spec FlowSchemaSpec.priorityLevelConfiguration LimitResponse.type LimitedPriorityLevelConfiguration.limitResponse PriorityLevelConfiguration.spec PriorityLevelConfigurationReference.name PriorityLevelConfigurationSpec.type',
  'io.k8s.api.networking.v1':
    'HTTPIngressPath.backend HTTPIngressPath.pathType HTTPIngressRuleValue.paths IPAddress.spec IPAddressSpec.parentRef IPBlock.cidr IngressClass.spec IngressClassParametersReference.kind IngressClassParametersReference.name IngressClassSpec.controller IngressServiceBackend.name ParentReference.name ParentReference.resource',
  'io.k8s.api.node.v1': 'RuntimeClass.handler',
  'io.k8s.api.rbac.v1':
    'ClusterRoleBinding.roleRef PolicyRule.verbs RoleBinding.roleRef RoleRef.kind RoleRef.name Subject.kind Subject.name',
  'io.k8s.api.resource.v1':
    'Device.name DeviceRequest.name DeviceTaint.effect DeviceTaint.key DeviceTaintRule.spec DeviceTaintRuleSpec.taint ExactDeviceRequest.deviceClassName ResourcePool.name ResourcePool.resourceSliceCount ResourceSlice.spec ResourceSliceSpec.driver ResourceSliceSpec.pool',
  'io.k8s.api.storage.v1':
    'CSINodeDriver.name CSINodeDriver.nodeID CSIStorageCapacity.storageClassName StorageClass.provisioner VolumeAttachment.spec VolumeAttachmentSpec.attacher VolumeAttachmentSpec.nodeName VolumeAttachmentSpec.source VolumeAttributesClass.driverName VolumeAttributesClass.parameters',
  'io.k8s.api.storagemigration.v1': 'StorageVersionMigration.spec StorageVersionMigrationSpec.resource',
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1':
    'CustomResourceColumnDefinition.jsonPath CustomResourceColumnDefinition.name CustomResourceColumnDefinition.type CustomResourceDefinition.spec CustomResourceDefinitionNames.kind CustomResourceDefinitionNames.plural CustomResourceDefinitionSpec.group CustomResourceDefinitionSpec.names CustomResourceDefinitionSpec.scope CustomResourceDefinitionSpec.versions CustomResourceDefinitionVersion.name CustomResourceDefinitionVersion.storage',
  'io.k8s.apimachinery.pkg.apis.meta.v1':
    'GroupResource.resource LabelSelectorRequirement.key LabelSelectorRequirement.operator',
};
