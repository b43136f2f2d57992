import type { KubeObject } from '../../../src/core/model/kube-object.js';
import { objectFrom, scene, type Earlier, type ParityRequest } from '../request.js';
import { ownAccepts } from './accepts.js';
import { exhibits, type Exhibit } from './exhibits.js';

const merge = 'application/merge-patch+json';
const json = 'application/json-patch+json';
const strategic = 'application/strategic-merge-patch+json';
const apply = 'application/apply-patch+yaml';

function replacesOf(exhibit: Exhibit): ParityRequest[] {
  const { path, word, apiVersion, kind, fields } = exhibit;
  const one = `${path}/first`;
  const method = 'PUT';
  const first = (earlier: Earlier): KubeObject => objectFrom(earlier, `create ${word}: first`);
  const withMetadata = (metadata: object) => (earlier: Earlier) => {
    const object = first(earlier);
    return { ...object, metadata: { ...object.metadata, ...metadata } };
  };
  const labelled = withMetadata({ labels: { app: 'first', part: 'exhibit', turn: 'replaced' } });
  return [
    { name: 'with what is there', method, path: one, body: first },
    { name: 'dryRun', method, path: `${one}?dryRun=All`, body: labelled },
    { name: 'another label', method, path: one, body: labelled },
    { name: 'with a stale resource version', method, path: one, body: labelled },
    {
      name: 'without a resource version, changed',
      method,
      path: one,
      body: {
        apiVersion,
        kind,
        ...fields,
        metadata: { name: 'first', labels: { app: 'first', part: 'exhibit', turn: 'anew' } },
      },
    },
    { name: 'with another uid', method, path: one, body: withMetadata({ uid: 'another', resourceVersion: undefined }) },
    { name: 'with another name', method, path: one, body: withMetadata({ name: 'second' }) },
    { name: 'without a name', method, path: one, body: withMetadata({ name: undefined }) },
    { name: 'in another namespace', method, path: one, body: withMetadata({ namespace: 'elsewhere' }) },
    { name: 'of another kind', method, path: one, body: (earlier) => ({ ...first(earlier), kind: 'Secret' }) },
    {
      name: 'what is not there',
      method,
      path: `${path}/missing`,
      body: withMetadata({ name: 'missing', uid: undefined, resourceVersion: undefined }),
    },
    {
      name: 'what is not there, with a resource version',
      method,
      path: `${path}/missing`,
      body: withMetadata({ name: 'missing', uid: undefined }),
    },
    { name: 'a collection', method, path, body: first },
  ];
}

function patchesOf(exhibit: Exhibit): ParityRequest[] {
  const { path, change, pointers, word, apiVersion, kind } = exhibit;
  const one = `${path}/second`;
  const method = 'PATCH';
  const patched = (name: string, contentType: string, body: unknown, at = one): ParityRequest => ({
    name,
    method,
    path: at,
    contentType,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const merged = (name: string, body: unknown, at = one): ParityRequest => patched(`merge, ${name}`, merge, body, at);
  const operated = (name: string, body: unknown): ParityRequest => patched(`JSON, ${name}`, json, body);
  const { there, missing } = pointers;
  return [
    merged('a field', change),
    merged('the same again', change),
    merged('dryRun', { metadata: { labels: { turn: 'dry' } } }, `${one}?dryRun=All`),
    merged('a field manager', { metadata: { labels: { turn: 'merged' } } }, `${one}?fieldManager=parity`),
    merged('a label taken away', { metadata: { labels: { turn: null } } }),
    merged('a stale resource version', { metadata: { resourceVersion: '1' } }),
    merged('another uid', { metadata: { uid: 'another' } }),
    merged('another name', { metadata: { name: 'first' } }),
    merged('another namespace', { metadata: { namespace: 'elsewhere' } }),
    merged('another kind', { kind: 'Secret' }),
    merged('another version', { apiVersion: 'other.example.org/v9' }),
    merged('a label that is a number', { metadata: { labels: { app: 1 } } }),
    merged('an array', []),
    merged('a text', '"text"'),
    merged('broken JSON', '{"metadata":'),
    merged('nothing', ''),
    merged('what is not there', change, `${path}/missing`),
    { ...merged('as Table', { metadata: { labels: { turn: 'table' } } }), accept: ownAccepts['Table'] },
    { ...merged('as metadata', { metadata: { labels: { turn: 'less' } } }), accept: ownAccepts['metadata of one'] },
    {
      ...merged('as metadata of many', { metadata: { labels: { turn: 'vain' } } }),
      accept: ownAccepts['metadata of many'],
    },
    { name: 'merge, refused, yet done', path: one },
    {
      name: 'merge, the present resource version',
      method,
      path: one,
      contentType: merge,
      body: (earlier) => ({
        metadata: {
          labels: { turn: 'present' },
          resourceVersion: objectFrom(earlier, `patch ${word}: merge, refused, yet done`).metadata.resourceVersion,
        },
      }),
    },
    operated('add a label', [{ op: 'add', path: '/metadata/labels/added', value: 'yes' }]),
    operated('test and remove', [
      { op: 'test', path: '/metadata/labels/added', value: 'yes' },
      { op: 'remove', path: '/metadata/labels/added' },
    ]),
    operated('a test that fails', [{ op: 'test', path: there, value: 'something else' }]),
    operated('remove what is not there', [{ op: 'remove', path: missing }]),
    operated('replace what is not there', [{ op: 'replace', path: `${missing}/deeper`, value: 1 }]),
    operated('replace a label that is not there', [{ op: 'replace', path: '/metadata/labels/late', value: 'yes' }]),
    operated('test for nothing, as finalizers of kube-rs begin', [
      { op: 'test', path: '/metadata/finalizers', value: null },
      { op: 'add', path: '/metadata/finalizers', value: ['example.org/one', 'example.org/two'] },
    ]),
    operated('test for something where nothing is', [{ op: 'test', path: '/metadata/labels/none', value: 'yes' }]),
    operated('count from the end', [
      { op: 'test', path: '/metadata/finalizers/-1', value: 'example.org/two' },
      { op: 'remove', path: '/metadata/finalizers/-1' },
    ]),
    operated('remove the last', [{ op: 'remove', path: '/metadata/finalizers' }]),
    operated('an unknown operation', [{ op: 'frobnicate', path: there }]),
    operated('an object', { op: 'remove', path: there }),
    operated('broken JSON', '[{'),
    operated('no operations', []),
    patched('strategic', strategic, { metadata: { labels: { turn: 'strategic' } } }, `${one}?dryRun=All`),
    patched(
      'apply',
      apply,
      { apiVersion, kind, metadata: { name: 'second', labels: { turn: 'applied' } } },
      `${one}?fieldManager=parity`,
    ),
    patched('apply without a field manager', apply, { apiVersion, kind, metadata: { name: 'second' } }),
    patched('plain JSON', 'application/json', change),
    patched('a type that is none', 'nonsense', change),
    patched('a collection', merge, change, path),
    { name: 'without a type', method, path: one, contentType: null, body: change },
  ];
}

/** Replaces and patches the objects of all exhibits. */
export const changing: readonly ParityRequest[] = exhibits.flatMap((exhibit) => [
  ...scene(`replace ${exhibit.word}`, replacesOf(exhibit)),
  ...scene(`patch ${exhibit.word}`, patchesOf(exhibit)),
]);
