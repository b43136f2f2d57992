import { scene, type ParityRequest } from '../request.js';
import { ownAccepts } from './accepts.js';
import { configMaps, gadgets, namespace, objectOf } from './exhibits.js';

const objects = [
  { name: 'sel-a', labels: { tier: 'front', rank: '1' }, colour: 'red' },
  { name: 'sel-b', labels: { tier: 'back', rank: '10', 'parity.example.org/kept': '' }, colour: 'blue' },
  { name: 'sel-c', labels: { rank: 'high' }, colour: 'red' },
  { name: 'sel-d', labels: {}, colour: undefined },
];
const preparing = objects.flatMap(({ name, labels, colour }): ParityRequest[] => {
  const metadata = { labels: { ...labels, set: 'sel' } };
  return [
    {
      name: `prepare configmap ${name}`,
      method: 'POST',
      path: configMaps.path,
      body: objectOf(configMaps, name, metadata),
      prepares: true,
    },
    {
      name: `prepare gadget ${name}`,
      method: 'POST',
      path: gadgets.path,
      body: { ...objectOf(gadgets, name, metadata), spec: { colour } },
      prepares: true,
    },
  ];
});

const labelSelectors = [
  'tier=front',
  'tier==front',
  'tier!=front',
  'tier in (front,back)',
  'tier in (front, back)',
  'tier notin (front)',
  'tier',
  '!tier',
  'rank>1',
  'rank<10',
  'rank>1,rank<11',
  'tier=front,rank=1',
  ' tier = front , rank',
  'tier=',
  'tier in ()',
  'tier in (front,)',
  'tier notin ()',
  'parity.example.org/kept',
  'parity.example.org/kept=',
  'nothing=here',
  'tier,',
  ',tier',
  'tier,,rank',
  'tier in',
  'tier in (',
  'tier in front',
  'tier in (front',
  'tier (front)',
  '=front',
  'tier=front=back',
  'tier=a/b',
  'tier=-x',
  'tier front',
  'rank>high',
  'a/b/c=d',
  '/b=c',
  'UPPER.example.org/x=y',
  `${'k'.repeat(64)}=v`,
  `tier=${'v'.repeat(64)}`,
  '!',
  '!!tier',
  '!tier=front',
  '(tier)',
  'tier!front',
  'in in (in)',
  'tier=(front)',
];
const fieldSelectors = [
  'metadata.name=sel-a',
  'metadata.name==sel-a',
  'metadata.name!=sel-a',
  `metadata.namespace=${namespace}`,
  'metadata.namespace=elsewhere',
  `metadata.name=sel-a,metadata.namespace=${namespace}`,
  'metadata.name=sel-a,metadata.name=sel-b',
  'metadata.name=',
  'metadata.name',
  'metadata.name>a',
  '=sel-a',
  'metadata.uid=x',
  'metadata.labels.set=sel',
  'spec.colour=red',
  'spec.colour!=red',
  'spec.colour=',
  'metadata.name=a\\,b',
  'metadata.name=a\\b',
  ',',
  ',metadata.name=sel-a',
  'metadata.name=sel-a,',
];
const encode = encodeURIComponent;
const byLabels = labelSelectors.flatMap((selector) =>
  [configMaps, gadgets].slice(0, selector.length > 12 ? 1 : 2).map(({ path, word }): ParityRequest => ({
    name: `${word} by labels ${selector}`,
    path: `${path}?includeObject=None&labelSelector=${encode(`${selector}`)}`,
    accept: ownAccepts['Table'],
  })),
);
const byFields = fieldSelectors.flatMap((selector) =>
  [configMaps, gadgets].map(({ path, word }): ParityRequest => ({
    name: `${word} by fields ${selector}`,
    path: `${path}?includeObject=None&labelSelector=set%3Dsel&fieldSelector=${encode(selector)}`,
    accept: ownAccepts['Table'],
  })),
);

const listed = `${configMaps.path}?labelSelector=set%3Dsel`;
const options = [
  'limit=abc',
  'limit=-1',
  'limit=0',
  'limit=1.5',
  'limit=2&limit=3',
  'limit=99999999999999999999',
  'timeoutSeconds=abc',
  'timeoutSeconds=5',
  'resourceVersion=abc',
  'resourceVersion=0',
  'resourceVersionMatch=Exact',
  'resourceVersionMatch=NotOlderThan',
  'resourceVersionMatch=Nope',
  'resourceVersion=0&resourceVersionMatch=NotOlderThan',
  'resourceVersion=0&resourceVersionMatch=Exact',
  'resourceVersion=1&resourceVersionMatch=Nope',
  'resourceVersion=0&limit=1',
  'sendInitialEvents=true',
  'allowWatchBookmarks=true',
  'resourceVersion=99999999',
  'resourceVersion=99999999&limit=1',
  'resourceVersion=99999999&resourceVersionMatch=NotOlderThan',
  'resourceVersion=99999999&resourceVersionMatch=Exact',
  'watch=false',
  'watch=0',
  'watch=nope&timeoutSeconds=1',
  'export=1',
  'exact=1',
  'pretty=1',
  'unknown=1',
  'continue=',
  'continue=%20',
  'apiVersion=meta.k8s.io%2Fv2&kind=ListOptions',
];
const listOptions = options.map((text): ParityRequest => ({ name: `list with ${text}`, path: `${listed}&${text}` }));
const getOptions = [
  'resourceVersion=0',
  'resourceVersion=99999999',
  'resourceVersion=abc',
  'export=1',
  'exact=1',
  'pretty=1',
  'unknown=1',
].map((text): ParityRequest => ({ name: `get with ${text}`, path: `${configMaps.path}/sel-a?${text}` }));

/** Selectors, pages and options of get and list, good and bad. */
export const selecting: readonly ParityRequest[] = scene('select', [
  ...preparing,
  ...byLabels,
  ...byFields,
  ...listOptions,
  ...getOptions,
  { name: 'watch', path: `${listed}&watch=1&timeoutSeconds=1` },
]);
