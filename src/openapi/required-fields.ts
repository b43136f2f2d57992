// Written by test/openapi/corpus/write.ts.

/**
 * The fields of built-in kinds without which a server was seen to refuse an object, by the Go package of the schema. The
 * other fields that OpenAPI calls required were accepted as missing, or not tried.
 */
export const requiredByServers: Readonly<Record<string, string>> = {
  'io.k8s.api.admissionregistration.v1':
    'ServiceReference.name ServiceReference.namespace ValidatingWebhook.admissionReviewVersions ValidatingWebhook.clientConfig ValidatingWebhook.name ValidatingWebhook.sideEffects Validation.expression',
  'io.k8s.api.apps.v1':
    'DaemonSet.spec DaemonSetSpec.selector DaemonSetSpec.template Deployment.spec DeploymentSpec.selector DeploymentSpec.template ReplicaSet.spec ReplicaSetSpec.selector StatefulSet.spec StatefulSetSpec.selector StatefulSetSpec.template',
  'io.k8s.api.autoscaling.v1':
    'CrossVersionObjectReference.kind CrossVersionObjectReference.name HorizontalPodAutoscaler.spec HorizontalPodAutoscalerSpec.maxReplicas HorizontalPodAutoscalerSpec.scaleTargetRef',
  'io.k8s.api.autoscaling.v2':
    'CrossVersionObjectReference.kind CrossVersionObjectReference.name HPAScalingPolicy.periodSeconds HPAScalingPolicy.type HPAScalingPolicy.value HorizontalPodAutoscaler.spec HorizontalPodAutoscalerSpec.maxReplicas HorizontalPodAutoscalerSpec.scaleTargetRef MetricSpec.type MetricTarget.type ResourceMetricSource.name ResourceMetricSource.target',
  'io.k8s.api.batch.v1':
    'CronJob.spec CronJobSpec.jobTemplate CronJobSpec.schedule JobSpec.template PodFailurePolicyOnPodConditionsPattern.type PodFailurePolicyRule.action',
  'io.k8s.api.core.v1':
    'Container.name ContainerPort.containerPort EndpointAddress.ip EndpointPort.port EnvVar.name HTTPGetAction.port HostAlias.ip HostPathVolumeSource.path KeyToPath.key KeyToPath.path LimitRangeItem.type NodeSelector.nodeSelectorTerms NodeSelectorRequirement.key NodeSelectorRequirement.operator PodAffinityTerm.topologyKey PodSpec.containers PreferredSchedulingTerm.weight ScopedResourceSelectorRequirement.operator ScopedResourceSelectorRequirement.scopeName SeccompProfile.type SecretKeySelector.key ServicePort.port TCPSocketAction.port Taint.effect Taint.key TopologySpreadConstraint.maxSkew TopologySpreadConstraint.topologyKey TopologySpreadConstraint.whenUnsatisfiable Volume.name VolumeMount.mountPath',
  'io.k8s.api.discovery.v1': 'Endpoint.addresses EndpointSlice.addressType',
  'io.k8s.api.events.v1': 'Event.eventTime',
  'io.k8s.api.flowcontrol.v1':
    'LimitResponse.type LimitedPriorityLevelConfiguration.limitResponse PriorityLevelConfiguration.spec PriorityLevelConfigurationSpec.type',
  'io.k8s.api.networking.v1':
    'HTTPIngressPath.backend HTTPIngressPath.pathType HTTPIngressRuleValue.paths IPBlock.cidr IngressClassParametersReference.kind IngressClassParametersReference.name IngressServiceBackend.name',
  'io.k8s.api.node.v1': 'RuntimeClass.handler',
  'io.k8s.api.rbac.v1': 'PolicyRule.verbs RoleBinding.roleRef RoleRef.kind RoleRef.name Subject.kind Subject.name',
  'io.k8s.api.resource.v1': 'DeviceRequest.name ExactDeviceRequest.deviceClassName',
  'io.k8s.api.storage.v1': 'StorageClass.provisioner',
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1':
    'CustomResourceColumnDefinition.jsonPath CustomResourceColumnDefinition.name CustomResourceColumnDefinition.type CustomResourceDefinition.spec CustomResourceDefinitionNames.kind CustomResourceDefinitionNames.plural CustomResourceDefinitionSpec.group CustomResourceDefinitionSpec.names CustomResourceDefinitionSpec.scope CustomResourceDefinitionSpec.versions CustomResourceDefinitionVersion.name CustomResourceDefinitionVersion.storage',
  'io.k8s.apimachinery.pkg.apis.meta.v1': 'LabelSelectorRequirement.key LabelSelectorRequirement.operator',
};
