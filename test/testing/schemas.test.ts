import { describe, expect, it } from 'vitest';
import * as library from '@marcbachmann/cel-js';
import { InvalidArgumentError } from '../../src/index.js';
import {
  celRules,
  createFakeApiServer,
  FakeApiServerError,
  type FakeApiServerOptions,
} from '../../src/testing/index.js';
import { kubernetes, kubernetesSchemas } from '../../src/testing/kubernetes.js';
import { celDefinition, celRows, judgedPath } from './cel-rows.js';
import { definition, rows, rulesPath } from './schema-rows.js';
import { ask, type Asking } from './support.js';

// The rows of schema-rows.ts are compared with a real server in test/e2e/suite/fake-schemas.test.ts, one by one.

const start = (options: FakeApiServerOptions = {}) =>
  createFakeApiServer({ documents: kubernetes(), objects: [definition], ...options });

describe('the schema of a definition', () => {
  it.each([
    ['nothing but what is required', 201],
    ['a text for an integer', 'spec.size in body must be of type integer: "string"'],
    ['a value that is not in the enum', 'Unsupported value: "blue": supported values: "red", "green"'],
    ['a set with an item twice', 'spec.set[2]: Duplicate value: "a"'],
    ['an item without its key', 'spec.map[0].name: Required value'],
    ['unknown fields', 'strict decoding error: unknown field "spec.more", unknown field "spec.object.zip"'],
    ['no uuid', 'spec.formats.uuid in body must be of type uuid: "*:"'],
  ])('answers to %s', async (what, expected) => {
    const { body = {}, path = '' } = rows.find((row) => row.what === what) ?? {};
    const answer = await ask(start(), rulesPath + path, { method: 'POST', body });
    if (typeof expected === 'number') expect(answer.status).toBe(expected);
    else expect((answer.body as { message: string }).message).toContain(expected);
  });

  it('does not hinder an update that changes something else, where a test stored what it refuses', async () => {
    const server = start();
    server.put({ apiVersion: 'kit.example.org/v1', kind: 'Rule', metadata: { name: 'a' }, spec: { size: 99 } });
    const patch = (body: object): Asking => ({ method: 'PATCH', contentType: 'application/merge-patch+json', body });
    expect((await ask(server, `${rulesPath}/a`, patch({ spec: { unit: 'm' } }))).status).toBe(200);
    expect((await ask(server, `${rulesPath}/a`, patch({ spec: { size: 98 } }))).status).toBe(422);
  });

  it('may be that of a described resource', async () => {
    const schema = {
      type: 'object',
      properties: { spec: { type: 'object', properties: { a: { type: 'string', default: 'x' } } } },
    } as const;
    const server = createFakeApiServer({
      resources: [{ group: 'example.com', version: 'v1', resource: 'widgets', kind: 'Widget', schema }],
    });
    const body = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'a' }, spec: { b: 1 } };
    const answer = await ask(server, '/apis/example.com/v1/namespaces/default/widgets', { method: 'POST', body });
    expect(answer.body).toMatchObject({ spec: { a: 'x' } });
    expect(answer.headers.get('warning')).toBe('299 - "unknown field \\"spec.b\\""');
  });
});

describe('rules in CEL', () => {
  const [version] = definition.spec.versions;
  const rule = { 'x-kubernetes-validations': [{ rule: 'self.size > 1' }] };
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', ...rule } } } };
  const ruled = { ...definition, spec: { ...definition.spec, versions: [{ ...version, schema }] } };
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

  it('are named in a warning and by the server, which does not run them', async () => {
    const server = start({ objects: [] });
    const answer = await ask(server, path, { method: 'POST', body: ruled });
    expect([answer.status, answer.headers.get('warning')]).toEqual([
      201,
      '299 - "the fake API server does not run rules in CEL: v1 .spec"',
    ]);
    expect(server.uncheckedRules).toEqual(['rules.kit.example.org v1 .spec']);
    expect(start().uncheckedRules).toEqual([]);
  });

  it('refuse their definition where the switch says so', async () => {
    const server = start({ objects: [], cel: 'refuse' });
    expect((await ask(server, path, { method: 'POST', body: ruled })).status).toBe(422);
    expect((await ask(server, path, { method: 'POST', body: definition })).status).toBe(201);
    expect(() => server.put(ruled)).toThrow(FakeApiServerError);
    expect(() => start({ objects: [ruled], cel: 'refuse' })).toThrow('does not run its rules in CEL (v1 .spec)');
  });

  // The rows of cel-rows.ts are compared with a real server in test/e2e/suite/fake-schemas.test.ts, one by one.
  it('are run with a library, before and after a change', async () => {
    const server = start({ objects: [celDefinition], cel: await celRules(library) });
    expect(server.uncheckedRules).toEqual([]);
    const messages = [];
    for (const { method = 'POST', path: below = '', type, body } of celRows) {
      const answer = await ask(server, judgedPath + below, { method, body, ...(type && { contentType: type }) });
      const { details } = answer.body as { details?: { causes?: { field: string; message: string }[] } };
      for (const cause of details?.causes ?? []) messages.push(`${cause.field}: ${cause.message}`);
    }
    expect(messages).toEqual(
      expect.arrayContaining([
        'spec: Invalid value: too many',
        'spec.union.a: Required value: a is required for type A',
        'spec.listeners: Invalid value: "array": no such key: protocol evaluating rule: ' +
          "self.all(l, l.protocol in ['HTTP', 'TCP'] ? !has(l.tls) : true)",
        'spec.fixed: Invalid value: "b": is immutable',
        'spec.fixedItems[0].port: Invalid value: 5: may not shrink',
        '<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; ' +
          'correct the existing errors to complete validation',
      ]),
    );
  });

  it.each([
    ['format.dns1123Label().validate(self.a).hasValue()'],
    ['self.all(key, value, value > 0)'],
    ['self.a +'],
    ['nothing(self.a)'],
    ["self.a == 'x' + 1"],
  ])('are named if they cannot be run: %s', async (text) => {
    const cel = await celRules(library);
    expect(cel.runs({ rule: text })).toBe(false);
    const rules = { 'x-kubernetes-validations': [{ rule: text }] };
    const inner = { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', allOf: [rules] } } } };
    const server = start({ objects: [], cel });
    const versions = [{ ...version, schema: inner }];
    const answer = await ask(server, path, {
      method: 'POST',
      body: { ...definition, spec: { ...definition.spec, versions } },
    });
    expect(answer.headers.get('warning')).toContain('v1 .spec');
  });

  it('need the library itself', async () => {
    await expect(celRules({} as never)).rejects.toThrow(InvalidArgumentError);
    await expect(celRules(import('@marcbachmann/cel-js') as never)).rejects.toThrow(InvalidArgumentError);
  });
});

describe('the schemas of built-in kinds', () => {
  const path = '/apis/apps/v1/namespaces/default/deployments';
  const deployment = (spec: object): object => {
    return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'a' }, spec };
  };

  it.each([
    ['Strict', 400, null],
    [
      'Warn',
      201,
      '299 - "unknown field \\"spec.replicaz\\"", 299 - "unknown field \\"spec.template.spec.containers[0].imag\\""',
    ],
    ['Ignore', 201, null],
  ])('drop fields that the kind does not have, with %s', async (validation, status, warning) => {
    const server = start({ schemas: await kubernetesSchemas() });
    const body = deployment({ replicaz: 1, template: { spec: { containers: [{ name: 'a', imag: 'b' }] } } });
    const answer = await ask(server, `${path}?fieldValidation=${validation}`, { method: 'POST', body });
    expect([answer.status, answer.headers.get('warning')]).toEqual([status, warning]);
    if (status === 201) {
      expect((answer.body as { spec: unknown }).spec).toEqual({ template: { spec: { containers: [{ name: 'a' }] } } });
    }
  });

  it.each([
    [
      { replicas: 'x' },
      'json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32',
    ],
    [{ paused: 1 }, 'json: cannot unmarshal number into Go struct field DeploymentSpec.spec.paused of type bool'],
    [
      { template: { spec: { containers: 'x' } } },
      'json: cannot unmarshal string into Go struct field PodSpec.spec.template.spec.containers of type []v1.Container',
    ],
  ])('refuse what Go cannot read: %j', async (spec, why) => {
    const server = start({ schemas: await kubernetesSchemas() });
    const answer = await ask(server, path, { method: 'POST', body: deployment(spec) });
    expect(answer.body).toMatchObject({
      code: 400,
      message: `Deployment in version "v1" cannot be handled as a Deployment: ${why}`,
    });
  });

  it('keep maps, quantities and ports by name', async () => {
    const server = start({ schemas: await kubernetesSchemas() });
    const container = {
      name: 'a',
      resources: { limits: { cpu: 1, memory: '1Gi' } },
      livenessProbe: { httpGet: { port: 'http' } },
    };
    const spec = { selector: { matchLabels: { a: 'b' } }, template: { spec: { containers: [container] } } };
    const answer = await ask(server, `${path}?fieldValidation=Strict`, { method: 'POST', body: deployment(spec) });
    expect([answer.status, (answer.body as { spec: unknown }).spec]).toEqual([201, spec]);
  });
});
