import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMapper } from '../../../src/core/mapper/create-mapper.js';
import type { Resolution } from '../../../src/core/mapper/resolution.js';
import { cohabit } from '../../../src/core/model/cohabiting-groups.js';
import { isBuiltInGroup } from '../../../src/core/model/built-in-groups.js';
import { arbitraryServer } from './arbitrary-server.js';
import { withQuestions } from './arbitrary-words.js';
import { learn } from './learn.js';
import { patience, runs } from './runs.js';

function answer<Answer>(ask: () => Answer): Answer | { readonly code: string } {
  try {
    return ask();
  } catch (error) {
    return { code: (error as { readonly code: string }).code };
  }
}

/** Endpoints that are known in every format to be the same objects. */
const sameObjects = (a: Resolution['mapping'], b: Resolution['mapping']): boolean =>
  a.scope === b.scope && cohabit(a.resource, b.resource);

describe('a resolution', () => {
  it(
    'chooses one of its candidates, and says truly why',
    async () => {
      const seen = new Map<string, number>();
      await fc.assert(
        fc.asyncProperty(withQuestions(arbitraryServer, 40), async ({ server, questions }) => {
          const mapper = createMapper(await learn(server, 'v2'));
          for (const { subject, options } of questions) {
            const first = answer(() => mapper.resolve(subject, { ...options, ambiguity: 'first' }));
            if ('code' in first) continue;
            const { mapping, candidates, reason } = first;
            expect(candidates[0]).toBe(mapping);
            expect(new Set(candidates).size).toBe(candidates.length);

            const others = candidates.filter((each) => !sameObjects(each, mapping));
            const groups = new Set(others.map(({ resource }) => resource.group));
            const isElsewhere = [...groups].some((group) => group !== mapping.resource.group);
            if (reason === 'exact' || reason === 'only one') expect(candidates).toHaveLength(1);
            if (reason === 'same objects') expect(others).toEqual([]);
            if (reason === 'core group') expect([mapping.resource.group, isElsewhere]).toEqual(['', true]);
            if (reason === 'preferred version') expect(isElsewhere).toBe(false);
            if (reason === 'server order') expect(others.length).toBeGreaterThan(0);
            const { group: chosen } = mapping.resource;
            const isBefore = (group: string): boolean =>
              chosen === '' || (isBuiltInGroup(chosen) && !isBuiltInGroup(group));
            const isTied = [...groups].some((group) => group !== chosen && !isBefore(group));
            if (reason === 'built-in group') expect([isElsewhere, isTied]).toEqual([true, false]);

            const strict = answer(() => mapper.resolve(subject, { ...options, ambiguity: 'error' }));
            if (reason === 'server order' && isTied) expect(strict).toEqual({ code: 'ambiguous-match' });
            else expect(strict).toEqual(first);
            seen.set(reason, (seen.get(reason) ?? 0) + 1);
          }
        }),
        runs(60),
      );
      expect(seen.size).toBeGreaterThan(4);
    },
    patience,
  );

  it(
    'has no candidate without the verbs and the scope that are asked for, and loses none that has them',
    async () => {
      await fc.assert(
        fc.asyncProperty(withQuestions(arbitraryServer, 40), async ({ server, questions }) => {
          const catalog = await learn(server, 'v2');
          const mapper = createMapper(catalog);
          for (const { subject, options } of questions) {
            const { verbs = [], scope } = options;
            const found = answer(() => mapper.resolve(subject, { ...options, ambiguity: 'first' }));
            const fits = ({ resource }: Resolution['mapping']): boolean => {
              const entry = catalog.resource(resource);
              return (
                verbs.every((verb) => entry?.verbs.includes(verb)) && (scope === undefined || entry?.scope === scope)
              );
            };
            if (!('code' in found)) expect(found.candidates.every(fits)).toBe(true);
            const all = answer(() => mapper.resolve(subject));
            if (!('code' in all) && all.candidates.some(fits)) expect(found).not.toHaveProperty('code');
          }
        }),
        runs(40),
      );
    },
    patience,
  );
});
