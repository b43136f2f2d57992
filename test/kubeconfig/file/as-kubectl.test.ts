import { describe, expect, it } from 'vitest';
import { listContexts, loadKubeconfig } from '../../../src/kubeconfig/index.js';
import { credentialsOf, tlsFixture } from '../temp-folder.js';

const authority = await tlsFixture('authority.crt');
const user = 'users: [{ name: u, user: { token: t, as: bob } }]';
const context = 'current-context: d\ncontexts: [{ name: d, context: { cluster: c, user: u } }]';
const cluster = 'clusters: [{ name: c, cluster: { server: "https://kube" } }]';
const whole = [user, context, cluster, ''].join('\n');

const withClusters = (clusters: string): string => [user, context, `clusters: ${clusters}`].join('\n');
const withServer = (server: string, more = ''): string =>
  withClusters(`[{ name: c, cluster: { server: '${server}'${more} } }]`);

async function read(text: string): Promise<{ server: string | undefined; headers: unknown; warnings: string[] }> {
  const warnings: string[] = [];
  const loaded = await loadKubeconfig({ text, env: {}, onWarning: (warning) => warnings.push(warning) });
  return { server: loaded.server, headers: (await credentialsOf(loaded)).headers, warnings };
}

// Each was tried with kubectl 1.32.
describe('a server without a scheme', () => {
  it.each([
    ['10.0.0.1:8080', '', 'http://10.0.0.1:8080'],
    ['kube', '', 'http://kube'],
    ['kube:8080', '', 'http://kube:8080'],
    ['kube:8080/', '', 'http://kube:8080'],
    ['kube:8080?x=1', '', 'http://kube:8080'],
    ['[::1]:8080', '', 'http://[::1]:8080'],
    ['kube:6443', ', insecure-skip-tls-verify: true', 'http://kube:6443'],
    ['kube:6443', `, certificate-authority-data: ${authority.base64}`, 'http://kube:6443'],
  ])('%s%s stands for http, and gets no token', async (server, more, url) => {
    const { warnings, ...loaded } = await read(withServer(server, more));
    expect(loaded).toEqual({ server: url, headers: { 'impersonate-user': 'bob' } });
    expect(warnings).toEqual(url.includes('::1') ? [] : [expect.stringContaining('the token is not sent')]);
  });

  it('may be an option', async () => {
    const { server } = await loadKubeconfig({ text: whole, env: {}, server: 'kube:8080' });
    expect(server).toBe('http://kube:8080');
  });
});

describe('a kubeconfig', () => {
  it.each([
    ['with a last ---', `${whole}---\n`],
    ['with two of them', `${whole}---\n---\n`],
    ['with a first ---', `---\n${whole}`],
    ['with a last ...', `${whole}...\n`],
    ['with a comment behind ---', `${whole}---\n# nothing\n`],
    ['with a second document', `${whole}---\nkind: Config\nclusters: 5\n`],
    ['with a byte order mark', `\ufeff${whole}`],
    ['with an entry that is null', withClusters('[null, { name: c, cluster: { server: "https://kube" } }]')],
    [
      'with one without a name',
      withClusters('[{ cluster: 1 }, { name: c, cluster: { server: "https://kube" } }]'.replace('1', '{}')),
    ],
    ['with one whose name is null', withClusters('[{ name: null }, { name: c, cluster: { server: "https://kube" } }]')],
    [
      'with a cluster that is null',
      withClusters('[{ name: x, cluster: null }, { name: c, cluster: { server: "https://kube" } }]'),
    ],
  ])('%s is read', async (_, text) => {
    const headers = { authorization: 'Bearer t', 'impersonate-user': 'bob' };
    expect(await read(text)).toEqual({ server: 'https://kube', headers, warnings: [] });
  });

  it('lists no context without a name', async () => {
    const contexts = await listContexts({ text: 'contexts: [null, { name: a }]', env: {} });
    expect(contexts.map(({ name }) => name)).toEqual(['a']);
  });

  it('whose first document is empty has no context', async () => {
    await expect(read(`---\n---\n${whole}`)).rejects.toMatchObject({ field: 'current-context' });
  });

  it.each(['yes', 'Yes', 'YES', 'y', 'Y', 'on', 'On', 'ON', 'true', 'True', 'no', 'n', 'off', 'False'])(
    'takes %s for a boolean',
    async (flag) => {
      const text = withServer('https://kube', `, insecure-skip-tls-verify: ${flag}`);
      const loaded = await loadKubeconfig({ text, env: {} });
      const { agent } = await credentialsOf(loaded);
      expect(agent).toHaveProperty('options.rejectUnauthorized', !/^(?:y|on|t)/i.test(flag));
    },
  );

  it.each(['"yes"', "'true'", '1', 'yEs', 'yess'])('takes %s for none', async (flag) => {
    const reading = read(withServer('https://kube', `, insecure-skip-tls-verify: ${flag}`));
    await expect(reading).rejects.toMatchObject({ code: 'kubeconfig-invalid-field' });
  });
});
