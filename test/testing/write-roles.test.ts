import { describe, expect, it } from 'vitest';
import { writeRoles, type ObservedRequest, type WriteRolesOptions } from '../../src/testing/index.js';

const requestsOf = (lines: string): ObservedRequest[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [method = '', path = '', status = '200'] = line.trim().split(' ');
      return { method, path, status: Number(status) };
    });
const write = (lines: string, options: Partial<WriteRolesOptions> = {}) =>
  writeRoles(requestsOf(lines), { name: 'mine', ...options });
const rulesOf = (lines: string, options: Partial<WriteRolesOptions> = {}) =>
  write(lines, options).objects.map((role) => [role.metadata.namespace, role['rules']]);

describe('writeRoles', () => {
  it('writes what a controller with an election was seen to do, and nothing for discovery', () => {
    const { objects, notes } = write(
      `GET /api
       GET /apis
       GET /apis/example.com/v1
       GET /openapi/v3/apis/apps/v1
       GET /version
       GET /apis/coordination.k8s.io/v1/namespaces/system/leases/mine 404
       POST /apis/coordination.k8s.io/v1/namespaces/system/leases 201
       GET /apis/example.com/v1/widgets?watch=1
       GET /api/v1/services?watch=true
       PATCH /api/v1/namespaces/shop/services/front?fieldManager=mine 201
       PATCH /apis/example.com/v1/namespaces/shop/widgets/front/status
       POST /api/v1/namespaces/shop/events 201`,
      { namespaces: ['system'], owners: ['widgets.example.com'], serviceAccount: { namespace: 'system', name: 'me' } },
    );
    const group = 'rbac.authorization.k8s.io';
    const subjects = [{ kind: 'ServiceAccount', namespace: 'system', name: 'me' }];
    const apiVersion = `${group}/v1`;
    const leases = { apiGroups: ['coordination.k8s.io'], resources: ['leases'] };
    expect(objects).toEqual([
      {
        apiVersion,
        kind: 'ClusterRole',
        metadata: { name: 'mine' },
        rules: [
          { apiGroups: [''], resources: ['events'], verbs: ['create', 'patch'] },
          { apiGroups: [''], resources: ['services'], verbs: ['list', 'watch', 'create', 'patch'] },
          { apiGroups: ['example.com'], resources: ['widgets'], verbs: ['list', 'watch'] },
          { apiGroups: ['example.com'], resources: ['widgets/status'], verbs: ['patch'] },
          { apiGroups: ['example.com'], resources: ['widgets/finalizers'], verbs: ['update'] },
        ],
      },
      {
        apiVersion,
        kind: 'ClusterRoleBinding',
        metadata: { name: 'mine' },
        roleRef: { apiGroup: group, kind: 'ClusterRole', name: 'mine' },
        subjects,
      },
      {
        apiVersion,
        kind: 'Role',
        metadata: { name: 'mine', namespace: 'system' },
        rules: [
          { ...leases, verbs: ['create'] },
          { ...leases, resourceNames: ['mine'], verbs: ['get', 'update'] },
        ],
      },
      {
        apiVersion,
        kind: 'RoleBinding',
        metadata: { name: 'mine', namespace: 'system' },
        roleRef: { apiGroup: group, kind: 'Role', name: 'mine' },
        subjects,
      },
    ]);
    expect(notes).toEqual([
      'events: not seen: get, list, watch, update, delete, deletecollection',
      'events: patch added, because a repeated event is counted in the first one',
      'leases.coordination.k8s.io: not seen: list, watch, patch, delete, deletecollection',
      'leases.coordination.k8s.io: update added, because an election needs them',
      'services: list added, because a watch that could lose changes is continued by a list',
      'services: not seen: get, update, delete, deletecollection',
      'widgets.example.com: list added, because a watch that could lose changes is continued by a list',
      'widgets.example.com: not seen: get, create, update, patch, delete, deletecollection',
    ]);
  });

  it('keeps rights to the namespaces in which they were seen, once', () => {
    const lines = `GET /api/v1/namespaces/a/pods/one
       DELETE /api/v1/namespaces/a/pods/one
       GET /api/v1/namespaces/b/pods
       GET /api/v1/pods?limit=500`;
    expect(rulesOf(lines)).toEqual([
      [undefined, [{ apiGroups: [''], resources: ['pods'], verbs: ['list'] }]],
      ['a', [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'delete'] }]],
    ]);
    expect(rulesOf(lines, { namespaces: [] })).toEqual([
      [undefined, [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list', 'delete'] }]],
    ]);
  });

  it('names Leases only where none are listed: those of replicas that share have names of their own', () => {
    const at = '/apis/coordination.k8s.io/v1/namespaces/a/leases';
    const leases = { apiGroups: ['coordination.k8s.io'], resources: ['leases'] };
    expect(rulesOf(`GET ${at}?watch=1\nPUT ${at}/x\nDELETE ${at}/x`)).toEqual([
      ['a', [{ ...leases, verbs: ['get', 'list', 'watch', 'create', 'update', 'delete'] }]],
    ]);
  });

  it.each([
    ['a base path', 'GET /k8s/clusters/c-1/api/v1/nodes\nGET /k8s/clusters/c-1/apis', 'nodes', ['list']],
    ['a namespace itself', 'GET /api/v1/namespaces/shop', 'namespaces', ['get']],
    ['a part of a namespace', 'PUT /api/v1/namespaces/shop/finalize', 'namespaces/finalize', ['update']],
    ['a path behind a proxy', 'GET /api/v1/nodes/one/proxy/stats/summary', 'nodes/proxy', ['get']],
    ['a deprecated watch', 'GET /api/v1/watch/nodes', 'nodes', ['list', 'watch']],
    ['a collection', 'DELETE /api/v1/nodes', 'nodes', ['deletecollection']],
    ['HEAD', 'HEAD /api/v1/nodes/one', 'nodes', ['get']],
  ])('reads %s', (_what, lines, resource, verbs) => {
    expect(rulesOf(lines)).toEqual([[undefined, [{ apiGroups: [''], resources: [resource], verbs }]]]);
  });

  it('asks for both rights of a command, of which servers want one or the other', () => {
    const rules = rulesOf('GET /api/v1/namespaces/a/pods/one/exec?command=date 101');
    expect(rules).toEqual([['a', [{ apiGroups: [''], resources: ['pods/exec'], verbs: ['get', 'create'] }]]]);
  });

  it('writes other paths as they are, and no wildcard whatever was requested', () => {
    const lines = `GET /metrics
       GET /logs/*
       POST /metrics
       GET /api/v1/*
       GET /apis/*/v1/pods
       GET /api/v1/namespaces/*/pods/%ff
       BREW /api/v1/pods`;
    const { objects, notes } = write(lines);
    expect(objects.map((role) => role['rules'])).toEqual([[{ nonResourceURLs: ['/metrics'], verbs: ['get'] }]]);
    expect(notes).toHaveLength(6);
    expect(JSON.stringify(objects)).not.toMatch(/\*|escalate|bind|impersonate/);
  });

  it('says what it cannot see: an apply that creates, an owner, what a role allows', () => {
    const { notes } = write(
      `PATCH /api/v1/namespaces/a/services/x
       PUT /apis/rbac.authorization.k8s.io/v1/namespaces/a/roles/x`,
      { owners: ['widgets.example.com'] },
    );
    expect(notes).toEqual(
      expect.arrayContaining([
        'services: an apply that creates an object would need create',
        'widgets.example.com: not seen at all',
        'roles.rbac.authorization.k8s.io: who writes a role needs all that it allows; escalate and bind are not written',
      ]),
    );
  });

  it('writes nothing for nothing, and refuses what names nobody', () => {
    expect(writeRoles([], { name: 'mine' })).toEqual({ objects: [], notes: [] });
    const code = 'invalid-argument';
    expect(() => writeRoles([], { name: '' })).toThrow(expect.objectContaining({ code }));
    expect(() => writeRoles([], { name: 'a', owners: ['*'] })).toThrow(
      expect.objectContaining({ code, argument: 'owners' }),
    );
  });
});
