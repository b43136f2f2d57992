import { objectFrom, scene, type Earlier, type ParityRequest } from '../request.js';
import { ownAccepts } from './accepts.js';
import { clusterRoles, exhibits, type Exhibit } from './exhibits.js';

const merge = 'application/merge-patch+json';

function deletesOf(exhibit: Exhibit): ParityRequest[] {
  const { path, word } = exhibit;
  const method = 'DELETE';
  const preconditions = (given: object): object => ({
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    preconditions: given,
  });
  const third = (earlier: Earlier) => objectFrom(earlier, `create ${word}: third, as metadata`).metadata;
  return [
    { name: 'what is not there', method, path: `${path}/missing` },
    { name: 'dryRun', method, path: `${path}/third?dryRun=All` },
    { name: 'in the foreground, dryRun', method, path: `${path}/third?dryRun=All&propagationPolicy=Foreground` },
    {
      name: 'dryRun beside a body',
      method,
      path: `${path}/unasked?dryRun=All`,
      body: { apiVersion: 'v1', kind: 'DeleteOptions' },
    },
    {
      name: 'dryRun in the body',
      method,
      path: `${path}/third`,
      body: { apiVersion: 'v1', kind: 'DeleteOptions', dryRun: ['All'] },
    },
    { name: 'an unknown dryRun', method, path: `${path}/third?dryRun=Some` },
    { name: 'another uid', method, path: `${path}/third`, body: preconditions({ uid: 'another' }) },
    { name: 'a stale resource version', method, path: `${path}/third`, body: preconditions({ resourceVersion: '1' }) },
    { name: 'another uid in the query', method, path: `${path}/third?uid=another` },
    { name: 'a stale resource version in the query', method, path: `${path}/third?resourceVersion=1` },
    { name: 'an unknown policy', method, path: `${path}/third?propagationPolicy=Nope` },
    {
      name: 'two policies',
      method,
      path: `${path}/third`,
      body: { kind: 'DeleteOptions', apiVersion: 'v1', orphanDependents: true, propagationPolicy: 'Background' },
    },
    { name: 'options of another kind', method, path: `${path}/third`, body: { kind: 'Secret', apiVersion: 'v1' } },
    { name: 'options that are no JSON', method, path: `${path}/third`, body: '{' },
    {
      name: 'options in YAML',
      method,
      path: `${path}/third`,
      contentType: 'application/yaml',
      body: 'kind: DeleteOptions\napiVersion: v1\ndryRun: [All]\n',
    },
    {
      name: 'with preconditions that hold',
      method,
      path: `${path}/third?propagationPolicy=Background&gracePeriodSeconds=0`,
      body: (earlier) => preconditions({ uid: third(earlier).uid, resourceVersion: third(earlier).resourceVersion }),
    },
    { name: 'again', method, path: `${path}/third` },
    { name: 'as Table', method, path: `${path}/strict`, accept: ownAccepts['Table'] },
    {
      name: 'prepare a finalizer',
      method: 'PATCH',
      path: `${path}/second`,
      contentType: merge,
      body: { metadata: { finalizers: ['parity.example.org/stay'] } },
      prepares: true,
    },
    { name: 'with a finalizer, dryRun', method, path: `${path}/second?dryRun=All` },
    { name: 'with a finalizer', method, path: `${path}/second` },
    { name: 'with a finalizer, again', method, path: `${path}/second` },
    {
      name: 'a new finalizer',
      method: 'PATCH',
      path: `${path}/second`,
      contentType: merge,
      body: { metadata: { finalizers: ['parity.example.org/stay', 'parity.example.org/late'] } },
    },
    {
      name: 'the last finalizer',
      method: 'PATCH',
      path: `${path}/second`,
      contentType: merge,
      body: { metadata: { finalizers: null } },
    },
    { name: 'the last finalizer has gone', path: `${path}/second` },
    { name: 'a collection, dryRun', method, path: `${path}?labelSelector=part%3Dgenerated&dryRun=All` },
    { name: 'a collection with another uid', method, path: `${path}?labelSelector=part%3Dgenerated&uid=another` },
    {
      name: 'a collection with a stale resource version',
      method,
      path: `${path}?labelSelector=part%3Dgenerated`,
      body: preconditions({ resourceVersion: '1' }),
    },
    {
      name: 'a collection as Table, dryRun',
      method,
      path: `${path}?labelSelector=part%3Dgenerated&dryRun=All`,
      accept: ownAccepts['Table'],
    },
    { name: 'a collection in the foreground of nothing', method, path: `${path}?labelSelector=part%3Dnone&watch=1` },
    // Of these a real server has some of its own, so that more may follow.
    ...(exhibit === clusterRoles
      ? []
      : [{ name: 'one of a collection', method, path: `${path}?labelSelector=part%3Dgenerated&limit=1` } as const]),
    { name: 'a collection', method, path: `${path}?labelSelector=part%3Dgenerated` },
    { name: 'a collection by a bad selector', method, path: `${path}?labelSelector=part%20in` },
    { name: 'a collection of which nothing is left', method, path: `${path}?labelSelector=part%3Dgenerated` },
    { name: 'what is left', path: `${path}?labelSelector=part%3Dexhibit` },
  ];
}

/** Takes the objects of all exhibits away, but for the first of each. */
export const deleting: readonly ParityRequest[] = exhibits.flatMap((exhibit) =>
  scene(`delete ${exhibit.word}`, deletesOf(exhibit)),
);
