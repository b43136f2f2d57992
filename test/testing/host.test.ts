import { describe, expect, it } from 'vitest';
import { hostProblem } from '../../src/testing/http/request-target.js';

const allowed = ['kubernetes.test', 'Node.Test:6443', 'fd00::1', ''];

describe('the Host of a request', () => {
  it.each([
    'localhost',
    'localhost:8080',
    'LOCALHOST:8080',
    'localhost.',
    'localhost.:8080',
    'localhost:',
    '127.0.0.1',
    '127.0.0.1:1',
    '127.255.10.99',
    '[::1]',
    '[::1]:65535',
    'kubernetes.test',
    'KUBERNETES.test.:443',
    'node.test',
    '[fd00::1]:80',
  ])('%j is ours', (host) => {
    expect(hostProblem([host], allowed)).toBeUndefined();
  });

  it.each([
    'evil.test',
    'x',
    '',
    '.',
    'localhost.evil.test',
    '127.0.0.1.evil.test',
    '127.evil.test',
    'evil.localhost',
    'notlocalhost',
    'localhost..',
    '127.0.0.1.',
    '127.0.0.256',
    '127.1',
    '127.0.0.1.1',
    '128.0.0.1',
    '2130706433',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '0.0.0.0',
    '::1:80',
    '[::1].',
    '[::1',
    '[::ffff:127.0.0.1]',
    '[::2]',
    'localhost:80:80',
    'localhost:evil',
    'localhost@evil.test',
    'evil.test#localhost',
    'localhost, evil.test',
    'localhost\u0000',
    'localhost\n',
    'ⓛocalhost',
    'kubernetes.test.evil.test',
    'akubernetes.test',
  ])('%j is another’s', (host) => {
    expect(hostProblem([host], allowed)).toBe('foreign');
  });

  it.each([[[]], [['localhost', 'localhost']], [['localhost', 'evil.test']]])('%j is none', (hosts) => {
    expect(hostProblem(hosts, allowed)).toBe('malformed');
  });
});
