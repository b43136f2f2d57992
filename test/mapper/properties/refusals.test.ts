import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../../src/core/catalog/catalog.js';
import type { ResourceEntry } from '../../../src/core/catalog/entries.js';
import { createMapper, type RESTMapper } from '../../../src/core/mapper/create-mapper.js';
import { GroupUnavailableError, NoMatchError } from '../../../src/core/mapper/errors.js';
import { isOneSlip } from '../../../src/core/mapper/suggest.js';
import type { ResolveOptions } from '../../../src/core/mapper/resolution.js';
import type { Subject } from '../../../src/core/mapper/subject.js';
import type { GroupVersionResource } from '../../../src/core/model/group-version-resource.js';
import { arbitraryServer } from './arbitrary-server.js';
import { withQuestions } from './arbitrary-words.js';
import { learn } from './learn.js';
import { formats } from './render-documents.js';
import { patience, runs } from './runs.js';

function refusalOf(mapper: RESTMapper, subject: Subject, options?: ResolveOptions): unknown {
  try {
    mapper.resolve(subject, options);
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('a word that leads nowhere', () => {
  it(
    'in a group that could not be read is not denied; alone it is, with all that could not be read',
    async () => {
      let unread = 0;
      await fc.assert(
        fc.asyncProperty(arbitraryServer, fc.constantFrom(...formats), async (server, format) => {
          const mapper = createMapper(await learn(server, format));
          const gone = server.services.filter(({ answers }) => !answers);
          for (const { group, version } of gone) {
            for (const word of [`nothing.${group}`, `nothing.${version}.${group}`, `nothing.${beginningOf(group)}`]) {
              const error = refusalOf(mapper, word);
              expect(error).toBeInstanceOf(GroupUnavailableError);
              const { failures, message } = error as GroupUnavailableError;
              expect(failures).toContainEqual(expect.objectContaining({ group, version }));
              expect(message).toContain(failures[0]?.message);
            }
            unread += 1;
          }
          const error = refusalOf(mapper, 'nothing');
          expect(error).toBeInstanceOf(NoMatchError);
          expect((error as NoMatchError).failures).toHaveLength(gone.length);
          for (const { group, version } of gone.length > 5 ? [] : gone) {
            expect((error as NoMatchError).message).toContain(`${group}/${version}`);
          }
        }),
        runs(60),
      );
      expect(unread).toBeGreaterThan(10);
    },
    patience,
  );

  it(
    'gets no suggestion but one that leads to something that fits, and is one slip or one version away',
    async () => {
      let suggestions = 0;
      await fc.assert(
        fc.asyncProperty(withQuestions(arbitraryServer, 60), async ({ server, questions }) => {
          const catalog = await learn(server, 'v2');
          const mapper = createMapper(catalog);
          for (const { subject, options } of questions) {
            if (typeof subject !== 'string') continue;
            const word = subject.includes('/') ? subject : slipIn(subject);
            const error = refusalOf(mapper, word, { ...options, ambiguity: 'first' });
            if (!(error instanceof NoMatchError || error instanceof GroupUnavailableError)) continue;
            expect(error.suggestions.length).toBeLessThanOrEqual(3);
            for (const suggestion of error.suggestions) {
              const { mapping } = mapper.resolve(suggestion, { ...options, ambiguity: 'first' });
              expect([word, suggestion, isNear(word, suggestion, versionsOf(catalog, mapping.resource))]).toEqual([
                word,
                suggestion,
                true,
              ]);
              suggestions += 1;
            }
          }
        }),
        runs(30),
      );
      expect(suggestions).toBeGreaterThan(10);
    },
    patience,
  );
});

/** A group cut short; a dot at the end would mean the core group. */
function beginningOf(group: string): string {
  return group.slice(0, 3).replace(/\.$/, '');
}

/** Two letters swapped, as fingers do. */
function slipIn(word: string): string {
  return `${word.slice(0, 1)}${word.charAt(2)}${word.charAt(1)}${word.slice(3)}`;
}

/**
 * Whether one slip leads from the word to a name of what was suggested, or in the group; or whether it is the same name
 * in another version.
 */
function isNear(word: string, suggestion: string, versions: readonly ResourceEntry[]): boolean {
  const [typed = '', ...asked] = word.split('/')[0]?.split('.') ?? [];
  const names = versions.flatMap(({ resource, singular, kind, shortNames }) => [
    ...[resource, singular, kind],
    ...shortNames,
  ]);
  const isNamed = names.some((name) => name.toLowerCase() === typed.toLowerCase());
  if (!isNamed) return names.some((name) => isOneSlip(name.toLowerCase(), typed.toLowerCase()));
  const [, ...meant] = suggestion.split('.');
  return asked.join('.') !== meant.join('.') && asked.length > 0;
}

function versionsOf(catalog: Catalog, { group, resource }: GroupVersionResource): readonly ResourceEntry[] {
  return catalog.resources({ group }).filter((entry) => entry.resource === resource);
}
