// Everything exported here is public API of 'kubeatlas/census': counts and visits of every object, once.
export type {
  Census,
  CensusOptions,
  CountOptions,
  VisitOptions,
  CensusFailure,
  SetFilter,
  Count,
  CountedSet,
  CountMethod,
  CountProgress,
  VisitedObject,
} from './create-census.js';
export { createCensus, IncompleteCensusError } from './create-census.js';
