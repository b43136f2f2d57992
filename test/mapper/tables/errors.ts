import type { MapperQuestion } from './mapper-case.js';
import type { Case, Served, Table } from './table.js';

/** A question, and the name of the error that it ends with. */
export interface ErrorCase extends Case<MapperQuestion, string> {
  readonly server: readonly Served[];
}

const animals: readonly Served[] = [
  ['foxes.v1.wood', 'Fox', { singular: 'animal' }],
  ['hares.v1.wood', 'Hare', { singular: 'animal' }],
];
const animal = { resource: 'animal' };
const stone = { resource: 'stone' };

/** The errors that are told apart, by themselves and behind another error that has them as its cause. */
export const errorTable: Table<ErrorCase> = {
  name: 'apimachinery meta/errors: errors told apart',
  cases: [
    {
      id: 'several resources',
      server: animals,
      steps: [{ ask: ['resourceFor', animal], peer: 'AmbiguousMatchError' }],
    },
    { id: 'several kinds', server: animals, steps: [{ ask: ['kindFor', animal], peer: 'AmbiguousMatchError' }] },
    { id: 'no resource', server: animals, steps: [{ ask: ['resourceFor', stone], peer: 'NoMatchError' }] },
    { id: 'no kind', server: animals, steps: [{ ask: ['mappingFor', 'wood', 'Stone'], peer: 'NoMatchError' }] },
  ],
};
