import { readFile } from 'node:fs/promises';
import type { TempFolder } from '../temp-folder.js';

/** An exec plugin that is a script for Node, run as a process of its own. */
export interface Plugin {
  /** The `exec` of a user entry. */
  readonly exec: Record<string, unknown>;
  /** What each run saw, the first one first. */
  readonly runs: () => Promise<readonly Run[]>;
}

export interface Run {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** KUBERNETES_EXEC_INFO, parsed. */
  readonly info: unknown;
  readonly pid: number;
}

export const v1 = 'client.authentication.k8s.io/v1';

/** An ExecCredential as a plugin prints it. */
export function credential(status: object, apiVersion = v1): string {
  return JSON.stringify({ apiVersion, kind: 'ExecCredential', status });
}

/**
 * Writes a plugin. Its script may use `run` (0 for the first one) and `print`; fields of `exec` come on top.
 */
export async function plugin(
  temp: TempFolder,
  script: string,
  exec: object = {},
  name = 'plugin.cjs',
): Promise<Plugin> {
  const diary = temp.at(`${name}.runs`);
  const file = await temp.write(
    name,
    `#!${process.execPath}
    const { appendFileSync, existsSync, readFileSync } = require('node:fs');
    const diary = ${JSON.stringify(diary)};
    const run = existsSync(diary) ? readFileSync(diary, 'utf8').split('\\n').length - 1 : 0;
    const { argv, env, pid } = process;
    const info = JSON.parse(env.KUBERNETES_EXEC_INFO);
    appendFileSync(diary, JSON.stringify({ args: argv.slice(2), env, info, pid }) + '\\n');
    const print = (text) => process.stdout.write(text);
    ${script}`,
  );
  return {
    exec: { apiVersion: v1, command: process.execPath, args: [file], interactiveMode: 'Never', ...exec },
    async runs() {
      const lines = await readFile(diary, 'utf8').catch(() => '');
      return lines
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Run);
    },
  };
}
