import type { GroupVersionResource } from '../model/group-version-resource.js';
import { UnexpectedShapeError } from './errors.js';

/**
 * Makes a check of the tokens that lead from page to page of one list: it returns the error for a token that was used
 * before, since the list would never end. It detects a cycle of any length while keeping a single token: Brent's
 * algorithm, which finds it within three times the pages before the first repetition.
 *
 * @param first the token of the first page, if it has one
 */
export function createTokenCheck(
  resource: GroupVersionResource,
  first?: string,
): (token: string) => UnexpectedShapeError | undefined {
  let kept = first;
  let steps = 0;
  let span = 1;
  return (token) => {
    if (token === kept) {
      const problem = 'repeats an earlier token, so that the list would never end';
      const field = 'metadata.continue';
      return new UnexpectedShapeError({ resource, field, problem });
    }
    steps += 1;
    if (steps >= span) {
      kept = token;
      steps = 0;
      span *= 2;
    }
    return undefined;
  };
}
