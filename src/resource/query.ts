import type { QueryParameters } from '../transport/connection.js';
import type { GetOptions, ListOptions, WriteOptions } from './options.js';

/** The query of a get. */
export function getQuery({ resourceVersion }: GetOptions): QueryParameters {
  return defined({ resourceVersion });
}

/** The query of a list. */
export function listQuery(options: ListOptions): QueryParameters {
  const { labelSelector, fieldSelector, limit, resourceVersion, resourceVersionMatch, timeoutSeconds } = options;
  return defined({
    labelSelector,
    fieldSelector,
    limit,
    continue: options.continue,
    resourceVersion,
    resourceVersionMatch,
    timeoutSeconds,
  });
}

/** The query of create, replace and patch. */
export function writeQuery({ dryRun, fieldManager, fieldValidation }: WriteOptions): QueryParameters {
  return defined({ dryRun, fieldManager, fieldValidation });
}

function defined(parameters: QueryParameters): QueryParameters {
  return Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== undefined));
}
