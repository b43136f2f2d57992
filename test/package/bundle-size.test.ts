import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build, transformSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFakeApiServer } from '../../src/testing/index.js';
import { startFakeApiServer } from '../../src/testing/node.js';
import { captured } from '../fixtures/captured.js';
import { buildPackage } from '../setup/build-package.js';

const project = path.resolve(import.meta.dirname, '../..');
let home = '';
let folder = '';

beforeAll(async () => {
  // As deep as in the package, whose manifest the bin reads.
  home = mkdtempSync(path.join(tmpdir(), 'kubeatlas-size-'));
  folder = await buildPackage(project, home);
}, 120_000);

afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

const namesOf = (names: string): string => `export { ${names} } from './index.js';`;

/**
 * What a browser loads of the built package for these exports: minified, and as small as gzip makes it. What is loaded only
 * when it is called, such as the WebSocket of `client.connect()`, does not count unless everything is in one file.
 */
async function gzippedSize(source: string, { splitting = true } = {}): Promise<number> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: source, resolveDir: folder },
    external: ['react'],
    absWorkingDir: project,
    nodePaths: [path.join(project, 'node_modules')],
    bundle: true,
    splitting,
    outdir: home,
    metafile: true,
    minify: true,
    write: false,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    logLevel: 'silent',
  });
  const loaded = new Set<string>();
  const load = (file: string): void => {
    if (loaded.has(file)) return;
    loaded.add(file);
    for (const { path, kind, external = false } of metafile.outputs[file]!.imports) {
      if (kind === 'import-statement' && !external) load(path);
    }
  };
  load(Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint !== undefined)![0]);
  const contents = outputFiles.filter(({ path: file }) => loaded.has(path.relative(project, file)));
  return contents.reduce((sum, file) => sum + gzipSync(file.contents, { level: 9 }).length, 0);
}

describe('a bundle for browsers', () => {
  // In bytes: what they weigh, and a hundredth.
  it.each([
    ['createClient', 55_500],
    ['createClient, formatTable', 59_800],
    ['createMapper, createCatalog', 8_800],
  ])('of %s stays within %i bytes', async (names, budget) => {
    const size = await gzippedSize(namesOf(names));
    process.stdout.write(`${names}: ${(size / 1000).toFixed(1)} kB min+gzip\n`);
    expect(size).toBeLessThanOrEqual(budget);
  });

  it('of kubeatlas/react has at most 5 kB beyond the views that it stands on', async () => {
    const views = "export * from './index.js'; export * from './views/index.js';";
    const size = (await gzippedSize(`${views} export * from './react/index.js';`)) - (await gzippedSize(views));
    process.stdout.write(`kubeatlas/react: ${(size / 1000).toFixed(1)} kB min+gzip\n`);
    expect(size).toBeGreaterThan(0);
    expect(size).toBeLessThanOrEqual(5000);
  });

  it('has the sizes that the README names', async () => {
    const readme = readFileSync(path.join(project, 'README.md'), 'utf8');
    const [, first, whole] = /`createClient` is (\d+) kB in a bundle, (\d+) kB with/.exec(readme) ?? [];
    const [, figure] = /\| in a browser bundle, min \+ gzip +\| (\d+) kB/.exec(readme) ?? [];
    expect(figure).toBe(whole);
    expect(Math.abs((await gzippedSize(namesOf('createClient'))) / 1000 - Number(first))).toBeLessThan(1);
    expect(
      Math.abs((await gzippedSize(namesOf('createClient'), { splitting: false })) / 1000 - Number(whole)),
    ).toBeLessThan(1);
  });

  it('of createFleet adds at most 4,000 bytes to that of createClient: its sources and controllers are apart', async () => {
    const added =
      (await gzippedSize(`${namesOf('createClient')} export { createFleet } from './fleet/index.js';`)) -
      (await gzippedSize(namesOf('createClient')));
    process.stdout.write(`createFleet: ${(added / 1000).toFixed(1)} kB min+gzip beyond createClient\n`);
    expect(added).toBeLessThanOrEqual(4_000);
  });

  it('of createClient has neither the tables nor what is a function of a client', async () => {
    const { metafile } = await build({
      stdin: { contents: `export { createClient } from './index.js';`, resolveDir: folder },
      absWorkingDir: project,
      nodePaths: [path.join(project, 'node_modules')],
      bundle: true,
      write: false,
      metafile: true,
      platform: 'browser',
      format: 'esm',
      logLevel: 'silent',
    });
    const packages = Object.values(metafile.outputs).flatMap(({ inputs }) =>
      Object.entries(inputs).flatMap(([name, { bytesInOutput }]) =>
        bytesInOutput > 0 ? (/node_modules\/([^/]+)/.exec(name)?.slice(1) ?? []) : [],
      ),
    );
    expect([...new Set(packages)].sort()).toEqual([]);
  });
});

describe('the page of the dashboard', () => {
  it('has at most 260 kB', async () => {
    symlinkSync(path.join(project, 'node_modules'), path.join(home, 'node_modules'));
    const vite = path.join(project, 'node_modules/vite/bin/vite.js');
    const config = path.join(project, 'src/dashboard/vite.config.ts');
    const env = { ...process.env, NODE_ENV: 'production', KUBEATLAS_DIST: folder };
    await promisify(execFile)(process.execPath, [vite, 'build', '--config', config, '--logLevel', 'warn'], { env });
    const page = path.join(folder, 'dashboard');
    const files = readdirSync(page).filter((name) => name.endsWith('.gz'));
    expect(files).toContain('index.html.gz');
    expect(files).toContain('index.js.gz');
    const size = files.reduce((sum, name) => sum + statSync(path.join(page, name)).size, 0);
    process.stdout.write(`the page: ${(size / 1000).toFixed(1)} kB gzip\n`);
    expect(size).toBeLessThanOrEqual(260_000);
  }, 60_000);
});

describe('the bin', () => {
  /** One import on a line, as it is without minification. */
  const read = (name: string): string => transformSync(readFileSync(path.join(folder, 'cli', name), 'utf8')).code;

  it('is there with all that it stands on, and with the licences of that', () => {
    const files = readdirSync(path.join(folder, 'cli'));
    const outside = files
      .filter((name) => name.endsWith('.js'))
      .flatMap((name) => [...read(name).matchAll(/^(?:import|export|\}) .*?from ["']([^"'.][^"']*)["'];$/gm)])
      .map(([, specifier = '']) => specifier.replace(/^node:/, ''));
    expect(outside).toContain('path');
    expect(outside).not.toContain('commander');
    expect(outside.filter((name) => ['axios', 'yaml', 'string-width', 'kubeatlas'].includes(name))).toEqual([]);
    const licenses = readFileSync(path.join(folder, 'cli/THIRD-PARTY-LICENSES'), 'utf8');
    for (const name of ['axios', 'commander', 'yaml']) expect(licenses).toMatch(new RegExp(`^${name} \\d`, 'm'));
  });

  it('loads no client for its version: only what the command line is read with', () => {
    const seen = new Set<string>();
    const visit = (text: string): void => {
      for (const [, name = ''] of text.matchAll(/^(?:import|export|\}) ?(?:.*?from )?["']\.\/([^"']+)["'];$/gm)) {
        if (seen.has(name)) continue;
        seen.add(name);
        visit(read(name));
      }
    };
    // What main.js loads once it has looked at the version of Node.
    const [, runCli = ''] = /import\("\.\/([^"]+)"\)/.exec(read('main.js')) ?? [];
    seen.add(runCli);
    visit(read(runCli));
    const texts = [...seen].map(read);
    expect(texts.some((text) => text.includes('commander.helpDisplayed'))).toBe(true);
    const others = /"(AxiosError|YAMLParseError)"/;
    expect(texts.filter((text) => others.test(text))).toEqual([]);
    const all = readdirSync(path.join(folder, 'cli')).filter((name) => name.endsWith('.js'));
    expect(all.map(read).filter((text) => others.test(text)).length).toBeGreaterThan(0);
  });

  it("speaks to a server without Node's fetch and HTTP/2, whose loading would take longer than the answer", async () => {
    const server = await startFakeApiServer(createFakeApiServer({ documents: captured('kube-1.29-v2beta1') }));
    const main = pathToFileURL(path.join(folder, 'cli/main.js')).href;
    const program = `
      process.argv = ['node', 'kubeatlas', '--server', '${server.url}', '--no-cache', 'api-resources', '-o', 'name'];
      process.on('exit', () => process.stderr.write(process.moduleLoadList.join('\\n')));
      await import('${main}');`;
    const env = { ...process.env, KUBECONFIG: '/dev/null' };
    const said = await new Promise<{ readonly names: string; readonly loaded: string }>((resolve) => {
      execFile(process.execPath, ['--input-type=module', '-e', program], { env }, (_error, names, loaded) =>
        resolve({ names, loaded }),
      );
    });
    await server.close();
    expect(said.names).toContain('deployments.apps');
    expect(said.loaded).toContain('NativeModule http');
    expect(said.loaded.split('\n').filter((name) => /undici|http2/.test(name))).toEqual([]);
  });
});
