import { formatGroupVersionResource, type GroupVersionResource } from '../model/group-version-resource.js';
import { KubeError } from '../shared/kube-error.js';
import { quote } from '../shared/quote.js';

/** Something was asked of a resource that it does not offer, by what discovery says at present. Nothing was sent. */
export class UnsupportedError extends KubeError {
  static override readonly brand = 'UnsupportedError';
  readonly code = 'unsupported' as const;
  readonly resource: GroupVersionResource;
  /** The subresource that is missing. */
  readonly subresource: string;

  /** `why` tells more where there is more to tell: that the catalog has lost the whole resource, say. */
  constructor(resource: GroupVersionResource, subresource: string, why: string) {
    super(
      `${quote(formatGroupVersionResource(resource))} has no ${subresource} subresource: ${why}; client.discovery.refresh() asks the server again.`,
    );
    this.resource = resource;
    this.subresource = subresource;
  }
}
