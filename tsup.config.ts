import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { transform } from 'esbuild';
import { defineConfig, type Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];
type TextPlugin = NonNullable<Options['plugins']>[number];

/**
 * Writes the licences of all packages that are bundled into a file beside them: whoever distributes them has to.
 * Fails for a package without the text of its licence.
 */
function thirdPartyLicenses(file: string): Plugin {
  return {
    name: 'third-party-licenses',
    setup(build) {
      build.initialOptions.metafile = true;
      build.onEnd(({ metafile, outputFiles }) => {
        const inputs = Object.values(metafile?.outputs ?? {}).flatMap((output) => Object.keys(output.inputs));
        const folders = inputs.flatMap((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input) ?? []);
        const texts = [...new Set(folders)].map(licenseIn).sort();
        outputFiles?.push({
          path: path.resolve(build.initialOptions.outdir ?? 'dist', file),
          contents: new TextEncoder().encode(texts.join(`\n${'-'.repeat(80)}\n\n`)),
          hash: '',
          text: '',
        });
      });
    },
  };
}

function licenseIn(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;
  const read = (pattern: RegExp): string => {
    const file = readdirSync(folder).find((entry) => pattern.test(entry));
    return file === undefined ? '' : readFileSync(path.join(folder, file), 'utf8');
  };
  // Some have it at the end of their README instead.
  const text = read(/^licen[cs]e(\.|$)/i) || /^(?:#+ )?licen[cs]e\n[^]*/im.exec(read(/^readme\./i))?.[0];
  if (text === undefined) throw new Error(`${folder} has no text of its licence`);
  return `${name} ${version} (${license})\n\n${text.trim()}\n`;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

/** The entries of the package, with {@link kit}: what stands in the `exports` of package.json. */
const published = {
  index: 'src/index.ts',
  'admission/index': 'src/admission/index.ts',
  'census/index': 'src/census/index.ts',
  'connect/index': 'src/connect/index.ts',
  'controller/index': 'src/controller/index.ts',
  'fleet/index': 'src/fleet/index.ts',
  'http2/index': 'src/http2/index.ts',
  'http2/speaks-in-node-only': 'src/http2/speaks-in-node-only.ts',
  'identity/index': 'src/identity/index.ts',
  'kubeconfig/index': 'src/kubeconfig/index.ts',
  'kubeconfig/runs-in-node-only': 'src/kubeconfig/runs-in-node-only.ts',
  'openapi/index': 'src/openapi/index.ts',
  'owners/index': 'src/owners/index.ts',
  'proxy/index': 'src/proxy/index.ts',
  'react/index': 'src/react/index.ts',
  'representations/index': 'src/representations/index.ts',
  'stores/browser': 'src/stores/browser.ts',
  'stores/file': 'src/stores/file.ts',
  'stores/keyv': 'src/stores/keyv.ts',
  'upgrade/index': 'src/upgrade/index.ts',
  'views/index': 'src/views/index.ts',
  'yaml/index': 'src/yaml/index.ts',
};

/**
 * The fake server, built apart: in one build with the rest, each set of entries that share a function gets a file, and to load a file
 * takes half a millisecond however small it is, which is all that many tests load of this package.
 */
const kit = {
  'testing/index': 'src/testing/index.ts',
  'testing/kubernetes': 'src/testing/kubernetes.ts',
  'testing/listens-in-node-only': 'src/testing/listens-in-node-only.ts',
  'testing/msw': 'src/testing/msw.ts',
  'testing/node': 'src/testing/node.ts',
};

/** The engine for patterns, which is larger than most of the kit: a file that it loads where it is needed, and the bin too. */
const engine = { 'testing/re2js': 'node_modules/re2js/build/index.js' };

/** `kubeatlas/types`, whose types are written already: for both module systems in one file, which is as large as the rest. */
const types = { 'types/index': 'src/types/index.ts' };

const withTypesOfTypes: Plugin = {
  name: 'with-types-of-types',
  setup(build) {
    build.onEnd(({ outputFiles }) => {
      const text = readFileSync('src/types/kubernetes.d.ts', 'utf8').replace("'../index.js'", "'../index.cjs'");
      const all = "export type * from './kubernetes.cjs';\n";
      for (const [file, contents] of Object.entries({
        'kubernetes.d.cts': text,
        'index.d.ts': all,
        'index.d.cts': all,
      })) {
        outputFiles?.push({
          path: path.resolve(build.initialOptions.outdir ?? 'dist', 'types', file),
          contents: new TextEncoder().encode(contents),
          hash: '',
          text: '',
        });
      }
    });
  },
};

/**
 * What users take without the rest gets a chunk, because bundlers drop a whole file that has no side effects more surely
 * than parts of one: in one file with the rest, `string-width` is in every bundle.
 */
const seams = {
  'seam/client': 'src/core/client.ts',
  'seam/mapper': 'src/core/mapper/create-mapper.ts',
  'seam/catalog': 'src/core/catalog/create-catalog.ts',
  'seam/table': 'src/core/representation/print/text.ts',
  'seam/ages': 'src/core/representation/print/age.ts',
  'seam/rules': 'src/admission/create-rules.ts',
};

/** What `imports` of package.json names: the same for Node and for browsers. */
const chosen = {
  'default-transport': 'src/core/transport/default-transport.ts',
  'default-transport.browser': 'src/core/transport/default-transport.browser.ts',
};

/** Leaves the choice between them to whoever loads or bundles the package. */
const chosenByImports: Plugin = {
  name: 'chosen-by-imports',
  setup(build) {
    build.onResolve({ filter: /\/default-transport\.js$/ }, () => {
      return { path: '#default-transport', external: true, sideEffects: false };
    });
  },
};

/** Drops the entries that are there for their chunks alone. */
const withoutSeams: Plugin = {
  name: 'without-seams',
  setup(build) {
    build.onEnd(({ outputFiles = [] }) => {
      const kept = outputFiles.filter((file) => !file.path.split(path.sep).includes('seam'));
      outputFiles.splice(0, outputFiles.length, ...kept);
    });
  },
};

/**
 * Leaves out of the bin what axios loads and a process that speaks HTTP/1.1 by Node's own modules never calls: the adapter on
 * `fetch`, forms and HTTP/2. They would take a sixth of the time of a short command.
 */
const withoutUncalled: Plugin = {
  name: 'without-uncalled',
  setup(build) {
    const replace = (file: RegExp, contents: string) => {
      build.onLoad({ filter: file }, () => ({ contents, loader: 'js' }));
    };
    replace(/node_modules\/axios\/lib\/adapters\/fetch\.js$/, 'export const getFetch = () => undefined;');
    replace(/node_modules\/form-data\/lib\/form_data\.js$/, 'module.exports = class FormData {};');
    build.onResolve({ filter: /^(node:)?http2$/ }, ({ importer }) => {
      return /node_modules\/(axios|follow-redirects)\//.test(importer)
        ? { path: 'http2', namespace: 'uncalled' }
        : undefined;
    });
    build.onLoad({ filter: /^http2$/, namespace: 'uncalled' }, () => ({ contents: 'export default {};' }));
    // To look for this class loads Node's whole fetch.
    build.onLoad({ filter: /node_modules\/axios\/lib\/utils\.js$/ }, ({ path: file }) => {
      const text = readFileSync(file, 'utf8');
      const without = text.replace("typeof G.FormData !== 'undefined' ? G.FormData : undefined", 'undefined');
      if (without === text) throw new Error(`${file} looks for FormData in another way by now`);
      return { contents: without, loader: 'js' };
    });
  },
};

/**
 * Puts yaml into this package, in its build for browsers: what it has for Node is CommonJS, which a bundle that is an ES module
 * cannot load, and prints all that it reads, tokens included, where `LOG_TOKENS` or `LOG_STREAM` is set.
 */
const withOwn: Plugin = {
  name: 'with-own',
  setup(build) {
    const file = path.resolve('node_modules/yaml/browser/dist/index.js');
    build.onResolve({ filter: /^yaml$/ }, () => ({ path: file, sideEffects: false }));
  },
};

/** Leaves the fake server, with its engine for patterns, out of the bin: the package has it anyway, and it is as large as all other commands together. */
const withPublishedKit: Plugin = {
  name: 'with-published-kit',
  setup(build) {
    build.onResolve({ filter: /\/testing\/[a-z]+\.js$/ }, ({ path: file, importer }) => {
      return importer.includes(`${path.sep}cli${path.sep}`)
        ? { path: `../testing/${path.basename(file)}`, external: true }
        : undefined;
    });
    build.onResolve({ filter: /^re2js$/ }, () => ({ path: '../testing/re2js.js', external: true }));
  },
};

/** Minifies the tables of the fake server: they are data, larger than its code, and no line of them is in a stack trace that tells more. */
const withSmallTables: TextPlugin = {
  name: 'with-small-tables',
  async renderChunk(code, { path: file }) {
    if (!/((kubernetes-(rules|defaults)|fill-in|built-in-columns)-\w+|re2js)\.c?js$/.test(file)) return;
    return transform(code, { minify: true, target: 'es2022', format: this.format });
  },
};

// Bundled packages in CommonJS call `require` for Node's own modules, which an ES module does not have.
const banner = `import { createRequire as createRequireOfBin } from 'node:module';
const require = createRequireOfBin(import.meta.url);`;

// The bin is ESM alone; everything that is imported exists in both formats, each with its own types.
export default defineConfig([
  {
    entry: { ...published, ...types, ...chosen, ...seams },
    format: ['esm', 'cjs'],
    dts: { entry: { ...published, ...kit } },
    splitting: true,
    // What is written is not minified: a stack trace leads to a place that can be read, without maps of three times its size.
    sourcemap: false,
    target: 'es2022',
    platform: 'neutral',
    external: ['msw', 'react'],
    noExternal: ['yaml'],
    pure: ['Object.freeze'],
    esbuildPlugins: [
      chosenByImports,
      withOwn,
      thirdPartyLicenses('THIRD-PARTY-LICENSES'),
      withTypesOfTypes,
      withoutSeams,
    ],
  },
  {
    entry: { ...kit, ...engine },
    format: ['esm', 'cjs'],
    dts: false,
    splitting: true,
    sourcemap: false,
    target: 'es2022',
    platform: 'neutral',
    external: ['msw'],
    noExternal: ['yaml', 're2js'],
    pure: ['Object.freeze'],
    esbuildPlugins: [chosenByImports, withOwn, thirdPartyLicenses('testing/THIRD-PARTY-LICENSES')],
    plugins: [withSmallTables],
  },
  {
    // A file for each command and what several share, with all that they stand on: a process reads a few large files
    // faster than many small ones, and of what it does not call it reads nothing.
    entry: { 'cli/main': 'src/cli/main.ts' },
    format: ['esm'],
    dts: false,
    splitting: true,
    sourcemap: false,
    target: 'es2022',
    platform: 'node',
    noExternal: [/./],
    minify: true,
    keepNames: true,
    banner: { js: banner },
    esbuildOptions(options) {
      options.chunkNames = 'cli/[name]-[hash]';
      options.legalComments = 'none';
    },
    esbuildPlugins: [thirdPartyLicenses('cli/THIRD-PARTY-LICENSES'), withOwn, withoutUncalled, withPublishedKit],
  },
]);
