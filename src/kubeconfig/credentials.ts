import type { ClientOptions } from '../client-options.js';
import { abandonOnAbort } from '../shared/abort.js';
import type { Credentials } from '../transport/options.js';
import type { Agents } from './tls/agents.js';
import type { ClientPair } from './tls/pem.js';
import { unprintable } from './unprintable.js';

/** What a user shows with one request. */
export interface Shown {
  readonly headers: Credentials['headers'];
  /** A client certificate that is not among those of the agents already. */
  readonly pair?: ClientPair | undefined;
}

/** Asked before each request, as `authenticate` is. */
export type Show = (signal: AbortSignal, rejected: boolean) => Promise<Shown>;

/** What a client needs to show who it is, and to end that. */
export type Authentication = Pick<ClientOptions, 'authenticate' | 'onClose'>;

const shownInstead = '[credentials]';

/** Puts headers and agent together. What holds a secret is kept out of logs: printing it, or making JSON of it, shows none. */
export function authenticationBy(show: Show, agents: Agents): Authentication {
  const credentials = async (signal: AbortSignal, rejected: boolean): Promise<Credentials> => {
    const { headers, pair } = await show(signal, rejected);
    const agent = await agents.agent(signal, pair);
    return unprintable({ headers: unprintable({ ...headers }, shownInstead), agent }, shownInstead);
  };
  return {
    async authenticate({ signal, rejected }) {
      signal.throwIfAborted();
      // A file on a drive that is gone does not keep a request that has been aborted.
      return abandonOnAbort(credentials(signal, rejected), signal);
    },
    onClose() {
      agents.close();
    },
  };
}
