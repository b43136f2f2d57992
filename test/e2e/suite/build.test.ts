import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { explainGoFailure } from '../build/go-failure.js';
import { withLock } from '../build/lock.js';
import { planOf, serverModules } from '../build/server-module.js';
import { builtKinds, kindsLeftOut } from '../harness/server-kinds.js';

const folder = mkdtempSync(path.join(os.tmpdir(), 'kubeatlas-build-'));

afterAll(() => {
  rmSync(folder, { recursive: true });
});

interface Ended {
  readonly code: number;
  readonly stderr: string;
}

function runScript(name: string, env: NodeJS.ProcessEnv): Promise<Ended> {
  const script = path.resolve(import.meta.dirname, '..', name);
  const { KUBEBUILDER_ASSETS: _assets, ...inherited } = process.env;
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--import', 'tsx', script],
      { env: { ...inherited, ...env } },
      (error, _out, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), stderr });
      },
    );
  });
}

describe('without Go', () => {
  it.each(['build.ts', 'run.ts'])('%s fails at once, and one line says what is missing', async (script) => {
    const { code, stderr } = await runScript(script, { PATH: '', KUBEATLAS_CACHE: path.join(folder, 'empty') });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^[^\n]*without Go[^\n]*KUBEBUILDER_ASSETS[^\n]*\n$/);
    expect(existsSync(path.join(folder, 'empty'))).toBe(false);
  });
});

describe('KUBEBUILDER_ASSETS', () => {
  it('that holds no programs is named with what is missing', async () => {
    const { code, stderr } = await runScript('run.ts', { KUBEBUILDER_ASSETS: folder });
    expect(code).toBe(1);
    expect(stderr).toBe(
      `KUBEBUILDER_ASSETS: there is no ${path.join(folder, 'etcd')} and no ${path.join(folder, 'kube-apiserver')}\n`,
    );
  });
});

describe('the kinds that a run leaves out', () => {
  it('are all that are not named, or not the same as what somebody had already', () => {
    expect(kindsLeftOut(['1.36', '1.29-legacy'])).toEqual(['1.37', '1.37-shards', '1.36-as-1.34', '1.29']);
    expect(kindsLeftOut(['assets'], 'v1.29.6')).toEqual(['1.37', '1.37-shards', '1.36', '1.36-as-1.34', '1.29-legacy']);
    expect(kindsLeftOut(['assets'], 'v1.33.2')).toEqual(builtKinds);
    expect(kindsLeftOut(builtKinds)).toEqual([]);
  });
});

describe('a build that fails', () => {
  it.each([
    ['without a network', 'main.go:7:2: a@v1: Get "https://proxy/a/@v/v1.zip": dial tcp: lookup proxy: no such host'],
    ['without a proxy', 'main.go:7:2: module lookup disabled by GOPROXY=off'],
  ])('%s says what to do', (_, line) => {
    expect(explainGoFailure([line])).toEqual([line, expect.stringMatching(/cannot be downloaded.*GOPROXY/)]);
  });

  it('for another reason says what Go says', () => {
    const lines = ['# k8s.io/kubernetes', 'app.go:1:1: undefined: x'];
    expect(explainGoFailure(lines)).toEqual(lines);
  });
});

describe('what is built', () => {
  it.each(serverModules)('lies in a folder named after version and platform: %s', (module) => {
    const plan = planOf(module);
    expect(plan.version).toMatch(new RegExp(`^v${module.replace('.', '\\.')}\\.\\d+$`));
    const name = path.basename(plan.folder);
    expect(name.replace(/-[0-9a-f]{12}$/, '')).toBe(`${plan.version}-${process.platform}-${process.arch}`);
  });
});

describe('a lock', () => {
  it('lets one work at a time, and tells the other whom it waits for', async () => {
    const file = path.join(folder, 'one.lock');
    const events: string[] = [];
    const work = (name: string): Promise<void> =>
      withLock(
        file,
        (pid) => events.push(`${name} waits for ${pid}`),
        async () => {
          events.push(`${name} begins`);
          await wait(20);
          events.push(`${name} ends`);
        },
      );
    await Promise.all([work('one'), work('two')]);
    expect(events).toEqual(['one begins', `two waits for ${process.pid}`, 'one ends', 'two begins', 'two ends']);
    expect(existsSync(file)).toBe(false);
  });

  it('of a process that is gone is taken over', async () => {
    const file = path.join(folder, 'dead.lock');
    const pid = await new Promise<number>((resolve) => {
      const child = execFile(process.execPath, ['-e', ''], () => {
        resolve(child.pid ?? 0);
      });
    });
    writeFileSync(file, String(pid));
    const onWait = (): void => expect.unreachable();
    expect(await withLock(file, onWait, async () => 'done')).toBe('done');
  });
});
