import { inspect } from 'node:util';
import type { ClientOptions } from '../client-options.js';
import type { Credentials } from '../transport/options.js';
import { authorizationOf } from './authorization.js';
import { clientCertificateOf } from './client-certificate.js';
import { chooseContext } from './context.js';
import { impersonationHeaders } from './impersonation.js';
import type { LoadKubeconfigOptions } from './load-options.js';
import type { Kubeconfig } from './parse.js';
import { serverIdentityOf } from './server-identity.js';
import { createTlsAgents } from './tls-agent.js';

/**
 * Turns the chosen context into client options. Credentials live in closures, so that printing the options shows
 * none. As in kubectl, they are kept back from servers without TLS.
 */
export async function toClientOptions(kubeconfig: Kubeconfig, options: LoadKubeconfigOptions): Promise<ClientOptions> {
  const { cluster, user, namespace } = chooseContext(kubeconfig, options);
  const { server, secure, ...trust } = serverIdentityOf(cluster, options);
  const impersonation = impersonationHeaders(user, options);
  const authorization = secure ? await authorizationOf(user, options) : () => Promise.resolve(undefined);
  const agents = secure ? await createTlsAgents({ ...trust, ...clientCertificateOf(user, options) }) : undefined;
  return {
    server,
    namespace,
    async authenticate({ signal, rejected }) {
      signal.throwIfAborted();
      const [value, agent] = await Promise.all([authorization(rejected), agents?.agent(signal)]);
      const headers = { ...(value !== undefined && { authorization: value }), ...impersonation };
      return unprintable({ headers: unprintable(headers), agent });
    },
  };
}

/** Keeps what holds a secret out of logs. */
function unprintable<Value extends Credentials | Credentials['headers']>(value: Value): Value {
  return Object.defineProperty(value, inspect.custom, { value: () => '[credentials]' });
}
