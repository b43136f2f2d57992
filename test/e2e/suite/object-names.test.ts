import { afterAll, describe, expect, inject, it } from 'vitest';
import { isNotFound, waitFor } from '../../../src/index.js';
import { closeClients, connect } from '../harness/connect.js';

const server = inject('server');
const roles = connect(server, { token: server.tokens.admin }).resource('clusterroles.rbac.authorization.k8s.io');
const prefix = `names-${Date.now()}-`;

afterAll(closeClients);

describe('a server accepts what is no segment of a URL as it stands', () => {
  it.each(['CORP\\jdoe', 'a?b', 'a#b', 'a\tb', 'a,b=c', 'a b', 'ü&+'])(
    'as the name of a cluster role: %j',
    async (word) => {
      const name = prefix + word;
      expect((await roles.create({ metadata: { name }, rules: [] })).metadata.name).toBe(name);
      expect((await roles.get(name)).metadata.name).toBe(name);
      expect((await waitFor(roles, name, 'created')).metadata.name).toBe(name);
      await roles.patch(name, { metadata: { labels: { a: 'b' } } }, { type: 'merge' });
      expect((await roles.as('PartialObjectMetadata').get(name)).metadata.labels).toEqual({ a: 'b' });
      await roles.delete(name);
      await expect(roles.get(name)).rejects.toSatisfy(isNotFound);
    },
  );

  it.each(['a/b', 'a%b'])('and refuses %j, as the handle does', async (word) => {
    const metadata = { name: prefix + word };
    await expect(roles.create({ metadata, rules: [] })).rejects.toMatchObject({ statusCode: 422 });
    await expect(roles.get(metadata.name)).rejects.toMatchObject({ code: 'invalid-name' });
  });
});
