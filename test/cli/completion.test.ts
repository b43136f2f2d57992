import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { scripts, shells } from '../../src/cli/completion/scripts.js';
import { cli, server, type Surroundings } from './support.js';

/** What a shell is answered for these words, the last of them not finished: candidates without the words about them. */
async function complete(words: readonly string[], api = server(), surroundings: Surroundings = {}) {
  const { code, stdout, stderr } = await cli(api, ['__complete', ...words], surroundings);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const lines = stdout.trimEnd().split('\n');
  return { names: lines.slice(0, -1).map((line) => line.split('\t')[0]), directive: lines.at(-1) };
}

const names = async (...words: string[]): Promise<readonly (string | undefined)[]> => (await complete(words)).names;

describe('completion', () => {
  it('knows commands', async () => {
    expect(await names('de')).toEqual(['describe', 'delete']);
    expect(await names('')).toEqual(
      expect.arrayContaining(['get', 'apply', 'completion', 'version', 'options', 'help']),
    );
    expect(await names('')).not.toContain('__complete');
    expect(await names('rules', '')).toEqual(['check']);
    expect(await names('help', 'own')).toEqual(['owners']);
    expect(await names('help', 'rules', '')).toEqual(['check']);
    expect(await names('help', 'get', '')).toEqual([]);
    expect(await names('frob', '')).toEqual([]);
    expect(await names('completion', '')).toEqual(['bash', 'zsh', 'fish']);
  });

  it('knows flags, those of a command and those of all', async () => {
    expect(await names('get', '--sh')).toEqual(['--show-labels', '--show-kind', '--show-managed-fields']);
    expect(await names('apply', '--kube')).toEqual(['--kubeconfig', '--kuberc']);
    expect(await names('get', '-n', 'web', '--chunk')).toEqual(['--chunk-size']);
  });

  it('knows values of flags', async () => {
    expect(await names('apply', '-o', '')).toEqual(['name', 'json', 'yaml', 'kyaml']);
    expect(await names('apply', '--validate=w')).toEqual(['--validate=warn']);
    expect(await names('get', 'pods', '-o', 'm')).toEqual(['manifest']);
    expect(await names('get', 'pods', '-o', 'jsonp')).toEqual(['jsonpath=']);
    expect(await names('wait', '--for', '')).toEqual(['delete', 'create', 'resource', 'condition=', 'jsonpath=']);
    expect(await names('delete', '--cascade=')).toEqual(
      ['background', 'foreground', 'orphan'].map((how) => `--cascade=${how}`),
    );
    expect(await names('patch', '--subresource', 's')).toEqual(['status', 'scale']);
    expect(await names('logs', '--tail', '')).toEqual([]);
    expect(await names('get', '-n', '')).toEqual([]);
    expect(await names('api-resources', '--api-group', 'app')).toEqual(['apps']);
    expect((await complete(['apply', '-f', 'app'])).directive).toBe(':0');
    expect((await complete(['get', 'x'])).directive).toBe(':4');
  });

  it('knows namespaces and types of the server', async () => {
    const api = server();
    for (const name of ['web', 'work']) api.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    expect((await complete(['get', '-n', 'w'], api)).names).toEqual(['web', 'work']);
    expect((await complete(['get', '--namespace=wo'], api)).names).toEqual(['--namespace=work']);
    expect(await names('get', 'deploy')).toEqual(['deployments', 'deployments.acid.example.org']);
    expect(await names('get', 'pods,ser')).toEqual(expect.arrayContaining(['pods,services', 'pods,serviceaccounts']));
    expect(await names('get', 'events')).toEqual(['events', 'events.events.k8s.io']);
    expect(await names('owners', 'deploym')).toContain('deployments/');
    expect(await names('resolve', 'deploy')).toContain('deployments');
    expect(await names('delete', '--cascade=')).toEqual([
      '--cascade=background',
      '--cascade=foreground',
      '--cascade=orphan',
    ]);
  });

  it('knows names of objects, in the namespace that is given', async () => {
    expect(await names('get', '-n', 'web', 'pods', '')).toEqual(['cache-0', 'front-0', 'front-1']);
    expect(await names('-n', 'web', 'get', 'po', 'front')).toEqual(['front-0', 'front-1']);
    expect(await names('describe', '-nweb', 'pod/fr')).toEqual(['pod/front-0', 'pod/front-1']);
    expect(await names('delete', 'pods', '')).toEqual([]);
    expect(await names('get', '-A', 'pods', 'c')).toEqual(['cache-0']);
    expect((await complete(['get', 'pods', ''], server(), { contextNamespace: 'web' })).names).toHaveLength(3);
  });

  it('reads quotes, the home folder and variables as a shell does, and runs nothing', async () => {
    const pods = ['cache-0', 'front-0', 'front-1'];
    for (const web of [`"web"`, `'web'`, 'w"e"b', '\\web', '$NS', '${NS}', '"$NS"', 'w${TAIL}']) {
      const { names } = await complete(['get', '-n', web, 'pods', ''], server(), { env: { NS: 'web', TAIL: 'eb' } });
      expect(names, web).toEqual(pods);
    }
    expect(await names('get', '--namespace="web"', 'po', 'c')).toEqual(['cache-0']);
    expect(await names('get', '-n', 'web', '"pods"', '"c')).toEqual(['cache-0']);
    for (const other of [`'$NS'`, '\\$NS', '$(echo web)', '`echo web`', '$', '"web']) {
      const { names } = await complete(['get', '-n', other, 'pods', ''], server(), { env: { NS: 'web' } });
      expect(names, other).toEqual([]);
    }
    const readInput = (file: string): Promise<string> =>
      file === '/home/me/config' ? Promise.resolve('contexts: [{ name: dev }]') : Promise.reject(new Error(file));
    const env = { HOME: '/home/me' };
    const contexts = ['--kubeconfig', '~/config', '--context', ''];
    expect((await complete(contexts, server(), { readInput, env })).names).toEqual(['dev']);
  });

  it('knows contexts of the kubeconfig', async () => {
    const readInput = (file: string): Promise<string> =>
      file === '/home/me/config'
        ? Promise.resolve('contexts: [{ name: dev }, { name: prod }, { name: 7 }, { name: --all }, { name: ":0" }]')
        : Promise.reject(new Error(file));
    const env = { KUBECONFIG: '/nowhere:/home/me/config' };
    expect((await complete(['--context', ''], server(), { readInput, env })).names).toEqual(['dev', 'prod']);
    expect((await complete(['--kubeconfig', '/nowhere', '--context', ''], server(), { readInput, env })).names).toEqual(
      [],
    );
    expect((await complete(['get', '--context=p'], server(), { readInput, env })).names).toEqual(['--context=prod']);
  });

  it.each<[string, readonly string[]]>([
    ['no words', []],
    ['an unknown command', ['frob', '']],
    ['an unknown flag', ['get', '--frob', 'x', '--frob2=', '']],
    ['an unknown type', ['get', 'nonsense', '']],
    ['slashes', ['get', '//', '/']],
    ['the end of flags', ['get', '--', '-']],
    ['only dashes', ['-', '--', '---']],
    ['a newline', ['get', 'pods\nsvc', '']],
    ['names of all objects', ['constructor', '__proto__', '']],
  ])('is silent about %s', async (_what, words) => {
    await complete(words);
  });

  it('is silent where the server is: candidates end, and nothing is reported', async () => {
    const api = server();
    api.fail(() => true, { status: 500, body: 'no' });
    expect(await complete(['get', 'pods', ''], api)).toEqual({ names: [], directive: ':4' });
    const connect = () => Promise.reject(new Error('no kubeconfig'));
    expect(await complete(['get', ''], api, { connect })).toEqual({ names: [], directive: ':4' });
    const silent = server();
    silent.fail(() => true, { hang: true });
    expect(await complete(['get', ''], silent)).toEqual({ names: [], directive: ':4' });
  });

  it('offers no name that a shell would read as more than a word', async () => {
    const api = server();
    const role = (name: string) => ({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name },
    });
    for (const name of ['system:node', '$(reboot)', 'a b', '`id`', 'a;b', "it's", 'x\u009b2J', ':4', '--all', '=ls'])
      api.put(role(name));
    expect((await complete(['get', 'clusterroles', ''], api)).names).toEqual(['system:node']);
  });
});

describe('a line of which the shell replaces a part', () => {
  const api = server();
  const named = (kind: string, name: string) => ({ kind, metadata: { name } });
  api.put({ apiVersion: 'rbac.authorization.k8s.io/v1', ...named('ClusterRole', 'system:node') });
  api.put({ apiVersion: 'v1', ...named('Namespace', 'web') });

  it.each<[string, string, string[]]>([
    ['kubeatlas get -n web pods fr', 'fr', ['front-0', 'front-1']],
    ['kubeatlas get -n web pods ', '', ['cache-0', 'front-0', 'front-1']],
    ['kubeatlas get -n web pods   ', '', ['cache-0', 'front-0', 'front-1']],
    ['  kubeatlas\tget\t-n web pods "c', 'c', ['cache-0']],
    ['kubeatlas get clusterroles system:n', 'n', ['node']],
    ['kubeatlas get clusterroles system:', '', ['node']],
    ['kubeatlas get clusterroles system:', ':', ['node']],
    ['kubeatlas get clusterroles sys', 'sys', ['system:node']],
    ['kubeatlas get clusterroles "system:n', 'system:n', ['system:node']],
    ['kubeatlas get clusterroles system\\:n', 'system\\:n', ['system:node']],
    ['kubeatlas get --namespace=w', 'w', ['web']],
    ['kubeatlas get --namespace="w', 'w', ['web']],
    ["kubeatlas get --namespace='w", 'w', ['web']],
    ['kubeatlas get --namespace=', '', ['web']],
    ['kubeatlas --as "two words" get -n web pods c', 'c', ['cache-0']],
    ["kubeatlas --as 'a \"b' get -n web pods c", 'c', ['cache-0']],
    ['kubeatlas --as "a \\" b" get -n web pods c', 'c', ['cache-0']],
    ['kubeatlas --as two\\ words get -n web pods c', 'c', ['cache-0']],
    ['kubeatlas --as "" get -n web pods c', 'c', ['cache-0']],
    // One word that is open, and so no name of anything.
    ['kubeatlas get -n web "pods c', 'c', []],
    ["kubeatlas get -n web pods 'c d", 'd', []],
    ['kubeatlas get -n web pods c\\', '', ['ache-0']],
    ['kubeatlas get -n web pods fr', 'no part of it', ['front-0', 'front-1']],
  ])('%s, %j', async (line, part, expected) => {
    const { code, stdout, stderr } = await cli(api, ['__complete-line', line, part]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout.trimEnd().split('\n');
    expect(lines.at(-1)).toBe(':4');
    expect(lines.slice(0, -1)).toEqual(expected);
  });
});

describe('the script of', () => {
  it.each(shells)('%s is printed, without a server', async (shell) => {
    const connect = () => Promise.reject(new Error('nobody may connect'));
    const { code, stdout, stderr } = await cli(undefined, `completion ${shell}`, { connect });
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: scripts[shell], stderr: '' });
  });

  it('another shell is wrong use', async () => {
    const { code, stderr } = await cli(undefined, 'completion tcsh');
    expect(code).toBe(2);
    expect(stderr).toContain('Allowed choices are bash, zsh, fish.');
  });

  it.each<[string, string, string[]]>([
    ['candidates', 'front-0\\tabout\\nfront-1\\n:4', ['front-0', 'front-1']],
    ['nothing', ':4', []],
    ['nothing of a command that is not to be run', '$(touch /tmp/never)\\n:4', ['$(touch /tmp/never)']],
  ])('bash gives %s', (_what, answer, expected) => {
    const script = `kubeatlas() { printf '%b\\n' '${answer}'; }
${scripts.bash}
COMP_LINE='kubeatlas get fr'; COMP_POINT=\${#COMP_LINE}
_kubeatlas kubeatlas fr get
printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr, status } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.split('\n').filter((each) => each !== '')).toEqual(expected);
  });

  it('bash asks for the line up to the cursor, and tells what it replaces', () => {
    const script = `kubeatlas() { printf '<%s>' "$@" >&2; }
${scripts.bash.replaceAll('2>/dev/null </dev/null)', ')')}
COMP_LINE='kubeatlas get  system:n* extra'; COMP_POINT=24
_kubeatlas kubeatlas 'n*' :`;
    const { stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
    expect(stderr).toBe('<__complete-line><kubeatlas get  system:n*><n*>');
  });
});
