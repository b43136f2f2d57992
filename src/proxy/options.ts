import type { ClientOptions, Client, Impersonation } from '../index.js';
import {
  requireBoolean,
  requireCount,
  requireFunction,
  requireMilliseconds,
  requireObject,
  type OptionChecks,
} from '../core/shared/arguments.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';

/** A request of a page, before anything is sent to the API server. */
export interface ProxyRequest {
  /** The HTTP method; GET for a WebSocket. */
  readonly method: string;
  /** The path and the query, as they were asked for. */
  readonly url: string;
  /** The headers. */
  readonly headers: Headers;
  /** The request of the server or the framework: an `IncomingMessage` of Node, with what middleware has put on it, or a `Request`. */
  readonly source: object;
}

/**
 * The credentials of one user: exactly one of `token`, `impersonate` and `client`, and how long they hold. Nobody else's
 * requests are sent with them.
 */
export interface ProxyCredentials {
  /** The user's own bearer token. The credentials of `cluster` are not sent with it. */
  readonly token?: string | undefined;
  /** The user to impersonate, with the credentials of `cluster`, which need the right to do so. */
  readonly impersonate?: Impersonation | undefined;
  /** A client with the user's credentials, which is not closed. */
  readonly client?: Pick<Client, 'stream' | 'connect'> | undefined;
  /** Aborted when the login ends: what is open then ends as well. @default only `expiresAt` and the page end it */
  readonly signal?: AbortSignal | undefined;
  /** When the login ends: what is open then ends as well. @default only `signal` and the page end it */
  readonly expiresAt?: Date | undefined;
}

/** Options of {@link createProxyHandler}. */
export interface ProxyHandlerOptions {
  /**
   * How the API server is reached, as `loadKubeconfig()` and `inClusterOptions()` of `kubeatlas/kubeconfig` answer it. Its credentials are
   * sent with an impersonation and with nothing else. @default none: each of the credentials brings a `client`
   */
  readonly cluster?: ClientOptions | undefined;
  /**
   * Returns the credentials of whoever sends a request: from the session of your login, mostly. A request is answered 401 if it returns
   * nothing, throws, or takes longer than `credentialsTimeoutMs`.
   */
  readonly credentialsFor: (
    request: ProxyRequest,
  ) => ProxyCredentials | undefined | Promise<ProxyCredentials | undefined>;
  /**
   * The origins of the pages that may use it (`['https://dashboard.example.com']`), compared as they are; or a function of the Host of the
   * request. A write and a WebSocket have to show one, and no request may show another.
   */
  readonly origins: readonly string[] | ((host: string) => readonly string[]);
  /** The Host headers that are answered, any other one with 421. @default those of `origins`; with a function, all of which it knows an origin */
  readonly hosts?: readonly string[] | undefined;
  /** What stands before the paths of the API server: `/k8s`. @default '' */
  readonly prefix?: string | undefined;
  /**
   * Refuses whatever may change something: writes, commands in containers, ports of pods. @default false
   */
  readonly readOnly?: boolean | undefined;
  /**
   * The users and groups that begin with `system:` and may be impersonated. All others are refused with 403: `system:masters` may
   * do everything. @default none
   */
  readonly allowSystem?: readonly string[] | undefined;
  /**
   * Whether a write may come without an Origin, which programs do not send. Only where no browser adds credentials by itself: a token in
   * a header, never a cookie. @default false
   */
  readonly allowMissingOrigin?: boolean | undefined;
  /** How long `credentialsFor` may take, in milliseconds. @default 10_000 */
  readonly credentialsTimeoutMs?: number | undefined;
  /** How many requests, streams and WebSockets may be open at once; one more is answered 503. @default 10_000 */
  readonly maxOpen?: number | undefined;
  /** The largest body of a request, in bytes; a larger one is answered 413. @default 3 MiB, the most that API servers accept */
  readonly maxBodyBytes?: number | undefined;
  /**
   * Called with what failed, for a log: pages are told no more than that it did. Errors that it throws are ignored.
   * @default nothing is called
   */
  readonly onFailure?: ((error: unknown, request: ProxyRequest) => void) | undefined;
}

/** The checks of the options. */
export const optionChecks: OptionChecks<ProxyHandlerOptions> = {
  cluster: requireObject,
  credentialsFor: requireFunction,
  origins: requireOrigins,
  hosts: requireSome,
  prefix: requirePrefix,
  readOnly: requireBoolean,
  allowSystem: requireTextList,
  allowMissingOrigin: requireBoolean,
  credentialsTimeoutMs: requireMilliseconds,
  maxOpen: requireCount,
  maxBodyBytes: requireCount,
  onFailure: requireFunction,
};

/** Requires the origins of pages. */
export function requireOrigins(option: string, value: unknown): void {
  if (typeof value === 'function') return;
  requireSome(option, value);
  for (const origin of value as readonly string[]) {
    // As browsers send it: without a path, in lower case.
    const url = URL.canParse(origin) ? new URL(origin) : undefined;
    if (url === undefined || !/^https?:$/.test(url.protocol) || url.origin !== origin) {
      throw new InvalidArgumentError(option, 'must be a list of origins: https://dashboard.example.com');
    }
  }
}

function requireSome(option: string, value: unknown): void {
  requireTextList(option, value);
  if ((value as readonly string[]).length === 0) throw new InvalidArgumentError(option, 'must not be empty');
}

function requireTextList(option: string, value: unknown): void {
  if (Array.isArray(value) && value.every((one) => typeof one === 'string' && one !== '')) return;
  throw new InvalidArgumentError(option, 'must be a list of strings');
}

function requirePrefix(option: string, value: unknown): void {
  if (value === '' || (typeof value === 'string' && /^(\/[\w.~-]*[\w~-])+$/.test(value))) return;
  throw new InvalidArgumentError(option, 'must be a path without a slash at its end: /k8s');
}
