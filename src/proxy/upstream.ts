import { createConnection } from '../core/transport/create-connection.js';
import { createDefaultTransport } from '../core/transport/default-transport.js';
import { requireKnownOptions, requireSignal, type OptionChecks } from '../core/shared/arguments.js';
import { isJsonRecord } from '../core/shared/json-record.js';
import type { Client, ClientOptions } from '../index.js';
import type { ProxyCredentials } from './options.js';

/** What sends the requests of one user. */
export type Upstream = Pick<Client, 'stream' | 'connect'>;

/** The credentials of a login are not such as may be used. */
export class CredentialsError extends Error {
  constructor(
    message: string,
    /** The status of the answer. */
    readonly status: 401 | 403 = 401,
  ) {
    super(message);
  }
}

/** What knows the way to the API server: the sockets are shared by all users, and the credentials by nobody. */
export interface Upstreams {
  of(credentials: ProxyCredentials): Upstream;
  close(): void;
}

const credentialChecks: OptionChecks<ProxyCredentials> = {
  token: true,
  impersonate: true,
  client: true,
  signal: requireSignal,
  expiresAt: requireDate,
};

/** Makes what sends requests with the credentials of users. */
export function createUpstreams(cluster: ClientOptions | undefined, allowSystem: readonly string[]): Upstreams {
  const transport = cluster && (cluster.transport ?? createDefaultTransport(cluster));
  return {
    of(credentials) {
      if (!isJsonRecord(credentials)) throw new CredentialsError('credentialsFor() must return an object');
      const { token, impersonate, client } = requireKnownOptions<ProxyCredentials>(
        credentials,
        credentialChecks,
        'credentials',
      );
      if ([token, impersonate, client].filter((one) => one !== undefined).length !== 1) {
        throw new CredentialsError('credentialsFor() must return one of token, impersonate and client');
      }
      if (client !== undefined) return client;
      if (cluster === undefined) throw new CredentialsError('a token or an impersonation needs the option cluster');
      const common = { ...cluster, transport, retry: { limit: 0 }, onClose: undefined, maxStreams: Infinity };
      if (impersonate !== undefined) {
        const { user, groups = [] } = impersonate;
        const forbidden = [user, ...groups].find(
          (name) => String(name).startsWith('system:') && !allowSystem.includes(name),
        );
        if (forbidden !== undefined) {
          throw new CredentialsError(`${forbidden} may not be impersonated (allowSystem)`, 403);
        }
        return createConnection({ ...common, impersonate });
      }
      const { authenticate } = cluster;
      const own = { ...common, impersonate: undefined };
      if (authenticate === undefined) return createConnection({ ...own, token });
      // Checks the token, and that it does not travel over plain http.
      createConnection({ ...own, authenticate: undefined, token });
      return createConnection({
        ...own,
        token: undefined,
        // Of the proxy's own credentials, what verifies the server.
        async authenticate(context) {
          const { agent } = await authenticate(context);
          if (agent !== undefined && mayShowCertificate(agent)) {
            throw new CredentialsError(
              'cluster has a client certificate, which the API server would use instead of the token: remove it',
            );
          }
          return { headers: { authorization: `Bearer ${token ?? ''}` }, agent };
        },
      });
    },
    close() {
      transport?.close();
    },
  };
}

/** Whether a server may learn who this process is from the connection itself. */
function mayShowCertificate(agent: object): boolean {
  const known: unknown = Reflect.get(agent, 'showsCertificate');
  if (typeof known === 'boolean') return known;
  const options = Object(Reflect.get(agent, 'options')) as Readonly<Record<string, unknown>>;
  return ['cert', 'key', 'pfx', 'secureContext'].some((name) => options[name] !== undefined);
}

function requireDate(option: string, value: unknown): void {
  if (!(value instanceof Date) || Number.isNaN(value.getTime())) throw new CredentialsError(`${option} must be a Date`);
}
