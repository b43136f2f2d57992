import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../../src/core/catalog/catalog.js';
import { createMapper } from '../../../src/core/mapper/create-mapper.js';
import { isBuiltInGroup } from '../../../src/core/model/built-in-groups.js';
import { captured, type CapturedName } from '../../fixtures/captured.js';
import { capturedCatalog } from '../build-catalog.js';
import type { ArbitraryQuestion } from './arbitrary-words.js';
import { expectSame, outcomesOf } from './outcomes.js';
import { aggregatedGroups, legacyGroups, type ApiService } from './server-model.js';

const pairs: [CapturedName, CapturedName][] = [
  ['kube-1.37-v2', 'kube-1.37-legacy'],
  ['kube-1.36-v2', 'kube-1.36-legacy'],
  ['kube-1.29-v2beta1', 'kube-1.29-legacy'],
];

/** Every name in the catalog in every form, right for this entry or for another. */
function questionsAbout(catalog: Catalog): readonly ArbitraryQuestion[] {
  const words = new Set<string>();
  const objects: ArbitraryQuestion[] = [];
  for (const { resource, singular, kind, shortNames, categories, group, version } of catalog.resources()) {
    for (const name of [resource, singular, kind, ...shortNames, ...categories]) {
      words.add(name).add(name.toUpperCase()).add(`${name}.${group}`).add(`${name}.${version}`);
      words
        .add(`${name}.${version}.${group}`)
        .add(`${name}.${group.slice(0, 4)}`)
        .add(`${name}.v9.${group}`);
      words
        .add(`${name}.v1.${group.slice(0, 7)}`)
        .add(`${name}x`)
        .add(`${name}.`)
        .add(`${name}.custom.metrics`);
    }
    objects.push({ subject: { apiVersion: group === '' ? version : `${group}/${version}`, kind }, options: {} });
    objects.push({ subject: { kind }, options: {} }, { subject: { resource, version }, options: {} });
  }
  const all: ArbitraryQuestion['options'][] = [{}, { verbs: ['list', 'watch'], scope: 'Namespaced' }];
  return [...objects, ...[...words].flatMap((subject) => all.map((options) => ({ subject, options })))];
}

describe('a real server in two formats', () => {
  it.each(pairs)('%s and %s: gives the same answer to everything about its names', async (aggregated, legacy) => {
    const [one, other] = [await capturedCatalog(aggregated), await capturedCatalog(legacy)];
    const questions = questionsAbout(one);
    expect(questionsAbout(other)).toHaveLength(questions.length);
    expect(questions.length).toBeGreaterThan(4_000);
    // The dead APIService of these servers has a priority of its own, which a legacy document does not show.
    const [expected = [], told = []] = [one, other].map((catalog) =>
      outcomesOf(questions, createMapper(catalog), { unread: false }),
    );
    expectSame(expected, told);
    expect(expected.filter((outcome) => /"(server order|built-in group)"/.test(outcome)).length).toBeGreaterThan(20);
  });

  it.each(pairs)(
    '%s and %s: stands in the order of the generated servers, whatever the format',
    (aggregated, legacy) => {
      const { groups } = captured(legacy)['/apis']?.body as LegacyGroups;
      const services = groups.flatMap(({ name: group, versions }, place) =>
        versions.map(({ version }): ApiService => {
          const groupPriorityMinimum = priorityOf(group) ?? 20_000 - place;
          const source = isBuiltInGroup(group) ? 'built-in' : 'custom resources';
          return { group, version, source, groupPriorityMinimum, ...rest };
        }),
      );
      expect(legacyGroups({ services }).map(namesOf)).toEqual(
        groups.map(({ name, versions }) => [name, ...versions.map(({ version }) => version)]),
      );
      const { items } = captured(aggregated)['/apis']?.body as AggregatedGroups;
      expect(aggregatedGroups({ services }).map(namesOf)).toEqual(
        items.map(({ metadata, versions }) => [metadata.name, ...versions.map(({ version }) => version)]),
      );
    },
  );
});

const rest = { versionPriority: 100, answers: true, resources: [], turn: 0 };

interface LegacyGroups {
  readonly groups: readonly { readonly name: string; readonly versions: readonly { readonly version: string }[] }[];
}

interface AggregatedGroups {
  readonly items: readonly {
    readonly metadata: { readonly name: string };
    readonly versions: readonly { readonly version: string }[];
  }[];
}

/** What was installed on these servers beside their own groups: custom resources, and an APIService at 100. */
function priorityOf(group: string): number | undefined {
  if (isBuiltInGroup(group)) return undefined;
  return group === 'custom.metrics.k8s.io' ? 100 : 1000;
}

function namesOf(services: readonly ApiService[]): readonly (string | undefined)[] {
  return [services[0]?.group, ...services.map(({ version }) => version)];
}
