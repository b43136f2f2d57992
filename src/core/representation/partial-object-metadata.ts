import { formatGroupVersion } from '../model/group-version.js';
import type { KubeList, KubeObject, ObjectLike, ObjectMeta, PartialObjectMetadata } from '../model/kube-object.js';
import { requireBoolean, requireKnownOptions } from '../shared/arguments.js';
import { isJsonRecord } from '../shared/json-record.js';
import {
  type ParsedAnswer,
  arrayAt,
  continueOf,
  listMeta,
  metadataOnly,
  readAnswer,
  shapeOf,
  wrongShape,
} from './parsed-answer.js';
import { acceptInProtobuf, acceptMetaKind, metaApiVersion } from './meta-kinds.js';
import { markConverted } from './origin.js';
import type { Representation } from './representation.js';
import type { Served, Shapes } from './shapes.js';
import { type WatchEvent, bookmarkOf, readEvent } from './watch-event.js';

/** The shapes of a handle for metadata only. */
export interface MetadataShapes<Input extends ObjectLike = KubeObject> extends Shapes {
  readonly one: Served<PartialObjectMetadata>;
  readonly many: KubeList<Served<PartialObjectMetadata>>;
  readonly item: Served<PartialObjectMetadata>;
  readonly event: WatchEvent<Served<PartialObjectMetadata>>;
  readonly input: Input;
}

/** Options of {@link partialObjectMetadata}. */
export type MetadataOptions = {
  /**
   * Whether to include `metadata.managedFields`, which records who set which field. It is most of the bytes, and is
   * read in JSON only.
   * @default false
   */
  readonly managedFields?: boolean | undefined;
};

/**
 * Returns the representation of objects without spec and status. Each has the kind and apiVersion of its object, not
 * `PartialObjectMetadata` as on the wire. If a server answers with whole objects, kubeatlas reduces them to metadata,
 * and `originOf` returns `converted` for the object, list or event.
 *
 * The metadata is read in protobuf if the server supports it, which takes a fraction of the time, and in JSON
 * otherwise; the result is the same: without managedFields, and without the times that are null in JSON.
 *
 * @example
 * const metadata = handle.as(partialObjectMetadata({ managedFields: true }));
 * for await (const { metadata: { name, labels } } of metadata.items()) console.log(name, labels);
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#metadata-only-fetches
 */
export function partialObjectMetadata(options: MetadataOptions = {}): Representation<MetadataShapes> {
  const { managedFields = false } = requireKnownOptions(options, { managedFields: requireBoolean });
  const tidy = ({ apiVersion, kind, metadata }: PartialObjectMetadata): PartialObjectMetadata => {
    return { apiVersion, kind, metadata: tidied(metadata, managedFields) };
  };
  const metadataIn = (answer: ParsedAnswer): { metadata: Served<PartialObjectMetadata>; isCut: boolean } => {
    const shape = shapeOf(answer, 'one');
    if (shape !== 'metadata' && shape !== 'object') throw wrongShape(answer, shape, 'one');
    return { metadata: promised(tidy(metadataOnly(answer, answer.body, ''))), isCut: shape === 'object' };
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
      const { metadata, isCut } = metadataIn(readAnswer(body, context));
      return isCut ? markConverted(metadata) : metadata;
    },
    decodeMany(body, context) {
      const answer = readAnswer(body, context);
      const shape = shapeOf(answer, 'many');
      if (shape !== 'metadataList' && shape !== 'list') throw wrongShape(answer, shape, 'many');
      const items = arrayAt(answer, answer.body, 'items', '') ?? [];
      const { kind } = context.mapping;
      const type = { apiVersion: formatGroupVersion(kind), kind: kind.kind };
      const result: KubeList<Served<PartialObjectMetadata>> = {
        apiVersion: shape === 'metadataList' ? (answer.apiVersion ?? metaApiVersion) : metaApiVersion,
        kind: 'PartialObjectMetadataList',
        metadata: listMeta(answer),
        items: items.map((item, index) =>
          promised(
            isPlainMetadata(item)
              ? { ...type, metadata: tidied(item.metadata, managedFields) }
              : tidy(metadataOnly(answer, item, `items[${index}]`)),
          ),
        ),
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

function promised(object: PartialObjectMetadata): Served<PartialObjectMetadata> {
  return object as Served<PartialObjectMetadata>;
}

/**
 * Reports whether this is the metadata of one object with nothing unusual about it. Nearly all items of a list are, and
 * this check takes half the time of looking at each field by name; any other item is read with all checks.
 */
function isPlainMetadata(item: unknown): item is { readonly metadata: ObjectMeta } {
  if (!isJsonRecord(item) || item['kind'] !== 'PartialObjectMetadata') return false;
  const { metadata } = item;
  if (!isJsonRecord(metadata)) return false;
  const { name, generateName, namespace, uid, resourceVersion, creationTimestamp } = metadata;
  return (
    typeof name === 'string' &&
    typeof uid === 'string' &&
    isTextOrMissing(namespace) &&
    isTextOrMissing(generateName) &&
    isTextOrMissing(resourceVersion) &&
    isTextOrMissing(creationTimestamp)
  );
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

function isTextOrMissing(value: unknown): boolean {
  return typeof value === 'string' || value === undefined || value === null;
}
