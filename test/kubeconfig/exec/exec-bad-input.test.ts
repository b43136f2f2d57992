import { chmod } from 'node:fs/promises';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { isKubeconfigError, KubeconfigError, loadKubeconfig } from '../../../src/kubeconfig/index.js';
import { credentialsOf, oneContext, tlsFixture, tempFolder } from '../temp-folder.js';
import { credential, plugin, v1 } from './plugins.js';

const [ada, adaKey, bobKey] = await Promise.all(['ada.crt', 'ada.key', 'bob.key'].map(tlsFixture));
const secret = 'hunter2-hunter2';

interface Bad {
  readonly rule: string;
  /** Of a plugin that runs. */
  readonly script?: string;
  readonly exec?: object;
  readonly code: string;
  readonly says: string | RegExp;
}

const failing: readonly Bad[] = [
  {
    rule: 'a command that is nowhere',
    exec: { command: 'kubeatlas-no-such-plugin' },
    code: 'kubeconfig-exec-missing',
    says: 'command "kubeatlas-no-such-plugin" not found; install',
  },
  {
    rule: 'a path that is nowhere, with a hint',
    exec: { command: './no/such', installHint: '\u001b[1mGet it\u001b[0m\n  from\u0007 us \u009b' },
    code: 'kubeconfig-exec-missing',
    says: /command ".*\/no\/such" not found; the kubeconfig says: Get it from us$/,
  },
  { rule: 'a folder', exec: { command: '/' }, code: 'kubeconfig-exec-failed', says: 'could not be started (EACCES)' },
  {
    rule: 'arguments beyond what a system takes',
    script: '',
    exec: { env: [{ name: 'A', value: 'x'.repeat(1_500_000) }] },
    code: 'kubeconfig-exec-failed',
    says: 'could not be started (E2BIG)',
  },
  ...[{ args: [`${secret}\0`] }, { env: [{ name: 'A', value: `${secret}\0` }] }].map((exec): Bad => ({
    rule: `what no program can be given: ${Object.keys(exec).join('')} with a NUL character`,
    script: '',
    exec,
    code: 'kubeconfig-exec-failed',
    says: 'could not be started (ERR_INVALID_ARG_VALUE)',
  })),
  {
    rule: 'a plugin that fails',
    script: `console.error('\\n  first\\u001b[31m complaint\\nsecond'); print('${secret}'); process.exitCode = 7;`,
    code: 'kubeconfig-exec-failed',
    says: /failed with exit code 7: "first\\u001b\[31m complaint"$/,
  },
  { rule: 'a silent failure', script: `process.exit(1)`, code: 'kubeconfig-exec-failed', says: /exit code 1$/ },
  {
    rule: 'a complaint that repeats what the kubeconfig gave',
    script: `console.error('no: ' + env.PASSWORD + ' ' + argv.slice(2).join(' ')); process.exitCode = 1;`,
    exec: {
      env: [{ name: 'PASSWORD', value: secret }],
      args: ['$PLUGIN', 'get-token', `--secret=${secret}x`, '--key', `${secret}y`],
    },
    code: 'kubeconfig-exec-failed',
    says: '"no: [hidden] get-token --secret=[hidden] --key [hidden]"',
  },
  ...[
    `'${secret}'`,
    `Buffer.from('${secret}').toString('base64')`,
    `Buffer.from('me:${secret}').toString('base64')`,
    `'${secret}'.slice(0, 12)`,
  ].map((words): Bad => ({
    rule: `a complaint that repeats what was printed in the same run: ${words}`,
    script: `print('${credential({ token: secret })}'); console.error('refused: ' + ${words}); process.exitCode = 1;`,
    code: 'kubeconfig-exec-failed',
    says: /: "refused: [\w=]{0,4}\[hidden\][\w=]{0,3}"$/,
  })),
  {
    rule: 'a long complaint',
    script: `process.stderr.write('z'.repeat(1_000_000)); process.exitCode = 1;`,
    code: 'kubeconfig-exec-failed',
    says: /: "z{120}…"$/,
  },
  {
    rule: 'a plugin that is killed',
    script: `process.kill(pid, 'SIGKILL')`,
    code: 'kubeconfig-exec-failed',
    says: 'was terminated by SIGKILL',
  },
  {
    rule: 'a plugin that must ask, and nobody is there',
    script: '',
    exec: { interactiveMode: 'Always' },
    code: 'kubeconfig-exec-failed',
    says: 'not a terminal',
  },
];

const prints = (rule: string, text: string, says: string | RegExp): Bad => ({
  rule,
  script: `print(${JSON.stringify(text)})`,
  code: 'kubeconfig-exec-output',
  says,
});
const gives = (rule: string, status: object, says: string | RegExp): Bad => prints(rule, credential(status), says);

const garbage: readonly Bad[] = [
  prints('nothing', '', 'did not print a JSON'),
  prints('a bare token', secret, 'did not print a JSON'),
  prints('JSON that is cut off', credential({ token: secret }).slice(0, -1), 'did not print a JSON'),
  prints('words in front of it', `Logging in...\n${credential({ token: secret })}`, 'did not print a JSON'),
  prints(
    'YAML with aliases that grow',
    `a: &a [x]\nb: &b [${'*a,'.repeat(1e4)}]\nc: [${'*b,'.repeat(1e4)}]`,
    'did not print',
  ),
  prints('two objects', credential({ token: secret }).repeat(2), 'did not print a JSON'),
  prints('a list', `["${secret}"]`, 'did not print a JSON object'),
  prints('null', 'null', 'did not print a JSON object'),
  { ...prints('what is no UTF-8', '', 'did not print a JSON'), script: `print(Buffer.from([0x22, 0xff, 0x22]))` },
  {
    ...prints('without end', '', 'more than a credential, 1048576 bytes'),
    script: `const more = () => process.stdout.write('x'.repeat(65536), more); more();`,
  },
  prints('another kind', JSON.stringify({ kind: secret, apiVersion: v1 }), 'an object that is not an ExecCredential'),
  prints('another apiVersion', credential({ token: secret }, `${v1}beta1`), `another apiVersion than ${v1}`),
  prints('no status', JSON.stringify({ kind: 'ExecCredential', apiVersion: v1 }), 'without a status'),
  gives('an empty status', {}, 'neither a token nor a client certificate'),
  gives('a blank token', { token: '' }, 'neither a token nor a client certificate'),
  gives('a token that is no text', { token: 7 }, 'a token that is not a string'),
  gives('a token of two lines', { token: `${secret}\nX-Evil: 1` }, 'is not a valid header value'),
  gives('a certificate alone', { clientCertificateData: ada!.pem }, 'without the other'),
  gives('a key alone', { clientKeyData: adaKey!.pem }, 'without the other'),
  gives('no certificate', { clientCertificateData: secret, clientKeyData: adaKey!.pem }, 'does not work with its key'),
  gives(
    'the key of another',
    { clientCertificateData: ada!.pem, clientKeyData: bobKey!.pem },
    'does not work with its key',
  ),
  gives('an expiry that is no time', { token: secret, expirationTimestamp: 'tomorrow' }, 'expirationTimestamp'),
  gives(
    'an expiry without a zone',
    { token: secret, expirationTimestamp: '2030-01-01T00:00:00' },
    'not an RFC 3339 time such as',
  ),
  gives(
    'an expiry that cannot be',
    { token: secret, expirationTimestamp: '2030-13-01T00:00:00Z' },
    'not an RFC 3339 time such as',
  ),
  gives('an expiry that is a number', { token: secret, expirationTimestamp: 1 }, 'not a string'),
];

async function failureOf({ script, exec = {} }: Bad): Promise<{ error: unknown; file: string }> {
  const temp = await tempFolder();
  const made = script === undefined ? { exec: {} } : await plugin(temp, script);
  const merged: Record<string, unknown> = { apiVersion: v1, interactiveMode: 'Never', ...made.exec, ...exec };
  const args = (merged['args'] as string[] | undefined)?.map((arg) => arg.replace('$PLUGIN', temp.at('plugin.cjs')));
  const file = await temp.write('config', oneContext({ user: { exec: { ...merged, args } } }));
  const loaded = await loadKubeconfig({ path: file });
  const error: unknown = await credentialsOf(loaded).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { error, file };
}

describe.each([
  { what: 'that fails', table: failing },
  { what: 'that prints garbage', table: garbage },
])('a plugin $what', ({ table }) => {
  it.each(table)('is reported with its location and shows no secret: $rule', async (bad) => {
    const { error, file } = await failureOf(bad);
    expect(error).toBeInstanceOf(KubeconfigError);
    expect(isKubeconfigError(error)).toBe(true);
    const message = expect.stringMatching(typeof bad.says === 'string' ? escaped(bad.says) : bad.says) as string;
    expect(error).toMatchObject({ code: bad.code, file, context: 'dev', field: 'users["me"].user.exec', message });
    const shown = inspect(error, { depth: null, showHidden: true });
    for (const each of [secret, adaKey!.pem.split('\n')[1]!]) expect(shown).not.toContain(each);
  });
});

describe('a plugin that repeats a credential', () => {
  const failsAtTheSecondRun = `
    const mine = { token: '${secret}', clientCertificateData: ${JSON.stringify(ada!.pem)}, clientKeyData: ${JSON.stringify(adaKey!.pem)} };
    if (run === 0) print(JSON.stringify({ apiVersion: '${v1}', kind: 'ExecCredential', status: mine }));`;

  it.each<[what: string, words: string]>([
    ['the token', `mine.token`],
    ['the token in base64', `Buffer.from(mine.token).toString('base64')`],
    ['the token in a URL', `'https://x/?t=' + encodeURIComponent(mine.token)`],
    ['a line of the key', `mine.clientKeyData.split('\\n')[1]`],
    ['the key in base64', `Buffer.from(mine.clientKeyData).toString('base64').slice(40, 140)`],
  ])('of the run before shows none: %s', async (_, words) => {
    const temp = await tempFolder();
    const script = `${failsAtTheSecondRun} else { console.error('rejected: ' + ${words}); process.exitCode = 1; }`;
    const { exec } = await plugin(temp, script);
    const loaded = await loadKubeconfig({ path: await temp.write('config', oneContext({ user: { exec } })) });
    await credentialsOf(loaded);
    const error: unknown = await credentialsOf(loaded, true).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: 'kubeconfig-exec-failed',
      message: expect.stringContaining('[hidden]') as string,
    });
    const shown = inspect(error, { depth: null, showHidden: true });
    const key = adaKey!.pem.split('\n')[1]!;
    const encoded = Buffer.from(secret).toString('base64').slice(0, 12);
    for (const each of [secret, encoded, key.slice(0, 12), adaKey!.base64.slice(60, 72)])
      expect(shown).not.toContain(each);
  });

  it('of the kubeconfig or of the proxy shows none', async () => {
    const temp = await tempFolder();
    const script = `console.error(info.spec.cluster['proxy-url'] + ' ' + env.PASSED); process.exitCode = 1;`;
    const { exec } = await plugin(temp, script, { provideClusterInfo: true });
    const cluster = { 'proxy-url': `http://ada:${secret}@127.0.0.1:1` };
    const file = await temp.write('config', oneContext({ cluster, user: { exec } }));
    const loaded = await loadKubeconfig({ path: file, env: { PASSED: 'x', API_TOKEN: `${secret}-token` } });
    const error: unknown = await credentialsOf(loaded).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ message: expect.stringContaining('ada:[hidden]@127') as string });
  });
});

describe('a plugin that may not be run', () => {
  it('is told apart from one that is missing', async () => {
    const temp = await tempFolder();
    const { exec } = await plugin(temp, '', { command: './plugin.cjs', args: [] });
    await chmod(temp.at('plugin.cjs'), 0o644);
    const file = await temp.write('config', oneContext({ user: { exec } }));
    const loaded = await loadKubeconfig({ path: file });
    await expect(credentialsOf(loaded)).rejects.toThrow('could not be started (EACCES)');
  });

  it('hands its hint over by itself', async () => {
    const temp = await tempFolder();
    const exec = { apiVersion: v1, interactiveMode: 'Never', command: 'no-such', installHint: 'Get\nit' };
    const loaded = await loadKubeconfig({ path: await temp.write('config', oneContext({ user: { exec } })) });
    await expect(credentialsOf(loaded)).rejects.toMatchObject({ command: 'no-such', installHint: 'Get it' });
  });
});

function escaped(text: string): RegExp {
  return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
}
