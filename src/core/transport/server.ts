import { createSharedBackoff, type SharedBackoff } from './shared-backoff.js';

/**
 * What is learned of one server by asking it, whoever asks: made with a connection, and the same for all that derive from
 * it. What depends on who asks (401, 403, 429, own writes) is not in it. Endpoints are keys: `apps/v1/deployments`.
 */
export interface Server {
  /** The endpoints that answer with protobuf that cannot be read: whole objects instead of metadata. */
  readonly unreadable: Set<string>;
  /** The forms that were refused with 406, by endpoint, verb and Accept header, each with the time until which this is trusted. */
  readonly refused: Map<string, number>;
  /** Which endpoints do not send their state as events up to an end mark, and in which version of the server. */
  readonly initialEvents: {
    /** Each with its form. */
    readonly lacking: Set<string>;
    version: Promise<string | undefined> | undefined;
    checkedAt: number;
  };
  /** How its watches come back together after it was lost. */
  readonly backoff: SharedBackoff;
}

/** Creates the {@link Server} of a new connection: nothing is known yet. */
export function createServer(): Server {
  return {
    unreadable: new Set(),
    refused: new Map(),
    initialEvents: { lacking: new Set(), version: undefined, checkedAt: 0 },
    backoff: createSharedBackoff(),
  };
}
