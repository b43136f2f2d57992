import { formatGroupVersionResource, type GroupVersionResource } from '../model/group-version-resource.js';
import { KubeError } from '../shared/kube-error.js';
import { quote } from '../shared/quote.js';

/** One object of a namespaced resource was addressed without saying in which namespace. Nothing was sent. */
export class NamespaceRequiredError extends KubeError {
  static override readonly brand = 'NamespaceRequiredError';
  readonly code = 'namespace-required' as const;
  readonly resource: GroupVersionResource;

  constructor(resource: GroupVersionResource) {
    super(
      `${quote(formatGroupVersionResource(resource))} lives in namespaces, and none was given: call namespace() on the handle first, or set metadata.namespace of what you create or replace.`,
    );
    this.resource = resource;
  }
}

/**
 * A namespace was given that contradicts the object's own, or one for a cluster-scoped resource. Nothing was sent.
 */
export class NamespaceConflictError extends KubeError {
  static override readonly brand = 'NamespaceConflictError';
  readonly code = 'namespace-conflict' as const;
  readonly resource: GroupVersionResource;
  /** The namespace given: the handle's, or the object's where the resource has none. */
  readonly namespace: string;
  /** The object's own one; undefined when the resource is cluster-scoped. */
  readonly objectNamespace: string | undefined;

  constructor(resource: GroupVersionResource, namespace: string, objectNamespace?: string) {
    super(
      objectNamespace === undefined
        ? `${quote(formatGroupVersionResource(resource))} is cluster-scoped, and the namespace ${quote(namespace)} was given: leave it out.`
        : `The handle is bound to the namespace ${quote(namespace)}, and metadata.namespace of the object is ${quote(objectNamespace)}: make them agree or leave one out.`,
    );
    this.resource = resource;
    this.namespace = namespace;
    this.objectNamespace = objectNamespace;
  }
}
