import { describe, expect, it } from 'vitest';
import { cli, server } from './support.js';

const definition = `
apiVersion: v1
kind: ConfigMap
metadata: { name: a }
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: widgets.example.com }
spec:
  group: example.com
  names: { plural: widgets, kind: Widget }
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: { type: object, description: Its size., properties: { size: { type: integer } } }
`;

describe('types -f', () => {
  it('writes the types of definitions, and asks no server', async () => {
    const api = server();
    const { code, stdout, stderr } = await cli(api, 'types -f -', { readInput: async () => definition });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('export type Widget = {');
    expect(stdout).toContain('/** Its size. */');
    expect(stdout).toContain('"widgets.example.com": Widget;');
  });

  it('leaves out descriptions with --no-docs', async () => {
    const { stdout } = await cli(server(), 'types -f - --no-docs', { readInput: async () => definition });
    expect(stdout).not.toContain('/**');
  });

  it('refuses files without a definition', async () => {
    const { code, stdout, stderr } = await cli(server(), 'types -f -', { readInput: async () => 'kind: ConfigMap' });
    expect({ code: code === 0, stdout }).toEqual({ code: false, stdout: '' });
    expect(stderr).toContain('No CustomResourceDefinition');
  });
});
