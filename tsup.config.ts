import { defineConfig } from 'tsup';

// The bin is ESM alone; everything that is imported exists in both formats, each with its own types.
export default defineConfig([
  {
    entry: {
      index: 'src/index.ts',
      'kubeconfig/index': 'src/kubeconfig/index.ts',
      'kubeconfig/runs-in-node-only': 'src/kubeconfig/runs-in-node-only.ts',
      'testing/index': 'src/testing/index.ts',
      'testing/msw': 'src/testing/msw.ts',
      'testing/node': 'src/testing/node.ts',
    },
    format: ['esm', 'cjs'],
    dts: true,
    splitting: true,
    sourcemap: true,
    target: 'es2022',
    platform: 'neutral',
    external: ['msw'],
  },
  {
    entry: { 'cli/main': 'src/cli/main.ts' },
    format: ['esm'],
    dts: false,
    sourcemap: true,
    target: 'es2022',
    platform: 'node',
    // The CLI stands on the public entries; it loads the built ones instead of holding a second copy.
    external: [/^\.\.\/(index|kubeconfig\/index|testing\/node|testing\/index)\.js$/],
  },
]);
