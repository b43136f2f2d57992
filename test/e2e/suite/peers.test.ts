import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createInformer, follow, ResourceGoneError, type FollowStep, type KubeObject } from '../../../src/index.js';
import { ask } from '../harness/ask.js';
import { closeClients, connect } from '../harness/connect.js';
import { startServer, type ServerBeside, type TestServer } from '../harness/start-server.js';
import { waitUntil } from '../harness/wait-until.js';

const { kind } = inject('server');
/** What only the peer serves. */
const beta = { group: 'resource.k8s.io', version: 'v1beta1', resource: 'deviceclasses' };
const betaClasses = `${beta.resource}.${beta.version}.${beta.group}`;
const betaPath = `/apis/${beta.group}/${beta.version}`;

// From 1.36 on API servers know of each other, by names that are those of their hosts: here only Linux gives each its own.
const havePeers = ['1.37', '1.36'].includes(kind) && process.platform === 'linux';

describe.runIf(havePeers)('an API server that lists what only its peer serves', () => {
  let server: TestServer;
  let peer: ServerBeside;

  beforeAll(async () => {
    server = await startServer(kind);
    const flags = peerFlags(server);
    await server.restart({ flags });
    // It stops within that time, though watches are open.
    const ofPeer = ['--runtime-config=api/beta=true', '--request-timeout=3s'];
    peer = await server.startBeside([...flags, ...ofPeer], { hostname: 'peer' });
    const { discovery } = connect(server, { token: server.tokens.admin });
    await waitUntil('the server lists what its peer serves', async () => (await discovery.refresh()).resource(beta));
  });

  afterAll(async () => {
    await closeClients();
    await server.stop();
  });

  const statusOf = async (path: string): Promise<number> =>
    (await ask(server, { path, token: server.tokens.admin })).status;

  it('serves the objects, but not the document of the group-version', async () => {
    expect(await statusOf(betaPath)).toBe(404);
    await expect.poll(() => statusOf(`${betaPath}/${beta.resource}`)).toBe(200);
    const client = connect(server, { token: server.tokens.admin });
    expect(await client.resource(betaClasses).isServed()).toBe(true);
    const catalog = await client.discovery.catalog();
    expect(catalog.failures).toEqual([]);
    const { failures } = await client.discovery.evidence(catalog, [beta]);
    expect(failures).toMatchObject([{ class: 'notFound', document: betaPath }]);
    expect(failures[0]?.message).toContain('does not serve it itself');
  });

  it('lists none of it with profile=nopeer', async () => {
    const { discovery } = connect(server, { token: server.tokens.admin, discovery: { profile: 'nopeer' } });
    const catalog = await discovery.catalog();
    expect(catalog.version(beta)).toBeUndefined();
    expect(catalog.version({ ...beta, version: 'v1' })).toBeDefined();
  });

  it(
    'goes on listing it after the peer has stopped, when it is gone within two minutes',
    { timeout: 240_000 },
    async () => {
      const client = connect(server, { token: server.tokens.admin });
      const classes = client.resource(betaClasses);
      await classes.create({ metadata: { name: 'one' }, spec: {} });
      const informer = createInformer(client, classes);
      await informer.synced;
      const steps: FollowStep<KubeObject>[] = [];
      const following = (async () => {
        for await (const step of follow(classes)) steps.push(step);
      })().catch((error: unknown) => error);
      await expect.poll(() => steps.map(({ type }) => type)).toEqual(['added', 'synced']);

      await peer.stop();
      await expect.poll(() => steps.at(-1)?.type).toBe('interrupted');
      await expect.poll(() => statusOf(`${betaPath}/${beta.resource}`)).toBe(404);
      expect(await classes.isServed()).toBe(true);
      // What was known stays readable.
      expect(informer.health).toMatchObject({ synced: true, interruptedAt: expect.any(Number) as number });
      expect(informer.store.get('', 'one')).toBeDefined();

      await expect.poll(() => informer.endpoint?.version, { timeout: 150_000 }).toBe('v1');
      await expect.poll(() => informer.health.interruptedAt).toBeUndefined();
      expect(await following).toBeInstanceOf(ResourceGoneError);
      expect(await classes.isServed()).toBe(false);
      // The root still lists it.
      const listed = connect(server, { token: server.tokens.admin });
      expect((await listed.discovery.catalog()).resource(beta)).toBeDefined();
      informer.close();
    },
  );
});

/** Makes API servers trust each other, and answer for each other. */
function peerFlags({ folder, authority }: TestServer): string[] {
  const write = (name: string, text: string): string => {
    const file = path.join(folder, name);
    writeFileSync(file, text, { mode: 0o600 });
    return file;
  };
  const proxy = authority.issue({ commonName: 'front-proxy' });
  const ca = write('peer-authority.crt', authority.certificate);
  return [
    `--peer-ca-file=${ca}`,
    `--requestheader-client-ca-file=${ca}`,
    '--requestheader-allowed-names=front-proxy',
    '--requestheader-username-headers=X-Remote-User',
    '--requestheader-group-headers=X-Remote-Group',
    `--proxy-client-cert-file=${write('front-proxy.crt', proxy.certificate)}`,
    `--proxy-client-key-file=${write('front-proxy.key', proxy.key)}`,
  ];
}
