import type { KubeObject, PartialObjectMetadata } from '../../model/kube-object.js';
import type { ParsedAnswer } from '../parsed-answer.js';
import type { RepresentationContext } from '../representation.js';
import type { Served } from '../shapes.js';
import { metadataOnly, typedObject } from '../typed-object.js';
import type { AnyRowObject, IncludeObject } from './table.js';

/** What to ask for beside the cells of a Table, and how to read what each row carries then. */
export interface RowObjectRule<RowObject> {
  include(context: RepresentationContext): IncludeObject;
  /** `value` is what came with the row: an object, or its metadata. */
  read(answer: ParsedAnswer, value: unknown, place: string): RowObject | undefined;
}

/** Cells alone. What a server sends all the same is dropped. */
export const noRowObject: RowObjectRule<undefined> = { include: () => 'None', read: () => undefined };

/** The metadata of each object, cut from it where a server sends the whole. */
export const rowMetadata: RowObjectRule<Served<PartialObjectMetadata>> = {
  include: () => 'Metadata',
  read: (...row) => metadataOnly(...row) as Served<PartialObjectMetadata>,
};

/** Each object as a whole. */
export const wholeRowObject: RowObjectRule<Served<KubeObject>> = {
  include: () => 'Object',
  read: (...row) => typedObject(...row) as Served<KubeObject>,
};

/** The least that still tells the rows apart: metadata over all namespaces, nothing where the name says it all. */
export const leastRowObject: RowObjectRule<AnyRowObject> = {
  include: leastInclude,
  read: (answer, value, place) =>
    leastInclude(answer.context) === 'None' ? undefined : metadataOnly(answer, value, place),
};

function leastInclude({ mapping, namespace }: RepresentationContext): IncludeObject {
  return mapping.scope === 'Namespaced' && namespace === undefined ? 'Metadata' : 'None';
}
