import { inspect } from 'node:util';
import type { ClientOptions } from '../client-options.js';
import type { Credentials } from '../transport/options.js';
import type { ClientPair } from './pem.js';

/** What a user shows with one request. */
export interface Shown {
  readonly headers: Credentials['headers'];
  /** A client certificate that is not among those of the agents already. */
  readonly pair?: ClientPair | undefined;
}

/** Asked before each request, as `authenticate` is. */
export type Show = (signal: AbortSignal, rejected: boolean) => Promise<Shown>;

/** The pools of sockets of one client. */
export interface Agents {
  /**
   * The agent for a request; undefined for the client's own.
   *
   * @param pair shown instead of the client certificate that the agents were made with
   */
  agent(signal: AbortSignal, pair: ClientPair | undefined): Promise<object | undefined>;
  /** Gives all idle sockets back. Whoever asks again gets a new agent, as options may serve several clients. */
  close(): void;
}

/** What a client needs to show who it is, and to end that. */
export type Authentication = Pick<ClientOptions, 'authenticate' | 'onClose'>;

/** Puts headers and agent together. What holds a secret is kept out of logs: printing it shows none. */
export function authenticationBy(show: Show, agents: Agents): Authentication {
  return {
    async authenticate({ signal, rejected }) {
      signal.throwIfAborted();
      const { headers, pair } = await show(signal, rejected);
      return unprintable({ headers: unprintable({ ...headers }), agent: await agents.agent(signal, pair) });
    },
    onClose() {
      agents.close();
    },
  };
}

function unprintable<Value extends Credentials | Credentials['headers']>(value: Value): Value {
  return Object.defineProperty(value, inspect.custom, { value: () => '[credentials]' });
}
