import { describe, expect, it } from 'vitest';
import type { FakeResource } from '../../src/testing/index.js';
import { captured } from '../fixtures/captured.js';
import { cli, lines, server } from './support.js';

const documents = captured('kube-1.36-legacy');
const event = { apiVersion: 'v1', kind: 'Event', metadata: { name: 'started', namespace: 'web' } };

describe('aliases --probe', () => {
  it('tells what it looked at', async () => {
    const { stdout } = await cli(server({ documents, objects: [event] }), 'aliases events --evidence catalog --probe');
    expect(stdout).toBe(lines`
      SET   ENDPOINT                  KIND    SCOPE        SAME BY
      1     events.v1.                Event   Namespaced
            events.v1.events.k8s.io   Event   Namespaced   probe, with events.v1.

      Probed:
      ENDPOINT     OTHER ENDPOINT            FOUND
      events.v1.   events.v1.events.k8s.io   one UID
    `);
  });

  it('-o json has it too', async () => {
    const { stdout } = await cli(server({ documents }), 'aliases events --evidence catalog --probe -o json');
    expect(JSON.parse(stdout)).toMatchObject({
      hints: [{ kind: 'documented cohabitation' }],
      probing: { complete: true, probes: [{ finding: 'no objects' }] },
    });
  });

  it('writes nothing, whatever it looks at', async () => {
    const api = server({ documents, objects: [event] });
    await cli(api, 'aliases --evidence catalog --probe');
    expect(new Set(api.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
  });
});

describe('aliases without a name', () => {
  it('lists apart what is not known', async () => {
    const { stdout } = await cli(server({ documents }), 'aliases --evidence catalog');
    expect(stdout).toContain(lines`
      Unknown whether the same, so treat them as different:
      ENDPOINT                          KIND         SCOPE        HINT
      endpoints.v1.                     Endpoints    Namespaced
      endpoints.v2.k3s.example.org      Endpoints    Namespaced
      events.v1.                        Event        Namespaced   documented cohabitation, with events.v1.events.k8s.io
      events.v1.events.k8s.io           Event        Namespaced   documented cohabitation, with events.v1.
      deployments.v1.apps               Deployment   Namespaced
      deployments.v1.acid.example.org   Deployment   Namespaced
    `);
  });

  it('tells what contradicts, and which of the two holds', async () => {
    const cart: FakeResource = {
      group: 'a.example.org',
      version: 'v1',
      resource: 'carts',
      kind: 'Cart',
      internalID: 'id-1',
    };
    const resources = [cart, { ...cart, resource: 'baskets', kind: 'Basket' }];
    const { stdout } = await cli(server({ documents: {}, objects: [], resources }), 'aliases --evidence all');
    expect(stdout).toContain(lines`
      Contradictions:
      ONE SAYS              ANOTHER SAYS        HOLDS        ENDPOINTS
      equal by internalID   unequal by plural   internalID   baskets.v1.a.example.org carts.v1.a.example.org
    `);
  });
});

describe('a legacy document that cannot be read', () => {
  it.each(['aliases events', 'aliases', 'aliases -o json', 'aliases --graph dot'])(
    'is an error beside the answer: %s',
    async (words) => {
      const api = server({ documents });
      api.fail('/apis/events.k8s.io/v1', { status: 403, body: 'no\u001b[31m' });
      const { code, stdout, stderr } = await cli(api, words);
      expect(code).toBe(1);
      expect(stdout).not.toBe('');
      expect(stderr).toMatch(/^error: discovery could not read events\.k8s\.io\/v1 \(denied\): .*\n$/);
      expect(stderr).not.toContain('\u001b');
    },
  );
});

describe('ids and hashes', () => {
  it.each(['', ' -o json', ' --graph dot', ' --graph mermaid'])('are never shown: aliases%s', async (flags) => {
    const cart: FakeResource = {
      group: 'a.example.org',
      version: 'v1',
      resource: 'carts',
      kind: 'Cart',
      internalID: 'secret-id',
      storageVersionHash: 'secret-hash',
    };
    const resources = [cart, { ...cart, group: 'b.example.org' }];
    for (const speaks of ['1.36', 'legacy'] as const) {
      for (const words of ['aliases', 'aliases carts']) {
        const { stdout, stderr } = await cli(server({ documents: {}, objects: [], resources, speaks }), words + flags);
        expect(stdout).toContain('carts');
        expect(stdout + stderr).not.toContain('secret');
      }
    }
  });

  it.each(['api-resources -o json', 'api-resources -o wide', 'resolve carts -o json', 'discovery -o json'])(
    'are not shown by other commands either: %s',
    async (words) => {
      const cart: FakeResource = {
        group: 'a.example.org',
        version: 'v1',
        resource: 'carts',
        kind: 'Cart',
        internalID: 'secret-id',
        storageVersionHash: 'secret-hash',
      };
      const { stdout } = await cli(server({ documents: {}, objects: [], resources: [cart], speaks: 'legacy' }), words);
      expect(stdout).not.toBe('');
      expect(stdout).not.toContain('secret');
    },
  );
});
