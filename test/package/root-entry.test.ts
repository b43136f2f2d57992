import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { build, type BuildOptions } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFakeApiServer } from '../../src/testing/index.js';
import { startFakeApiServer } from '../../src/testing/node.js';
import { fencesOf } from '../docs/guides/page.js';
import { captured } from '../fixtures/captured.js';
import { buildPackage } from '../setup/build-package.js';

const project = path.resolve(import.meta.dirname, '../..');
const isBuiltin = (specifier: string): boolean => specifier.startsWith('node:') || builtinModules.includes(specifier);
let root = '';
let folder = '';

beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'kubeatlas-build-'));
  folder = await buildPackage(project, path.join(root, 'node_modules/kubeatlas'));
}, 120_000);

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

/** The file of a name that package.json gives a meaning; undefined for any other specifier. */
function chosenFile(specifier: string, conditions: readonly string[]): string | undefined {
  const manifest = readFileSync(path.join(project, 'package.json'), 'utf8');
  let target: unknown = (JSON.parse(manifest) as { imports: Record<string, unknown> }).imports[specifier];
  while (typeof target === 'object' && target !== null) {
    target = Object.entries(target).find(([condition]) => conditions.includes(condition))?.[1];
  }
  return typeof target === 'string' ? path.join(path.dirname(folder), target) : undefined;
}

/** Everything that a built file and the chunks it reaches import from outside the package. */
function outsideImports(entry: string, ...conditions: string[]): string[] {
  const outside = new Set<string>();
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = readFileSync(file, 'utf8');
    // What stands between single quotes after "from" is prose: the words of an error.
    const specifiers = text.matchAll(/(?:\bfrom\s*(?=")|\bimport\s*\(?\s*|\brequire\s*\(\s*)(["'])([^"'\s]+)\1/g);
    for (const [, , specifier = ''] of specifiers) {
      const chosen = chosenFile(specifier, [...conditions, entry.endsWith('.cjs') ? 'require' : 'import']);
      if (specifier.startsWith('.')) visit(path.resolve(path.dirname(file), specifier));
      else if (chosen !== undefined) visit(chosen);
      else outside.add(specifier);
    }
  };
  visit(path.join(folder, entry));
  return [...outside].sort();
}

describe('the built package', () => {
  it.each(['index.js', 'index.cjs'])('%s and every chunk it reaches import no Node module', (entry) => {
    expect(outsideImports(entry)).toEqual(['axios', 'string-width']);
    expect(outsideImports(entry, 'browser')).toEqual(['string-width']);
  });

  it('has no source maps, and the licence of what it brings along', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    expect(files.length).toBeGreaterThan(50);
    expect(files.filter((name) => name.endsWith('.map'))).toEqual([]);
    const licences = readFileSync(path.join(folder, 'THIRD-PARTY-LICENSES'), 'utf8');
    expect(licences).toMatch(/^yaml \d+/m);
  });

  it.each(['controller/index.js', 'controller/index.cjs', 'testing/index.js', 'testing/index.cjs'])(
    '%s imports nothing from outside',
    (entry) => {
      expect(outsideImports(entry)).toEqual([]);
    },
  );

  it.each(['testing/msw.js', 'testing/msw.cjs'])('%s imports no Node module', (entry) => {
    expect(outsideImports(entry).filter(isBuiltin)).toEqual([]);
    expect(outsideImports(entry)).toContain('msw');
  });

  it.each([
    ['stores/browser.js', ['idb-keyval']],
    ['stores/browser.cjs', ['idb-keyval']],
    ['stores/keyv.js', []],
    ['stores/keyv.cjs', []],
    ['yaml/index.js', []],
    ['yaml/index.cjs', []],
  ])('%s imports %j from outside', (entry, imported) => {
    expect(outsideImports(entry)).toEqual(imported);
  });

  it.each(['stores/file.js', 'stores/file.cjs'])('%s imports nothing but Node modules', (entry) => {
    expect(outsideImports(entry).filter((specifier) => !isBuiltin(specifier))).toEqual([]);
  });

  it.each(['http2/index.js', 'kubeconfig/index.js', 'testing/node.js', 'stores/file.js'])(
    '%s may import Node modules: the search finds them',
    (entry) => {
      expect(outsideImports(entry).filter(isBuiltin).length).toBeGreaterThan(0);
    },
  );

  describe('bundled with all that it stands on', () => {
    const importsIn = async (entry: string, options: BuildOptions): Promise<string[]> => {
      const { metafile } = await build({
        entryPoints: [path.join(folder, entry)],
        absWorkingDir: project,
        nodePaths: [path.join(project, 'node_modules')],
        bundle: true,
        write: false,
        format: 'esm',
        logLevel: 'silent',
        ...options,
        metafile: true,
      });
      return Object.values(metafile.inputs).flatMap((input) => input.imports.map((each) => each.path));
    };
    const hasAxios = (imported: readonly string[]): boolean =>
      imported.some((each) => each.includes('node_modules/axios/'));

    it.each(['index.js', 'index.cjs'])('for browsers has neither Node modules nor axios: %s', async (entry) => {
      const imported = await importsIn(entry, { platform: 'browser' });
      expect(imported.filter(isBuiltin)).toEqual([]);
      expect(hasAxios(imported)).toBe(false);
    });

    it.each<[string, boolean, BuildOptions]>([
      ['workers', false, { platform: 'neutral', conditions: ['worker'] }],
      ['Node', true, { platform: 'node' }],
      ['whoever does not say', true, { platform: 'neutral' }],
    ])('for %s has axios: %s', async (_, has, options) => {
      const imported = await importsIn('index.js', { ...options, packages: 'external' });
      expect(imported.includes('axios')).toBe(has);
    });
  });

  describe('bundled into a program for Node', () => {
    /** Runs a shell in a folder with that program, as esbuild and its packages are found there. */
    const runScript = async (program: string, script: string) => {
      const home = mkdtempSync(path.join(root, 'program-'));
      writeFileSync(path.join(home, 'program.ts'), program);
      const modules = path.join(project, 'node_modules');
      const env = { ...process.env, NODE_PATH: modules, PATH: `${modules}/.bin:${process.env['PATH'] ?? ''}` };
      return promisify(execFile)('bash', ['-ec', script], { cwd: home, env });
    };
    const inFormat = (format: string): string => {
      const file = format === 'esm' ? 'program.mjs' : 'program.cjs';
      return `esbuild program.ts --bundle --platform=node --format=${format} --outfile=${file} --log-level=warning
        node ${file}`;
    };

    it.each(['esm', 'cjs'])('reads kubeconfigs and YAML, and prints none of them: %s', async (format) => {
      const program = `
        import { listContexts } from 'kubeatlas/kubeconfig';
        import { documentsFromYaml, formatYaml } from 'kubeatlas/yaml';
        listContexts({ text: 'contexts: [{ name: a }]' }).then(([first]) =>
          console.log(first?.name, documentsFromYaml('b: token').length, formatYaml({ c: 1 })));`;
      const { stdout } = await runScript(program, `export LOG_TOKENS=1 LOG_STREAM=1\n${inFormat(format)}`);
      expect(stdout).toBe('a 1 c: 1\n\n');
    });

    const listing = (server: string): string => `
      import { createClient } from 'kubeatlas';
      const client = createClient({ server: '${server}' });
      const list = async () => (await client.request({ path: '/api/v1/pods' })).json().kind;
      for (const _ of [1, 2]) list().then(console.log, (error) => console.log(error.message));`;

    it('sends requests as the guide says', async () => {
      const server = await startFakeApiServer(createFakeApiServer({ documents: captured('kube-1.29-v2beta1') }));
      const fence = fencesOf('scripts-and-ci.md').find(({ name }) => name.endsWith('#A program in one file'));
      const { stdout } = await runScript(listing(server.url), fence?.code.replace('npx ', '') ?? '');
      expect(stdout).toBe('PodList\nPodList\n');
      await server.close();
    });

    it('says what is missing where axios cannot be loaded', async () => {
      const { stdout } = await runScript(listing('http://127.0.0.1:1'), inFormat('esm'));
      const [first, second] = stdout.split('\n');
      expect(first).toContain('axios could not be loaded (Dynamic require of "util" is not supported): if the program');
      expect(second).toBe(first);
    });
  });

  describe.each([
    ['kubeatlas/http2', 'createHttp2Transport', 'http2/speaks-in-node-only.js'],
    ['kubeatlas/kubeconfig', 'loadKubeconfig', 'kubeconfig/runs-in-node-only.js'],
    ['kubeatlas/testing/node', 'startFakeApiServer', 'testing/listens-in-node-only.js'],
  ])('%s in a browser', (entry, name, file) => {
    const bundle = async (contents: string) =>
      build({
        stdin: { contents, resolveDir: root },
        bundle: true,
        write: false,
        platform: 'browser',
        format: 'esm',
        logLevel: 'silent',
      });

    it('fails to be bundled where something of it is named, and the file says why', async () => {
      const bundling = bundle(`import { ${name} } from '${entry}'; console.log(${name});`);
      await expect(bundling).rejects.toThrow(`${file}" for import "${name}"`);
    });

    it.each([
      ['for what it does', `import '${entry}';`],
      [
        'as a whole',
        `import * as all from '${entry}'; globalThis.all = all['${name.slice(0, 4)}' + '${name.slice(4)}'];`,
      ],
      ['without using it', `import * as all from '${entry}';`],
      ['later', `await import('${entry}');`],
      ['as CommonJS', `require('${entry}');`],
    ])('throws in words where it is imported %s', async (_, contents) => {
      const { outputFiles } = await bundle(contents);
      const script = path.join(root, 'bundle.mjs');
      writeFileSync(script, outputFiles[0]?.text ?? '');
      const run = spawnSync(process.execPath, [script], { encoding: 'utf8' });
      expect(run.status).not.toBe(0);
      expect(run.stderr).toContain(`Error: ${entry} runs only in Node: `);
    });
  });
});
