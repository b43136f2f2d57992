import { spawn } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import { ask } from '../harness/ask.js';
import { createCertificateAuthority } from '../../../src/testing/tls/certificates.js';
import { commandsWith, isAlive } from '../harness/processes.js';
import { createObject, namespace } from '../harness/objects.js';
import { startServer, type TestServer } from '../harness/start-server.js';
import { waitUntil } from '../harness/wait-until.js';

const { kind } = inject('server');

/** Waits until no process knows the folder any more, and the folder is gone. */
async function untilGone(folder: string): Promise<void> {
  const left = (): string[] => [...commandsWith(folder), ...(existsSync(folder) ? [folder] : [])];
  await waitUntil(
    () => `nothing is left: ${left().join(', ')}`,
    () => left().length === 0 || undefined,
  );
}

describe('a server', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startServer(kind);
  });

  afterAll(async () => {
    await server.stop();
  });

  it('says the version that it was built from', async () => {
    const answer = await ask(server, { path: '/version', token: server.tokens.admin });
    const acting = kind === '1.36-as-1.34' ? { emulationMinor: '34' } : {};
    expect(answer.json()).toMatchObject({ gitVersion: server.version, ...acting });
  });

  it('keeps data and address through kill -9 and a restart', async () => {
    await createObject(server, '/api/v1/namespaces', namespace('kept'));
    const { kubeApiserver, etcd } = server.pids;
    await server.kill();
    expect([isAlive(kubeApiserver), isAlive(etcd)]).toEqual([false, true]);
    await expect(ask(server, { path: '/readyz' })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await server.restart();
    const kept = await ask(server, { path: '/api/v1/namespaces/kept', token: server.tokens.admin });
    expect(kept.status).toBe(200);
    expect(server.pids.kubeApiserver).not.toBe(kubeApiserver);
  });

  it('can be restarted with other flags', async () => {
    await server.restart({ flags: ['--anonymous-auth=false'] });
    expect((await ask(server, { path: '/api' })).status).toBe(401);
  });

  it('has a kubeconfig with a context for each token', async () => {
    const config: unknown = parse(server.kubeconfig);
    expect(config).toMatchObject({
      'current-context': 'admin',
      clusters: [{ cluster: { server: server.url } }],
      users: [
        { name: 'admin', user: { token: server.tokens.admin } },
        { name: 'reader', user: { token: server.tokens.reader } },
      ],
      contexts: [{ name: 'admin' }, { name: 'reader' }],
    });
  });

  it('leaves nothing behind when it stops', async () => {
    const { folder, pids } = server;
    await server.stop();
    expect([existsSync(folder), isAlive(pids.kubeApiserver), isAlive(pids.etcd)]).toEqual([false, false, false]);
    await untilGone(folder);
  });

  it('that cannot start fails with the end of its log, and leaves nothing behind', async () => {
    await expect(startServer(kind, { flags: ['--no-such-flag'] })).rejects.toThrow(/unknown flag: --no-such-flag/);
  });
});

describe('of a process that started a server, nothing is left', () => {
  it.each([
    ['kill -9', (child: Child) => child.kill('SIGKILL')],
    ['a signal', (child: Child) => child.kill('SIGTERM')],
    ['an error that nobody catches', (child: Child) => child.stdin.write('fail\n')],
  ])('after %s', async (_how, end) => {
    const child = start();
    const { folder, pids } = JSON.parse(await firstLineOf(child)) as Pick<TestServer, 'folder' | 'pids'>;
    expect([existsSync(folder), isAlive(pids.kubeApiserver), isAlive(pids.etcd)]).toEqual([true, true, true]);
    end(child);
    await untilGone(folder);
    expect([isAlive(pids.kubeApiserver), isAlive(pids.etcd)]).toEqual([false, false]);
  });
});

type Child = ReturnType<typeof start>;

function start() {
  const script = path.resolve(import.meta.dirname, '../harness/start-and-hang.ts');
  return spawn(process.execPath, ['--import', 'tsx', script, kind], { stdio: ['pipe', 'pipe', 'ignore'] });
}

/** The first line that the child writes. */
function firstLineOf(child: Child): Promise<string> {
  return new Promise((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve);
    child.once('exit', (code, signal) => {
      reject(new Error(`the child ended first: ${code ?? signal ?? 'unknown'}`));
    });
  });
}

describe('a certificate', () => {
  it('is signed by its authority and names what it is for', () => {
    const authority = createCertificateAuthority('tests');
    const issued = authority.issue({
      commonName: 'ada',
      organizations: ['one', 'two'],
      hosts: ['127.0.0.1', 'a.example'],
    });
    const [parent, leaf] = [new X509Certificate(authority.certificate), new X509Certificate(issued.certificate)];
    expect(leaf.verify(parent.publicKey)).toBe(true);
    expect([leaf.checkIssued(parent), parent.ca, leaf.ca]).toEqual([true, true, false]);
    expect(leaf.subject.split('\n')).toEqual(['O=one', 'O=two', 'CN=ada']);
    expect([leaf.checkIP('127.0.0.1'), leaf.checkHost('a.example')]).toEqual(['127.0.0.1', 'a.example']);
    expect(leaf.checkPrivateKey(createPrivateKey(issued.key))).toBe(true);
  });
});
