import { partialObjectMetadata } from '../representation/partial-object-metadata.js';
import type { Representation } from '../representation/representation.js';
import { tableRepresentation } from '../representation/table-representation.js';
import type { IncludeObject } from '../representation/table-shape.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';

const includes: ReadonlySet<unknown> = new Set<IncludeObject | undefined>(['None', 'Metadata', 'Object', undefined]);

/** What `as()` takes, whatever its types say. */
export type RepresentationChoice = 'Table' | 'PartialObjectMetadata' | Representation<unknown, unknown, unknown>;

/** The representation that a word stands for, or the one that was given. */
export function chooseRepresentation(
  choice: RepresentationChoice,
  includeObject?: IncludeObject,
): Representation<unknown, unknown, unknown> {
  if (choice === 'PartialObjectMetadata') return partialObjectMetadata();
  if (choice === 'Table') {
    if (!includes.has(includeObject)) {
      throw new InvalidArgumentError('includeObject', 'has to be "None", "Metadata" or "Object"');
    }
    return includeObject === undefined ? tableRepresentation() : tableRepresentation({ includeObject });
  }
  if (typeof choice === 'object') return choice;
  throw new InvalidArgumentError('representation', 'has to be "Table", "PartialObjectMetadata" or one of your own');
}
