import { createResourceHandle } from '../../src/core/resource/create-resource-handle.js';
import { exactEndpoint } from '../../src/core/resource/call.js';
import { wholeObject } from '../../src/core/representation/whole-object.js';
import type { JsonRecord } from '../../src/core/shared/json-record.js';
import type { Connection } from '../../src/core/transport/connection.js';
import { deploymentMapping } from '../representation/contexts.js';
import { catalogOf, deployment, deployments, entryOf, handleFor, nodes, discoveryWith } from './handles.js';
import type { FakeAnswer } from './recording-connection.js';

/** One call whose requests are compared with a file. */
export interface GoldenCase {
  readonly name: string;
  readonly answers: readonly FakeAnswer[];
  run(connection: Connection): Promise<unknown>;
}

const one: FakeAnswer = { body: { ...deployment('front', 'web') } };
const node: FakeAnswer = { body: { kind: 'Node', apiVersion: 'v1', metadata: { name: 'n1' } } };
const list: FakeAnswer = { body: { kind: 'DeploymentList', apiVersion: 'apps/v1', metadata: {}, items: [] } };
const gone: FakeAnswer = { body: { kind: 'Status', apiVersion: 'v1', status: 'Success' } };
const noTable: FakeAnswer = { status: 406, body: { kind: 'Status', apiVersion: 'v1', code: 406 } };

function page(next: string): FakeAnswer {
  return { body: { kind: 'DeploymentList', apiVersion: 'apps/v1', metadata: { continue: next }, items: [] } };
}

function scale(apiVersion: string): FakeAnswer {
  const metadata: JsonRecord = { name: 'front', namespace: 'web', resourceVersion: '42' };
  return { body: { kind: 'Scale', apiVersion, metadata, spec: { replicas: 1 }, status: { replicas: 1 } } };
}

const scalable = (verbs: readonly string[]) => catalogOf(entryOf(deploymentMapping, verbs));
const write = { dryRun: 'All', fieldManager: 'me', fieldValidation: 'Strict' } as const;
const listing = {
  labelSelector: 'app=front,tier!=db',
  fieldSelector: 'metadata.name=front',
  limit: 500,
  resourceVersion: '10',
  resourceVersionMatch: 'NotOlderThan',
  timeoutSeconds: 30,
} as const;

/** Cases by the file that holds them. */
export const goldenCases: Readonly<Record<string, readonly GoldenCase[]>> = {
  get: [
    { name: 'whole, namespaced', answers: [one], run: (c) => deployments(c).namespace('web').get('front') },
    { name: 'whole, cluster-scoped', answers: [node], run: (c) => nodes(c).get('n1') },
    {
      name: 'whole, with resourceVersion',
      answers: [node],
      run: (c) => nodes(c).get('n1', { resourceVersion: '0' }),
    },
    { name: 'Table', answers: [one], run: (c) => deployments(c).namespace('web').as('Table').get('front') },
    {
      name: 'Table with metadata',
      answers: [node],
      run: (c) => nodes(c).as('Table', { includeObject: 'Metadata' }).get('n1'),
    },
    {
      name: 'PartialObjectMetadata',
      answers: [one],
      run: (c) => deployments(c).namespace('web').as('PartialObjectMetadata').get('front'),
    },
    {
      name: 'Table, refused with 406',
      answers: [noTable, node],
      run: (c) => nodes(c).as('Table').get('n1', { resourceVersion: '0' }),
    },
    {
      name: 'under prefixes of its own',
      answers: [one],
      run: (c) =>
        createResourceHandle({
          connection: c,
          findEndpoint: exactEndpoint(deploymentMapping),
          representation: wholeObject(),
          discovery: discoveryWith(() => undefined),
          prefixes: { api: '/core', apis: '/groups' },
          namespace: 'web',
        }).get('front'),
    },
  ],
  list: [
    { name: 'whole, all namespaces', answers: [list], run: (c) => deployments(c).list() },
    { name: 'whole, one namespace', answers: [list], run: (c) => deployments(c).namespace('web').list() },
    {
      name: 'whole, the last namespace() counts',
      answers: [list],
      run: (c) => deployments(c).namespace('a').namespace('web').list(),
    },
    { name: 'whole, cluster-scoped', answers: [list], run: (c) => nodes(c).list() },
    { name: 'whole, every option', answers: [list], run: (c) => deployments(c).list(listing) },
    { name: 'whole, from a token', answers: [list], run: (c) => deployments(c).list({ continue: 'abc', limit: 5 }) },
    { name: 'Table, all namespaces', answers: [list], run: (c) => deployments(c).as('Table').list() },
    { name: 'Table, one namespace', answers: [list], run: (c) => deployments(c).as('Table').namespace('web').list() },
    { name: 'Table, cluster-scoped', answers: [list], run: (c) => nodes(c).as('Table').list() },
    ...(['None', 'Metadata', 'Object'] as const).map((includeObject): GoldenCase => ({
      name: `Table, includeObject=${includeObject}`,
      answers: [list],
      run: (c) => deployments(c).as('Table', { includeObject }).list({ limit: 1 }),
    })),
    {
      name: 'PartialObjectMetadata',
      answers: [list],
      run: (c) => deployments(c).as('PartialObjectMetadata').list({ labelSelector: 'a=b' }),
    },
    {
      name: 'Table, refused with 406',
      answers: [noTable, list],
      run: (c) => deployments(c).as('Table').list({ limit: 1 }),
    },
    {
      name: 'PartialObjectMetadata, refused with 406',
      answers: [noTable, list],
      run: (c) => deployments(c).as('PartialObjectMetadata').list(),
    },
    {
      name: 'pages: a token takes the place of resourceVersion',
      answers: [page('t1'), page('t2'), list],
      run: async (c) => {
        for await (const each of deployments(c).pages(listing)) void each;
      },
    },
  ],
  create: [
    {
      name: 'into the bound namespace',
      answers: [one],
      run: (c) => deployments(c).namespace('web').create(deployment('front')),
    },
    {
      name: 'into the namespace of the object, every option',
      answers: [one],
      run: (c) => deployments(c).create(deployment('front', 'web'), write),
    },
    {
      name: 'kind and apiVersion filled in, name generated',
      answers: [one],
      run: (c) =>
        deployments(c)
          .namespace('web')
          .create({ metadata: { generateName: 'front-' } }),
    },
    {
      name: 'through a Table handle, cluster-scoped',
      answers: [node],
      run: (c) =>
        nodes(c)
          .as('Table')
          .create({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1' } }),
    },
  ],
  replace: [
    {
      name: 'in the bound namespace',
      answers: [one],
      run: (c) => deployments(c).namespace('web').replace(deployment('front')),
    },
    {
      name: 'in the namespace of the object, every option',
      answers: [one],
      run: (c) => deployments(c).replace(deployment('front', 'web'), write),
    },
    {
      name: 'kind and apiVersion filled in',
      answers: [node],
      run: (c) => nodes(c).replace({ metadata: { name: 'n1', resourceVersion: '7' } }),
    },
  ],
  patch: [
    ...(['merge', 'strategic'] as const).map((type): GoldenCase => ({
      name: type,
      answers: [one],
      run: (c) =>
        deployments(c)
          .namespace('web')
          .patch('front', { spec: { paused: true } }, { type }),
    })),
    {
      name: 'json',
      answers: [one],
      run: (c) =>
        deployments(c)
          .namespace('web')
          .patch('front', [{ op: 'remove', path: '/spec/paused' }], { type: 'json' }),
    },
    {
      name: 'a subresource, every option',
      answers: [one],
      run: (c) =>
        deployments(c)
          .namespace('web')
          .patch('front', { status: {} }, { type: 'merge', subresource: 'status', ...write }),
    },
    {
      name: 'as Table',
      answers: [one],
      run: (c) => deployments(c).namespace('web').as('Table').patch('front', {}, { type: 'merge' }),
    },
    {
      name: 'as PartialObjectMetadata',
      answers: [one],
      run: (c) => deployments(c).namespace('web').as('PartialObjectMetadata').patch('front', {}, { type: 'merge' }),
    },
  ],
  delete: [
    { name: 'plain', answers: [gone], run: (c) => deployments(c).namespace('web').delete('front') },
    { name: 'cluster-scoped, through a Table handle', answers: [gone], run: (c) => nodes(c).as('Table').delete('n1') },
    {
      name: 'every option',
      answers: [one],
      run: (c) =>
        deployments(c)
          .namespace('web')
          .delete('front', {
            dryRun: 'All',
            gracePeriodSeconds: 0,
            propagationPolicy: 'Foreground',
            preconditions: { uid: 'u1', resourceVersion: '7' },
          }),
    },
    {
      name: 'one option alone',
      answers: [one],
      run: (c) => nodes(c).delete('n1', { propagationPolicy: 'Orphan' }),
    },
    {
      name: 'an RBAC name, encoded and otherwise as it is',
      answers: [gone],
      run: (c) =>
        handleFor(
          {
            resource: { group: 'rbac.authorization.k8s.io', version: 'v1', resource: 'clusterroles' },
            kind: { group: 'rbac.authorization.k8s.io', version: 'v1', kind: 'ClusterRole' },
            scope: 'Cluster',
          },
          c,
        ).delete('system:Node ü'),
    },
  ],
  scale: [
    {
      name: 'get',
      answers: [scale('autoscaling/v1')],
      run: (c) =>
        deployments(c, scalable(['get', 'patch', 'update']))
          .namespace('web')
          .scale('front')
          .get(),
    },
    {
      name: 'set by patch',
      answers: [scale('autoscaling/v1')],
      run: (c) =>
        deployments(c, scalable(['get', 'patch', 'update']))
          .namespace('web')
          .scale('front')
          .set(5, write),
    },
    {
      name: 'set without a catalog',
      answers: [scale('autoscaling/v1')],
      run: (c) => deployments(c).namespace('web').scale('front').set(5),
    },
  ],
};
