import type { KubeList, PartialObjectMetadata } from '../model/kube-object.js';
import { arrayAt, readAnswer } from './answer.js';
import { shapeOf, wrongShape } from './answer-shape.js';
import { acceptMetaKind, metaApiVersion } from './meta-kinds.js';
import { markConverted } from './origin.js';
import type { Representation } from './representation.js';
import { continueOf, listMeta, metadataOnly } from './typed-object.js';

/**
 * Objects without spec and status. Each has the kind and apiVersion of the object it stands for, not
 * `PartialObjectMetadata` as on the wire. From a server that answers with whole objects they are cut here, and
 * `originOf` says so.
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#metadata-only-fetches
 */
export function partialObjectMetadata(): Representation<
  PartialObjectMetadata,
  KubeList<PartialObjectMetadata>,
  PartialObjectMetadata
> {
  return {
    name: 'PartialObjectMetadata',
    offerOne: () => ({ accept: acceptMetaKind('PartialObjectMetadata') }),
    offerMany: () => ({ accept: acceptMetaKind('PartialObjectMetadataList') }),
    decodeOne(body, context) {
      const answer = readAnswer(body, context);
      const shape = shapeOf(answer);
      if (shape !== 'metadata' && shape !== 'object') throw wrongShape(answer, shape, 'one');
      const result = metadataOnly(answer, body, '');
      return shape === 'metadata' ? result : markConverted(result);
    },
    decodeMany(body, context) {
      const answer = readAnswer(body, context);
      const shape = shapeOf(answer);
      if (shape !== 'metadataList' && shape !== 'list') throw wrongShape(answer, shape, 'many');
      const items = arrayAt(answer, body, 'items', '') ?? [];
      const result: KubeList<PartialObjectMetadata> = {
        apiVersion: shape === 'metadataList' ? (answer.apiVersion ?? metaApiVersion) : metaApiVersion,
        kind: 'PartialObjectMetadataList',
        metadata: listMeta(answer),
        items: items.map((item, index) => metadataOnly(answer, item, `items[${index}]`)),
      };
      return shape === 'metadataList' ? result : markConverted(result);
    },
    itemsOf: (list) => list.items,
    continueOf,
  };
}
