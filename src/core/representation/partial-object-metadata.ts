import type { KubeList, KubeObject, ObjectLike, ObjectMeta, PartialObjectMetadata } from '../model/kube-object.js';
import { requireBoolean, requireKnownOptions } from '../shared/arguments.js';
import { ParsedAnswer, continueOf } from './parsed-answer.js';
import { acceptInProtobuf, acceptMetaKind, metaApiVersion } from './meta-kinds.js';
import { markConverted } from './origin.js';
import type { Representation } from './representation.js';
import type { Served, Shapes } from './shapes.js';
import { type WatchEvent, bookmarkOf, readEvent } from './watch-event.js';

/** The metadata of an object as it is read unless `managedFields` are requested: it has none. */
export interface ReadMetadata {
  /** Group and version of the kind: `apps/v1`, or `v1` in the core group. */
  apiVersion: string;
  /** The kind of the object: `Deployment`. */
  kind: string;
  /** The metadata common to all objects: name, labels, owners and so on. */
  metadata: Omit<ObjectMeta, 'managedFields'> & { name: string; uid: string };
}

/**
 * The metadata of an object by the option `managedFields`.
 *
 * @typeParam ManagedFields the type of the option
 */
export type MetadataBy<ManagedFields extends boolean> = true extends ManagedFields
  ? Served<PartialObjectMetadata>
  : ReadMetadata;

/**
 * The shapes of a handle for metadata only.
 *
 * @typeParam Item the metadata of an object: {@link ReadMetadata}, unless `managedFields` are requested
 */
export interface MetadataShapes<
  Input extends ObjectLike = KubeObject,
  Item = Served<PartialObjectMetadata>,
> extends Shapes {
  readonly one: Item;
  readonly many: KubeList<Item>;
  readonly item: Item;
  readonly event: WatchEvent<Item>;
  readonly input: Input;
}

/** Options of {@link partialObjectMetadata}. */
export interface MetadataOptions<ManagedFields extends boolean = boolean> {
  /**
   * Whether to include `metadata.managedFields`, which records who set which field. It is most of the bytes, and can be
   * read only in JSON.
   * @default false
   */
  readonly managedFields?: ManagedFields | undefined;
}

/**
 * Returns the representation of objects without spec and status. Each has the kind and apiVersion of its object, not
 * `PartialObjectMetadata` as on the wire. If a server answers with whole objects, kubeatlas reduces them to metadata,
 * and `originOf` returns `converted` for the object, list or event.
 *
 * If the server supports protobuf, the metadata is read in protobuf, which is much faster; if not, in JSON. The result
 * is the same: without managedFields, and without the times that are null in JSON.
 *
 * @example
 * const metadata = handle.as(partialObjectMetadata({ managedFields: true }));
 * for await (const { metadata: { name, labels } } of metadata.items()) console.log(name, labels);
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#metadata-only-fetches
 */
export function partialObjectMetadata<ManagedFields extends boolean = false>(
  options: MetadataOptions<ManagedFields> = {},
): Representation<MetadataShapes<KubeObject, MetadataBy<ManagedFields>>> {
  type Read = MetadataBy<ManagedFields>;
  const { managedFields = false }: MetadataOptions = requireKnownOptions(options, { managedFields: requireBoolean });
  const tidy = ({ apiVersion, kind, metadata }: PartialObjectMetadata): PartialObjectMetadata => {
    return { apiVersion, kind, metadata: tidied(metadata, managedFields) };
  };
  const metadataIn = (answer: ParsedAnswer): { metadata: Read; isCut: boolean } => {
    const shape = answer.requireShape('one', 'metadata', 'object');
    return { metadata: promised(tidy(answer.metadataOnly(answer.body, ''))), isCut: shape === 'object' };
  };
  return {
    name: 'PartialObjectMetadata',
    offer(verb) {
      // A server ends a watch that requests the list kind at once.
      const kind = verb === 'list' ? 'PartialObjectMetadataList' : 'PartialObjectMetadata';
      const jsonAccept = acceptMetaKind(kind);
      return managedFields ? { accept: jsonAccept } : { accept: acceptInProtobuf(kind), jsonAccept };
    },
    decodeOne(body, context) {
      const { metadata, isCut } = metadataIn(new ParsedAnswer(body, context));
      return isCut ? markConverted(metadata) : metadata;
    },
    decodeMany(body, context) {
      const answer = new ParsedAnswer(body, context);
      const shape = answer.requireShape('many', 'metadataList', 'list');
      const items = answer.arrayAt(answer.body, 'items') ?? [];
      const result: KubeList<Read> = {
        apiVersion: shape === 'metadataList' ? (answer.apiVersion ?? metaApiVersion) : metaApiVersion,
        kind: 'PartialObjectMetadataList',
        metadata: answer.listMeta(),
        items: items.map((item, index) => promised(tidy(answer.metadataOnly(item, `items[${index}]`)))),
      };
      return shape === 'metadataList' ? result : markConverted(result);
    },
    decodeEvents: (context) => (frame) => {
      const event = readEvent(frame, context);
      if (event.type === 'BOOKMARK') return { type: 'BOOKMARK', object: tidy(bookmarkOf(event).object) };
      const { metadata, isCut } = metadataIn(event.answer);
      const result = { type: event.type, object: metadata };
      return isCut ? markConverted(result) : result;
    },
    itemsOf: (list) => list.items,
    continueOf,
  };
}

function promised<ManagedFields extends boolean>(object: PartialObjectMetadata): MetadataBy<ManagedFields> {
  return object as MetadataBy<ManagedFields>;
}

/** Makes JSON and protobuf metadata equal: drops times that older servers write as null, and unwanted managedFields. */
function tidied(metadata: ObjectMeta, keepsManagedFields: boolean): ObjectMeta {
  const { creationTimestamp, deletionTimestamp } = metadata;
  const isTidy = keepsManagedFields || metadata.managedFields === undefined;
  if (isTidy && creationTimestamp !== null && deletionTimestamp !== null) return metadata;
  const { managedFields: _, ...rest } = metadata;
  const tidy: ObjectMeta = keepsManagedFields ? { ...metadata } : rest;
  if (creationTimestamp === null) delete tidy.creationTimestamp;
  if (deletionTimestamp === null) delete tidy.deletionTimestamp;
  return tidy;
}
