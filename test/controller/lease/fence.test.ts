import { describe, expect, it } from 'vitest';
import { fenceWrite } from '../../../src/controller/lease/fence.js';
import type { ApiRequest } from '../../../src/core/transport/connection.js';

const fence = { annotation: 'example.com/epoch', epoch: '7.uid' };
const stamp = { 'example.com/epoch': '7.uid' };
const path = '/api/v1/namespaces/web/pods/a';

function fenced(request: Omit<ApiRequest, 'path' | 'body'> & { readonly body?: unknown }): unknown {
  const body = typeof request.body === 'object' ? JSON.stringify(request.body) : (request.body as string | undefined);
  const sent = fenceWrite({ path, ...request, body }, fence);
  return typeof sent.body === 'string' ? (JSON.parse(sent.body) as unknown) : sent.body;
}

describe('a fence', () => {
  it('leaves reads alone', () => {
    const request: ApiRequest = { path };
    expect(fenceWrite(request, fence)).toBe(request);
    expect(fenceWrite({ path, method: 'HEAD' }, fence)).toEqual({ path, method: 'HEAD' });
  });

  it.each([
    ['PUT', 'application/json'],
    ['PATCH', 'application/merge-patch+json'],
    ['PATCH', 'application/strategic-merge-patch+json'],
    ['PATCH', 'application/apply-patch+yaml'],
  ] as const)('stamps a %s as %s, beside the annotations that are there', (method, contentType) => {
    const body = {
      metadata: { resourceVersion: '5', annotations: { x: 'y', 'example.com/epoch': '6.uid' } },
      spec: { a: [1, 'é'] },
    };
    expect(fenced({ method, contentType, body })).toEqual({
      metadata: { resourceVersion: '5', annotations: { x: 'y', ...stamp } },
      spec: { a: [1, 'é'] },
    });
  });

  it('stamps what is created, and asks for no version', () => {
    expect(fenced({ method: 'POST', body: { kind: 'Pod' } })).toEqual({
      kind: 'Pod',
      metadata: { annotations: stamp },
    });
    expect(fenced({ method: 'POST', body: { metadata: null } })).toEqual({ metadata: { annotations: stamp } });
  });

  it('reads bytes as well', () => {
    const body = new TextEncoder().encode('{"metadata":{"resourceVersion":"5"}}');
    const sent = fenceWrite({ path, method: 'PUT', body }, fence);
    expect(JSON.parse(sent.body as string)).toEqual({ metadata: { resourceVersion: '5', annotations: stamp } });
  });

  it('lets a delete pass that names the version', () => {
    const body = { preconditions: { resourceVersion: '5' } };
    expect(fenced({ method: 'DELETE', body })).toEqual(body);
  });

  it.each<[string, Parameters<typeof fenced>[0]]>([
    ['a replace without a version', { method: 'PUT', body: { metadata: {} } }],
    ['a replace without metadata', { method: 'PUT', body: {} }],
    ['a replace of any version', { method: 'PUT', body: { metadata: { resourceVersion: '0' } } }],
    ['a replace of no version', { method: 'PUT', body: { metadata: { resourceVersion: '' } } }],
    ['a version that is no text', { method: 'PUT', body: { metadata: { resourceVersion: 5 } } }],
    ['a merge patch without a version', { method: 'PATCH', contentType: 'application/merge-patch+json', body: {} }],
    ['an apply without a version', { method: 'PATCH', contentType: 'application/apply-patch+yaml', body: {} }],
    ['an apply in YAML', { method: 'PATCH', contentType: 'application/apply-patch+yaml', body: 'metadata: {}' }],
    ['a JSON patch', { method: 'PATCH', contentType: 'application/json-patch+json', body: [] }],
    ['a delete without a body', { method: 'DELETE' }],
    ['a delete of a uid', { method: 'DELETE', body: { preconditions: { uid: 'u' } } }],
    ['a body that is no JSON', { method: 'POST', body: '{' }],
    ['a list', { method: 'POST', body: [] }],
    ['no body', { method: 'POST' }],
    [
      'annotations that are all to go',
      { method: 'PUT', body: { metadata: { resourceVersion: '5', annotations: null } } },
    ],
  ])('refuses %s', (_what, request) => {
    expect(() => fenced(request)).toThrow(
      expect.objectContaining({ code: 'unfenced-write', method: request.method, path }) as Error,
    );
  });

  it('refuses a number that would be rounded on the way', () => {
    const body = '{"metadata":{"resourceVersion":"5"},"spec":{"id":12345678901234567890}}';
    expect(() => fenced({ method: 'PUT', body })).toThrow(expect.objectContaining({ argument: 'body' }) as Error);
  });

  it('keeps a key that has a meaning of its own in JavaScript', () => {
    const body = '{"metadata":{"resourceVersion":"5"},"data":{"__proto__":{"a":1}}}';
    const sent = fenceWrite({ path, method: 'PUT', body }, fence);
    expect(sent.body).toContain('"__proto__":{"a":1}');
  });
});
