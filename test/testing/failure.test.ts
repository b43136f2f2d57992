import { describe, expect, it } from 'vitest';
import { createClient, isConflict, isForbidden, isNotFound } from '../../src/index.js';
import type { FailureReason } from '../../src/testing/http/failure.js';
import { createFakeApiServer, failure } from '../../src/testing/index.js';
import { kubernetes } from '../../src/testing/kubernetes.js';
import { startFakeApiServer } from '../../src/testing/node.js';
import { ask } from './support.js';

const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'front', namespace: 'shop' } };

describe('failure', () => {
  it('says what the server itself says', async () => {
    const server = createFakeApiServer({ documents: kubernetes(), objects: [pod] });
    const body = JSON.stringify(pod);
    const missing = await ask(server, '/api/v1/namespaces/shop/pods/back');
    const taken = await ask(server, '/api/v1/namespaces/shop/pods', { method: 'POST', body });
    const stale = await ask(server, '/apis/apps/v1/namespaces/shop/deployments/back');
    expect(failure('NotFound', { resource: 'pods', name: 'back' }).body).toEqual(missing.body);
    expect(failure('AlreadyExists', { resource: 'pods', name: 'front' }).body).toEqual(taken.body);
    expect(failure('NotFound', { group: 'apps', resource: 'deployments', name: 'back' }).body).toEqual(stale.body);
  });

  it('is an answer for a fault, and read by a client for what it is', async () => {
    const fake = createFakeApiServer({ documents: kubernetes(), objects: [pod] });
    const server = await startFakeApiServer(fake);
    const client = createClient({ server: server.url });
    try {
      const pods = client.resource('pods').namespace('shop');
      const path = '/api/v1/namespaces/shop/pods/front';
      const seen: boolean[] = [];
      for (const [reason, isSo] of [
        ['Conflict', isConflict],
        ['Forbidden', isForbidden],
        ['NotFound', isNotFound],
      ] as const) {
        fake.fail(path, { ...failure(reason, { resource: 'pods', name: 'front' }), times: 1 });
        seen.push(await pods.get('front').then(() => false, isSo));
      }
      expect(seen).toEqual([true, true, true]);
      expect((await pods.get('front')).metadata.name).toBe('front');
    } finally {
      await client.close();
      await server.close();
    }
  });

  it('writes every reason as apimachinery does', () => {
    const all = { group: 'apps', resource: 'deployments', kind: 'Deployment', name: 'front', why: 'it is so' };
    const of = (reason: FailureReason): unknown => {
      const { status, body } = failure(reason, all);
      return [status, body.message, body.details];
    };
    const subject = { name: 'front', group: 'apps', kind: 'deployments' };
    expect(of('Conflict')).toEqual([
      409,
      'Operation cannot be fulfilled on deployments.apps "front": it is so',
      subject,
    ]);
    expect(of('Forbidden')).toEqual([403, 'deployments.apps "front" is forbidden: it is so', subject]);
    expect(of('Invalid')).toEqual([
      422,
      'Deployment.apps "front" is invalid: it is so',
      { ...subject, kind: 'Deployment' },
    ]);
    expect(of('Timeout')).toEqual([504, 'Timeout: it is so', {}]);
    expect(of('InternalError')).toEqual([
      500,
      'Internal error occurred: it is so',
      { causes: [{ message: 'it is so' }] },
    ]);
    expect(of('Expired')).toEqual([410, 'it is so', undefined]);
  });

  it('says when to come again in the header as well, and names fields', () => {
    expect(failure('TooManyRequests', { retryAfterSeconds: 3 })).toMatchObject({
      headers: { 'retry-after': '3' },
      body: { details: { retryAfterSeconds: 3 } },
    });
    const causes = [
      { reason: 'FieldValueInvalid', field: 'spec.replicas', message: 'Invalid value: -1' },
      { reason: 'FieldValueRequired', field: 'spec.selector', message: 'Required value' },
    ];
    expect(failure('Invalid', { kind: 'Deployment', group: 'apps', name: 'front', causes }).body).toMatchObject({
      message: 'Deployment.apps "front" is invalid: [spec.replicas: Invalid value: -1, spec.selector: Required value]',
      details: { causes },
    });
  });

  it.each<[string, () => unknown]>([
    ['reason', () => failure('Nonsense' as FailureReason)],
    ['reason', () => failure('toString' as FailureReason)],
    ['name', () => failure('NotFound', { name: 7 as unknown as string })],
    ['retryAfterSeconds', () => failure('Timeout', { retryAfterSeconds: 0.5 })],
    ['subject', () => failure('Timeout', null as unknown as object)],
    ['causes', () => failure('Invalid', { causes: 7 as never })],
    ['causes', () => failure('Invalid', { causes: [null] as never })],
  ])('refuses a wrong %s', (argument, act) => {
    expect(act).toThrow(expect.objectContaining({ code: 'invalid-argument', argument }));
  });
});
