// Everything exported here is public API of 'kubeatlas/census': counts and visits of every object, once.
export {
  createCensus,
  type Census,
  type CensusOptions,
  type CountOptions,
  type VisitOptions,
} from './create-census.js';
export type { CensusFailure, SetFilter } from './choose-sets.js';
export type { Count, CountedSet, CountMethod, CountProgress } from './count-objects.js';
export { IncompleteCensusError, type VisitedObject } from './visit-objects.js';
