import { tlsFixture } from '../temp-folder.js';
import { inBase64, secret, testMistakes, type Bad } from './mistakes.js';

const [ada, adaKey, bobKey, encryptedKey] = await Promise.all(
  ['ada.crt', 'ada.key', 'bob.key', 'ada-encrypted.key'].map(tlsFixture),
);

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
const v1 = 'client.authentication.k8s.io/v1';
const plugin = (fields: object, field: string, says: string | RegExp): Bad =>
  user({ exec: { apiVersion: v1, command: 'aws', interactiveMode: 'Never', ...fields } }, `exec.${field}`, says);
const environment = (name: string, value: string, says: string): Bad => ({
  rule: `${name} that is ${value}`,
  parts: { cluster: { server: 'https://10.0.0.1' } },
  options: { env: { [name]: value } },
  field: name,
  says,
});

const values: readonly Bad[] = [
  cluster({ server: undefined }, 'server', 'missing'),
  cluster({ server: 7 }, 'server', 'not a string'),
  cluster({ server: `user:${secret}@host:6443` }, 'server', 'user name or a password'),
  cluster({ server: `host:6443/${secret}` }, 'server', 'not a URL'),
  cluster({ server: `//host/${secret}` }, 'server', 'not a URL'),
  cluster({ server: `https:/${secret}` }, 'server', 'not a URL'),
  cluster({ server: `https:${secret}:1` }, 'server', 'not a URL'),
  cluster({ server: `${secret} x` }, 'server', 'not a URL'),
  cluster({ server: `https://user:${secret}@host` }, 'server', 'user name or a password'),
  cluster({ server: 'unix:///run/x' }, 'server', 'begins with https:// or http://'),
  // client-go refuses them; to JavaScript, all but the last are another server.
  ...['https:///kube', 'https://kube\\x', 'https://kube ', 'https://ku\tbe', 'https://kube/%zz'].map((server) =>
    cluster({ server }, 'server', 'begins with https:// or http://'),
  ),
  cluster({ 'insecure-skip-tls-verify': 'yes' }, 'insecure-skip-tls-verify', 'neither true nor false'),
  cluster(
    { 'insecure-skip-tls-verify': true, 'certificate-authority-data': ada!.base64 },
    'insecure-skip-tls-verify',
    'remove one',
  ),
  cluster({ 'certificate-authority-data': `${secret}!` }, 'certificate-authority-data', 'not base64'),
  cluster({ 'proxy-url': 7 }, 'proxy-url', 'not a string'),
  cluster({ 'proxy-url': `u:${secret}@proxy:3128` }, 'proxy-url', 'http://, https:// or socks5://'),
  cluster(
    { 'proxy-url': `socks4://u:${secret}@proxy` },
    'proxy-url',
    'socks4 is not supported; it must begin with http://',
  ),
  cluster(
    { 'proxy-url': `socks5h://u:${secret}@proxy` },
    'proxy-url',
    'socks5h is not supported; it must begin with http://, https:// or socks5://',
  ),
  cluster({ 'proxy-url': 'socks5:' }, 'proxy-url', 'not a URL'),
  cluster({ 'proxy-url': `http://u:${secret}%zz@proxy` }, 'proxy-url', 'percent-encoded'),
  user({ token: 7 }, 'token', 'not a string'),
  user({ token: `${secret}\nX-Evil: 1` }, 'token', 'header'),
  user({ username: 'ada', token: secret }, 'username', 'cannot be combined with a token'),
  user({ password: secret, tokenFile: 'x' }, 'password', 'cannot be combined with a token'),
  user({ 'client-certificate-data': ada!.base64 }, 'client-key', 'missing'),
  user({ 'client-key-data': adaKey!.base64 }, 'client-certificate', 'missing'),
  user({ 'auth-provider': { config: { 'access-token': secret } } }, 'auth-provider', 'use an exec plugin'),
  user({ 'as-groups': ['x'] }, 'as', 'missing'),
  { rule: 'a uid without a user', options: { asUid: '7' }, field: 'users["me"].user.as', says: 'missing' },
  user({ as: 'a\r\nb' }, 'as', 'header'),
  user({ as: 'a', 'as-groups': 'x' }, 'as-groups', 'not a list of strings'),
  user({ as: 'a', 'as-user-extra': ['x'] }, 'as-user-extra', 'not a mapping'),
  user({ as: 'a', 'as-user-extra': { scopes: [7] } }, 'as-user-extra["scopes"]', 'not a list of strings'),
];

const plugins: readonly Bad[] = [
  user({ exec: secret }, 'exec', 'not a mapping'),
  plugin({ command: '' }, 'command', 'missing'),
  plugin({ command: ['aws'] }, 'command', 'not a string'),
  plugin({ apiVersion: undefined }, 'apiVersion', 'missing'),
  plugin(
    { apiVersion: `${v1}alpha1` },
    'apiVersion',
    /v1alpha1" is not supported: .*v1 and .*v1beta1; a newer release/,
  ),
  plugin(
    { interactiveMode: undefined },
    'interactiveMode',
    `missing, but ${v1} requires it; it must be one of Never, IfAvailable`,
  ),
  plugin({ interactiveMode: 'never' }, 'interactiveMode', 'it is "never"'),
  plugin({ args: secret }, 'args', 'not a list of strings'),
  plugin({ args: [secret, 7] }, 'args', 'not a list of strings'),
  plugin({ env: { X: secret } }, 'env', 'not a list'),
  plugin({ env: [secret] }, 'env[0]', 'not a mapping'),
  plugin({ env: [{ name: 'A' }, { value: secret }] }, 'env[1].name', 'missing'),
  plugin({ env: [{ name: 'A', value: 7 }] }, 'env[0].value', 'not a string'),
  plugin({ provideClusterInfo: 'yes' }, 'provideClusterInfo', 'neither true nor false'),
  plugin({ installHint: {} }, 'installHint', 'not a string'),
];

const variables: readonly Bad[] = [
  environment(
    'HTTPS_PROXY',
    `ftp://u:${secret}@proxy`,
    'ftp is not supported; it must begin with http://, https://, socks5:// or socks5h://',
  ),
  environment('https_proxy', `u:${secret}%zz@proxy:3128`, 'percent-encoded'),
  environment('HTTPS_PROXY', 'http://', 'not a URL'),
];

const files: readonly Bad[] = [
  cluster({ 'certificate-authority': 'missing.crt' }, 'certificate-authority', /missing\.crt" cannot .* \(ENOENT\)/),
  cluster({ 'certificate-authority': '/' }, 'certificate-authority', 'EISDIR'),
  cluster({ 'certificate-authority': '/dev/zero' }, 'certificate-authority', 'larger than'),
  user({ tokenFile: 'missing' }, 'tokenFile', 'ENOENT'),
  user({ tokenFile: '/dev/null' }, 'tokenFile', 'empty'),
  user({ 'client-certificate': 'x', 'client-key-data': adaKey!.base64 }, 'client-certificate', 'ENOENT'),
];

const pair = (certificate: string, key: string): object => ({
  'client-certificate-data': certificate,
  'client-key-data': key,
});
const certificates: readonly Bad[] = [
  cluster(
    { 'certificate-authority-data': inBase64 },
    'certificate-authority-data',
    'does not contain a certificate in PEM format',
  ),
  user(pair(inBase64, adaKey!.base64), 'client-certificate-data', 'PEM'),
  user(pair(ada!.base64, inBase64), 'client-key-data', 'does not contain a private key'),
  user(pair(ada!.base64, bobKey!.base64), 'client-key-data', 'does not match'),
  user(pair(ada!.base64, encryptedKey!.base64), 'client-key-data', 'encrypted'),
];

const inFile = { context: 'dev', inFile: true };
testMistakes('a field', values, { code: 'invalid-field', ...inFile });
testMistakes('a plugin', plugins, { code: 'invalid-field', ...inFile });
testMistakes('a variable', variables, { code: 'invalid-field', context: 'dev', inFile: false });
testMistakes('a file that a field names', files, { code: 'unreadable-file', ...inFile });
testMistakes('a certificate', certificates, { code: 'invalid-certificate', ...inFile });
