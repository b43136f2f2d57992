import { describe, expect, it } from 'vitest';
import { ConnectionError } from '../../src/core/transport/errors.js';
import type { ApiRequest } from '../../src/core/transport/connection.js';
import { createConnection } from '../../src/core/transport/create-connection.js';
import { fakeTransport } from './fake-transport.js';

const server = 'https://127.0.0.1:6443';
const pods: ApiRequest = { method: 'GET', path: '/api/v1/pods', accept: 'application/json' };

describe('the location of a mistake', () => {
  const configLocations = {
    address: { file: '/c', context: 'dev', field: 'server' },
    authority: { file: '/c', context: 'dev', field: 'ca' },
    serverName: { file: '/c', context: 'dev', field: 'name' },
  };

  it.each([
    ['ECONNREFUSED', 'connection-refused', 'server'],
    ['ENOTFOUND', 'host-not-found', 'server'],
    ['EAI_AGAIN', 'host-not-found', 'server'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'untrusted-server', 'ca'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'untrusted-server', 'ca'],
    ['CERT_HAS_EXPIRED', 'untrusted-server', 'ca'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'untrusted-server', 'name'],
    // The server's word about our certificate.
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'connection', undefined],
    ['EHOSTUNREACH', 'connection', undefined],
  ])('that leads to %s is named: %s', async (reasonCode, code, field) => {
    const lost = Object.assign(new Error('words'), { code: reasonCode });
    const connection = createConnection({ server, transport: fakeTransport(lost), configLocations });
    const error: unknown = await connection.request(pods).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ConnectionError);
    const location = field === undefined ? {} : { file: '/c', context: 'dev' };
    expect(error).toMatchObject({ code, reasonCode, field, ...location });
    const words = ` (kubeconfig "/c", context "dev", ${field})`;
    expect((error as Error).message.endsWith(words)).toBe(field !== undefined);
  });
});
