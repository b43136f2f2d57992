import { formatGroupVersionResource, type GroupVersionResource } from '../model/group-version-resource.js';
import { KubeError } from '../shared/kube-error.js';
import { quote } from '../shared/quote.js';

/**
 * What was followed is no longer served: its path answers 404, and so says a fresh discovery. A version may have been
 * withdrawn while the objects live on in another: `client.resource()` finds it.
 */
export class ResourceGoneError extends KubeError {
  static override readonly brand = 'ResourceGoneError';
  readonly code = 'resource-gone' as const;
  readonly resource: GroupVersionResource;

  constructor(resource: GroupVersionResource, cause: unknown) {
    super(`${quote(formatGroupVersionResource(resource))} is no longer served: look for another version of it.`, {
      cause,
    });
    this.resource = resource;
  }
}
