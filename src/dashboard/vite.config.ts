import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

/** The built package, as though it were installed; a page of your own needs no alias. */
const kubeatlas = process.env['KUBEATLAS_DIST'] ?? path.resolve(import.meta.dirname, '../../dist');

/** Writes the licences of all packages in the page beside it: whoever distributes them has to. */
const licensed: Plugin = {
  name: 'licensed',
  generateBundle() {
    const files = [...this.getModuleIds()];
    const folders = new Set(files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file) ?? []));
    const texts = [...folders].sort().flatMap((folder) => {
      if (path.resolve(folder) === path.dirname(path.resolve(kubeatlas))) return [];
      const license = readdirSync(folder).find((name) => /^licen[cs]e\b/i.test(name));
      if (license === undefined) throw new Error(`${folder} has no text of its licence`);
      return [`${path.basename(folder)}\n\n${readFileSync(path.join(folder, license), 'utf8').trim()}\n`];
    });
    this.emitFile({ type: 'asset', fileName: 'THIRD-PARTY-LICENSES', source: texts.join(`\n${'-'.repeat(80)}\n\n`) });
  },
};

/** Leaves nothing but compressed files: every browser takes them as they are. */
const compressed: Plugin = {
  name: 'compressed',
  writeBundle({ dir = '' }) {
    for (const name of readdirSync(dir)) {
      if (name.endsWith('.gz') || name === 'THIRD-PARTY-LICENSES') continue;
      const file = path.join(dir, name);
      writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
      rmSync(file);
    }
  },
};

export default defineConfig({
  root: import.meta.dirname,
  resolve: {
    alias: [
      { find: /^kubeatlas$/, replacement: `${kubeatlas}/index.js` },
      { find: /^kubeatlas\/(\w+)$/, replacement: `${kubeatlas}/$1/index.js` },
    ],
  },
  build: {
    outDir: path.join(kubeatlas, 'dashboard'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The page is a single file: it comes from this machine.
    chunkSizeWarningLimit: 1000,
    rollupOptions: {
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js', assetFileNames: '[name][extname]' },
    },
  },
  plugins: [licensed, compressed],
  server: {
    proxy: {
      '/k8s': {
        target: 'http://127.0.0.1:8001',
        changeOrigin: true,
        ws: true,
        headers: { authorization: `Bearer ${process.env['KUBEATLAS_PROXY_TOKEN'] ?? ''}` },
        rewrite: (url) => url.replace(/^\/k8s/, ''),
      },
    },
  },
});
