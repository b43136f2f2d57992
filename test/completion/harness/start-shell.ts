import { execFile, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { waitUntil } from '../../e2e/harness/wait-until.js';
import { placeOf } from './needed-programs.js';
import type { Stage } from './stage.js';

/** The shells that the tests know. */
export type ShellName = 'bash' | 'zsh' | 'fish';

/** A shell on a terminal of its own, as a person has it. */
export interface Shell {
  /** The line that stands there after a Tab. It is not run. */
  tab(line: string): Promise<string>;
  /** All that the shell offers for the last word of a line, in its own order. */
  offers(line: string): Promise<readonly string[]>;
  /** All that stood on the terminal so far. */
  screen(): string;
  close(): Promise<void>;
}

const run = promisify(execFile);
const [toStart, toEnd, enter, tab] = ['\u0001', '\u0005', '\r', '\t'];

/** How each is started with a file of commands that it reads first, and which keys put all candidates into the line. */
const dialects = {
  bash: {
    words: (file: string) => `--noprofile --rcfile '${file}' -i`,
    setup: '',
    everything: '\u001b*',
  },
  zsh: {
    words: () => '-d -i',
    setup: `bindkey -e
unsetopt prompt_sp
autoload -Uz compinit && compinit -u -D
zle -C all-matches complete-word _generic
bindkey '^Xa' all-matches
zstyle ':completion:all-matches:*' completer _all_matches _complete
zstyle ':completion:all-matches:*' insert yes
`,
    everything: '\u0018a',
  },
  fish: {
    words: (file: string) => `--no-config --init-command 'source ${file}' --interactive`,
    setup: `set -g fish_greeting ''
set -g fish_autosuggestion_enabled 0
`,
    everything: '',
  },
} as const;

/** Starts a {@link Shell} that has read these commands. `env` stands over that of the stage. */
export async function startShell(
  name: ShellName,
  commands: string,
  stage: Stage,
  env: Readonly<Record<string, string>> = {},
): Promise<Shell> {
  const { words, setup, everything } = dialects[name];
  const folder = mkdtempSync(path.join(stage.home, '..', `${name}-`));
  const file = path.join(folder, name === 'zsh' ? '.zshrc' : 'commands');
  writeFileSync(file, `${setup}${commands}\ntrue > '${folder}/ready'\n`);
  const record = path.join(folder, 'record');
  writeFileSync(record, `#!/bin/sh\nprintf '%s' "$2" > '${folder}/part' && mv '${folder}/part' '${folder}/line'"$1"\n`);
  chmodSync(record, 0o755);
  const command = `stty rows 50 columns 200; exec '${placeOf(name)}' ${words(file)}`;
  const child = spawn(placeOf('script'), ['--quiet', '--return', '--command', command, '/dev/null'], {
    cwd: stage.home,
    env: { ...stage.env, ZDOTDIR: folder, SHELL: '/bin/sh', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let screen = '';
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding('utf8').on('data', (text: string) => (screen += text));
  }
  child.stdin.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const told = (): string => `on the terminal: ${JSON.stringify(screen.slice(-2000))}`;
  await waitUntil(
    () => `${name} is ready; ${told()}`,
    () => existsSync(path.join(folder, 'ready')) || undefined,
    { everyMs: 20 },
  );

  let lines = 0;
  const lineAfter = async (typed: string): Promise<string> => {
    lines += 1;
    const answer = path.join(folder, `line${lines}`);
    child.stdin.write(`${typed}${toStart}${record} ${lines} '${toEnd}'${enter}`);
    await waitUntil(
      () => `${name} gives the line behind ${JSON.stringify(typed)}; ${told()}`,
      () => existsSync(answer) || undefined,
      { everyMs: 10 },
    );
    return readFileSync(answer, 'utf8');
  };
  return {
    // A letter behind it: zsh takes its blank away again where the cursor goes elsewhere.
    tab: async (line) => (await lineAfter(`${line}${tab}x`)).slice(0, -1),
    async offers(line) {
      if (name === 'fish') {
        // It has a list of many below the line, and a command that tells it.
        const asked = ['--no-config', '--init-command', `source ${file}`, '--command', 'complete -C $argv[1]', line];
        const { stdout } = await run(placeOf('fish'), asked, { cwd: stage.home, env: { ...stage.env, ...env } });
        return stdout.split('\n').flatMap((each) => (each === '' ? [] : [each.split('\t')[0] ?? '']));
      }
      const typed = line.slice(line.lastIndexOf(' ') + 1);
      const whole = await lineAfter(`${line}${everything}`);
      const offered = whole.slice(line.length - typed.length).trim();
      return offered === typed ? [] : offered.split(' ');
    },
    screen: () => screen,
    async close() {
      child.stdin.end();
      child.kill('SIGKILL');
      await ended;
    },
  };
}
