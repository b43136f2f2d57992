import { describe, expect, it } from 'vitest';
import * as controller from '../src/controller/index.js';
import * as root from '../src/index.js';
import * as kubeconfig from '../src/kubeconfig/index.js';
import * as testing from '../src/testing/index.js';
import * as kubernetes from '../src/testing/kubernetes.js';
import * as yaml from '../src/yaml/index.js';

/** What JavaScript may pass in spite of the types. */
const wrong: readonly (readonly unknown[])[] = [
  [],
  [null],
  [5],
  ['x'],
  [{}],
  [[]],
  [new Date(0)],
  [() => undefined],
  [null, null],
  [{}, {}],
  [{}, null],
  ['x', null],
  [[], null],
  [Promise.resolve({})],
  [{}, {}, 5],
];

/** Called for every answer and every event: what TypeScript refuses may fail as JavaScript fails. */
const unchecked: ReadonlySet<string> = new Set(['createAnswerBody']);

/** Names of functions and of functions of objects such as `isNotFound`: classes and data have other names. */
function functionsOf(entry: object): [string, (...args: readonly unknown[]) => unknown][] {
  return Object.entries(entry).filter(
    (each): each is [string, (...args: readonly unknown[]) => unknown] =>
      typeof each[1] === 'function' && /^[a-z]/.test(each[0]) && !unchecked.has(each[0]),
  );
}

async function outcomeOf(call: () => unknown): Promise<unknown> {
  try {
    const result: unknown = call();
    // What never settles was accepted.
    return await Promise.race([result, new Promise((resolve) => setImmediate(() => setImmediate(resolve)))]);
  } catch (error) {
    return error;
  }
}

describe.each(Object.entries({ root, controller, kubeconfig, testing, kubernetes, yaml }))('%s', (_name, entry) => {
  it.each(functionsOf(entry))('%s answers wrong arguments, or says which of them is wrong', async (_name, call) => {
    for (const args of wrong) {
      const outcome = await outcomeOf(() => call(...args));
      const isPlain = outcome instanceof TypeError || outcome instanceof ReferenceError;
      expect(isPlain ? `${JSON.stringify(args)}: ${outcome.stack}` : undefined).toBe(undefined);
    }
  });
});
