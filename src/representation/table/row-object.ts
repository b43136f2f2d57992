import type { KubeObject, PartialObjectMetadata } from '../../model/kube-object.js';
import type { ParsedAnswer } from '../parsed-answer.js';
import type { RepresentationContext } from '../representation.js';
import type { Served } from '../shapes.js';
import { metadataOnly, typedObject } from '../typed-object.js';
import type { AnyRowObject, IncludeObject } from './table.js';

/** The `includeObject` to request, and how to read the object of each row. */
export interface RowObjectRule<RowObject> {
  include(context: RepresentationContext): IncludeObject;
  /** `value` is the object of the row, or its metadata. */
  read(answer: ParsedAnswer, value: unknown, path: string): RowObject | undefined;
}

/** Cells only. Objects that a server sends anyway are dropped. */
export const noRowObject: RowObjectRule<undefined> = { include: () => 'None', read: () => undefined };

/** The metadata of each object, extracted from it if a server sends the whole object. */
export const rowMetadata: RowObjectRule<Served<PartialObjectMetadata>> = {
  include: () => 'Metadata',
  read: (...row) => metadataOnly(...row) as Served<PartialObjectMetadata>,
};

/** Each object as a whole. */
export const wholeRowObject: RowObjectRule<Served<KubeObject>> = {
  include: () => 'Object',
  read: (...row) => typedObject(...row) as Served<KubeObject>,
};

/**
 * The least that still identifies each row: metadata across all namespaces, otherwise nothing, since the name suffices.
 */
export const leastRowObject: RowObjectRule<AnyRowObject> = {
  include: leastInclude,
  read: (answer, value, path) =>
    leastInclude(answer.context) === 'None' ? undefined : metadataOnly(answer, value, path),
};

function leastInclude({ mapping, namespace }: RepresentationContext): IncludeObject {
  return mapping.scope === 'Namespaced' && namespace === undefined ? 'Metadata' : 'None';
}
