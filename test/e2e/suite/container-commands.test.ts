import { execFile, spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect as connectSocket, createServer, type AddressInfo, type Server } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { buildPackage } from '../../setup/build-package.js';
import { buildKubectl } from '../build/build-kubectl.js';
import { formatKubeconfig } from '../harness/kubeconfig.js';
import { createScratchFolder } from '../harness/scratch-folder.js';
import { freePorts } from '../harness/free-ports.js';
import { startKubelet, type TestKubelet } from '../harness/start-kubelet.js';
import { waitUntil } from '../harness/wait-until.js';

const server = inject('server');
const project = path.resolve(import.meta.dirname, '../../..');
/** Servers before 1.30 cannot be told the end of an input over a WebSocket. */
const endsInput = !server.kind.startsWith('1.29');
const scratch = createScratchFolder();
const kubeconfig = scratch.file('kubeconfig');
const folder = scratch.file('files');
let kubelet: TestKubelet;
let kubectl = '';
let web: Server;

let kubeatlas: readonly string[] = [];

beforeAll(async () => {
  kubectl = await buildKubectl();
  // As deep as in the package, whose manifest the bin reads.
  kubeatlas = [process.execPath, path.join(await buildPackage(project, scratch.path), 'cli/main.js')];
  kubelet = await startKubelet(server);
  await kubelet.createPod('default', 'front-0');
  await kubelet.createPod('default', 'front-1', ['main', 'side']);
  writeFileSync(kubeconfig, formatKubeconfig(server, { admin: server.tokens.admin }));
  web = createServer((socket) => socket.end('hello from the port'));
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
}, 300_000);

afterAll(async () => {
  web.close();
  await kubelet.stop();
  scratch.remove();
});

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function execute(
  [program = '', ...fixed]: readonly string[],
  words: readonly string[],
  input = '',
): Promise<Outcome> {
  return new Promise((resolve) => {
    const env = { ...process.env, KUBECONFIG: kubeconfig };
    const child = execFile(program, [...fixed, ...words], { cwd: project, env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

/** Reads what a port of this machine sends. */
async function fetchText(port: number): Promise<string> {
  return text(connectSocket(port, '127.0.0.1'));
}

describe('exec', () => {
  it.each([
    ['echo', ['front-0', '--', 'echo', 'hi']],
    ['an exit code', ['front-0', '--', 'sh', '-c', 'echo out; echo err >&2; exit 7']],
    ['a container by default', ['front-1', '--', 'pwd']],
    ['a container that is not there', ['front-1', '-c', 'none', '--', 'ls']],
    ['a program that is not there', ['front-0', '--', '/does/not/exist']],
    ['quiet', ['pod/front-1', '-q', '--', 'echo', '--', '-q']],
    ...(endsInput ? [['an input that is no terminal', ['-it', 'front-0', '--', 'cat']] as const] : []),
  ] as const)('prints and exits as kubectl: %s', async (_, words) => {
    const [ours, theirs] = [
      await execute(kubeatlas, ['exec', ...words], 'input'),
      await execute([kubectl], ['exec', ...words], 'input'),
    ];
    expect(ours).toEqual(theirs);
  });

  it.each([
    ['much', (file: string) => `head -c 5000000 /dev/zero > ${file}; exec "$@" < ${file}`],
    ['without an end', () => 'yes | "$@"'],
  ])('prints and exits as kubectl where the command ends before its input: %s', async (_, script) => {
    const words = ['exec', '-i', 'front-0', '--', 'sh', '-c', 'head -c 4 >/dev/null; echo out; exit 3'];
    for (let count = 0; count < 3; count += 1) {
      const run = ['sh', '-c', script(scratch.file('input')), '-', ...kubeatlas];
      const outcome = await execute(run, words);
      // Servers before 1.30 drop at times what comes after a write that failed, and cannot be told an end of the input that is
      // sent before the command ends: then it is an error.
      if (!endsInput && outcome.code === 1) {
        expect(outcome.stderr).toMatch(
          /^error: (GET .*\/exec: the answer from .* was cut off: |.* this server cannot end the input)/,
        );
        continue;
      }
      expect(outcome).toEqual({ code: 3, stdout: 'out\n', stderr: 'command terminated with exit code 3\n' });
    }
  });

  // With older servers kubectl itself takes it for success.
  it.runIf(endsInput)("tells tar's words and exit code as kubectl does, though tar read nothing", async () => {
    const file = scratch.file('large');
    writeFileSync(file, Buffer.alloc(5_000_000));
    const words = ['cp', file, 'front-0:/does/not/exist/large'];
    const [ours, theirs] = [await execute(kubeatlas, words), await execute([kubectl], words)];
    expect(ours.stderr).toContain('/does/not/exist');
    // At times kubectl logs the write that failed as well.
    expect(ours).toEqual({ ...theirs, stderr: theirs.stderr.replace(/^E\d{4} .*Copying stdin failed.*\n/m, '') });
  });

  it('gives the terminal its settings back, after a signal too', async () => {
    const pid = scratch.file('pid');
    // Runs on this machine: it waits for the settings of the terminal outside, and for the size of its own.
    const waits = 'until [ "$(stty -F "$0" -g)" != "$1" ] && [ "$(stty size)" = "17 91" ]; do sleep 0.1; done';
    const inside = (then: string): string => `'${waits}; stty -F "$0" -g; stty size; ${then}' $(tty) $(stty -g)`;
    const own = kubeatlas.join(' ');
    // Behind the output, which a signal would overtake.
    const screen = scratch.file('screen');
    const stops = `until grep -q "17 91" ${screen}; do sleep 0.1; done; kill -TERM $(cat ${pid}); sleep 60`;
    const script = scratch.file('script.sh');
    writeFileSync(
      script,
      [
        'stty rows 17 cols 91',
        'stty -g',
        `sh -c 'echo $$ > ${pid}; exec "$@"' - ${own} exec -it front-0 -- sh -c ${inside(stops)}`,
        'stty -g',
        `${own} exec -it front-0 -- sh -c ${inside('exit 5')}`,
        'echo "exit $?"',
        'stty -g',
      ].join('\n'),
    );
    const env = { ...process.env, KUBECONFIG: kubeconfig };
    const child = spawn('script', ['-qfec', `sh ${script}`, screen], { cwd: project, env });
    let shown = '';
    child.stdout.on('data', (bytes: Buffer) => (shown += bytes.toString()));
    await new Promise((resolve) => child.once('exit', resolve));
    const settings = shown.match(/^[0-9a-f]+(?::[0-9a-f]+)+/gm) ?? [];
    expect(settings).toHaveLength(5);
    const [before, raw, between, rawAgain, after] = settings;
    expect([between, after]).toEqual([before, before]);
    expect([raw, rawAgain]).not.toContain(before);
    expect(shown).toMatch(/17 91\r?\ncommand terminated with exit code 5\r?\nexit 5/);
  });
});

describe.runIf(endsInput)('cp', () => {
  beforeAll(() => {
    mkdirSync(path.join(folder, 'src/sub'), { recursive: true });
    mkdirSync(path.join(folder, 'src/empty'));
    writeFileSync(path.join(folder, 'src/big'), Buffer.alloc(3_000_000, 'big'));
    writeFileSync(path.join(folder, 'src/sub', 'n'.repeat(150)), 'long');
    chmodSync(path.join(folder, 'src/big'), 0o755);
  });

  it('writes to a pod what kubectl writes', async () => {
    symlinkSync('../big', path.join(folder, 'src/sub/link'));
    const listings: string[] = [];
    for (const [name, program] of [
      ['ours', kubeatlas],
      ['theirs', [kubectl]],
    ] as const) {
      mkdirSync(path.join(folder, name));
      const to = `front-0:${path.join(folder, name)}`;
      expect(await execute(program, ['cp', path.join(folder, 'src'), to])).toMatchObject({
        code: 0,
        stdout: '',
        stderr: '',
      });
      expect((await execute(program, ['cp', path.join(folder, 'src/big'), `${to}/renamed`])).code).toBe(0);
      const find = ['find', '.', '-type', 'd', '-printf', '%p\n', '-o', '-printf', '%p %s %m %l\n'];
      const { stdout } = await execute(['sh'], ['-c', `cd ${path.join(folder, name)} && "$@" | sort`, '-', ...find]);
      listings.push(stdout);
    }
    expect(listings[0]).toContain('./src/sub/link');
    expect(listings[0]).toBe(listings[1]);
  });

  it('reads from a pod what kubectl reads', async () => {
    const from = path.join(folder, 'plain');
    cpSync(path.join(folder, 'src/big'), path.join(from, 'big'));
    cpSync(path.join(folder, 'src/sub', 'n'.repeat(150)), path.join(from, 'sub', 'n'.repeat(150)));
    for (const [name, program] of [
      ['from-ours', kubeatlas],
      ['from-theirs', [kubectl]],
    ] as const) {
      expect((await execute(program, ['cp', `default/front-0:${from}`, path.join(folder, name)])).code).toBe(0);
      const { code, stdout } = await execute(['diff'], ['-r', from, path.join(folder, name)]);
      expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    }
  });

  it('fails where nothing is', async () => {
    const { code, stderr } = await execute(kubeatlas, ['cp', 'front-0:/does/not/exist', path.join(folder, 'none')]);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('exit code 2') as string });
  });
});

describe('port-forward', () => {
  it('prints as kubectl, tells what fails, and ends with Ctrl-C', async () => {
    const [refusing = 0, local = 0] = await freePorts(2);
    const { port } = web.address() as AddressInfo;
    const [program = '', ...fixed] = kubeatlas;
    const words = ['port-forward', 'front-0', `${local}:${port}`, `:${refusing}`, '--address', '127.0.0.1'];
    const env = { ...process.env, KUBECONFIG: kubeconfig };
    const child = spawn(program, [...fixed, ...words], { cwd: project, env });
    const said = { stdout: '', stderr: '' };
    child.stdout.on('data', (bytes: Buffer) => (said.stdout += bytes.toString()));
    child.stderr.on('data', (bytes: Buffer) => (said.stderr += bytes.toString()));
    const other = await waitUntil(
      () => `it listens: ${JSON.stringify(said)}`,
      async () => new RegExp(`:(\\d+) -> ${refusing}`).exec(said.stdout)?.[1],
    );
    const answer = await fetchText(local);
    await fetchText(Number(other)).catch(() => undefined);
    await waitUntil(
      () => `it tells: ${said.stderr}`,
      async () => (said.stderr.includes('refused') ? true : undefined),
    );
    expect(answer).toBe('hello from the port');
    expect(await fetchText(local)).toBe('hello from the port');
    child.kill('SIGINT');
    const code = await new Promise((resolve) => child.once('exit', resolve));
    expect(code).toBe(0);
    expect(said.stdout.split('\n')).toEqual([
      `Forwarding from 127.0.0.1:${local} -> ${port}`,
      `Forwarding from 127.0.0.1:${other} -> ${refusing}`,
      `Handling connection for ${local}`,
      `Handling connection for ${other}`,
      `Handling connection for ${local}`,
      '',
    ]);
    expect(said.stderr).toMatch(
      new RegExp(
        `^error: an error occurred forwarding ${other} -> ${refusing}: error forwarding port ${refusing} to pod .*connection refused\\n$`,
      ),
    );
  });
});
