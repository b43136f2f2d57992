import { isKubeError } from '../index.js';

/** Reports whether an error is a 404 for the object itself, not for its resource or namespace. */
export function isMissingObject(error: unknown, name: string): boolean {
  if (!isKubeError(error) || error.code !== 'api' || error.statusCode !== 404) return false;
  return error.status.details?.name === name;
}
