import type { KubeObject, PartialObjectMetadata } from '../model/kube-object.js';
import type { Answer } from './answer.js';
import type { RepresentationContext } from './representation.js';
import type { AnyRowObject, IncludeObject } from './table-shape.js';
import { metadataOnly, typedObject } from './typed-object.js';

/** What to ask for beside the cells of a Table, and how to read what each row carries then. */
export interface RowObjectRule<RowObject> {
  include(context: RepresentationContext): IncludeObject;
  /** `value` is what came with the row: an object, its metadata, or nothing. */
  read(answer: Answer, value: unknown, place: string): RowObject;
}

/** Cells alone. What a server sends all the same is dropped. */
export const noRowObject: RowObjectRule<undefined> = { include: () => 'None', read: () => undefined };

/** The metadata of each object, cut from it where a server sends the whole. */
export const rowMetadata: RowObjectRule<PartialObjectMetadata> = { include: () => 'Metadata', read: metadataOnly };

/** Each object as a whole. */
export const wholeRowObject: RowObjectRule<KubeObject> = { include: () => 'Object', read: typedObject };

/** The least that still tells the rows apart: metadata over all namespaces, nothing where the name says it all. */
export const leastRowObject: RowObjectRule<AnyRowObject> = {
  include: leastInclude,
  read: (answer, value, place) =>
    leastInclude(answer.context) === 'None' || value === undefined || value === null
      ? undefined
      : metadataOnly(answer, value, place),
};

function leastInclude({ mapping, namespace }: RepresentationContext): IncludeObject {
  return mapping.scope === 'Namespaced' && namespace === undefined ? 'Metadata' : 'None';
}
