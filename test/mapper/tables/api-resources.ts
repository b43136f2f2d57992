import type { Case, Table } from './table.js';

/** What a server has for the listing of its resources; one has no verbs and is never listed. */
export const listedResources = [
  {
    group: '',
    version: 'v1',
    resource: 'foos',
    kind: 'Foo',
    scope: 'Cluster',
    verbs: ['get', 'list'],
    shortNames: ['f', 'fo'],
    categories: ['some-category'],
  },
  { group: '', version: 'v1', resource: 'bars', kind: 'Bar', verbs: ['create', 'get', 'list'] },
  {
    group: 'somegroup',
    version: 'v1',
    resource: 'bazzes',
    kind: 'Baz',
    verbs: ['create', 'delete', 'get', 'list'],
    shortNames: ['b'],
    categories: ['some-category', 'another-category'],
  },
  { group: 'somegroup', version: 'v1', resource: 'noverbs', kind: 'NoVerbs', verbs: [], shortNames: ['b'] },
] as const;

/** The flags, and the cells of each line: lines with a semicolon between them, cells with one blank. */
export type ListingCase = Case<string, string>;

const header = 'NAME SHORTNAMES APIVERSION NAMESPACED KIND';
const foos = 'foos f,fo v1 false Foo';
const bars = 'bars v1 true Bar';
const bazzes = 'bazzes b somegroup/v1 true Baz';

const listing = (id: string, flags: string, ...lines: readonly string[]): ListingCase => ({
  id,
  steps: [{ ask: flags, peer: lines.join('; ') }],
});

export const listedTable: Table<ListingCase> = {
  name: 'kubectl cmd/apiresources: what is listed',
  cases: [
    listing('as it is', '', header, bars, foos, bazzes),
    listing('without the line of names', '--no-headers', bars, foos, bazzes),
    listing('one group', '--api-group somegroup', header, bazzes),
    listing(
      'wide',
      '-o wide',
      `${header} VERBS CATEGORIES`,
      `${bars} create,get,list`,
      `${foos} get,list some-category`,
      `${bazzes} create,delete,get,list some-category,another-category`,
    ),
    listing('names', '-o name', 'bars', 'foos', 'bazzes.somegroup'),
    listing('in namespaces', '--namespaced=true', header, bars, bazzes),
    listing('one verb', '--verbs create', header, bars, bazzes),
    listing('two verbs', '--verbs create,delete', header, bazzes),
    listing('one category', '--categories some-category', header, foos, bazzes),
    listing('two categories', '--categories some-category,another-category', header, bazzes),
    listing('by name', '--sort-by name', header, bars, bazzes, foos),
    listing('by kind', '--sort-by kind', header, bars, bazzes, foos),
    {
      id: 'from a cache',
      steps: [
        {
          ask: '--cached',
          peer: [header, bars, foos, bazzes].join('; '),
          ours: '!usage',
          difference: 'cached',
        },
      ],
    },
  ],
};
