import type { GroupVersionResource } from '../core/model/group-version-resource.js';
import { isJsonRecord, type JsonRecord, recordIn, recordsOf } from '../core/shared/json-record.js';
import { selectorText } from '../core/selector/selector-text.js';

/** What to read to know why an object is as it is. */
export interface Relatives {
  readonly resource: GroupVersionResource;
  /** One of them. */
  readonly name?: string;
  readonly labelSelector?: string;
  /** Whether the object itself has to own them: selectors may overlap. */
  readonly areOwned?: boolean;
}

const pods: GroupVersionResource = { group: '', version: 'v1', resource: 'pods' };
const claims: GroupVersionResource = { group: '', version: 'v1', resource: 'persistentvolumeclaims' };
const replicaSets: GroupVersionResource = { group: 'apps', version: 'v1', resource: 'replicasets' };
const slices: GroupVersionResource = { group: 'discovery.k8s.io', version: 'v1', resource: 'endpointslices' };

/** A pod with more claims than these is told of by the others. */
const mostClaims = 8;

/** Returns what to read beside an object; nothing for kinds that tell all themselves. */
export function relativesOf(object: { readonly kind?: string | undefined }): readonly Relatives[] {
  const spec = recordIn(object, 'spec');
  const { name = '' } = recordIn(object, 'metadata');
  const labelSelector = selectorText(spec['selector']);
  // An empty selector would select everything.
  const selected = (resource: GroupVersionResource, areOwned: boolean): readonly Relatives[] =>
    labelSelector === '' ? [] : [{ resource, labelSelector, areOwned }];
  switch (object.kind) {
    case 'Pod':
      return spec['nodeName'] === undefined ? claimsOf(spec, String(name)) : [];
    case 'Deployment':
      return [...selected(replicaSets, true), ...selected(pods, false)];
    case 'ReplicaSet':
    case 'ReplicationController':
    case 'StatefulSet':
    case 'DaemonSet':
    case 'Job':
      return selected(pods, true);
    case 'Service': {
      const ofService = `kubernetes.io/service-name=${String(name)}`;
      return [...selected(pods, false), { resource: slices, labelSelector: ofService }];
    }
    default:
      return [];
  }
}

function claimsOf(spec: JsonRecord, pod: string): readonly Relatives[] {
  const names = recordsOf(spec['volumes']).flatMap(({ name, persistentVolumeClaim, ephemeral }) => {
    const claim = isJsonRecord(persistentVolumeClaim) ? persistentVolumeClaim['claimName'] : undefined;
    if (isJsonRecord(ephemeral)) return [`${pod}-${String(name)}`];
    return typeof claim === 'string' && claim !== '' ? [claim] : [];
  });
  return names.slice(0, mostClaims).map((name) => ({ resource: claims, name }));
}
