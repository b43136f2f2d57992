import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { scripts } from '../../../src/cli/completion/scripts.js';
import { placeOf } from '../harness/needed-programs.js';
import { setStage, type Stage } from '../harness/stage.js';
import { startShell, type Shell, type ShellName } from '../harness/start-shell.js';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage(inject('bin'));
});
afterAll(() => stage.close());

/** How the script of each shell is read where it begins. */
const sourced: Readonly<Record<ShellName, string>> = {
  bash: 'source <(kubeatlas completion bash)',
  zsh: 'source <(kubeatlas completion zsh)',
  fish: 'kubeatlas completion fish | source',
};

/** Where each looks for the script of a command, and what has it look there. */
const loaded: Readonly<Record<ShellName, (folder: string) => { readonly file: string; readonly commands: string }>> = {
  bash: (folder) => ({
    file: path.join(folder, 'bash-completion/completions/kubeatlas'),
    commands: `source '${placeOf('bash-completion')}'`,
  }),
  zsh: (folder) => ({
    file: path.join(folder, '_kubeatlas'),
    commands: `fpath=('${folder}' $fpath); compinit -u -D`,
  }),
  fish: (folder) => ({
    file: path.join(folder, 'kubeatlas.fish'),
    commands: `set -g fish_complete_path '${folder}'`,
  }),
};

/** What is offered for the last word of a line. */
const offered: readonly (readonly [what: string, line: string, candidates: readonly string[]])[] = [
  ['commands', 'kubeatlas de', ['delete', 'describe']],
  ['the commands of a group', 'kubeatlas help ru', ['rules']],
  ['flags', 'kubeatlas get --sh', ['--show-kind', '--show-labels', '--show-managed-fields']],
  ['the values of a flag', 'kubeatlas apply -o ', ['json', 'kyaml', 'name', 'yaml']],
  ['types', 'kubeatlas get deploym', ['deployments', 'deployments.acid.example.org']],
  ['names', 'kubeatlas get pods ', ['cache-0', 'front-0', 'front-1']],
  ['names behind flags and quotes', 'kubeatlas -n "web" get "pods" fr', ['front-0', 'front-1']],
  ['names behind a type', 'kubeatlas describe -nweb pod/fr', ['pod/front-0', 'pod/front-1']],
  ['names with dots', 'kubeatlas get clusterroles vi', ['view', 'view.v2']],
  ['no hostile names', 'kubeatlas get clusterroles ', ['system:node', 'view', 'view.v2']],
  ['namespaces', 'kubeatlas get -n w', ['web', 'work']],
  [
    'no hostile contexts',
    'kubeatlas --context ',
    ['admin@prod.example', 'arn:aws:eks:eu-1:12:cluster/dev', 'main', 'nowhere'],
  ],
  ['what stands behind another command', 'true && kubeatlas get pods fr', ['front-0', 'front-1']],
];

/** What a Tab makes of a line. */
const completed: readonly (readonly [what: string, line: string, added: string])[] = [
  ['a command', 'kubeatlas des', 'cribe '],
  ['a name', 'kubeatlas get pods cac', 'he-0 '],
  ['a name with a colon, before it', 'kubeatlas get clusterroles sys', 'tem:node '],
  ['a name with a colon, at it', 'kubeatlas get clusterroles system:', 'node '],
  ['a name with a colon, behind it', 'kubeatlas get clusterroles system:n', 'ode '],
  ['a name with an @, behind it', 'kubeatlas --context admin@pr', 'od.example '],
  ['a name with many colons and a slash', 'kubeatlas --context arn:aws:e', 'ks:eu-1:12:cluster/dev '],
  ['a value behind =', 'kubeatlas get --namespace=wo', 'rk '],
  ['a value behind = that has a colon', 'kubeatlas --context=arn:', 'aws:eks:eu-1:12:cluster/dev '],
  ['a choice behind =', 'kubeatlas delete --cascade=o', 'rphan '],
  ['a type before a slash, without a blank', 'kubeatlas owners deployments.a', 'cid.example.org/'],
  ['a word that goes on, without a blank', 'kubeatlas get pods -o jsonp', 'ath='],
  ['a word in an open quote', 'kubeatlas get pods "cac', 'he-0" '],
  ['a word with a colon in an open quote', 'kubeatlas get clusterroles "system:n', 'ode" '],
  ['a word behind one with blanks', 'kubeatlas --as "two words" get pods cac', 'he-0 '],
  ['a word behind one with a quoted quote', 'kubeatlas --as a\\"b get pods cac', 'he-0 '],
  ['a word behind a variable', 'kubeatlas get -n $NS pods cac', 'he-0 '],
  ['a file', 'kubeatlas apply -f man', 'ifest.yaml '],
  ['a file with a blank', 'kubeatlas apply -f my', '\\ file.yaml '],
  ['a file in the home folder', 'kubeatlas apply -f ~/man', 'ifest.yaml '],
  ['a file behind =', 'kubeatlas apply --filename=man', 'ifest.yaml '],
  ['a file in the home folder behind =', 'kubeatlas apply --filename=~/man', 'ifest.yaml '],
  ['a file of the kubeconfig, behind another flag', 'kubeatlas -n web --kubeconfig man', 'ifest.yaml '],
  ['a file behind a redirection', 'kubeatlas get pods > man', 'ifest.yaml '],
  ['a word with letters of other alphabets before it', 'kubeatlas --as "müller" get pods cac', 'he-0 '],
  ['a word of a pipe, behind a variable of its own', 'true | FOO=1 kubeatlas get pods cac', 'he-0 '],
  ['a list of types', 'kubeatlas get pods,servicea', 'ccounts '],
  ['no file where none may stand', 'kubeatlas get pods man', ''],
  ['nothing behind an unknown command', 'kubeatlas frob fr', ''],
  ['nothing of an unknown type', 'kubeatlas get nonsense fr', ''],
  ['nothing where no server answers', 'kubeatlas --context nowhere get pods fr', ''],
  ['nothing of a command in the line, which is not run', 'kubeatlas get -n "$(touch ran)" pods fr', ''],
  ['nothing of a command in backticks, which is not run', 'kubeatlas get -n `touch ran` pods fr', ''],
];

describe.each<ShellName>(['bash', 'zsh', 'fish'])('%s', (name) => {
  let shell: Shell;
  beforeAll(async () => {
    shell = await startShell(name, sourced[name], stage, { NS: 'web' });
  });
  afterAll(() => shell.close());

  it.each(offered)('offers %s', async (_what, line, candidates) => {
    expect([...(await shell.offers(line))].sort()).toEqual([...candidates].sort());
  });

  it.each(completed)('completes %s', async (_what, line, added) => {
    expect(await shell.tab(line)).toBe(`${line}${added}`);
    expect(existsSync(path.join(stage.home, 'ran')), 'a command of the line or of a name was run').toBe(false);
  });

  it('says nothing of what goes wrong', () => {
    expect(shell.screen()).not.toMatch(/error|not found|refused|no such|bad /i);
    expect(shell.screen()).not.toContain('\u001b[31mred');
  });

  it('completes nothing, and says nothing, where there is no kubeatlas on the path', async () => {
    const script = path.join(stage.home, `script.${name}`);
    writeFileSync(script, scripts[name]);
    const bare = await startShell(name, `source '${script}'`, stage, { PATH: '/usr/bin:/bin' });
    expect(await bare.tab('kubeatlas get fr')).toBe('kubeatlas get fr');
    expect(bare.screen()).not.toMatch(/error|not found/i);
    await bare.close();
  });

  it('is loaded by the shell itself from its folder', async () => {
    const folder = path.join(stage.home, `${name}-loaded`);
    const { file, commands } = loaded[name](folder);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, scripts[name]);
    const loading = await startShell(name, commands, stage, { XDG_DATA_HOME: folder });
    expect(await loading.tab('kubeatlas get pods cac')).toBe('kubeatlas get pods cache-0 ');
    await loading.close();
  });
});
