import { fstatSync, statSync } from 'node:fs';
import { devNull } from 'node:os';
import { describe, expect, it } from 'vitest';
import { execPluginOf } from '../../../src/kubeconfig/exec/exec-plugin.js';
import { Section } from '../../../src/kubeconfig/file/section.js';
import { serverIdentityOf } from '../../../src/kubeconfig/tls/server-identity.js';
import { tempFolder } from '../temp-folder.js';
import { plugin, v1 } from './plugins.js';

/** What a plugin finds as its standard input and error, by the numbers of the files. */
async function streamsOf(interactiveMode: string, terminal: { stdin: boolean; stderr: boolean }): Promise<unknown> {
  const temp = await tempFolder();
  const script = `const { ino } = require('node:fs').fstatSync(0), error = require('node:fs').fstatSync(2).ino;
    const token = JSON.stringify({ interactive: info.spec.interactive, stdin: ino, stderr: error });
    print(JSON.stringify({ apiVersion: '${v1}', kind: 'ExecCredential', status: { token } }));`;
  const { exec } = await plugin(temp, script, { interactiveMode });
  const cluster = new Section({ server: 'https://127.0.0.1' }, {});
  const chosen = { cluster, user: new Section({ exec }, { field: 'user' }) };
  const isTerminal = (file: number): boolean => (file === 0 ? terminal.stdin : terminal.stderr);
  const made = execPluginOf(chosen, serverIdentityOf(cluster, { env: {} }), undefined, { env: {} }, isTerminal)!;
  const { token } = await made(new AbortController().signal, false);
  return JSON.parse(token ?? '');
}

const mine = { stdin: fstatSync(0).ino, stderr: fstatSync(2).ino };
const nothing = statSync(devNull).ino;
const captured = expect.not.toBeOneOf([mine.stderr, nothing]) as unknown;

const both = { stdin: true, stderr: true };
const neither = { stdin: false, stderr: false };

describe('a plugin has the terminal', () => {
  it.each([
    ['to read and to write, where it may ask', 'IfAvailable', both, { interactive: true, ...mine }],
    ['to read and to write, where it has to ask', 'Always', both, { interactive: true, ...mine }],
    ['to write, where it never asks', 'Never', both, { interactive: false, stdin: nothing, stderr: mine.stderr }],
    ['not where there is none', 'IfAvailable', neither, { interactive: false, stdin: nothing, stderr: captured }],
    [
      'to write, where nobody can be asked',
      'IfAvailable',
      { stdin: false, stderr: true },
      { interactive: false, stdin: nothing, stderr: mine.stderr },
    ],
  ] as const)('%s', async (_, mode, terminal, streams) => {
    expect(await streamsOf(mode, terminal)).toEqual(streams);
  });

  it('or does not run, where it has to ask and cannot', async () => {
    await expect(streamsOf('Always', { stdin: false, stderr: true })).rejects.toThrow('interactiveMode Always');
  });
});
