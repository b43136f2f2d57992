import { expect, it } from 'vitest';
import { kubernetes } from '../../src/testing/kubernetes.js';
import { tempFolder } from '../kubeconfig/temp-folder.js';
import { cli, lines, server } from './support.js';
import { crd } from './widget-definition.js';

it('compares two releases without any server', async () => {
  const { code, stdout, stderr } = await cli(undefined, 'diff-apis 1.29 v1.32.1 --no-added');

  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toBe(lines`
    2 endpoints are gone, 1 changed. No set of objects loses its last endpoint.
    CHANGE    WHAT                                                               HOW
    gone      flowschemas.v1beta3.flowcontrol.apiserver.k8s.io                   its objects are served in v1
    gone      prioritylevelconfigurations.v1beta3.flowcontrol.apiserver.k8s.io   its objects are served in v1
    changed   pods.v1.                                                           subresources: +resize
  `);
});

it('compares the server with a folder of definitions, and says what these drop', async () => {
  const { folder, write } = await tempFolder();
  await write('crd.yaml', crd(['v1']));
  const api = server({ documents: kubernetes(), objects: [crd(['v1beta1', 'v1'], ['v1beta1'])] });

  const { code, stdout } = await cli(api, `diff-apis ${folder}`);

  expect(code).toBe(0);
  expect(stdout).toContain('gone         widgets.v1beta1.example.com   its objects are served in v1\n');
  expect(stdout).toContain(
    'widgets.example.com           objects may be stored in v1beta1, which is no longer defined\n',
  );
});

it('prints data, and ends with 1 where a part could not be read', async () => {
  const api = server({ documents: kubernetes(), objects: [crd(['v1'])] });
  api.configure({ speaks: 'legacy' });
  api.fail('/apis/example.com/v1', { status: 503 });

  const { code, stdout, stderr } = await cli(api, 'diff-apis 1.37 -o json');

  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ gone: [], lost: [] });
  expect(stderr).toContain('error: discovery could not read example.com/v1 (unreachable)');
});

it('refuses files without definitions, and unknown releases', async () => {
  const { folder, write } = await tempFolder();
  await write('pod.yaml', { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } });

  expect(await cli(server(), `diff-apis ${folder}`)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('contains no CustomResourceDefinition') as string,
  });
  expect(await cli(server(), 'diff-apis 1.12')).toMatchObject({ code: 2 });
});
