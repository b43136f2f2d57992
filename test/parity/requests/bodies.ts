import { scene, type ParityRequest } from '../request.js';
import { configMaps, crates, deployments, deploymentSpec, gadgets, namespace, objectOf } from './exhibits.js';

const bodies: Readonly<Record<string, string>> = {
  nothing: '',
  null: 'null',
  'an array': '[]',
  'a text': '"text"',
  'a number': '7',
  'an empty object': '{}',
  'a brace': '{',
  'JSON and more': '{} {}',
  YAML: 'metadata:\n  name: a\n',
  HTML: '<html>',
  'null metadata': '{"apiVersion":"v1","kind":"ConfigMap","metadata":null}',
  'metadata that are an array': '{"apiVersion":"v1","kind":"ConfigMap","metadata":[]}',
  'metadata that are a text': '{"apiVersion":"v1","kind":"ConfigMap","metadata":"x"}',
  'a name that is a number': '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":7}}',
  'labels that are numbers': '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","labels":{"a":1}}}',
  'labels that are a text': '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","labels":"b"}}',
  'finalizers that are a text': '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","finalizers":"b"}}',
  'owners that are numbers': '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","ownerReferences":[1]}}',
  'a kind that is a number': '{"apiVersion":"v1","kind":7,"metadata":{"name":"a"}}',
  'a time that is none': '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","creationTimestamp":"soon"}}',
};
const posts = Object.entries(bodies).flatMap(([what, body]): ParityRequest[] => [
  { name: `configmaps of ${what}`, method: 'POST', path: `${configMaps.path}?dryRun=All`, body },
  {
    name: `crates of ${what}`,
    method: 'POST',
    path: `${crates.path}?dryRun=All`,
    body: body.replace('"v1","kind":"ConfigMap"', '"parity.example.org/v1","kind":"Crate"'),
  },
]);
const puts = ['nothing', 'null', 'an array', 'an empty object', 'a brace'].flatMap((what): ParityRequest[] =>
  [configMaps, crates].map(({ word, path }) => ({
    name: `put ${word} of ${what}`,
    method: 'PUT',
    path: `${path}/first?dryRun=All`,
    body: bodies[what],
  })),
);

const contentTypes: Readonly<Record<string, string | null>> = {
  'no type': null,
  'an empty type': '',
  'a charset': 'application/json; charset=utf-8',
  capitals: 'Application/JSON',
  'plain text': 'text/plain',
  'a form': 'application/x-www-form-urlencoded',
  YAML: 'application/yaml',
  protobuf: 'application/vnd.kubernetes.protobuf',
  CBOR: 'application/cbor',
  nonsense: 'nonsense',
  'a merge patch': 'application/merge-patch+json',
  'several types': 'text/plain, application/json',
};
const types = Object.entries(contentTypes).flatMap(([what, contentType]): ParityRequest[] =>
  // For a custom resource of that type kube-apiserver 1.36 breaks the connection off.
  (what === 'protobuf' ? [configMaps] : [configMaps, crates]).flatMap((exhibit): ParityRequest[] => [
    {
      name: `${exhibit.word} as ${what}`,
      method: 'POST',
      path: `${exhibit.path}?dryRun=All`,
      contentType,
      body: objectOf(exhibit, 'typed'),
    },
    {
      name: `delete ${exhibit.word} as ${what}`,
      method: 'DELETE',
      path: `${exhibit.path}/first`,
      contentType,
      body: { apiVersion: 'v1', kind: 'DeleteOptions', dryRun: ['All'] },
    },
  ]),
);

const options = [
  'dryRun=Some',
  'dryRun=',
  'dryRun=All&dryRun=All',
  'dryRun=All&dryRun=Some',
  'dryRun=All&fieldValidation=Strict',
  'dryRun=All&fieldValidation=Ignore',
  'dryRun=All&fieldValidation=Warn',
  'dryRun=All&fieldValidation=Nope',
  `dryRun=All&fieldManager=${'m'.repeat(129)}`,
  'dryRun=All&fieldManager=a%0Ab',
  'dryRun=All&pretty=1',
  'dryRun=All&unknown=1',
];
const withOptions = options.flatMap((text): ParityRequest[] =>
  [configMaps, crates].flatMap((exhibit): ParityRequest[] => {
    const word = `${exhibit.word} with ${text.length > 60 ? 'a long field manager' : text}`;
    return [
      { name: `create ${word}`, method: 'POST', path: `${exhibit.path}?${text}`, body: objectOf(exhibit, 'first') },
      {
        name: `patch ${word}`,
        method: 'PATCH',
        path: `${exhibit.path}/first?${text}`,
        contentType: 'application/merge-patch+json',
        body: { metadata: { labels: { app: 'first' } } },
      },
      { name: `put ${word}`, method: 'PUT', path: `${exhibit.path}/first?${text}`, body: objectOf(exhibit, 'other') },
    ];
  }),
);

const unknown = { ...objectOf(configMaps, 'unknown'), nonsense: 1 };
const meters = `/apis/parity.example.org/v1/namespaces/${namespace}/meters`;
const meter = (spec: object): object => ({
  apiVersion: 'parity.example.org/v1',
  kind: 'Meter',
  metadata: { name: 'm' },
  spec,
});
const schemas: ParityRequest[] = [
  ...['Warn', 'Strict', 'Ignore'].map((word): ParityRequest => ({
    name: `an unknown field of a configmap, ${word}`,
    method: 'POST',
    path: `${configMaps.path}?dryRun=All&fieldValidation=${word}`,
    body: unknown,
  })),
  {
    name: 'a configmap whose data are numbers',
    method: 'POST',
    path: `${configMaps.path}?dryRun=All`,
    body: { ...objectOf(configMaps, 'numbers'), data: { a: 1 } },
  },
  {
    name: 'a field twice',
    method: 'POST',
    path: `${configMaps.path}?dryRun=All`,
    body: '{"metadata":{"name":"twice"},"data":{"a":"1","a":"2"}}',
  },
  {
    name: 'a deployment that leaves all it can to the server',
    method: 'POST',
    path: `${deployments.path}?dryRun=All`,
    body: {
      metadata: { name: 'least' },
      spec: {
        selector: deploymentSpec.selector,
        template: { metadata: deploymentSpec.template.metadata, spec: { containers: [{ name: 'a', image: 'b' }] } },
      },
    },
  },
  {
    name: 'a gadget of the wrong type',
    method: 'POST',
    path: `${gadgets.path}?dryRun=All`,
    body: { ...objectOf(gadgets, 'wrong'), spec: { colour: 7 } },
  },
  { name: 'a meter', method: 'POST', path: `${meters}?dryRun=All`, body: meter({ size: 3, unit: 'm' }) },
  { name: 'a meter without a unit', method: 'POST', path: `${meters}?dryRun=All`, body: meter({ size: 3 }) },
  { name: 'a meter without a size', method: 'POST', path: `${meters}?dryRun=All`, body: meter({ unit: 'm' }) },
  {
    name: 'a meter that is too small',
    method: 'POST',
    path: `${meters}?dryRun=All`,
    body: meter({ size: 0, unit: 'm' }),
  },
  {
    name: 'a meter with more than it has',
    method: 'POST',
    path: `${meters}?dryRun=All`,
    body: meter({ size: 3, unit: 'm', more: true }),
  },
];
const deep = `{"apiVersion":"parity.example.org/v1","kind":"Crate","metadata":{"name":"deep"},"spec":${'['.repeat(900)}${']'.repeat(900)}}`;
const deeper = `{"apiVersion":"parity.example.org/v1","kind":"Crate","metadata":{"name":"deep"},"spec":${'['.repeat(20000)}${']'.repeat(20000)}}`;
const limits: ParityRequest[] = [
  { name: 'a body nested 900 deep', method: 'POST', path: `${crates.path}?dryRun=All`, body: deep },
  { name: 'a body nested 20,000 deep', method: 'POST', path: `${crates.path}?dryRun=All`, body: deeper },
  {
    name: 'a body of 4 MB',
    method: 'POST',
    path: `${crates.path}?dryRun=All`,
    body: { ...objectOf(crates, 'large'), spec: 'x'.repeat(4_000_000) },
  },
  {
    name: 'a configmap above 1 MiB',
    method: 'POST',
    path: `${configMaps.path}?dryRun=All`,
    body: { ...objectOf(configMaps, 'large'), data: { a: 'x'.repeat(1_100_000) } },
  },
  {
    name: 'annotations above 256 KiB',
    method: 'POST',
    path: `${crates.path}?dryRun=All`,
    body: objectOf(crates, 'noted', { annotations: { a: 'x'.repeat(270_000) } }),
  },
];

/** Bodies, their types, and the options of a write. */
export const sending: readonly ParityRequest[] = scene('body', [
  ...posts,
  ...puts,
  ...types,
  ...withOptions,
  ...schemas,
  ...limits,
]);
