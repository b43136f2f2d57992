import { formatAccept } from '../media/accept.js';
import { kindMediaType } from '../media/kind-media-type.js';
import { json, protobuf } from '../media/media-type.js';

const group = 'meta.k8s.io';
const versions = ['v1', 'v1beta1'] as const;

/** The kinds of meta.k8s.io that can represent objects of any resource. */
export type MetaKind = 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList';

/** The apiVersion of tables and metadata made by kubeatlas. */
export const metaApiVersion = `${group}/v1`;

/** Accept for a kind of meta.k8s.io: v1, then v1beta1, then plain JSON for servers that know neither. */
export function acceptMetaKind(kind: MetaKind): string {
  return formatAccept([...versions.map((version) => kindMediaType({ group, version, kind })), json]);
}

/**
 * The same with protobuf first, in v1 only: servers support protobuf for metadata but not for a Table. The protobuf
 * clause always names the kind: without it a server would answer with whole objects.
 */
export function acceptInProtobuf(kind: MetaKind): string {
  const [version] = versions;
  return `${formatAccept([kindMediaType({ group, version, kind }, protobuf)])},${acceptMetaKind(kind)}`;
}

/** Reports whether this is a supported apiVersion of meta.k8s.io. */
export function isMetaApiVersion(apiVersion: unknown): boolean {
  return apiVersion === `${group}/${versions[0]}` || apiVersion === `${group}/${versions[1]}`;
}
