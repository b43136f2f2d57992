import { writeFile } from 'node:fs/promises';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { KubeconfigError, loadKubeconfig, type LoadKubeconfigOptions } from '../../src/kubeconfig/index.js';
import { KubeError } from '../../src/shared/kube-error.js';
import { oneContext, tlsFixture, workplace, type OneContext } from './workplace.js';

const [ada, adaKey, bobKey, encryptedKey] = await Promise.all(
  ['ada.crt', 'ada.key', 'bob.key', 'ada-encrypted.key'].map(tlsFixture),
);
const secret = 'hunter2';
const inBase64 = Buffer.from(secret).toString('base64');

interface Bad {
  readonly rule: string;
  readonly kubeconfig?: string | object;
  readonly parts?: OneContext;
  readonly options?: LoadKubeconfigOptions;
  readonly field?: string;
  readonly context?: string;
  readonly says: string | RegExp;
}

/** Wrong in the file as a whole: there is no context yet. */
const files: readonly Bad[] = [
  { rule: 'no YAML', kubeconfig: `a: 1\nusers: [ {token: ${secret}\nb`, says: /not YAML \(line \d+, column \d+: / },
  { rule: 'a token with a tab', kubeconfig: `users:\n- name: me\n\t user: {token: ${secret}}`, says: 'line 3' },
  { rule: 'an unknown alias', kubeconfig: `a: *${secret}`, says: 'not YAML' },
  { rule: 'two documents', kubeconfig: `a: 1\n---\ntoken: ${secret}`, says: 'MULTIPLE_DOCS' },
  { rule: 'brackets without end', kubeconfig: '['.repeat(50_000), says: 'not YAML' },
  { rule: 'aliases of aliases', kubeconfig: laughs(), says: 'too many aliases' },
  { rule: 'a text', kubeconfig: secret, says: 'not a mapping' },
  { rule: 'a list', kubeconfig: `- ${secret}`, says: 'not a mapping' },
  { rule: 'more than 2 MiB', kubeconfig: `# ${'x'.repeat(2 * 1024 * 1024)}`, says: 'larger than 2097152 bytes' },
  { rule: 'another kind', kubeconfig: { kind: 'Secret' }, field: 'kind', says: '"Secret"' },
  { rule: 'clusters that are no list', kubeconfig: { clusters: { c: secret } }, field: 'clusters', says: 'not a list' },
  { rule: 'an entry that is no mapping', kubeconfig: { users: [secret] }, field: 'users[0]', says: 'not a mapping' },
  { rule: 'an entry without a name', kubeconfig: { users: [{ user: {} }] }, field: 'users[0].name', says: 'missing' },
  {
    rule: 'a name that is no text',
    kubeconfig: { users: [{ name: 7 }] },
    field: 'users[0].name',
    says: 'not a string',
  },
  {
    rule: 'an entry whose content is no mapping',
    kubeconfig: { users: [{ name: 'me', user: secret }] },
    field: 'users["me"].user',
    says: 'not a mapping',
  },
  {
    rule: 'a name that is listed twice',
    kubeconfig: { contexts: [{ name: 'dev' }, { name: 'dev' }] },
    field: 'contexts[1].name',
    says: '"dev" is listed twice',
  },
  {
    rule: 'a current context that is no text',
    kubeconfig: { 'current-context': [] },
    field: 'current-context',
    says: 'string',
  },
  { rule: 'no current context', kubeconfig: {}, field: 'current-context', says: 'not set' },
];

const contexts: readonly Bad[] = [
  {
    rule: 'a current context that is missing',
    kubeconfig: { ...oneContext(), 'current-context': 'prod' },
    context: 'prod',
    field: 'current-context',
    says: 'there is "dev"',
  },
  {
    rule: 'a context asked for that is missing',
    options: { context: 'prod' },
    context: 'prod',
    field: 'options.context',
    says: '"dev"',
  },
  {
    rule: 'a cluster asked for that is missing',
    options: { cluster: 'x' },
    field: 'options.cluster',
    says: 'no cluster "x"',
  },
  { rule: 'a user asked for that is missing', options: { user: 'x' }, field: 'options.user', says: 'there is "me"' },
  {
    rule: 'a context whose cluster is missing',
    kubeconfig: { ...oneContext(), clusters: [] },
    field: 'contexts["dev"].context.cluster',
    says: 'no cluster "c"; there is none at all',
  },
  {
    rule: 'a context whose user is missing',
    kubeconfig: { ...oneContext(), users: [{ name: '__proto__' }] },
    field: 'contexts["dev"].context.user',
    says: 'no user "me"; there is "__proto__"',
  },
  {
    rule: 'a context without a cluster',
    kubeconfig: { ...oneContext(), contexts: [{ name: 'dev', context: { user: 'me' } }] },
    field: 'contexts["dev"].context.cluster',
    says: 'missing',
  },
];

const cluster = (fields: object, field: string, says: string | RegExp): Bad => ({
  rule: `${field} of ${JSON.stringify(fields).slice(0, 70)}`,
  parts: { cluster: fields },
  field: `clusters["c"].cluster.${field}`,
  says,
});
const user = (fields: object, field: string, says: string | RegExp): Bad => ({
  rule: `${field} of ${JSON.stringify(fields).slice(0, 70)}`,
  parts: { user: fields },
  field: `users["me"].user.${field}`,
  says,
});

const fields: readonly Bad[] = [
  cluster({ server: undefined }, 'server', 'missing'),
  cluster({ server: 7 }, 'server', 'not a string'),
  cluster({ server: `user:${secret}@host:6443` }, 'server', 'no URL'),
  cluster({ server: `https://user:${secret}@host` }, 'server', 'user name or a password'),
  cluster({ server: 'unix:///run/x' }, 'server', 'begins with https:// or http://'),
  cluster({ 'insecure-skip-tls-verify': 'yes' }, 'insecure-skip-tls-verify', 'neither true nor false'),
  cluster(
    { 'insecure-skip-tls-verify': true, 'certificate-authority-data': ada!.base64 },
    'insecure-skip-tls-verify',
    'keep one',
  ),
  cluster(
    { 'certificate-authority': 'missing.crt' },
    'certificate-authority',
    /missing\.crt" cannot be read \(ENOENT\)/,
  ),
  cluster({ 'certificate-authority': '/' }, 'certificate-authority', 'EISDIR'),
  cluster({ 'certificate-authority': '/dev/zero' }, 'certificate-authority', 'larger than'),
  cluster({ 'certificate-authority-data': `${secret}!` }, 'certificate-authority-data', 'not base64'),
  cluster({ 'certificate-authority-data': inBase64 }, 'certificate-authority-data', 'no certificate in PEM form'),
  cluster({ 'proxy-url': `http://u:${secret}@proxy` }, 'proxy-url', 'not supported yet'),
  user({ token: 7 }, 'token', 'not a string'),
  user({ token: `${secret}\nX-Evil: 1` }, 'token', 'header'),
  user({ tokenFile: 'missing' }, 'tokenFile', 'ENOENT'),
  user({ tokenFile: '/dev/null' }, 'tokenFile', 'empty'),
  user({ username: 'ada', token: secret }, 'username', 'beside a token'),
  user({ password: secret, tokenFile: 'x' }, 'password', 'beside a token'),
  user({ 'client-certificate-data': ada!.base64 }, 'client-key', 'missing'),
  user({ 'client-key-data': adaKey!.base64 }, 'client-certificate', 'missing'),
  user({ 'client-certificate': 'x', 'client-key-data': adaKey!.base64 }, 'client-certificate', 'ENOENT'),
  user({ 'client-certificate-data': inBase64, 'client-key-data': adaKey!.base64 }, 'client-certificate-data', 'PEM'),
  user({ 'client-certificate-data': ada!.base64, 'client-key-data': inBase64 }, 'client-key-data', 'no private key'),
  user({ 'client-certificate-data': ada!.base64, 'client-key-data': bobKey!.base64 }, 'client-key-data', 'another'),
  user(
    { 'client-certificate-data': ada!.base64, 'client-key-data': encryptedKey!.base64 },
    'client-key-data',
    'encrypted',
  ),
  user({ exec: { command: 'aws', env: [{ name: 'X', value: secret }] } }, 'exec', 'not supported yet'),
  user({ 'auth-provider': { config: { 'access-token': secret } } }, 'auth-provider', 'not supported yet'),
  user({ 'as-groups': ['x'] }, 'as', 'missing'),
  { rule: 'a uid without a user', options: { asUid: '7' }, field: 'users["me"].user.as', says: 'missing' },
  user({ as: 'a\r\nb' }, 'as', 'header'),
  user({ as: 'a', 'as-groups': 'x' }, 'as-groups', 'not a list of strings'),
  user({ as: 'a', 'as-user-extra': ['x'] }, 'as-user-extra', 'not a mapping'),
  user({ as: 'a', 'as-user-extra': { scopes: [7] } }, 'as-user-extra["scopes"]', 'not a list of strings'),
];

const options: readonly Bad[] = [
  { rule: 'a token that is given', options: { token: `${secret}\n` }, field: 'options.token', says: 'header' },
  { rule: 'a user to act as', options: { as: 'a\n' }, field: 'options.as', says: 'header' },
  {
    rule: 'a group to act as',
    options: { as: 'a', asGroups: ['b', 'c\0'] },
    field: 'options.asGroups',
    says: 'header',
  },
  { rule: 'a server that is given', options: { server: `${secret}:443` }, field: 'options.server', says: 'no URL' },
  {
    rule: 'an authority that is given',
    options: { certificateAuthority: '/no' },
    field: 'options.certificateAuthority',
    says: 'ENOENT',
  },
  {
    rule: 'a client certificate that is given',
    options: { clientCertificate: '/no', clientKey: adaKey!.path },
    field: 'options.clientCertificate',
    says: 'ENOENT',
  },
];

/** Nine names for lists of nine of the one before. */
function laughs(): string {
  const rows = Array.from({ length: 9 }, (_, index) => {
    const items = index === 0 ? Array(9).fill(secret) : Array(9).fill(`*a${index - 1}`);
    return `a${index}: &a${index} [${items.join(', ')}]`;
  });
  return rows.join('\n');
}

async function failureOf({ kubeconfig, parts, options: more }: Bad): Promise<{ error: unknown; file: string }> {
  const { write } = await workplace();
  const file = await write('config', kubeconfig ?? oneContext(parts));
  const error: unknown = await loadKubeconfig({ path: file, ...more }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { error, file };
}

describe.each([
  { what: 'a file', table: files, context: undefined, inFile: true },
  { what: 'a context', table: contexts, context: 'dev', inFile: true },
  { what: 'a field', table: fields, context: 'dev', inFile: true },
  { what: 'an option', table: options, context: 'dev', inFile: false },
])('a mistake in $what', ({ table, context, inFile }) => {
  it.each(table)('is told with its place: $rule', async (bad) => {
    const { error, file } = await failureOf(bad);
    expect(error).toBeInstanceOf(KubeconfigError);
    expect(error).toBeInstanceOf(KubeError);
    expect(error).toMatchObject({
      code: 'kubeconfig',
      name: 'KubeconfigError',
      file: inFile ? file : undefined,
      context: bad.context ?? context,
      field: bad.field,
      message: expect.stringMatching(bad.says) as string,
    });
    if (bad.field !== undefined) expect((error as Error).message).toContain(bad.field);
    if (inFile) expect((error as Error).message).toContain(file);
  });

  it.each(table)('shows no secret: $rule', async (bad) => {
    const { error } = await failureOf(bad);
    const shown = inspect(error, { depth: null, showHidden: true });
    for (const each of [secret, inBase64, adaKey!.base64.slice(0, 40)]) expect(shown).not.toContain(each);
  });
});

describe('a text that is no UTF-8', () => {
  it('is told apart from YAML', async () => {
    const { at } = await workplace();
    await writeFile(at('config'), Buffer.from([0x61, 0x3a, 0xff, 0xfe]));
    await expect(loadKubeconfig({ path: at('config') })).rejects.toThrow('it is not UTF-8 text');
  });
});
