import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { isKubeconfigError, loadKubeconfig } from '../../../src/kubeconfig/index.js';
import { tlsFixture, oneContext, tempFolder } from '../temp-folder.js';
import { secret, testMistakes, type Bad } from './mistakes.js';

const adaKey = await tlsFixture('ada.key');

/** Wrong in the file as a whole: there is no context yet. */
const files: readonly Bad[] = [
  {
    rule: 'no YAML',
    kubeconfig: `a: 1\nusers: [ {token: ${secret}\nb`,
    says: /cannot be read as YAML: .* \(line \d+, column \d+\)/,
  },
  { rule: 'a token with a tab', kubeconfig: `users:\n- name: me\n\t user: {token: ${secret}}`, says: 'line 3' },
  { rule: 'an unknown alias', kubeconfig: `a: *${secret}`, says: 'cannot be read as YAML' },
  { rule: 'brackets without end', kubeconfig: '['.repeat(50_000), says: 'nested more than 400 levels' },
  { rule: 'aliases of aliases', kubeconfig: laughs(), says: 'too many aliases' },
  { rule: 'a text', kubeconfig: secret, says: 'not a mapping' },
  { rule: 'a list', kubeconfig: `- ${secret}`, says: 'not a mapping' },
  {
    rule: 'more than 2 MiB',
    code: 'unreadable-file',
    kubeconfig: `# ${'x'.repeat(2 * 1024 * 1024)}`,
    says: 'larger than 2097152 bytes',
  },
  {
    ...{ rule: 'another version', code: 'invalid-field' as const, kubeconfig: { apiVersion: 'v2', kind: 'Config' } },
    ...{ field: 'apiVersion', says: '"v2"' },
  },
  { rule: 'another kind', code: 'invalid-field', kubeconfig: { kind: 'Secret' }, field: 'kind', says: '"Secret"' },
  {
    rule: 'clusters that are no list',
    code: 'invalid-field',
    kubeconfig: { clusters: { c: secret } },
    field: 'clusters',
    says: 'not a list',
  },
  {
    rule: 'an entry that is no mapping',
    code: 'invalid-field',
    kubeconfig: { users: [secret] },
    field: 'users[0]',
    says: 'not a mapping',
  },
  {
    rule: 'two entries without a name',
    code: 'invalid-field',
    kubeconfig: { users: [{ user: {} }, null] },
    field: 'users[1].name',
    says: 'listed twice',
  },
  {
    rule: 'a name that is no text',
    code: 'invalid-field',
    kubeconfig: { users: [{ name: 7 }] },
    field: 'users[0].name',
    says: 'not a string',
  },
  {
    rule: 'an entry whose content is no mapping',
    code: 'invalid-field',
    kubeconfig: { users: [{ name: 'me', user: secret }] },
    field: 'users["me"].user',
    says: 'not a mapping',
  },
  {
    rule: 'a name that is listed twice',
    code: 'invalid-field',
    kubeconfig: { contexts: [{ name: 'dev' }, { name: 'dev' }] },
    field: 'contexts[1].name',
    says: '"dev" is listed twice',
  },
  {
    rule: 'a current context that is no text',
    code: 'invalid-field',
    kubeconfig: { 'current-context': [] },
    field: 'current-context',
    says: 'string',
  },
  { rule: 'no current context', code: 'missing-entry', kubeconfig: {}, field: 'current-context', says: 'not set' },
];

const contexts: readonly Bad[] = [
  {
    rule: 'a current context that is missing',
    kubeconfig: { ...oneContext(), 'current-context': 'prod' },
    context: 'prod',
    field: 'current-context',
    says: 'defined: "dev"',
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
    says: 'cluster "x" not found',
  },
  { rule: 'a user asked for that is missing', options: { user: 'x' }, field: 'options.user', says: 'defined: "me"' },
  {
    rule: 'a context whose cluster is missing',
    kubeconfig: { ...oneContext(), clusters: [] },
    field: 'contexts["dev"].context.cluster',
    says: 'cluster "c" not found; none are defined',
  },
  {
    rule: 'a context whose user is missing',
    kubeconfig: { ...oneContext(), users: [{ name: '__proto__' }] },
    field: 'contexts["dev"].context.user',
    says: 'user "me" not found; defined: "__proto__"',
  },
  {
    rule: 'a context without a cluster',
    kubeconfig: { ...oneContext(), contexts: [{ name: 'dev', context: { user: 'me' } }] },
    field: 'contexts["dev"].context.cluster',
    says: 'missing',
  },
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
  {
    rule: 'a server that is given',
    options: { server: `${secret}:443/x` },
    field: 'options.server',
    says: 'not a URL',
  },
  {
    rule: 'an authority that is given',
    code: 'unreadable-file',
    options: { certificateAuthority: '/no' },
    field: 'options.certificateAuthority',
    says: 'ENOENT',
  },
  {
    rule: 'a client certificate that is given',
    code: 'unreadable-file',
    options: { clientCertificate: '/no', clientKey: adaKey.path },
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

testMistakes('a file', files, { code: 'syntax', inFile: true });
testMistakes('a context', contexts, { code: 'missing-entry', context: 'dev', inFile: true });
testMistakes('an option', options, { code: 'invalid-field', context: 'dev', inFile: false });

describe('a kubeconfig error', () => {
  it('is known by its code, and no other error is one', async () => {
    const error: unknown = await loadKubeconfig({ path: '/no/such/file' }).catch((reason: unknown) => reason);
    if (!isKubeconfigError(error)) throw new Error('it is none');
    switch (error.code) {
      case 'kubeconfig-missing-file':
        expect(error).toMatchObject({ name: 'KubeconfigMissingFileError', file: '/no/such/file' });
        break;
      default:
        throw error;
    }
    expect(isKubeconfigError(new Error('kubeconfig'))).toBe(false);
  });
});

describe('a text that is no UTF-8', () => {
  it('is told apart from YAML', async () => {
    const { at } = await tempFolder();
    await writeFile(at('config'), Buffer.from([0x61, 0x3a, 0xff, 0xfe]));
    await expect(loadKubeconfig({ path: at('config') })).rejects.toMatchObject({
      code: 'kubeconfig-unreadable-file',
      message: expect.stringContaining('it is not UTF-8 text') as string,
    });
  });
});
