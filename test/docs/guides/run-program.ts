import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';
import { expect, vi } from 'vitest';
import type { Client } from '../../../src/index.js';
import type { GuideCluster } from './cluster.js';
import { project } from './page.js';

/** How a program of a page is run. */
export interface ProgramSetting {
  /** What happens to the cluster before. */
  readonly before?: ((cluster: GuideCluster) => unknown) | undefined;
  /** What happens to it while the program runs, and has printed so much. */
  readonly meanwhile?: ((cluster: GuideCluster, printed: () => string) => unknown) | undefined;
  /** Looks at what the program exports, and at the cluster, afterwards. */
  readonly after?: ((cluster: GuideCluster, exported: Readonly<Record<string, unknown>>) => unknown) | undefined;
  /** What stands in the page for something that a test has somewhere else. */
  readonly stands?: ((cluster: GuideCluster) => Readonly<Record<string, string>>) | undefined;
  readonly env?: ((cluster: GuideCluster) => Readonly<Record<string, string>>) | undefined;
  /** It goes on until it is stopped: here when it has printed what the page says. */
  readonly isEndless?: boolean | undefined;
  /** That of the program, or of the script. @default none, which is 0 */
  readonly exitCode?: number | undefined;
}

const { compilerOptions } = JSON.parse(readFileSync(path.join(project, 'tsconfig.json'), 'utf8')) as {
  compilerOptions: { paths: Record<string, [string]> };
};

/** Where the entries of the package are in the sources. */
export const entries: ReadonlyMap<string, string> = new Map(
  Object.entries(compilerOptions.paths).map(([name, [file]]) => [name, path.join(project, file)]),
);

const underTest = globalThis as { guideClients?: Client[] };

/** Runs a program of a guide against the sources. Answers what it wrote on the console, and its exit code. */
export async function runProgram(
  cluster: GuideCluster,
  code: string,
  expected: string,
  { before, meanwhile, after, stands, env, isEndless = false }: ProgramSetting = {},
): Promise<{ readonly printed: string; readonly exitCode: typeof process.exitCode }> {
  const folder = mkdtempSync(path.join(cluster.home, 'program-'));
  const replaced = { ...usual(cluster), ...stands?.(cluster) };
  const text = Object.entries(replaced).reduce((so, [found, instead]) => so.replaceAll(found, instead), code);
  const file = path.join(folder, 'program.ts');
  writeFileSync(
    file,
    text.replace(/from '(kubeatlas[^']*)'/g, (_, name: string) => `from '${entryFor(folder, name)}'`),
  );

  const clients: Client[] = (underTest.guideClients = []);
  const lines: string[] = [];
  const printed = (): string => inPage(cluster, lines.map((line) => `${line}\n`).join(''));
  for (const method of ['log', 'warn', 'error'] as const) {
    vi.spyOn(console, method).mockImplementation((...words: unknown[]) => void lines.push(format(...words)));
  }
  for (const [name, value] of Object.entries({ ...cluster.env, ...env?.(cluster) })) vi.stubEnv(name, value);
  const exitCodeBefore = process.exitCode;
  const listenersBefore = process.listeners('SIGTERM');
  process.exitCode = undefined;
  try {
    await before?.(cluster);
    const running = import(pathToFileURL(file).href) as Promise<Record<string, unknown>>;
    const [exported] = await Promise.all([
      isEndless ? Promise.race([running.then(forEver), untilPrinted(printed, expected)]) : running,
      meanwhile?.(cluster, printed),
    ]);
    await after?.(cluster, exported ?? {});
    // What goes on ends with its client, and nobody is left to hear why.
    running.catch(() => undefined);
    return { printed: printed(), exitCode: process.exitCode };
  } finally {
    process.exitCode = exitCodeBefore;
    for (const listener of process.listeners('SIGTERM')) {
      if (!listenersBefore.includes(listener)) process.off('SIGTERM', listener);
    }
    vi.unstubAllEnvs();
    await Promise.all(clients.map((client) => client.close()));
  }
}

/** What is printed, with the names that stand in the pages. */
export function inPage({ home, http, https }: GuideCluster, text: string): string {
  const names = { [home]: '/home/jane', [http]: 'http://127.0.0.1:8001', [https]: 'https://kubernetes.example:6443' };
  return Object.entries(names).reduce((so, [found, instead]) => so.replaceAll(found, instead), text);
}

function usual({ http }: GuideCluster): Readonly<Record<string, string>> {
  return {
    "'http://127.0.0.1:8001'": `'${http}'`,
    "'https://kubernetes.example:6443'": `'${http}'`,
    // A browser makes it whole.
    "'/k8s'": `'${http}'`,
  };
}

/** The root entry keeps the clients that are made, so that each of them is closed. */
function entryFor(folder: string, name: string): string {
  const source = entries.get(name);
  if (source === undefined) throw new Error(`the package has no entry ${name}`);
  if (name !== 'kubeatlas') return source;
  const file = path.join(folder, 'kubeatlas.ts');
  writeFileSync(
    file,
    `export * from '${source}';
     import { createClient as make } from '${source}';
     export const createClient: typeof make = (options) => {
       const client = make(options);
       (globalThis as any).guideClients.push(client);
       return client;
     };`,
  );
  return file;
}

/** Its end is not that of what it began. */
function forEver(): Promise<never> {
  return new Promise(() => undefined);
}

async function untilPrinted(printed: () => string, expected: string): Promise<undefined> {
  await expect.poll(() => printed().length >= expected.length).toBe(true);
  return undefined;
}
