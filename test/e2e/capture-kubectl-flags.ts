/** Writes the flags of kubectl's commands, as its help has them: `npx tsx test/e2e/capture-kubectl-flags.ts`. Read the difference before you commit it. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildKubectl } from './build/build-kubectl.js';

/** The commands that kubeatlas has too; `options` are the flags of all of them. */
const commands = [
  ...[
    'options',
    'api-resources',
    'apply',
    'attach',
    'completion',
    'cp',
    'delete',
    'describe',
    'exec',
    'explain',
    'get',
  ],
  ...['logs', 'patch', 'port-forward', 'proxy', 'scale', 'version', 'wait'],
];
const kubectl = await buildKubectl();
const flags = Object.fromEntries(
  commands.map((command) => {
    const words = command === 'options' ? ['options'] : [command, '--help'];
    const help = execFileSync(kubectl, words, { encoding: 'utf8', env: {} });
    return [command, [...help.matchAll(/^ {4}(?:-\w, )?--([\w-]+)=/gm)].map(([, name = '']) => name).sort()];
  }),
);
writeFileSync(
  path.resolve(import.meta.dirname, '../fixtures/kubectl-flags.json'),
  `${JSON.stringify(flags, null, 2)}\n`,
);
