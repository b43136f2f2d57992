import { useState } from 'react';
import { resourceKey, type ResourceEntry } from 'kubeatlas';
import type { Route } from './route.js';

/** Returns the entry of a resource, as it was served last: what is shown of a definition that is deleted stays as it is. */
export function useEntry(served: ResourceEntry | undefined, { resource }: Route): ResourceEntry | undefined {
  const [last, setLast] = useState(served);
  if (served !== undefined && served !== last) setLast(served);
  return served ?? (last !== undefined && resourceKey(last) === resourceKey(resource) ? last : undefined);
}
