import { describe, expect, it } from 'vitest';
import { createOpenAPI, findRepresentations, type OpenAPIDocument } from '../../src/openapi/index.js';
import { openAPIServer } from './documents.js';

const meta = (as: string, type: string): string => `${type};g=meta.k8s.io;v=v1;as=${as}`;
const [json, yaml, protobuf] = ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf'] as const;
const gadgets = {
  group: 'shop.example',
  version: 'v1',
  resource: 'gadgets',
  verbs: ['list', 'watch', 'create', 'patch'],
};

/** A document as kube-apiserver publishes it for a custom resource. */
const ofGadgets: OpenAPIDocument = {
  openapi: '3.0.0',
  paths: {
    '/apis/shop.example/v1/namespaces/{namespace}/gadgets': {
      get: { responses: { '200': { content: { [json]: {}, [yaml]: {} } }, '401': {} } },
      post: {
        requestBody: { content: { [json]: {}, [yaml]: {} } },
        responses: { '201': { content: { [json]: {}, [yaml]: {} } } },
      },
    },
  },
};

/** As it publishes a built-in one: the answers of a list and of a watch stand side by side, and any body is declared. */
const ofDeployments: OpenAPIDocument = (() => {
  const answered = (...types: readonly string[]) => ({
    '200': { content: Object.fromEntries(types.map((type) => [type, {}])) },
    '401': { content: { 'text/plain': {} } },
  });
  const whole = answered(json, protobuf, yaml);
  const streamed = [`${json};stream=watch`, `${protobuf};stream=watch`];
  const path = '/apis/apps/v1/namespaces/{namespace}/deployments';
  const types = ['apply-patch+yaml', 'json-patch+json', 'merge-patch+json', 'strategic-merge-patch+json'];
  const patches = Object.fromEntries(types.map((type) => [`application/${type}`, {}]));
  return {
    openapi: '3.0.0',
    paths: {
      [path]: {
        get: { responses: answered(json, ...streamed, protobuf, yaml) },
        post: { requestBody: { content: { '*/*': {} } }, responses: whole },
      },
      [`${path}/{name}`]: { patch: { requestBody: { content: patches }, responses: whole } },
    },
  };
})();

describe('what can be requested', () => {
  it('of a built-in resource is what the document declares, with Tables and metadata by rule', async () => {
    const { client } = openAPIServer({ 'apps/v1': ofDeployments });
    const { mapping, verbs } = await createOpenAPI(client).representationsOf('deploy');
    expect(mapping.kind.kind).toBe('Deployment');
    expect(verbs['list']).toEqual({
      answers: [
        ...[json, protobuf, yaml].map((mediaType) => ({ form: 'Object', mediaType, source: 'document' })),
        ...[json, yaml].map((type) => ({ form: 'Table', mediaType: meta('Table', type), source: 'rule' })),
        ...[json, yaml, protobuf].map((type) => {
          const mediaType = meta('PartialObjectMetadataList', type);
          return { form: 'PartialObjectMetadata', mediaType, source: 'rule' };
        }),
      ],
      bodies: [],
    });
    expect(verbs['watch']?.answers.map(({ mediaType }) => mediaType)).toEqual([
      ...[json, protobuf],
      meta('Table', json),
      ...[json, protobuf].map((type) => meta('PartialObjectMetadata', type)),
    ]);
    expect(verbs['patch']?.bodies.map(({ mediaType, source }) => [mediaType, source])).toEqual(
      ['apply-patch+yaml', 'json-patch+json', 'merge-patch+json', 'strategic-merge-patch+json'].map((type) => [
        `application/${type}`,
        'document',
      ]),
    );
    // The document says `*/*`.
    expect(verbs['create']?.bodies).toEqual([json, protobuf, yaml].map((mediaType) => ({ mediaType, source: 'rule' })));
  });

  it('of a custom resource has whole objects in protobuf nowhere, and a watch that no document declares', () => {
    const found = findRepresentations(ofGadgets, gadgets);
    expect(Object.keys(found)).toEqual(['list', 'watch', 'create', 'patch']);
    const whole = (verb: string) => found[verb]?.answers.filter(({ form }) => form === 'Object');
    expect(whole('list')?.map(({ mediaType }) => mediaType)).toEqual([json, yaml]);
    expect(whole('watch')).toEqual([{ form: 'Object', mediaType: json, source: 'rule' }]);
    expect(found['watch']?.answers.at(-1)?.mediaType).toBe(meta('PartialObjectMetadata', protobuf));
    expect(found['create']?.bodies).toEqual([json, yaml].map((mediaType) => ({ mediaType, source: 'document' })));
    // Not declared here: the patches that every resource has.
    expect(found['patch']?.bodies.map(({ mediaType }) => mediaType)).toEqual([
      'application/json-patch+json',
      'application/merge-patch+json',
    ]);
  });

  it('of a resource that is not stored is no Table', () => {
    const bindings = { group: '', version: 'v1', resource: 'bindings', verbs: ['create', 'impersonate'] };
    const found = findRepresentations({}, bindings);
    expect(Object.keys(found)).toEqual(['create']);
    expect(new Set(found['create']?.answers.map(({ form }) => form))).toEqual(
      new Set(['Object', 'PartialObjectMetadata']),
    );
  });

  it('is JSON where a document says nothing, or nonsense', () => {
    const path = '/apis/shop.example/v1/gadgets';
    for (const paths of [{}, { [path]: { get: 7 } }, { [path]: { get: { responses: { '200': [] } } } }, []]) {
      const found = findRepresentations({ paths } as unknown as OpenAPIDocument, gadgets);
      expect(found['list']?.answers[0]).toEqual({ form: 'Object', mediaType: json, source: 'rule' });
    }
  });
});
