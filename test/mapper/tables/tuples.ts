import type { MapperCase } from './mapper-case.js';
import type { Served, Table } from './table.js';

const status = { subresources: [{ subresource: 'status', acceptedTypes: [], verbs: ['get'] }] };
const server: readonly Served[] = [
  ['pods.v1.', 'Pod', status],
  ['services.v1.', 'Service', { shortNames: ['svc'] }],
  ['replicationcontrollers.v1.', 'ReplicationController', { shortNames: ['rc'] }],
  ['nodes.v1.', 'Node', { scope: 'Cluster' }],
];

/** A case about the arguments of a command; a subresource is one that the resource must have. */
export interface TupleCase extends MapperCase {
  readonly subresource?: string;
}

const tuple = (id: string, words: readonly string[], peer: string, rest: Partial<TupleCase> = {}): TupleCase => ({
  id,
  server,
  steps: [{ ask: ['resolveAll', words], peer }],
  ...rest,
});

/** The peer tells only whether there is an error, of whatever kind. */
export const resourceTuples: Table<TupleCase> = {
  name: 'cli-runtime resource/builder: TYPE/NAME',
  cases: [
    tuple('one', ['pods/foo'], 'pods.v1./foo'),
    tuple('two, plural and singular', ['pods/foo', 'pod/bar'], 'pods.v1./foo; pods.v1./bar'),
    tuple('two, one not in a namespace', ['nodes/foo', 'pod/bar'], 'nodes.v1./foo; pods.v1./bar'),
    tuple('a name beside it', ['pods/foo', 'bar'], '!no-match'),
    tuple('a comma before the type', [',pods/foo'], '!no-match'),
    {
      id: 'two types before the name',
      server,
      steps: [
        {
          ask: ['resolveAll', ['pods,services/foo']],
          peer: '!error',
          ours: 'pods.v1.; services.v1./foo',
          difference: 'besideTypes',
        },
      ],
    },
    tuple('no such type', ['unknown/foo'], '!no-match'),
    tuple('no type', ['/bar'], '!no-match'),
    tuple('no name', ['bar/'], '!no-match'),
    tuple('a subresource', ['pods/foo'], 'pods.v1./foo', { subresource: 'status' }),
    tuple('a subresource of two', ['pods/foo', 'pod/bar'], 'pods.v1./foo; pods.v1./bar', { subresource: 'status' }),
  ],
};

const names = (id: string, words: readonly string[], peer: string): MapperCase => ({
  id,
  server,
  steps: [{ ask: ['resolveAll', words], peer }],
});
const rc = 'replicationcontrollers.v1.';

/** The peer tells whether objects are named; here the names stand in the answer. */
export const namedObjects: Table<MapperCase> = {
  name: 'cli-runtime resource/builder: whether objects are named',
  cases: [
    {
      id: 'an empty argument',
      server,
      steps: [{ ask: ['resolveAll', ['']], peer: 'no objects', ours: '!no-match', difference: 'emptyArgument' }],
    },
    names('a type', ['rc'], rc),
    names('three types', ['rc,pod,svc'], `${rc}; pods.v1.; services.v1.`),
    names('an object', ['rc/foo'], `${rc}/foo`),
    {
      id: 'a type and a name',
      server,
      steps: [
        { ask: ['resolveAll', ['rc', 'foo']], peer: `${rc}/foo`, ours: '!no-match', difference: 'nameBehindType' },
      ],
    },
    {
      id: 'three types and a name',
      server,
      steps: [
        {
          ask: ['resolveAll', ['rc,pod,svc', 'foo']],
          peer: `${rc}/foo; pods.v1./foo; services.v1./foo`,
          ours: '!no-match',
          difference: 'nameBehindType',
        },
      ],
    },
    names('three objects', ['rc/foo', 'rc/bar', 'rc/zee'], `${rc}/foo; ${rc}/bar; ${rc}/zee`),
    names('an object and a name', ['rc/foo', 'bar'], '!no-match'),
  ],
};
