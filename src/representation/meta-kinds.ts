import { formatAccept } from '../media/accept.js';
import { kindMediaType } from '../media/kind-media-type.js';
import { json, protobuf } from '../media/media-type.js';

const group = 'meta.k8s.io';
const versions = ['v1', 'v1beta1'] as const;

/** The kinds of meta.k8s.io that stand for objects of any resource. */
export type MetaKind = 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList';

/** The apiVersion of what is made here. */
export const metaApiVersion = `${group}/v1`;

/** Accept for a kind of meta.k8s.io: v1, then v1beta1, then plain JSON for servers that know neither. */
export function acceptMetaKind(kind: MetaKind): string {
  return formatAccept([...versions.map((version) => kindMediaType({ group, version, kind })), json]);
}

/**
 * The same with protobuf before it, in v1 alone, as a server has it for metadata and not for a Table. Never without its
 * kind: a server would answer with whole objects.
 */
export function acceptInProtobuf(kind: MetaKind): string {
  const [version] = versions;
  return `${formatAccept([kindMediaType({ group, version, kind }, protobuf)])},${acceptMetaKind(kind)}`;
}

/** True for the apiVersions of meta.k8s.io that are understood here. */
export function isMetaApiVersion(apiVersion: unknown): boolean {
  return versions.some((version) => apiVersion === `${group}/${version}`);
}
