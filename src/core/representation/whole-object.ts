import type { KubeList, KubeObject, ObjectLike } from '../model/kube-object.js';
import { ParsedAnswer, continueOf } from './parsed-answer.js';
import type { Representation } from './representation.js';
import type { Served, Shapes } from './shapes.js';
import { type WatchEvent, bookmarkOf, readEvent } from './watch-event.js';

/** Accept for plain JSON, the only form that every server has. */
export const plainJson = 'application/json';

/** The shapes of a handle for whole objects. */
export interface ObjectShapes<T extends ObjectLike = KubeObject> extends Shapes {
  readonly one: Served<T>;
  readonly many: KubeList<Served<T>>;
  readonly item: Served<T>;
  readonly event: WatchEvent<Served<T>>;
  readonly input: T;
}

/**
 * Returns the representation of objects as they are stored, with every field: the default of a handle. Use Table to
 * display objects and PartialObjectMetadata to read labels and owners; both are lighter.
 *
 * Items of a list that have no kind and apiVersion, like those of built-in resources, get those of the resource.
 * Nothing else is checked or changed: you choose `T`.
 *
 * @example
 * interface Widget extends KubeObject { spec: { size: number } }
 * const widgets = client.resource('widgets').as(wholeObject<Widget>());
 */
export function wholeObject<T extends ObjectLike = KubeObject>(): Representation<ObjectShapes<T>> {
  return {
    name: 'object',
    offer: () => ({ accept: plainJson }),
    decodeOne: (body, context) => wholeObjectIn(new ParsedAnswer(body, context)) as ObjectLike as Served<T>,
    decodeMany(body, context) {
      const answer = new ParsedAnswer(body, context);
      answer.requireShape('many', 'list');
      const items = answer.arrayAt(answer.body, 'items') ?? [];
      return {
        apiVersion: answer.apiVersion ?? answer.objectType.apiVersion,
        kind: answer.kind ?? `${answer.objectType.kind}List`,
        metadata: answer.listMeta(),
        items: items.map((item, index) => answer.typedObject(item, `items[${index}]`) as ObjectLike as Served<T>),
      };
    },
    decodeEvents: (context) => (frame) => {
      const event = readEvent(frame, context);
      if (event.type === 'BOOKMARK') return bookmarkOf(event);
      return { type: event.type, object: wholeObjectIn(event.answer) as ObjectLike as Served<T> };
    },
    itemsOf: (list) => list.items,
    continueOf,
  };
}

/** Returns the answer as a whole object; throws `UnexpectedShapeError` if it is anything else. */
export function wholeObjectIn(answer: ParsedAnswer): KubeObject {
  answer.requireShape('one', 'object');
  return answer.typedObject(answer.body, '');
}
