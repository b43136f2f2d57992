import { requireFunction, requireObject } from '../shared/arguments.js';
import type { Controller } from './controller.js';

/** Says that something is well by returning, and that it is not by throwing; a message goes to whoever asks. */
export type HealthCheck = () => unknown;

/** What {@link createHealthHandler} takes. */
export interface HealthHandlerOptions {
  /**
   * Each is well while it runs, and not all its places are taken by reconciles past their deadline; ready once it is
   * synced.
   * @default none
   */
  readonly controllers?: readonly Controller[] | undefined;
  /** Further checks of `/healthz`, by their names. @default none beside those of the controllers */
  readonly healthz?: Readonly<Record<string, HealthCheck>> | undefined;
  /** Further checks of `/readyz`, by their names. @default none beside those of the controllers */
  readonly readyz?: Readonly<Record<string, HealthCheck>> | undefined;
}

/** What of a request of `node:http` is looked at. */
export interface HealthRequest {
  /** The path that was asked for, with its query. */
  readonly url?: string | undefined;
}

/** What of a response of `node:http` is used. */
export interface HealthResponse {
  /** The HTTP status to send. */
  statusCode: number;
  /** Sets a header of the answer. */
  setHeader(name: string, value: string): unknown;
  /** Sends the body, and ends the answer. */
  end(body: string): unknown;
}

/** Answers health checks. */
export type HealthHandler = (request: HealthRequest, response: HealthResponse) => void;

/**
 * Makes a handler for `createServer` of `node:http` that answers `/healthz`, `/livez` (the same) and `/readyz`: 200 where every
 * check passes, else 500, with a line for each check that fails, or for all of them with `?verbose`; anything else is 404. It
 * answers `/healthz/NAME` as well, for one check.
 *
 * @throws InvalidArgumentError for options that can never work
 * @example
 * import { createServer } from 'node:http';
 *
 * const handler = createHealthHandler({ controllers: [controller] });
 * createServer(handler).listen(8081);
 * @see https://kubernetes.io/docs/concepts/configuration/liveness-readiness-startup-probes/
 */
export function createHealthHandler(options: HealthHandlerOptions = {}): HealthHandler {
  const { controllers = [], healthz = {}, readyz = {} } = requireObject('options', options);
  for (const [name, check] of [...Object.entries(healthz), ...Object.entries(readyz)]) requireFunction(name, check);
  const own = (check: (controller: Controller) => void) =>
    controllers.map((each): [string, HealthCheck] => [
      each.name,
      () => {
        check(each);
      },
    ]);
  const alive = new Map([...own(requireAlive), ...Object.entries(healthz)]);
  const ready = new Map([...own(requireReady), ...Object.entries(readyz)]);
  const paths = new Map([
    ['healthz', alive],
    ['livez', alive],
    ['readyz', ready],
  ]);
  return ({ url = '/' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const [, root = '', name, ...rest] = pathname.split('/');
    const checks = paths.get(root);
    const one = name === undefined || name === '' ? undefined : decode(name);
    const chosen = [...(checks ?? [])].filter(([each]) => one === undefined || each === one);
    response.setHeader('content-type', 'text/plain; charset=utf-8');
    response.setHeader('x-content-type-options', 'nosniff');
    if (checks === undefined || rest.length > 0 || (one !== undefined && chosen.length === 0)) {
      response.statusCode = 404;
      response.end('not found\n');
      return;
    }
    void Promise.all(chosen.map(runCheck)).then((results) => {
      const isWell = results.every(({ error }) => error === undefined);
      response.statusCode = isWell ? 200 : 500;
      const lines = results.map(({ line }) => line);
      const verdict = `${root} check ${isWell ? 'passed' : 'failed'}`;
      response.end(isWell && !searchParams.has('verbose') ? 'ok' : [...lines, verdict, ''].join('\n'));
    });
  };
}

async function runCheck([name, check]: readonly [string, HealthCheck]): Promise<{ line: string; error?: unknown }> {
  try {
    await check();
    return { line: `[+]${name} ok` };
  } catch (error) {
    return {
      line: `[-]${name} failed: ${error instanceof Error ? error.message : String(error)}`,
      error: error ?? true,
    };
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function requireAlive({ status: { closed, running, concurrency } }: Controller): void {
  if (closed) throw new Error('it has ended');
  if (running.filter(({ isHanging }) => isHanging).length >= concurrency) {
    throw new Error(`all ${concurrency} places are taken by reconciles past their deadline`);
  }
}

function requireReady({ status: { synced, closed } }: Controller): void {
  if (closed) throw new Error('it has ended');
  if (!synced) throw new Error('its informers are not synced');
}
