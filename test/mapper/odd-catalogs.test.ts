import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../src/core/catalog/catalog.js';
import { createCatalog, type CatalogParts } from '../../src/core/catalog/create-catalog.js';
import { createMapper } from '../../src/core/mapper/create-mapper.js';
import { catalogOf, res } from './build-catalog.js';

const groups = [
  { name: '', versions: { v1: [res('pods', 'Pod', { categories: ['all'] })] } },
  { name: 'a.example.com', versions: { v1: [res('boats', 'Boat', { categories: ['all'] })] } },
  { name: 'b.example.com', versions: { v1: [res('boats', 'Boat')], v2: [res('cars', 'Car')] } },
];
const words = ['pods', 'boats', 'cars', 'Boat', 'boats.b.example.com', 'all'];

function answersOf(catalog: Catalog, asked: readonly string[] = words): unknown {
  const mapper = createMapper(catalog);
  return asked.map((word) => mapper.resolveAll(word));
}

const made = (parts: CatalogParts): Catalog => createCatalog(structuredClone(parts));
const { groups: good, failures, provenance } = catalogOf(groups);

describe('the answers about all other groups stay as they are', () => {
  it('where a group is listed twice', () => {
    const [, a] = good;
    const again = { ...a!, versions: [{ ...a!.versions[0]!, resources: [] }] };
    expect(answersOf(made({ groups: [...good, again], failures, provenance }))).toEqual(answersOf(catalogOf(groups)));
  });

  it('where core is, behind others', () => {
    const [core, ...others] = good;
    const twice = [...others, core!, core!];
    expect(answersOf(made({ groups: twice, failures, provenance }))).toEqual(answersOf(catalogOf(groups)));
  });

  it('where a group-version has a freshness that nobody knows, which is served as well', () => {
    const text = JSON.stringify({ groups: good, failures, provenance }).replaceAll('"Current"', '"Fresh"');
    expect(answersOf(made(JSON.parse(text) as CatalogParts))).toEqual(answersOf(catalogOf(groups)));
  });

  it('where a group has no version, or a version no resource', () => {
    const empty = { name: 'c.example.com', versions: [], preferredVersion: undefined };
    const bare = {
      ...empty,
      name: 'boats',
      versions: [{ group: 'boats', version: 'v1', freshness: 'Current', resources: [] }],
    } as const;
    expect(answersOf(made({ groups: [empty, bare, ...good], failures, provenance }))).toEqual(
      answersOf(catalogOf(groups)),
    );
  });
});
