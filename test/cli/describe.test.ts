import { describe, expect, it } from 'vitest';
import { cli, server } from './support.js';

describe('describe', () => {
  it('prints what is around an object', async () => {
    const { code, stdout, stderr } = await cli(server(), 'describe deploy/front -n web');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^Name: +front\nNamespace: +web\nKind: +Deployment \(apps\/v1, deployments\)\n/);
    expect(stdout).toMatch(/^Scale: +2 desired, 2 current$/m);
    expect(stdout).toMatch(/^Conditions: +<none>\nEvents: +<none>\n$/m);
  });

  it('describes several with an empty line between, and goes on where one is missing', async () => {
    const { code, stdout, stderr } = await cli(server(), 'describe pod front-0 nope front-1 -n web');
    expect(code).toBe(1);
    expect(stdout.match(/^(?:Name: .*|)$/gm)).toEqual(['Name:          front-0', '', 'Name:          front-1', '']);
    expect(stderr).toMatch(/^error: .*404 NotFound.*"nope"/);
  });

  it('tells what could not be read, and ends with exit code 1', async () => {
    const api = server();
    api.fail('/api/v1/namespaces/web/events', { status: 403 });
    api.fail('/apis/events.k8s.io/v1/namespaces/web/events', { status: 403 });
    const { code, stdout } = await cli(api, 'describe svc/front -n web');
    expect(code).toBe(1);
    expect(stdout).toMatch(/Events: +<unknown>\nCould not be read:\n {2}events: events\.v1\., .*\(forbidden\)\n$/);
    expect(stdout).toMatch(/^Service:\n {2}Type: +ClusterIP$/m);
  });

  it('an owner of which nothing is known makes it 1 as well', async () => {
    const api = server();
    const ownerReferences = [{ apiVersion: 'nowhere.example.org/v1', kind: 'Thing', name: 't', uid: 'u' }];
    api.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'owned', namespace: 'web', ownerReferences } });
    const { code, stdout } = await cli(api, 'describe cm/owned -n web');
    expect(code).toBe(1);
    expect(stdout).toContain('Thing/t: unknown, ');
  });

  it('-o json prints it as data', async () => {
    const { stdout } = await cli(server(), 'describe deploy/front -n web -o json');
    expect(JSON.parse(stdout)).toMatchObject({
      mapping: { resource: { resource: 'deployments' } },
      object: { metadata: { name: 'front' }, spec: { replicas: 2 } },
      owners: [],
      events: [],
      scale: { spec: { replicas: 2 } },
      gaps: [],
    });
  });

  it.each([
    'describe',
    'describe pods -A -f -',
    'describe pods a -l app=b',
    'describe pod/a b',
    'describe pod/a -o xml',
  ])('%s is wrong use', async (words) => {
    const api = server();
    expect((await cli(api, words)).code).toBe(2);
    expect(api.requests).toEqual([]);
  });
});
