/** The kinds of meta.k8s.io that can represent objects of any resource. */
export type MetaKind = 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList';

/** The apiVersion of tables and metadata made by kubeatlas. */
export const metaApiVersion = 'meta.k8s.io/v1';

/** Accept for a kind of meta.k8s.io: v1, then v1beta1, then plain JSON for servers that know neither. */
export function acceptMetaKind(kind: MetaKind): string {
  const json = 'application/json';
  // `drop=metadata.managedFields` of 1.38 (alpha, off by default) would be a first clause: older servers ignore it, and a server
  // that cannot drop a field answers 406.
  return `${json};g=meta.k8s.io;v=v1;as=${kind},${json};g=meta.k8s.io;v=v1beta1;as=${kind},${json}`;
}

/**
 * The same with protobuf first, in v1 only: servers support protobuf for metadata but not for a Table. The protobuf
 * clause always names the kind: without it a server would answer with whole objects.
 */
export function acceptInProtobuf(kind: MetaKind): string {
  return `application/vnd.kubernetes.protobuf;g=meta.k8s.io;v=v1;as=${kind},${acceptMetaKind(kind)}`;
}

/** Reports whether this is a supported apiVersion of meta.k8s.io. */
export function isMetaApiVersion(apiVersion: unknown): boolean {
  return apiVersion === metaApiVersion || apiVersion === 'meta.k8s.io/v1beta1';
}
