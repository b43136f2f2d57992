import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli, server } from '../cli/support.js';

const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/cli.md'), 'utf8');

const app = `
{ apiVersion: v1, kind: Namespace, metadata: { name: shop } }
---
{ apiVersion: v1, kind: ConfigMap, metadata: { name: settings, namespace: shop } }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: front, namespace: shop }
spec: { replicas: 1, selector: { matchLabels: { app: front } } }
`;

/** The commands of one fence, each with what it prints. */
function examplesIn(fence: string): readonly { readonly words: readonly string[]; readonly printed: string }[] {
  return fence
    .split(/^\$ kubeatlas /m)
    .slice(1)
    .map((example) => {
      const end = example.indexOf('\n');
      const words = example.slice(0, end).match(/'[^']*'|\S+/g) ?? [];
      return { words: words.map((word) => word.replace(/^'(.*)'$/, '$1')), printed: example.slice(end + 1) };
    });
}

const fences = [...page.matchAll(/```console\n([\s\S]*?)```/g)].map(([, fence = '']) => examplesIn(fence));

describe('the page of the command line', () => {
  it('has examples of what it describes', () => {
    const commands = new Set(fences.flat().map(({ words }) => words[0]));
    expect([...commands].sort()).toEqual(['apply', 'delete', 'get', 'patch', 'scale', 'wait']);
  });

  it.each(fences)('prints what it says it prints: $words', async (...examples) => {
    const api = server();
    for (const { words, printed } of examples) {
      const { stdout, ...rest } = await cli(api, words, { readInput: () => Promise.resolve(app) });
      // Lines of CSV end otherwise than those of a page.
      expect({ stdout: stdout.replaceAll('\r\n', '\n'), ...rest }).toEqual({ code: 0, stdout: printed, stderr: '' });
    }
  });
});
