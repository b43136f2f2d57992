import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFakeApiServer } from '../../src/testing/index.js';
import { kubernetes, kubernetesDefaults, kubernetesProtobuf, kubernetesSchemas } from '../../src/testing/kubernetes.js';
import { startFakeApiServer } from '../../src/testing/node.js';
import { createScratchFolder } from '../e2e/harness/scratch-folder.js';
import { startServer } from '../e2e/harness/start-server.js';
import { buildProgram } from './build-program.js';
import { differences } from './differences.js';

const scratch = createScratchFolder();
let program: string;
let real: ReadonlyMap<string, string>;
let fake: ReadonlyMap<string, string>;

beforeAll(async () => {
  program = await buildProgram(scratch.path);
  [real, fake] = await Promise.all([onRealServer(), onFakeServer()]);
}, 1_800_000);

afterAll(() => {
  scratch.remove();
});

async function onRealServer(): Promise<ReadonlyMap<string, string>> {
  const server = await startServer('1.37');
  try {
    return await run('real', server.kubeconfig);
  } finally {
    await server.stop();
  }
}

async function onFakeServer(): Promise<ReadonlyMap<string, string>> {
  const [schemas, protobuf, defaults] = await Promise.all([
    kubernetesSchemas(),
    kubernetesProtobuf(),
    kubernetesDefaults(),
  ]);
  const server = await startFakeApiServer(
    createFakeApiServer({ documents: kubernetes(), schemas, protobuf, defaults }),
    {
      tls: true,
    },
  );
  try {
    return await run('fake', server.kubeconfig);
  } finally {
    await server.close();
  }
}

/** Returns the outcomes of the steps, by their names. */
async function run(name: string, kubeconfig: string): Promise<ReadonlyMap<string, string>> {
  const file = path.join(scratch.path, name);
  writeFileSync(file, kubeconfig, { mode: 0o600 });
  const { stdout } = await promisify(execFile)(program, [file], { timeout: 120_000, maxBuffer: 10_000_000 });
  return new Map(
    stdout
      .trim()
      .split('\n')
      .map((line): [string, string] => {
        const [step = ''] = line.split(': ', 1);
        return [step, line.slice(step.length + 2)];
      }),
  );
}

it('a program on client-go and controller-runtime has the same outcome on the fake server as on a real one', () => {
  const steps = [...new Set([...real.keys(), ...fake.keys()])];
  const changed = steps.filter((step) => real.get(step) !== fake.get(step) && !declared(step));
  const told = changed.map((step) => ({ step, real: real.get(step), fake: fake.get(step) }));
  expect(steps.length).toBeGreaterThan(130);
  expect(told).toEqual([]);
});

it('each declared difference is one', () => {
  expect(differences.filter(({ step }) => real.get(step) === fake.get(step))).toEqual([]);
});

function declared(step: string): boolean {
  return differences.some((each) => each.step === step);
}
