import type { KubeList } from '../../../src/core/model/kube-object.js';
import { scene, type Earlier, type ParityRequest } from '../request.js';
import { ownAccepts } from './accepts.js';
import { configMaps, deployments, gadgets, namespace, objectOf, type Exhibit } from './exhibits.js';

const merge = 'application/merge-patch+json';
const set = 'labelSelector=set%3Dwatched';
const initial = 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan';

function versionOf(earlier: Earlier, word: string): string {
  return (earlier(`watch ${word}: where it begins`).body as KubeList).metadata.resourceVersion ?? '';
}

/** Every watch ends after a second, and begins where the list ended, so that what happened since is what it tells. */
function watchesOf(exhibit: Exhibit): ParityRequest[] {
  const { path, word } = exhibit;
  const at = (name: string): string => `${path}/${name}`;
  const labelled = (name: string, labels: object): ParityRequest => ({
    name: `prepare ${name}: ${JSON.stringify(labels)}`,
    method: 'PATCH',
    path: at(name),
    contentType: merge,
    body: { metadata: { labels } },
    prepares: true,
  });
  const created = (name: string, metadata: object = {}): ParityRequest => ({
    name: `prepare ${name}`,
    method: 'POST',
    path,
    body: objectOf(exhibit, name, { labels: { set: 'watched' }, ...metadata }),
    prepares: true,
  });
  const since = (name: string, query: string, accept?: string): ParityRequest => ({
    name,
    path: (earlier) => `${path}?watch=1&timeoutSeconds=1&resourceVersion=${versionOf(earlier, word)}&${query}`,
    accept,
  });
  const state = (name: string, query: string, accept?: string): ParityRequest => ({
    name,
    path: `${path}?watch=1&timeoutSeconds=1&${set}&${query}`,
    accept,
  });
  const views = ['Table', 'Table of v1beta1', 'metadata of one', 'metadata of many'].filter(
    (view) => view in ownAccepts,
  );
  return [
    created('w-z'),
    created('w-a'),
    created('w-b', { finalizers: ['parity.example.org/stay'] }),
    { name: 'where it begins', path: `${path}?${set}`, prepares: true },
    labelled('w-a', { turn: 'one' }),
    labelled('w-a', { set: 'left' }),
    labelled('w-a', { turn: 'unseen' }),
    labelled('w-a', { set: 'watched' }),
    created('w-c'),
    { name: 'prepare: delete w-c', method: 'DELETE', path: at('w-c'), prepares: true },
    { name: 'prepare: delete w-b', method: 'DELETE', path: at('w-b'), prepares: true },
    {
      name: 'prepare: let w-b go',
      method: 'PATCH',
      path: at('w-b'),
      contentType: merge,
      body: { metadata: { finalizers: null } },
      prepares: true,
    },
    {
      name: 'as it was',
      path: (earlier) => `${path}?${set}&resourceVersionMatch=Exact&resourceVersion=${versionOf(earlier, word)}`,
    },
    {
      name: 'as it was, by pages',
      path: (earlier) => `${path}?${set}&limit=2&resourceVersion=${versionOf(earlier, word)}`,
    },
    {
      name: 'as it was, or newer',
      path: (earlier) => `${path}?${set}&resourceVersionMatch=NotOlderThan&resourceVersion=${versionOf(earlier, word)}`,
    },
    since('what happened', set),
    since('what happened, by name', 'fieldSelector=metadata.name%3Dw-a'),
    since('what happened, with bookmarks', `${set}&allowWatchBookmarks=true`),
    since('the state of a version', `${set}&${initial}`),
    since('the state of a version, with bookmarks', `${set}&${initial}&allowWatchBookmarks=true`),
    ...views.map((view) => since(`what happened as ${view}`, set, ownAccepts[view])),
    ...views.map((view) => state(`the state as ${view}`, `${initial}&allowWatchBookmarks=true`, ownAccepts[view])),
    since('what happened as Table without objects', `${set}&includeObject=None`, ownAccepts['Table']),
    state(
      'the state as Table without objects',
      `${initial}&allowWatchBookmarks=true&includeObject=None`,
      ownAccepts['Table'],
    ),
    state('the state as Table with objects', 'includeObject=Object', ownAccepts['Table']),
    state('the state as Table of something', 'includeObject=Nope', ownAccepts['Table']),
    state('the state', ''),
    state('the state at 0', 'resourceVersion=0'),
    state('the state at 0, with bookmarks', 'resourceVersion=0&allowWatchBookmarks=true'),
    state('the state without bookmarks', initial),
    state('no state', 'sendInitialEvents=false&resourceVersionMatch=NotOlderThan'),
  ];
}

const queries = [
  'sendInitialEvents=true',
  'sendInitialEvents=false',
  'sendInitialEvents=true&resourceVersionMatch=Exact',
  'sendInitialEvents=&resourceVersionMatch=NotOlderThan',
  'resourceVersionMatch=NotOlderThan',
  'resourceVersionMatch=Nope&resourceVersion=5',
  'resourceVersion=abc',
  'resourceVersion=-1',
  'resourceVersion=99999999',
  'resourceVersion=99999999999999999999',
  'continue=abc',
  'continue=abc&resourceVersion=99999999',
  'limit=abc',
  'timeoutSeconds=abc',
  'labelSelector=a%20b',
  'fieldSelector=spec.nothing%3Dx',
];
const refused = queries.flatMap((query) =>
  [configMaps, gadgets].map(({ path, word }): ParityRequest => ({
    name: `${word} with ${query}`,
    path: `${path}?watch=1&${query.includes('timeoutSeconds') ? '' : 'timeoutSeconds=1&'}${query}`,
  })),
);

const inNamespace = `namespaces/${namespace}`;
const paths = [
  `/api/v1/watch/${inNamespace}/configmaps/w-a?timeoutSeconds=1`,
  `/api/v1/watch/${inNamespace}/configmaps?timeoutSeconds=1&${set}`,
  `/api/v1/watch/configmaps?timeoutSeconds=1&${set}`,
  `/api/v1/watch/${inNamespace}/configmaps/w-a?timeoutSeconds=1&fieldSelector=metadata.name%3Dw-z`,
  `/api/v1/watch/configmaps/w-a?timeoutSeconds=1`,
  `/apis/parity.example.org/v1/watch/${inNamespace}/gadgets/w-a?timeoutSeconds=1`,
  `/apis/parity.example.org/v1/watch/${inNamespace}/nothings?timeoutSeconds=1`,
  `/api/v1/${inNamespace}/configmaps/w-a?watch=1`,
  `/api/v1/componentstatuses?watch=1`,
  `/apis/authentication.k8s.io/v1/tokenreviews?watch=1`,
];
const elsewhere = paths.map((path): ParityRequest => ({ name: `at ${path}`, path }));

const accepts: ParityRequest[] = [
  'application/json;stream=watch',
  'text/html',
  '*/*',
  'application/json;as=Nope;v=v1;g=meta.k8s.io',
].flatMap((accept) =>
  [configMaps, gadgets].map(({ path, word }) => ({
    name: `${word} for ${accept}`,
    path: `${path}?watch=1&timeoutSeconds=1&${set}`,
    accept,
  })),
);

/** Watches: what they tell, in every view, and what they refuse. */
export const watching: readonly ParityRequest[] = [
  ...[configMaps, deployments, gadgets].flatMap((exhibit) => scene(`watch ${exhibit.word}`, watchesOf(exhibit))),
  ...scene('watch', [...refused, ...elsewhere, ...accepts]),
];
