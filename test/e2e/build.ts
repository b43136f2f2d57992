/**
 * Builds the API servers of the end-to-end tests, those that are not in the cache yet:
 * `tsx test/e2e/build.ts [1.36] [1.29]`.
 */
import { buildServer } from './build/build-server.js';
import { BuildError } from './build/go-build.js';
import { serverModules } from './build/server-module.js';

const words = process.argv.slice(2);
const unknown = words.filter((word) => !serverModules.some((module) => module === word));
const wanted = serverModules.filter((module) => words.length === 0 || words.includes(module));

if (unknown.length > 0) {
  fail(`there is no server to build for ${unknown.join(', ')}; there are ${serverModules.join(' and ')}`);
} else {
  for (const module of wanted) {
    try {
      const { kubeApiserver } = await buildServer(module, (line) => process.stderr.write(`${line}\n`));
      process.stdout.write(`${kubeApiserver}\n`);
    } catch (error) {
      if (!(error instanceof BuildError)) throw error;
      fail(error.message);
      break;
    }
  }
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
