import { Agent } from 'node:https';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createClient, isForbidden, canI, reviewAccess, type Client, type Credentials } from '../../../src/index.js';
import { closeClients, connect } from '../harness/connect.js';
import { startServer, type TestServer } from '../harness/start-server.js';

const server = inject('server');

afterAll(closeClients);

/** What both roots say where nothing can be learned. */
function nothingLearned(statusCode: number): object {
  const cause = expect.objectContaining({ code: 'api', statusCode }) as unknown;
  return { code: 'discovery', causes: { api: cause, apis: cause } };
}

describe('a user without any rights', () => {
  const admin = connect(server, { token: server.tokens.admin });
  const reader = connect(server, { token: server.tokens.reader });

  it('discovers the same as the cluster admin', async () => {
    const [all, same] = [await admin.discovery.catalog(), await reader.discovery.catalog()];
    expect(same.resources()).toEqual(all.resources());
    expect(same.failures).toEqual([]);
  });

  it('may not touch objects: 403 with what is forbidden', async () => {
    const configmaps = reader.resource('configmaps').namespace('default');
    for (const call of [() => configmaps.list(), () => configmaps.get('any'), () => configmaps.delete('any')]) {
      await expect(call()).rejects.toMatchObject({
        code: 'api',
        statusCode: 403,
        reason: 'Forbidden',
        fromServer: true,
        status: { details: { kind: 'configmaps' } },
      });
    }
  });
});

describe('what a user may do', () => {
  it.each(['admin', 'reader'] as const)('is what the server then does: %s', async (who) => {
    const client = connect(server, { token: server.tokens[who] });
    const secrets = client.resource('secrets').namespace('default');
    const may = await canI(client, { verb: 'list', resource: 'secrets', namespace: 'default' });
    const did = await secrets.list({ limit: 1 }).then(
      () => true,
      (error: unknown) => !isForbidden(error),
    );
    expect([may, did]).toEqual(who === 'admin' ? [true, true] : [false, false]);
    expect(await canI(client, { verb: 'get', path: '/version' })).toBe(true);
    expect(await canI(client, { verb: '*', resource: '*' })).toBe(who === 'admin');
    const answer = await reviewAccess(client, { verb: 'update', resource: 'deploy', subresource: 'scale' });
    expect(answer).toMatchObject({ allowed: who === 'admin', denied: false });
  });
});

describe('nobody', () => {
  it('learns nothing and reads nothing: 403', async () => {
    const nobody = connect(server, { token: undefined });
    await expect(nobody.discovery.catalog()).rejects.toMatchObject(nothingLearned(403));
    await expect(nobody.resource('pods').list()).rejects.toMatchObject({ code: 'discovery' });
  });
});

describe('a wrong token', () => {
  it('is 401, and credentials are asked for once more', async () => {
    const asked: boolean[] = [];
    const agent = new Agent({ ca: server.ca, keepAlive: true });
    const client = createClient({
      server: server.url,
      authenticate: async ({ rejected }): Promise<Credentials> => {
        asked.push(rejected);
        return { headers: { authorization: 'Bearer wrong' }, agent };
      },
    });
    try {
      await expect(client.discovery.catalog()).rejects.toMatchObject(nothingLearned(401));
      expect(asked.sort()).toEqual([false, false, true, true]);
    } finally {
      await client.close();
      agent.destroy();
    }
  });

  it('is no harm when the second one is right', async () => {
    const agent = new Agent({ ca: server.ca, keepAlive: true });
    const client = createClient({
      server: server.url,
      authenticate: async ({ rejected }): Promise<Credentials> => ({
        headers: { authorization: `Bearer ${rejected ? server.tokens.admin : 'wrong'}` },
        agent,
      }),
    });
    try {
      expect((await client.discovery.catalog()).failures).toEqual([]);
    } finally {
      await client.close();
      agent.destroy();
    }
  });

  it('does not appear in the error', async () => {
    const token = 'a-token-that-is-wrong';
    const client = connect(server, { token });
    const error: unknown = await client.discovery.catalog().catch((reason: unknown) => reason);
    expect(JSON.stringify(error) + String(error)).not.toContain(token);
  });
});

describe('a server without anonymous users', () => {
  let strict: TestServer;
  let nobody: Client;

  beforeAll(async () => {
    strict = await startServer(server.kind, { flags: ['--anonymous-auth=false'] });
    nobody = connect(strict, { token: undefined });
  });

  afterAll(async () => {
    await closeClients();
    await strict.stop();
  });

  it('says 401 to nobody', async () => {
    await expect(nobody.discovery.catalog()).rejects.toMatchObject(nothingLearned(401));
  });
});

describe('a client certificate', () => {
  it('names the user and the groups', async () => {
    const { certificate: cert, key } = server.clientCertificates.admin;
    const agent = new Agent({ ca: server.ca, cert, key, keepAlive: true });
    const client = createClient({ server: server.url, authenticate: async () => ({ headers: {}, agent }) });
    try {
      expect(await client.resource('secrets').list()).toMatchObject({ kind: 'SecretList' });
    } finally {
      await client.close();
      agent.destroy();
    }
  });
});

describe('a server whose authority is not trusted', () => {
  it('is not spoken to', async () => {
    const client = createClient({ server: server.url, authenticate: async () => ({ headers: {} }) });
    await expect(client.discovery.catalog()).rejects.toMatchObject({
      code: 'discovery',
      causes: { apis: { code: 'untrusted-server' } },
    });
    await client.close();
  });
});
