import { describe, expect, it } from 'vitest';
import { cli, server } from './support.js';

const wrongUses: readonly (readonly [what: string, words: string, expected: string])[] = [
  ['an unknown command', 'frob', "unknown command 'frob'"],
  ['a misspelt command', 'gett pods', "unknown command 'gett' (Did you mean get?)"],
  [
    'a command of kubectl',
    'edit deploy/front',
    "'edit' is a command of kubectl, which kubeatlas does not have: use 'patch', 'apply', or the dashboard.",
  ],
  [
    'another one',
    '-n web rollout status deploy/front',
    "'rollout' is a command of kubectl, which kubeatlas does not have: use 'wait --for=condition=Available' for its status, or 'kubectl rollout'.",
  ],
  [
    'one of which help is asked',
    'help auth',
    "'auth' is a command of kubectl, which kubeatlas does not have: use 'kubectl auth', or canI and reviewAccess of the library.",
  ],
  ['an unknown flag', 'get pods --frob', "unknown option '--frob'"],
  ['a misspelt flag', '--contex dev get pods', "unknown option '--contex' (Did you mean --context?)"],
  ['nothing to get', 'get', 'Specify the objects: TYPE/NAME, TYPE NAME, TYPE, -f FILE or -k FOLDER.'],
  ['a missing value', 'get pods -n', "option '-n, --namespace <name>' argument missing"],
  ['too many arguments', 'discovery now', "too many arguments for 'discovery'. Expected 0 arguments but got 1."],
  [
    'an unknown output',
    'get pods -o xml',
    "option '-o, --output <format>' argument 'xml' is invalid. Allowed choices are wide, name, json, yaml, kyaml, manifest, csv, jsonpath=…, jsonpath-as-json=…, jsonpath-file=…, custom-columns=…, custom-columns-file=….",
  ],
  [
    'a number that is none',
    'scale deploy/front --replicas -1',
    "option '--replicas <count>' argument '-1' is invalid. It must be a non-negative integer.",
  ],
  [
    'a time that is none',
    'get pods --request-timeout soon',
    "option '--request-timeout <time>' argument 'soon' is invalid. It must be a duration such as 30s, 2m or 500ms.",
  ],
  [
    'a truth that is none',
    'api-resources --namespaced=maybe',
    "option '--namespaced [truth]' argument 'maybe' is invalid. It must be true or false.",
  ],
  [
    'an unknown format',
    'discovery --formats v3',
    "option '--formats <formats>' argument 'v3' is invalid. It must be one or more of v2, v2beta1, legacy.",
  ],
  [
    'a list with a hole',
    'resolve pods --verbs get,,list',
    "option '--verbs <verbs>' argument 'get,,list' is invalid. It must be a comma-separated list.",
  ],
  ['a type alone to scale', 'scale deploy', 'A type alone selects nothing: specify names, a selector or --all.'],
  ['TYPE/NAME beside TYPE', 'get pods/a svc', 'Use TYPE/NAME for each object, or TYPE followed by names, not both.'],
  ['TYPE/NAME without a name', 'get pods/', '"pods/" does not have the form TYPE/NAME.'],
  ['TYPE/NAME with two slashes', 'get pods/a/b', '"pods/a/b" does not have the form TYPE/NAME.'],
  ['TYPE/NAME with two types', 'get pods,svc/a', '"pods,svc/a" does not have the form TYPE/NAME.'],
  ['a name in all namespaces', 'get pods a -A', 'Names cannot be combined with --all-namespaces.'],
  ['a name and a selector', 'get pods a -l app=b', 'Names cannot be combined with a selector or --all.'],
  [
    'all namespaces and one of them',
    'count -A -n web',
    "option '-A, --all-namespaces' cannot be used with option '-n, --namespace <name>'",
  ],
  [
    'an output that apply does not have',
    'apply -f app.yaml -o wide',
    "option '-o, --output <format>' argument 'wide' is invalid. Allowed choices are name, json, yaml, kyaml.",
  ],
];

describe('wrong use', () => {
  it.each(wrongUses)('%s ends with exit code 2 and one line', async (_what, words, expected) => {
    const api = server();
    expect(await cli(api, words)).toEqual({ code: 2, stdout: '', stderr: `error: ${expected}\n` });
    expect(api.requests).toEqual([]);
  });

  it('a name that cannot stand in a path ends with exit code 2', async () => {
    const { code, stderr } = await cli(server(), 'get pods -n ../kube-system');
    expect(code).toBe(2);
    expect(stderr).toContain('"../kube-system" is not a valid namespace');
  });

  it('no command prints the help on standard error', async () => {
    const { code, stdout, stderr } = await cli(undefined, []);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^Usage: kubeatlas \[options\] \[command\]\n/);
  });

  it('a flag that nobody knows is reported without its value, which may be a token', async () => {
    for (const words of ['get pods --tokn=s3cret', '--tokn=s3cret get pods', '--tokn s3cret get pods']) {
      const { code, stdout, stderr } = await cli(server(), words);
      expect(code).toBe(2);
      expect(stdout + stderr).toContain("unknown option '--tokn'");
      expect(stdout + stderr).not.toContain('s3cret');
    }
  });

  it('what a person typed does not reach the terminal as control characters', async () => {
    const { stderr } = await cli(server(), ['get', 'pods', '-o', 'x\u001b[2J']);
    expect(stderr).toContain('x\\u001b[2J');
  });
});

it.each(['', ' '])(
  'an empty selector of get (%j) selects everything, as in kubectl; of delete it is wrong use',
  async (none) => {
    const api = server();
    const { code, stdout } = await cli(api, ['get', 'pods', '-n', 'web', '-l', none, '-o', 'name']);
    expect({ code, lines: stdout.split('\n').length - 1 }).toEqual({ code: 0, lines: 3 });
    expect(await cli(api, ['get', 'pods', 'front-0', '-n', 'web', '-l', none, '-o', 'name'])).toMatchObject({
      code: 0,
    });
    expect(await cli(api, ['delete', 'pods', '-n', 'web', '-l', none])).toMatchObject({ code: 2 });
  },
);

describe('help', () => {
  it.each(['--help', '-h', 'help'])('%s goes to standard output with exit code 0', async (words) => {
    const { code, stdout, stderr } = await cli(undefined, words);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('Flags of all commands: kubeatlas options');
  });

  it('is as wide as the terminal', async () => {
    const widest = ({ stdout }: { readonly stdout: string }): number =>
      Math.max(...stdout.split('\n').map((line) => line.length));
    expect(widest(await cli(undefined, '--help'))).toBeLessThanOrEqual(80);
    expect(widest(await cli(undefined, 'help get'))).toBeLessThanOrEqual(90);
    expect(widest(await cli(undefined, 'help get', { columns: 140 }))).toBeGreaterThan(80);
  });

  it('--version prints the version alone', async () => {
    expect(await cli(undefined, '--version', { version: '1.2.3' })).toEqual({ code: 0, stdout: '1.2.3\n', stderr: '' });
  });
});

describe('flags of all commands', () => {
  it('are understood before and after the command', async () => {
    const flags = '--context dev --cluster c --user u -n web -s http://127.0.0.1:1 --token t --as me';
    const more = '--as-group a --as-group b --request-timeout 1m30s -v --insecure-skip-tls-verify';
    for (const words of [`${flags} ${more} resolve pods`, `resolve pods ${flags} ${more}`]) {
      let given: object = {};
      await cli(server(), words, {
        onFlags: (flags) => {
          given = flags;
        },
      });
      expect(given).toMatchObject({
        context: 'dev',
        cluster: 'c',
        user: 'u',
        namespace: 'web',
        server: 'http://127.0.0.1:1',
        token: 't',
        as: 'me',
        asGroup: ['a', 'b'],
        requestTimeout: 90_000,
        verbose: true,
        insecureSkipTlsVerify: true,
      });
    }
  });
});

describe('colour', () => {
  const bold = '\u001b[1mNAME';

  it.each([
    ['on a terminal', true, {}, true],
    ['not in a pipe', false, {}, false],
    ['not with NO_COLOR', true, { NO_COLOR: '1' }, false],
    ['with an empty NO_COLOR, which means nothing', true, { NO_COLOR: '' }, true],
    ['not on a dumb terminal', true, { TERM: 'dumb' }, false],
    ['in a pipe with FORCE_COLOR', false, { FORCE_COLOR: '1' }, true],
    ['on a dumb terminal with FORCE_COLOR', true, { TERM: 'dumb', FORCE_COLOR: '3' }, true],
    ['not with FORCE_COLOR=0', true, { FORCE_COLOR: '0' }, false],
    ['with an empty FORCE_COLOR, which means nothing', true, { FORCE_COLOR: '' }, true],
    ['not with NO_COLOR beside FORCE_COLOR', true, { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
  ])('%s', async (_when, isTTY, env, coloured) => {
    const { stdout } = await cli(server(), 'get pods -n web', { isTTY, env });
    expect(stdout.startsWith(bold)).toBe(coloured);
    expect(stdout.includes('\u001b')).toBe(coloured);
  });

  it('leaves rows as they are where there is no header', async () => {
    const { stdout } = await cli(server(), 'get pods -n web --no-headers', { isTTY: true });
    expect(stdout).not.toContain('\u001b');
  });
});
