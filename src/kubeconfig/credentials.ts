import type { ClientOptions } from '../core/client-options.js';
import { abandonOnAbort } from '../core/shared/abort.js';
import type { Credentials } from '../core/transport/options.js';
import { type Agents, unprintable } from './tls/agents.js';
import type { ClientPair } from './tls/pem.js';

export interface PresentedCredentials {
  readonly headers: Credentials['headers'];
  /** A client certificate other than the one that the agents already use. */
  readonly pair?: ClientPair | undefined;
}

/** Called before each request, like `authenticate`. */
export type GetCredentials = (signal: AbortSignal, rejected: boolean) => Promise<PresentedCredentials>;

/** The client options for authentication and its cleanup. */
export type Authentication = Pick<ClientOptions, 'authenticate' | 'onClose'>;

const redactedText = '[credentials]';

/** Combines headers and agent. Printing the result, or converting it to JSON, shows no secret, so logs hold none. */
export function authenticationBy(getCredentials: GetCredentials, agents: Agents): Authentication {
  const credentials = async (signal: AbortSignal, rejected: boolean): Promise<Credentials> => {
    const { headers, pair } = await getCredentials(signal, rejected);
    const agent = await agents.agent(signal, pair);
    return unprintable({ headers: unprintable({ ...headers }, redactedText), agent }, redactedText);
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
