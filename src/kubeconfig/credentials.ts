import type { ClientOptions } from '../client-options.js';
import { abandonOnAbort } from '../shared/abort.js';
import type { Credentials } from '../transport/options.js';
import type { Agents } from './tls/agents.js';
import type { ClientPair } from './tls/pem.js';
import { unprintable } from './unprintable.js';

/** The credentials of one request. */
export interface Shown {
  readonly headers: Credentials['headers'];
  /** A client certificate other than the one that the agents already use. */
  readonly pair?: ClientPair | undefined;
}

/** Called before each request, like `authenticate`. */
export type Show = (signal: AbortSignal, rejected: boolean) => Promise<Shown>;

/** The client options for authentication and its cleanup. */
export type Authentication = Pick<ClientOptions, 'authenticate' | 'onClose'>;

const shownInstead = '[credentials]';

/** Combines headers and agent. Printing the result, or converting it to JSON, shows no secret, so logs hold none. */
export function authenticationBy(show: Show, agents: Agents): Authentication {
  const credentials = async (signal: AbortSignal, rejected: boolean): Promise<Credentials> => {
    const { headers, pair } = await show(signal, rejected);
    const agent = await agents.agent(signal, pair);
    return unprintable({ headers: unprintable({ ...headers }, shownInstead), agent }, shownInstead);
  };
  return {
    async authenticate({ signal, rejected }) {
      signal.throwIfAborted();
      // A file on an unavailable drive must not block a request that has been aborted.
      return abandonOnAbort(credentials(signal, rejected), signal);
    },
    onClose() {
      agents.close();
    },
  };
}
