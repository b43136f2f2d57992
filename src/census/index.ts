// Everything exported here is public API of 'kubeatlas/census': counts and visits of every object, once.
export { createCensus, type Census } from './create-census.js';
export type { CensusOptions, CountOptions, VisitOptions } from './create-census.js';
export type { CensusFailure, SetFilter, Count, CountedSet, CountMethod, CountProgress } from './create-census.js';
export { IncompleteCensusError, type VisitedObject } from './create-census.js';
