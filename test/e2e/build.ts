/**
 * Builds the API servers of the end-to-end tests, those that are not in the cache yet:
 * `tsx test/e2e/build.ts [1.36] [1.29]`. Without a name also the kubelet and kubectl of the tests.
 */
import { buildKubectl } from './build/build-kubectl.js';
import { buildKubelet } from './build/build-kubelet.js';
import { buildServer } from './build/build-server.js';
import { BuildError } from './build/go-build.js';
import { serverModules } from './build/server-module.js';

const words = process.argv.slice(2);
const unknown = words.filter((word) => !serverModules.some((module) => module === word));
const wanted = serverModules.filter((module) => words.length === 0 || words.includes(module));

if (unknown.length > 0) {
  fail(`there is no server to build for ${unknown.join(', ')}; there are ${serverModules.join(' and ')}`);
} else {
  const report = (line: string): void => void process.stderr.write(`${line}\n`);
  try {
    for (const module of wanted) {
      const { kubeApiserver } = await buildServer(module, report);
      process.stdout.write(`${kubeApiserver}\n`);
    }
    if (words.length === 0) {
      process.stdout.write(`${await buildKubelet(report)}\n`);
      process.stdout.write(`${await buildKubectl()}\n`);
    }
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    fail(error.message);
  }
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
