import { describe, expect, it } from 'vitest';
import { proxyVariable } from '../../../src/kubeconfig/proxy.js';
import { get, loadOne } from '../requests.js';
import { tlsServer } from '../tls/tls-server.js';
import { tlsFixture } from '../temp-folder.js';
import { httpProxy, socksProxy } from './proxies.js';

const authority = await tlsFixture('authority.crt');
const trusting = { 'certificate-authority-data': authority.base64 };
const capital = { HTTPS_PROXY: 'secure', HTTP_PROXY: 'plain' };

describe('the proxy of the environment', () => {
  it.each([
    ['is HTTPS_PROXY for a server with TLS', 'https://kube', capital, 'HTTPS_PROXY'],
    ['is HTTP_PROXY for a server without', 'http://kube', capital, 'HTTP_PROXY'],
    ['may be in small letters', 'https://kube', { https_proxy: 'x' }, 'https_proxy'],
    [
      'is the one in capitals where both are there',
      'https://kube',
      { https_proxy: 'x', HTTPS_PROXY: 'y' },
      'HTTPS_PROXY',
    ],
    ['is none where the variable is empty', 'https://kube', { HTTPS_PROXY: '', ALL_PROXY: 'x' }, undefined],
    [
      'is none for servers without TLS in a CGI program',
      'http://kube',
      { ...capital, REQUEST_METHOD: 'GET' },
      undefined,
    ],
    ['is HTTPS_PROXY even in a CGI program', 'https://kube', { ...capital, REQUEST_METHOD: 'GET' }, 'HTTPS_PROXY'],
  ])('%s', (_, server, env, name) => {
    expect(proxyVariable(new URL(server), env)?.name).toBe(name);
  });

  it.each(['localhost', 'localhost:6443', '127.0.0.1', '127.8.9.10:6443', '[::1]', '[::1]:6443', '[::ffff:127.0.0.1]'])(
    'is none for %s',
    (host) => {
      expect(proxyVariable(new URL(`https://${host}`), capital)).toBeUndefined();
    },
  );

  it.each([
    ['*', 'anything'],
    ['kube.example.org', 'kube.example.org'],
    ['KUBE.example.org', 'kube.EXAMPLE.org'],
    ['example.org', 'kube.example.org'],
    ['.example.org', 'kube.example.org'],
    ['*.example.org', 'a.kube.example.org'],
    ['a, ,kube', 'kube'],
    ['kube:6443', 'kube:6443'],
    ['kube:443', 'kube'],
    ['10.0.0.1', '10.0.0.1:6443'],
    ['10.0.0.1:6443', '10.0.0.1:6443'],
    ['10.0.0.0/8', '10.96.0.1'],
    ['fd00::/8', '[fd00::1]'],
    ['fd00:0::1', '[fd00::1]'],
    ['[fd00::1]:6443', '[fd00::1]:6443'],
    ['[fd00::1]:', '[fd00::1]'],
    ['[kube]:443', 'kube'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['::ffff:a00:1', '10.0.0.1'],
    ['[::ffff:10.0.0.1]:443', '10.0.0.1'],
    ['10.0.0.1', '[::ffff:10.0.0.1]'],
    ['10.0.0.1:443', '[::ffff:10.0.0.1]'],
    ['10.0.0.0/8', '[::ffff:10.0.0.1]'],
    ['::ffff:10.0.0.0/104', '10.9.9.9'],
    ['::ffff:0:0/96', '10.9.9.9'],
    ['::ffff:0:0/64', '[::5]'],
  ])('is none where NO_PROXY is %s, for %s', (rules, host) => {
    expect(proxyVariable(new URL(`https://${host}`), { ...capital, NO_PROXY: rules })).toBeUndefined();
    expect(proxyVariable(new URL(`https://${host}`), { ...capital, no_proxy: rules })).toBeUndefined();
  });

  it.each([
    ['', 'kube'],
    ['.example.org', 'example.org'],
    ['ample.org', 'example.org'],
    ['kube:6443', 'kube'],
    ['10.0.0.1:6443', '10.0.0.1'],
    ['10.0.0.0/8', '11.0.0.1'],
    ['10.0.0.0/99', '10.0.0.1'],
    ['10.0.0.0/8', 'ten.example.org'],
    ['1', '10.0.0.1'],
    ['0.0.1', '10.0.0.1'],
    ['::/0', '10.0.0.1'],
    ['0.0.0.0/0', '[fd00::1]'],
    [':6443', 'kube:6443'],
    ['[', 'kube'],
    ['[fd00::1]', '[fd00::1]'],
    ['[10.0.0.1]', '10.0.0.1'],
    ['[::ffff:10.0.0.1]', '10.0.0.1'],
    ['[fd00::1]:6443', '[fd00::1]'],
    ['::ffff:10.0.0.0/104', '11.0.0.1'],
    ['::ffff:0:0/64', '10.0.0.1'],
    ['::ffff:10.0.0.0/129', '10.0.0.1'],
    ['10.0.0.1:https', '10.0.0.1'],
  ])('stays where NO_PROXY is %j, for %s', (rules, host) => {
    expect(proxyVariable(new URL(`https://${host}`), { ...capital, NO_PROXY: rules })?.name).toBe('HTTPS_PROXY');
  });

  it.each([
    ['https://kube', '__proto__', 'constructor'],
    ['https://kube', '/', '[]:x'],
  ])('does not mind odd rules', (server, ...rules) => {
    expect(proxyVariable(new URL(server), { ...capital, NO_PROXY: rules.join() })?.name).toBe('HTTPS_PROXY');
  });
});

describe('a server', () => {
  it.each(['socks5', 'socks5h', 'SOCKS5H'])('is reached through a proxy of %s in the environment', async (scheme) => {
    const { url } = await tlsServer('named-server');
    const proxy = await socksProxy({ hosts: { 'kube.internal': '127.0.0.1' } });
    const env = { HTTPS_PROXY: `${scheme}://127.0.0.1:${proxy.port}` };
    const server = url.replace('127.0.0.1', 'kube.internal');
    expect(await get(await loadOne({ server, ...trusting }, { token: 't' }, { env }))).toMatchObject({
      serverName: 'kube.internal',
    });
    expect(proxy.requests).toEqual([`SOCKS ${new URL(server).host}`]);
  });

  it("is reached through the environment's proxy, whose scheme may be left out", async () => {
    const { url } = await tlsServer('named-server');
    const proxy = await httpProxy({ hosts: { 'kube.internal': '127.0.0.1' } });
    const server = url.replace('127.0.0.1', 'kube.internal');
    for (const HTTPS_PROXY of [`http://127.0.0.1:${proxy.port}`, `127.0.0.1:${proxy.port}`]) {
      const loaded = await loadOne({ server, ...trusting }, { token: 't' }, { env: { HTTPS_PROXY } });
      expect(await get(loaded)).toMatchObject({ serverName: 'kube.internal' });
    }
    expect(proxy.requests).toHaveLength(2);
  });

  it("is reached through the cluster's own proxy where there are both, and NO_PROXY does not count", async () => {
    const { url } = await tlsServer();
    const proxy = await httpProxy();
    const env = { HTTPS_PROXY: 'http://127.0.0.1:1', NO_PROXY: '*' };
    const cluster = { server: url, ...trusting, 'proxy-url': `http://127.0.0.1:${proxy.port}` };
    expect(await get(await loadOne(cluster, { token: 't' }, { env }))).toMatchObject({ authorization: 'Bearer t' });
    expect(proxy.requests).toHaveLength(1);
  });
});
