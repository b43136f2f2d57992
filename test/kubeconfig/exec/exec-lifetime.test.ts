import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ClientOptions } from '../../../src/core/client-options.js';
import { loadKubeconfig, type LoadKubeconfigOptions } from '../../../src/kubeconfig/index.js';
import { credentialsOf, oneContext, tempFolder } from '../temp-folder.js';
import { freePort } from '../requests.js';
import { plugin, v1, type Plugin } from './plugins.js';

/** Gives `token-0`, `token-1`, ... */
const counting = `const give = (more) => print(JSON.stringify({
  apiVersion: '${v1}', kind: 'ExecCredential', status: { token: 'token-' + run, ...more } }));`;

async function load(
  script: string,
  options: LoadKubeconfigOptions = {},
): Promise<{ loaded: ClientOptions; runs: Plugin['runs'] }> {
  const temp = await tempFolder();
  const { exec, runs } = await plugin(temp, counting + script);
  const file = await temp.write('config', oneContext({ user: { exec } }));
  return { loaded: await loadKubeconfig({ path: file, ...options }), runs };
}

async function tokenOf(loaded: ClientOptions, rejected = false): Promise<unknown> {
  return (await credentialsOf(loaded, rejected)).headers['authorization'];
}

/** Sets the clock of this process; plugins have their own. */
function clock(at: string): (seconds: number) => void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(at) });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  return (seconds) => vi.setSystemTime(Date.parse(at) + seconds * 1000);
}

/** Holds the timers of this process, and gives what lets them go on by so many milliseconds. */
function timers(): (ms: number) => void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  return (ms) => vi.advanceTimersByTime(ms);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('a credential', () => {
  it('is kept until ten seconds before it expires', async () => {
    const setClock = clock('2030-01-01T00:00:00Z');
    const { loaded } = await load(`give({ expirationTimestamp: '2030-01-01T0' + run + ':10:00+00:00' });`);
    expect(await tokenOf(loaded)).toBe('Bearer token-0');
    setClock(589);
    expect(await tokenOf(loaded)).toBe('Bearer token-0');
    setClock(591);
    expect(await tokenOf(loaded)).toBe('Bearer token-1');
    setClock(3600 + 589);
    expect(await tokenOf(loaded)).toBe('Bearer token-1');
  });

  it('that lives for seconds is kept for half its life', async () => {
    const setClock = clock('2030-01-01T00:00:00Z');
    const { loaded } = await load(`give({ expirationTimestamp: '2030-01-01T00:00:08Z' });`);
    expect(await tokenOf(loaded)).toBe('Bearer token-0');
    setClock(3.9);
    expect(await tokenOf(loaded)).toBe('Bearer token-0');
    setClock(4.1);
    expect(await tokenOf(loaded)).toBe('Bearer token-1');
  });

  it('that has expired already is used by those who asked for it, and not kept', async () => {
    const { loaded, runs } = await load(`give({ expirationTimestamp: '2020-01-01T00:00:00Z' });`);
    expect(await Promise.all([tokenOf(loaded), tokenOf(loaded)])).toEqual(['Bearer token-0', 'Bearer token-0']);
    expect(await tokenOf(loaded)).toBe('Bearer token-1');
    expect(await runs()).toHaveLength(2);
  });

  it.each([['null'], ['undefined']])('is kept for good where its expiry is %s', async (expiry) => {
    const setClock = clock('2030-01-01T00:00:00Z');
    const { loaded } = await load(`give({ expirationTimestamp: ${expiry} });`);
    await tokenOf(loaded);
    setClock(1e9);
    expect(await tokenOf(loaded)).toBe('Bearer token-0');
  });

  it('that was rejected is replaced, once for all requests that it was given to', async () => {
    const { loaded, runs } = await load(`give();`);
    const requests = Array.from({ length: 100 }, () => new AbortController().signal);
    const ask = async (signal: AbortSignal, rejected: boolean) => loaded.authenticate?.({ signal, rejected });
    await Promise.all(requests.map((signal) => ask(signal, false)));
    expect(await runs()).toHaveLength(1);
    const [early, late] = [requests.slice(0, 50), requests.slice(50)];
    await Promise.all(early.map((signal) => ask(signal, true)));
    for (const signal of late) {
      expect((await ask(signal, true))?.headers).toEqual({ authorization: 'Bearer token-1' });
    }
    expect(await runs()).toHaveLength(2);
    expect((await ask(late[0]!, true))?.headers).toEqual({ authorization: 'Bearer token-2' });
  });
});

describe('a run', () => {
  it('is shared by all who ask meanwhile', async () => {
    const { loaded, runs } = await load(`setTimeout(give, 100);`);
    const tokens = await Promise.all(Array.from({ length: 100 }, () => tokenOf(loaded)));
    expect(new Set(tokens)).toEqual(new Set(['Bearer token-0']));
    expect(await runs()).toHaveLength(1);
  });

  it('that failed is not remembered', async () => {
    const { loaded } = await load(`if (run === 0) process.exit(3); give();`);
    await expect(tokenOf(loaded)).rejects.toMatchObject({ code: 'kubeconfig-exec-failed', exitCode: 3 });
    expect(await tokenOf(loaded)).toBe('Bearer token-1');
  });

  it('goes on for the others when one of them leaves', async () => {
    const { loaded, runs } = await load(`setTimeout(give, 300);`);
    const leaving = new AbortController();
    const left = loaded.authenticate?.({ signal: leaving.signal, rejected: false });
    const stays = tokenOf(loaded);
    const reason = new Error('enough');
    leaving.abort(reason);
    await expect(left).rejects.toBe(reason);
    expect(await stays).toBe('Bearer token-0');
    expect(await runs()).toHaveLength(1);
  });

  it('is ended when the last one has left', async () => {
    const { loaded, runs } = await load(`setTimeout(give, 60_000);`);
    const leaving = new AbortController();
    const left = loaded.authenticate?.({ signal: leaving.signal, rejected: false });
    await expect.poll(runs, { timeout: 30_000 }).toHaveLength(1);
    const reason = new Error('enough');
    leaving.abort(reason);
    await expect(left).rejects.toBe(reason);
    const [run] = await runs();
    await expect.poll(() => isAlive(run!.pid), { timeout: 30_000 }).toBe(false);
  }, 60_000);

  it('is ended when it takes too long, even if it does not want to', async () => {
    // A second line in the diary tells that it will not obey from now on.
    const script = `process.on('SIGTERM', () => {}); setTimeout(give, 60_000);
      appendFileSync(diary, JSON.stringify({ pid }) + '\\n');`;
    const { loaded, runs } = await load(script, { execTimeoutMs: 2_000 });
    const pass = timers();
    const failure = tokenOf(loaded);
    await expect.poll(runs, { timeout: 30_000 }).toHaveLength(2);
    pass(1_999);
    await expect(Promise.race([failure, Promise.resolve('still running')])).resolves.toBe('still running');
    pass(1);
    await expect(failure).rejects.toMatchObject({ code: 'kubeconfig-exec-timeout', timeoutMs: 2_000 });
    await expect(failure).rejects.toThrow('within 2000 ms');
    const [run] = await runs();
    pass(1_999);
    expect(isAlive(run!.pid)).toBe(true);
    pass(1);
    await expect.poll(() => isAlive(run!.pid), { timeout: 30_000 }).toBe(false);
  }, 60_000);

  it('may take as long as it likes where there is no limit', async () => {
    const { loaded } = await load(`give();`, { execTimeoutMs: Infinity });
    expect(await tokenOf(loaded)).toBe('Bearer token-0');
  });

  describe('that leaves a child behind, which holds its standard error,', () => {
    // The child ends with the folder of its test.
    const leaving = `const child = require('node:child_process').spawn(process.execPath,
      ['-e', 'setInterval(() => require("node:fs").existsSync(process.argv[1]) || process.exit(), 50)', diary],
      { stdio: ['ignore', 'ignore', 'inherit'] });
      child.unref();
      appendFileSync(diary, JSON.stringify({ pid: child.pid }) + '\\n');`;

    it('has its credential at once', async () => {
      const { loaded, runs } = await load(`${leaving} give();`);
      expect(await tokenOf(loaded)).toBe('Bearer token-0');
      const [, child] = await runs();
      expect(isAlive(child!.pid)).toBe(true);
      expect(await tokenOf(loaded)).toBe('Bearer token-0');
    });

    it('says why it failed', async () => {
      const { loaded, runs } = await load(`${leaving} process.stderr.write('no such account'); process.exitCode = 4;`);
      await expect(tokenOf(loaded)).rejects.toThrow(/exit code 4: "no such account"/);
      const [, child] = await runs();
      expect(isAlive(child!.pid)).toBe(true);
    });

    it('does not keep this process alive', async () => {
      const temp = await tempFolder();
      const { exec, runs } = await plugin(temp, `${counting} ${leaving} give();`);
      const server = `https://127.0.0.1:${await freePort()}`;
      const file = await temp.write('config', oneContext({ cluster: { server }, user: { exec } }));
      const program = path.resolve(import.meta.dirname, '../ask-once-child.ts');
      const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', program, file]);
      expect(stdout).toBe('connection-refused');
      const [, child] = await runs();
      expect(isAlive(child!.pid)).toBe(true);
    });
  });

  it('is over in time when a child of the plugin keeps its output open', async () => {
    const script = `require('node:child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 1500)'],
      { stdio: 'inherit' }); give(); process.exit(0);`;
    const { loaded } = await load(script, { execTimeoutMs: 700 });
    await expect(tokenOf(loaded)).rejects.toMatchObject({ code: 'kubeconfig-exec-timeout' });
  });
});
