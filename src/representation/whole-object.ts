import { formatAccept } from '../media/accept.js';
import { json } from '../media/media-type.js';
import { formatGroupVersion } from '../model/group-version.js';
import type { KubeList, KubeObject, ObjectLike } from '../model/kube-object.js';
import { arrayAt, readAnswer } from './answer.js';
import { shapeOf, wrongShape } from './answer-shape.js';
import type { Representation } from './representation.js';
import { continueOf, listMeta, typedObject } from './typed-object.js';

/** Accept for plain JSON, the only form that every server has. */
export const plainJson = formatAccept([json]);

/**
 * Objects as they are stored, with every field: the default of a handle. Take Table to show them and
 * PartialObjectMetadata to look at labels and owners, both are lighter.
 *
 * Items of a list get the mapping's kind and apiVersion where they come without, as those of built-in resources do.
 * Nothing else is checked or changed, so `T` is a promise of the caller.
 */
export function wholeObject<T extends ObjectLike = KubeObject>(): Representation<T, KubeList<T>, T> {
  return {
    name: 'object',
    offerOne: () => ({ accept: plainJson }),
    offerMany: () => ({ accept: plainJson }),
    decodeOne(body, context) {
      const answer = readAnswer(body, context);
      const shape = shapeOf(answer);
      if (shape !== 'object') throw wrongShape(answer, shape, 'one');
      return typedObject(answer, body, '') as ObjectLike as T;
    },
    decodeMany(body, context) {
      const answer = readAnswer(body, context);
      const shape = shapeOf(answer);
      if (shape !== 'list') throw wrongShape(answer, shape, 'many');
      const { kind } = context.mapping;
      const items = arrayAt(answer, body, 'items', '') ?? [];
      return {
        apiVersion: answer.apiVersion ?? formatGroupVersion(kind),
        kind: answer.kind ?? `${kind.kind}List`,
        metadata: listMeta(answer),
        items: items.map((item, index) => typedObject(answer, item, `items[${index}]`) as ObjectLike as T),
      };
    },
    itemsOf: (list) => list.items,
    continueOf,
  };
}
