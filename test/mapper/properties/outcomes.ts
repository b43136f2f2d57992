import { expect } from 'vitest';
import type { CatalogFailure } from '../../../src/core/catalog/failures.js';
import type { Resolution } from '../../../src/core/mapper/resolution.js';
import type { RESTMapper } from '../../../src/core/mapper/create-mapper.js';
import type { RESTMapping } from '../../../src/core/model/rest-mapping.js';
import type { ArbitraryQuestion } from './arbitrary-words.js';

/** Whether an answer is compared with what is `unread` before it. */
export interface Telling {
  readonly unread: boolean;
}

/**
 * What a mapper says to all of these questions, as text, so that two are compared at once: all but the words in which a
 * part of the server failed. An aggregated document says no more than that a part is stale, a legacy one is asked for it
 * and fails.
 */
export function outcomesOf(
  questions: readonly ArbitraryQuestion[],
  mapper: RESTMapper,
  telling: Telling = { unread: true },
): string[] {
  return questions.map((question) => JSON.stringify([question, ...outcomesOfOne(question, mapper, telling)]));
}

/** Two mappers' outcomes of the same questions are the same; shows the first that is not. */
export function expectSame(one: readonly string[], other: readonly string[]): void {
  expect(other).toHaveLength(one.length);
  const place = one.findIndex((outcome, index) => outcome !== other[index]);
  expect(other[place]).toBe(one[place]);
}

function outcomesOfOne({ subject, options }: ArbitraryQuestion, mapper: RESTMapper, telling: Telling): unknown[] {
  const one = attempt(() => plain(mapper.resolve(subject, options), telling));
  if (typeof subject !== 'string') return [one];
  const all = attempt(() => {
    const { resolutions, unread } = mapper.resolveAll(subject, options);
    const told = telling.unread ? partsOf(unread) : undefined;
    return { resolutions: resolutions.map((each) => plain(each, telling)), unread: told };
  });
  return [one, all];
}

function attempt(ask: () => unknown): unknown {
  try {
    return ask();
  } catch (error) {
    const { code, question, suggestions, failures, candidates } = error as Partial<Refusal>;
    if (code === undefined) throw error;
    return { code, question, suggestions, unread: partsOf(failures), candidates };
  }
}

interface Refusal {
  readonly code: string;
  readonly question: unknown;
  readonly suggestions: readonly string[];
  readonly failures: readonly CatalogFailure[];
  readonly candidates: readonly RESTMapping[];
}

function plain(resolution: Resolution, telling: Telling): unknown {
  return { ...resolution, unread: telling.unread ? partsOf(resolution.unread) : undefined };
}

/** The group-versions behind failures, in an order of their own. */
function partsOf(failures: readonly CatalogFailure[] = []): readonly string[] {
  return failures.map(({ root, group, version }) => `${root}/${group ?? ''}/${version ?? ''}`).sort();
}
