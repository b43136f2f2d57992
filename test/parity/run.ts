/**
 * Compares the fake API server with kube-apiserver 1.37: sends one list of requests to both, and fails for differences
 * between their answers that are not listed in `known-differences.ts`: `tsx test/parity/run.ts [--show <part of a
 * request's name>]`.
 *
 * With `KUBEBUILDER_ASSETS` set nothing is built, and that folder must contain 1.37.
 */
import { inspect, parseArgs } from 'node:util';
import { BuildError } from '../e2e/build/go-build.js';
import { assetsFolder } from '../e2e/harness/programs.js';
import { startServer } from '../e2e/harness/start-server.js';
import { hold, type Watcher } from './hold.js';
import { checkDifferences } from './check-differences.js';
import { knownDifferences } from './known-differences.js';
import { prepare, readAggregated, readLegacy } from './real-server.js';
import { discovery } from './requests/discovery.js';
import { everything } from './requests/everything.js';
import type { Place } from './send.js';

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function fromLegacy(name: string): string {
  return `from legacy, ${name}`;
}

function createWatcher(word: string | undefined): Watcher {
  return (name, real, fake) => {
    if (word === undefined || !name.includes(word)) return;
    say(`=== ${name}\nreal ${JSON.stringify(real)}\nfake ${JSON.stringify(fake)}`);
  };
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { show: { type: 'string' } } });
  const kind = assetsFolder() === undefined ? '1.37' : 'assets';
  const server = await startServer(kind, { report: (line) => process.stderr.write(`${line}\n`) });
  try {
    if (!server.version.startsWith('v1.37.'))
      throw new BuildError(`KUBEBUILDER_ASSETS: the fake is held to 1.37, and this is ${server.version}`);
    say(`kube-apiserver ${server.version}, ready in ${Math.round(server.startMs)} ms`);
    const begun = performance.now();
    await prepare(server);
    const real: Place = { url: server.url, ca: server.ca, tokens: { ...server.tokens, stranger: 'wrong' } };
    const watch = createWatcher(values.show);
    const found = await hold(real, await readAggregated(server), everything, watch);
    // A fake server can also be created from legacy documents, and then derives the aggregated ones.
    const again = await hold(real, await readLegacy(server), discovery, watch);
    found.push(...again.map((difference) => ({ ...difference, request: fromLegacy(difference.request) })));

    const names = [...everything.map(({ name }) => name), ...discovery.map(({ name }) => fromLegacy(name))];
    const { problems, listed } = checkDifferences(found, names, knownDifferences);
    for (const problem of problems) say(problem);
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    say(`${names.length} requests compared in ${seconds} s`);
    say(
      `${found.length} differences in ${new Set(found.map(({ request }) => request)).size} answers, ${listed} listed`,
    );
    if (problems.length > 0) process.exitCode = 1;
  } finally {
    await server.stop();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof BuildError ? error.message : inspect(error)}\n`);
  process.exitCode = 1;
});
