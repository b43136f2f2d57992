import type { UnreadReason } from '../core/metadata/create-metadata-reader.js';
import type { GroupVersionResource } from '../core/model/group-version-resource.js';
import { isJsonRecord, type JsonRecord, recordIn, recordsOf } from '../core/shared/json-record.js';
import { selectorText } from '../core/selector/label-selector.js';

/** A part of a description that could not be read completely. Never treat it as absent. */
export interface DescriptionGap {
  /** The part of the description. */
  readonly part: 'conditions' | 'owners' | 'events' | 'scale' | 'related';
  /** `limit` if there is more than was requested, `malformed` if the object holds something unexpected. */
  readonly reason: UnreadReason | 'limit' | 'malformed';
  /** The message, for people. */
  readonly message: string;
  /** The endpoint that was read, if any. */
  readonly resource?: GroupVersionResource | undefined;
  /** The HTTP status, if an answer came. */
  readonly statusCode?: number | undefined;
}

/** What to read to know why an object is as it is. */
export interface Relatives {
  readonly resource: GroupVersionResource;
  /** One of them. */
  readonly name?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  /** Of those that are selected, which ones are meant. @default all */
  readonly isOf?: ((each: object) => boolean) | undefined;
}

const pods: GroupVersionResource = { group: '', version: 'v1', resource: 'pods' };
const claims: GroupVersionResource = { group: '', version: 'v1', resource: 'persistentvolumeclaims' };
const replicaSets: GroupVersionResource = { group: 'apps', version: 'v1', resource: 'replicasets' };
const services: GroupVersionResource = { group: '', version: 'v1', resource: 'services' };
const slices: GroupVersionResource = { group: 'discovery.k8s.io', version: 'v1', resource: 'endpointslices' };

/** Of more claims or services than these, the others tell. */
const mostNamed = 8;

/** Returns what to read beside an object; nothing for kinds that tell all themselves. */
export function relativesOf(object: { readonly kind?: string | undefined }): readonly Relatives[] {
  const spec = recordIn(object, 'spec');
  const { name = '', uid, deletionTimestamp } = recordIn(object, 'metadata');
  const labelSelector = selectorText(spec['selector']);
  // An empty selector would select everything.
  const selected = (resource: GroupVersionResource, isOf?: Relatives['isOf']): readonly Relatives[] =>
    labelSelector === '' ? [] : [{ resource, labelSelector, isOf }];
  // Selectors may overlap.
  const isOwned = (each: object): boolean =>
    recordsOf(recordIn(each, 'metadata')['ownerReferences']).some((owner) => owner['uid'] === uid);
  switch (object.kind) {
    case 'Pod':
      return spec['nodeName'] === undefined ? claimsOf(spec, String(name)) : [];
    case 'Deployment':
      return [...selected(replicaSets, isOwned), ...selected(pods)];
    case 'ReplicaSet':
    case 'ReplicationController':
    case 'StatefulSet':
    case 'DaemonSet':
    case 'Job':
      return selected(pods, isOwned);
    case 'Service': {
      const ofService = `kubernetes.io/service-name=${String(name)}`;
      return [...selected(pods), { resource: slices, labelSelector: ofService }];
    }
    case 'Ingress':
      return backendsOf(spec).map((name) => ({ resource: services, name }));
    case 'Node':
      return [{ resource: pods, fieldSelector: `spec.nodeName=${String(name)},${unfinished}` }];
    case 'PersistentVolumeClaim': {
      // Until no pod uses it, it is not deleted.
      if (!deletionTimestamp) return [];
      const isIt = (volume: JsonRecord): boolean => recordIn(volume, 'persistentVolumeClaim')['claimName'] === name;
      return [{ resource: pods, isOf: (pod) => recordsOf(recordIn(pod, 'spec')['volumes']).some(isIt) }];
    }
    default:
      return [];
  }
}

const unfinished = 'status.phase!=Succeeded,status.phase!=Failed';

function backendsOf(spec: JsonRecord): readonly string[] {
  const paths = recordsOf(spec['rules']).flatMap((rule) => recordsOf(recordIn(rule, 'http')['paths']));
  const backends = [spec['defaultBackend'], ...paths.map(({ backend }) => backend)].filter(isJsonRecord);
  const names = backends.flatMap((backend) => recordIn(backend, 'service')['name'] ?? []);
  return [...new Set(names)].filter((name) => typeof name === 'string' && name !== '').slice(0, mostNamed) as string[];
}

function claimsOf(spec: JsonRecord, pod: string): readonly Relatives[] {
  const names = recordsOf(spec['volumes']).flatMap(({ name, persistentVolumeClaim, ephemeral }) => {
    const claim = isJsonRecord(persistentVolumeClaim) ? persistentVolumeClaim['claimName'] : undefined;
    if (isJsonRecord(ephemeral)) return [`${pod}-${String(name)}`];
    return typeof claim === 'string' && claim !== '' ? [claim] : [];
  });
  return names.slice(0, mostNamed).map((name) => ({ resource: claims, name }));
}
