import { describe, expect, it } from 'vitest';
import { cli, lines, server } from './support.js';
import type { FakeApiServer, FakeResource } from '../../src/testing/index.js';

interface Owner {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
}

function put(
  api: FakeApiServer,
  apiVersion: string,
  kind: string,
  name: string,
  owners: readonly object[] = [],
): Owner {
  const { metadata } = api.put({ apiVersion, kind, metadata: { name, namespace: 'web', ownerReferences: owners } });
  return { apiVersion, kind, name, uid: metadata.uid ?? '' };
}

const core = { group: '', version: 'v1' };
const apps = { group: 'apps', version: 'v1' };
const resources: readonly FakeResource[] = [
  { ...core, resource: 'configmaps', kind: 'ConfigMap', shortNames: ['cm'] },
  { ...core, resource: 'pods', kind: 'Pod' },
  { ...core, resource: 'secrets', kind: 'Secret' },
  { ...core, resource: 'services', kind: 'Service' },
  { ...apps, resource: 'deployments', kind: 'Deployment', shortNames: ['deploy'] },
  { ...apps, resource: 'replicasets', kind: 'ReplicaSet' },
];

/** A deployment with a replica set, its two pods, and a config map that three of them own. */
function workloads(): { readonly api: FakeApiServer; readonly owners: readonly Owner[] } {
  const api = server({ documents: {}, resources, objects: [] });
  const deployment = put(api, 'apps/v1', 'Deployment', 'front');
  const replicaSet = put(api, 'apps/v1', 'ReplicaSet', 'front-1', [deployment]);
  const pod = put(api, 'v1', 'Pod', 'front-1-a', [replicaSet]);
  put(api, 'v1', 'Pod', 'front-1-b', [replicaSet]);
  put(api, 'v1', 'ConfigMap', 'shared', [pod, replicaSet, deployment]);
  return { api, owners: [deployment, replicaSet, pod] };
}

describe('kubeatlas owners', () => {
  it('draws the way up, each owner once', async () => {
    const { api } = workloads();
    expect(await cli(api, 'owners cm/shared -n web')).toEqual({
      code: 0,
      stderr: '',
      stdout: lines`
        configmap/shared in namespace web
        ├─ ✓ present pod/front-1-a
        │  └─ ✓ present replicaset.apps/front-1
        │     └─ ✓ present deployment.apps/front
        ├─ ✓ present replicaset.apps/front-1 (see above)
        └─ ✓ present deployment.apps/front
      `,
    });
  });

  it('down leaves out what is deprecated and only served there, and says so', async () => {
    const more = [...resources, { ...core, resource: 'endpoints', kind: 'Endpoints' }];
    const api = server({ documents: {}, resources: more, objects: [] });
    const deployment = put(api, 'apps/v1', 'Deployment', 'front');
    put(api, 'v1', 'Endpoints', 'front', [deployment]);
    const left = await cli(api, 'owners deploy/front -n web --down');
    expect(left).toEqual({
      code: 0,
      stdout: 'deployment.apps/front in namespace web\n',
      stderr: 'Not read, since deprecated: endpoints.v1.; see --all.\n',
    });
    const all = await cli(api, 'owners deploy/front -n web --down --all');
    expect(all.stderr).toMatch(/^Warning: v1 Endpoints is deprecated.*\n$/);
    expect(all.stdout).toContain('✓ present endpoints/front');
    const json = await cli(api, 'owners deploy/front -n web --down -o json');
    expect(JSON.parse(json.stdout)).toMatchObject({ unread: [], leftOut: [{ resource: 'endpoints' }] });
  });

  it('marks owners that are gone, and those of which nobody can say, for which it ends with exit code 1', async () => {
    const { api, owners } = workloads();
    const [deployment] = owners;
    put(api, 'v1', 'Pod', 'odd', [
      { ...deployment, uid: 'before' },
      { ...deployment, name: 'gone' },
      { ...deployment, kind: 'Unicorn' },
      { ...deployment, uid: '' },
      {},
    ]);
    const { code, stdout } = await cli(api, 'owners pod/odd -n web');
    expect(code).toBe(1);
    expect(stdout.split('\n').map((line) => line.split(': ')[0])).toEqual([
      'pod/odd in namespace web',
      '├─ ✗ absent deployment.apps/front (other-uid)',
      '├─ ✗ absent deployment.apps/gone (not-found)',
      '├─ ? unknown unicorn.apps/front (no-mapping)',
      '├─ ? unknown deployment.apps/front (invalid-reference)',
      '└─ ? unknown nothing/ (invalid-reference)',
      '',
    ]);
  });

  it('ends with exit code 0 where owners are absent: that is an answer', async () => {
    const { api, owners } = workloads();
    put(api, 'v1', 'Pod', 'orphan', [{ ...owners[0], uid: 'before' }]);
    expect((await cli(api, 'owners pod/orphan -n web')).code).toBe(0);
  });

  it('ends in cycles', async () => {
    const { api } = workloads();
    const a = put(api, 'v1', 'Pod', 'a');
    const b = put(api, 'v1', 'Pod', 'b', [a]);
    put(api, 'v1', 'Pod', 'a', [b, a]);
    const { stdout } = await cli(api, 'owners pod/a -n web');
    expect(stdout).toBe(lines`
      pod/a in namespace web
      ├─ ✓ present pod/b
      │  └─ ✓ present pod/a (cycle)
      └─ ✓ present pod/a (cycle)
    `);
  });

  it('draws the way down', async () => {
    const { api } = workloads();
    expect(await cli(api, 'owners deploy/front -n web --down')).toEqual({
      code: 0,
      stderr: '',
      stdout: lines`
        deployment.apps/front in namespace web
        ├─ ✓ present configmap/shared
        └─ ✓ present replicaset.apps/front-1
           ├─ ✓ present configmap/shared
           ├─ ✓ present pod/front-1-a
           │  └─ ✓ present configmap/shared
           └─ ✓ present pod/front-1-b
      `,
    });
  });

  it('marks a dependent whose reference has another name, and names what could not be read', async () => {
    const { api, owners } = workloads();
    put(api, 'v1', 'Secret', 'misnamed', [{ ...owners[2], name: 'other' }]);
    api.fail(({ path }) => path.endsWith('/services'), { status: 403, body: { kind: 'Status', status: 'Failure' } });
    const { code, stdout } = await cli(api, 'owners pod/front-1-a -n web --down');
    expect(code).toBe(1);
    expect(stdout).toContain(
      '✗ present secret/misnamed (its reference has another name, so its owner counts as absent)\n',
    );
    expect(stdout).toMatch(
      /\n\nCould not be read, so there may be more:\n\? unknown services\.v1\. \(forbidden\): .*\n$/,
    );
  });

  it('-o json gives both ways as data', async () => {
    const { api } = workloads();
    const up = JSON.parse((await cli(api, 'owners cm/shared -n web -o json')).stdout) as Record<string, object[]>;
    expect(up).toMatchObject({ object: { kind: 'ConfigMap' }, roots: [{ name: 'front' }], cycles: [] });
    expect([up['owners'], up['links']].map((list) => list?.length)).toEqual([3, 5]);
    const down = JSON.parse((await cli(api, 'owners deploy/front -n web --down -o json')).stdout) as Record<
      string,
      object[]
    >;
    expect(down).toMatchObject({ object: { kind: 'Deployment' }, unread: [], cycles: [] });
    expect(down['dependents']).toHaveLength(4);
  });

  it('shows hostile names in one line', async () => {
    const { api } = workloads();
    put(api, 'v1', 'Pod', 'odd', [{ apiVersion: 'a\nb/v1', kind: 'K\u001b[31m', name: 'x\r\ny', uid: 'u' }]);
    const { stdout } = await cli(api, 'owners pod/odd -n web');
    expect(stdout.split('\n')).toHaveLength(3);
    expect(stdout).not.toContain('\u001b');
  });

  it.each(['pod', 'pod/', '/a', 'pod/a/b', 'pods,cm/a'])('takes no %s', async (word) => {
    const { code, stderr } = await cli(server(), ['owners', word]);
    expect([code, stderr]).toEqual([2, `error: "${word}" does not have the form TYPE/NAME.\n`]);
  });

  it('says what is not there, with exit code 1', async () => {
    const { code, stderr } = await cli(server(), 'owners pod/nobody -n web');
    expect([code, stderr]).toEqual([1, expect.stringContaining('not found')]);
  });
});
