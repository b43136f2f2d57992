import { isKubeError } from '../index.js';

/** A 404 of the object itself, not of its resource or namespace. */
export function isMissingObject(error: unknown, name: string): boolean {
  if (!isKubeError(error) || error.code !== 'api' || error.statusCode !== 404) return false;
  return error.status.details?.name === name;
}
