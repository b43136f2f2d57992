// Everything exported here is public API of 'kubeatlas/census': counts and visits of every object, once.
export {
  createCensus,
  type Census,
  type CensusOptions,
  type CountOptions,
  type VisitOptions,
  type CensusFailure,
  type SetFilter,
  type Count,
  type CountedSet,
  type CountMethod,
  type CountProgress,
  IncompleteCensusError,
  type VisitedObject,
} from './create-census.js';
