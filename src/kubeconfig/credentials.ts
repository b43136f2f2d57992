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

/** Gives the agent for a request; undefined for the client's own. */
export type AgentFor = (signal: AbortSignal, pair: ClientPair | undefined) => Promise<object | undefined>;

/** Puts headers and agent together. What holds a secret is kept out of logs: printing it shows none. */
export function authenticator(show: Show, agentFor: AgentFor): NonNullable<ClientOptions['authenticate']> {
  return async ({ signal, rejected }) => {
    signal.throwIfAborted();
    const { headers, pair } = await show(signal, rejected);
    return unprintable({ headers: unprintable({ ...headers }), agent: await agentFor(signal, pair) });
  };
}

function unprintable<Value extends Credentials | Credentials['headers']>(value: Value): Value {
  return Object.defineProperty(value, inspect.custom, { value: () => '[credentials]' });
}
