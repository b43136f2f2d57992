import { describe, expect, it } from 'vitest';
import { failure, type FakeApiServerOptions } from '../../src/testing/index.js';
import { kubernetes } from '../../src/testing/kubernetes.js';
import { tempFolder } from '../kubeconfig/temp-folder.js';
import { cli, server } from './support.js';
import { crd } from './widget-definition.js';

const widget = (name: string, manager: string, version: string) => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: {
    name,
    namespace: 'web',
    managedFields: [
      { manager, operation: 'Update', apiVersion: `example.com/${version}`, time: '2026-02-01T00:00:00Z' },
    ],
  },
});

/** A server whose widgets were written in two versions; it has no metrics. */
const withWidgets = (objects: readonly object[] = [], options: FakeApiServerOptions = {}) => {
  const api = server({ documents: kubernetes(), objects: [crd(['v1', 'v1beta1']), ...objects], ...options });
  api.fail('/metrics', failure('NotFound'));
  return api;
};

const requested = JSON.stringify({
  kind: 'Event',
  auditID: 'a',
  stage: 'ResponseComplete',
  verb: 'watch',
  user: { username: 'reader' },
  objectRef: { resource: 'widgets', apiGroup: 'example.com', apiVersion: 'v1beta1' },
  requestReceivedTimestamp: '2026-02-02T00:00:00.000000Z',
});

describe('upgrade-check', () => {
  it.each(['v1.37.2-gke.100', '1.37', 'v1.37.0-beta.0', '1.37.2+k3s1'])('takes %s for a release', async (to) => {
    const { stderr } = await cli(withWidgets(), ['upgrade-check', '--to', to, '--manifests-only', '-f', '/dev/null']);
    expect(stderr).not.toContain('context');
  });

  it('says of an unknown release which are known, and what else there is', async () => {
    const words = ['upgrade-check', '--to', 'v1.99.0-beta.0', '--manifests-only', '-f', '/dev/null'];
    expect((await cli(withWidgets(), words)).stderr).toMatch(
      /"v1\.99\.0-beta\.0" must be a release from 1\.29 to 1\.38: .*specify a known release, a context, or a folder of definitions/,
    );
  });

  it('prints a summary and findings with their evidence; what could not be read makes it 2', async () => {
    const { write } = await tempFolder();
    const to = await write('crds/crd.yaml', crd(['v1']));
    const log = await write('audit.log', `${requested}\n`);
    const api = withWidgets([widget('a', 'old', 'v1beta1'), widget('b', 'old', 'v1beta1'), widget('c', 'new', 'v1')]);

    const { code, stdout, stderr } = await cli(api, ['upgrade-check', '--to', to, '--audit-log', log]);

    const [summary = '', , audit, ...rows] = stdout.split('\n');
    expect(summary).toBe(
      '1 endpoint will be gone; 0 sets of objects will be unreachable; 1 error, 2 warnings, 0 notes; 1 part could not be read, and may hide more.',
    );
    expect(audit).toBe('Audit log: 1 event from 2026-02-02T00:00:00.000000Z to 2026-02-02T00:00:00.000000Z.');
    expect(rows.map((row) => row.split(/ {2,}/).slice(0, 4).join('|'))).toEqual([
      'SEVERITY|EVIDENCE|USES|WHO',
      'error|audit-log|widgets.v1beta1.example.com|reader',
      'warning|managed-fields|example.com/v1beta1 Widget|old',
      'warning|definition|widgets.example.com v1beta1|1',
      '',
    ]);
    expect(stdout).toContain('what it still owns: widgets.example.com/a in web, widgets.example.com/b in web\n');
    expect(stderr).toMatch(/^error: not read: \/metrics: /m);
    expect(code).toBe(2);
  });

  it('ends with 1 for findings in manifests, 0 without, and needs no object of the server for them', async () => {
    const { write } = await tempFolder();
    const old = await write('old.yaml', { apiVersion: 'example.com/v1beta1', kind: 'Widget', metadata: { name: 'x' } });
    const now = await write('now.yaml', { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'x' } });
    const to = await write('crd.yaml', crd(['v1', 'v1beta1']));
    const next = await write('next.yaml', crd(['v2', 'v1']));
    const api = withWidgets();
    const check = (target: string, file: string, ...more: string[]) =>
      cli(api, ['upgrade-check', '--to', target, '--manifests-only', '-f', file, ...more]);

    expect(await check(to, now)).toMatchObject({ code: 0, stderr: '' });
    expect(await check('1.37', old)).toMatchObject({ code: 0 });
    const { code, stdout } = await check(next, old, '-o', 'sarif');

    expect(code).toBe(1);
    const [{ results }] = (JSON.parse(stdout) as { runs: [{ results: { ruleId: string; level: string }[] }] }).runs;
    expect(results.filter(({ ruleId }) => ruleId === 'manifest')).toMatchObject([
      {
        level: 'error',
        locations: [{ physicalLocation: { artifactLocation: { uri: old }, region: { startLine: 1 } } }],
      },
    ]);
    expect(api.requests.filter(({ path }) => path.includes('widgets'))).toMatchObject([
      { path: expect.stringContaining('customresourcedefinitions') as string },
      { path: expect.stringContaining('customresourcedefinitions') as string },
    ]);
  });

  it.each([
    ['no kind', { apiVersion: 'example.com/v1beta1', kind: '' }],
    ['no version', { apiVersion: '', kind: 'Widget' }],
    ['no version that can be', { apiVersion: 'example.com/v1/beta1', kind: 'Widget' }],
  ])('says of a manifest with %s that it was not read', async (_, object) => {
    const { write } = await tempFolder();
    const file = await write('odd.yaml', object);
    const words = ['upgrade-check', '--to', '1.37', '--manifests-only', '-f', file];
    const stderr = `error: not read: ${file}:1: it has no kind, or no valid apiVersion\n`;
    expect(await cli(withWidgets(), words)).toMatchObject({ code: 2, stderr });
  });

  it.each([
    ['--to 1.12', 'must be a release from 1.29 to 1.38'],
    ['--to 1.37 --manifests-only', '--manifests-only needs manifests'],
    ['--to 1.37 --audit-log /nowhere', 'cannot be read'],
    ['--to ./nowhere', 'cannot be read'],
  ])('refuses %s', async (words, why) => {
    expect(await cli(withWidgets(), `upgrade-check ${words}`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(why) as string,
    });
  });
});

describe('migrate-storage', () => {
  it('lists what is due', async () => {
    const api = withWidgets();
    api.fail('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
      status: 200,
      body: {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinitionList',
        metadata: { resourceVersion: '1' },
        items: [crd(['v1', 'v1beta1'], ['v1beta1', 'v1']), crd(['v1'], ['v1'])],
      },
    });

    const { code, stdout } = await cli(api, 'migrate-storage');

    expect([code, stdout]).toEqual([
      0,
      'RESOURCE              STORAGE VERSION   STORED VERSIONS\nwidgets.example.com   v1                v1beta1, v1\n',
    ]);
  });

  it('stores each object anew, and nothing in a dry run', async () => {
    const api = withWidgets([widget('a', 'old', 'v1beta1'), widget('b', 'old', 'v1beta1')]);
    const patches = () => {
      return api.requests.filter(({ method }) => method === 'PATCH').map(({ path }) => path.includes('dryRun=All'));
    };

    expect(await cli(api, 'migrate-storage widgets.example.com --by client --dry-run')).toMatchObject({
      code: 0,
      stdout: 'widgets.v1.example.com: 2 objects checked, nothing stored, 0 refused. Stored versions: v1.\n',
    });
    expect(patches()).toEqual([true, true]);
    expect(await cli(api, 'migrate-storage widgets.example.com --by client')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^widgets\.v1\.example\.com: 2 objects, \d stored anew, 0 refused\./) as string,
    });
    expect(patches()).toEqual([true, true, false, false]);
  });

  it('names a refused object, and trims nothing', async () => {
    const api = withWidgets([widget('a', 'old', 'v1beta1')]);
    api.fail(({ method }) => method === 'PATCH', {
      status: 422,
      body: { kind: 'Status', code: 422, reason: 'Invalid', message: 'spec.size: Required value' },
    });

    const { code, stderr } = await cli(api, 'migrate-storage widgets.example.com --by client --trim');

    expect(code).toBe(1);
    expect(stderr).toContain('spec.size: Required value');
    expect(stderr).toContain('nothing was trimmed');
    expect(api.requests.filter(({ path }) => path.includes('/status'))).toEqual([]);
  });
});
