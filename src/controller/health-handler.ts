import {
  requireCallback,
  requireFields,
  requireKnownOptions,
  requireList,
  requireMethods,
  type OptionChecks,
} from '../core/shared/arguments.js';
import { systemClock, withinTime } from '../core/shared/clock.js';
import { ownIn } from '../core/shared/json-record.js';
import type { RunningController } from './controller.js';
import type { MetricsSource } from './prometheus.js';

/** A health check: passes by returning and fails by throwing. The message of the error is part of the response. */
export type HealthCheck = () => unknown;

/** Options of {@link createHealthHandler}. */
export interface HealthHandlerOptions {
  /**
   * The controllers to check. A controller is healthy while it runs, unless reconciles past their deadline take all of
   * its places; it is ready once it is synced.
   * @default none
   */
  readonly controllers?: readonly RunningController[] | undefined;
  /** Further checks of `/healthz`, by name. @default none besides those of the controllers */
  readonly healthz?: Readonly<Record<string, HealthCheck>> | undefined;
  /** Further checks of `/readyz`, by name. @default none besides those of the controllers */
  readonly readyz?: Readonly<Record<string, HealthCheck>> | undefined;
  /** What `/metrics` shows: those of `createPrometheusMetrics`, or a registry of prom-client. @default none: a 404 */
  readonly metrics?: MetricsSource | undefined;
}

/** The part of a `node:http` request that the handler reads. */
export interface HealthRequest {
  /** The requested path, with its query. */
  readonly url?: string | undefined;
}

/** The part of a `node:http` response that the handler uses. */
export interface HealthResponse {
  /** The HTTP status to send. */
  statusCode: number;
  /** Sets a header of the response. */
  setHeader(name: string, value: string): unknown;
  /** Sends the body and ends the response. */
  end(body: string): unknown;
}

/** Answers health checks. */
export type HealthHandler = (request: HealthRequest, response: HealthResponse) => void;

/** A check that never settles would collect a request for each probe. */
const checkLimitMs = 10_000;
const plainText = 'text/plain; charset=utf-8';

const optionChecks: OptionChecks<HealthHandlerOptions> = {
  controllers: true,
  healthz: requireFields,
  readyz: requireFields,
  metrics: (option, value) => requireMethods(option, value, ['metrics']),
};

/**
 * Creates a handler for `createServer` of `node:http` that serves `/healthz`, `/livez` (the same), `/readyz` and `/metrics`. The
 * status is 200 if every check passes, and otherwise 500, or 503 of `/readyz`, with one line for each check; `?verbose` lists the checks of a
 * 200 as well. A check that takes longer than 10 s fails. A name behind the path, as in `/healthz/NAME`, runs the checks of this name only. Any other path is a
 * 404.
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
  requireKnownOptions(options, optionChecks);
  const { controllers = [], healthz = {}, readyz = {}, metrics } = options;
  for (const [index, each] of requireList('controllers', controllers).entries()) {
    requireMethods(`controllers[${index}]`, each, ['idle']);
  }
  for (const [name, check] of [...Object.entries(healthz), ...Object.entries(readyz)]) requireCallback(name, check);
  const own = (check: (controller: RunningController) => void) =>
    controllers.map((each): [string, HealthCheck] => [each.name, () => check(each)]);
  // Lists, because two controllers may have one name.
  const alive = [...own(requireAlive), ...Object.entries(healthz)];
  const ready = [...own(requireReady), ...Object.entries(readyz)];
  return ({ url = '/' }, response) => {
    const { path, isVerbose } = readTarget(url);
    response.setHeader('content-type', plainText);
    response.setHeader('x-content-type-options', 'nosniff');
    if (metrics !== undefined && path === '/metrics') {
      void showMetrics(metrics, response);
      return;
    }
    const [, root = '', name, ...rest] = path.split('/');
    const checks = ownIn({ healthz: alive, livez: alive, readyz: ready }, root);
    const one = name === '' ? undefined : name;
    const chosen = (checks ?? []).filter(
      ([each]) => one === undefined || [each, encodeURIComponent(each)].includes(one),
    );
    if (checks === undefined || rest.length > 0 || (one !== undefined && chosen.length === 0)) {
      response.statusCode = 404;
      response.end('not found\n');
      return;
    }
    void Promise.all(chosen.map(runCheck)).then((results) => {
      const isWell = results.every(({ isWell }) => isWell);
      response.statusCode = isWell ? 200 : root === 'readyz' ? 503 : 500;
      const lines = results.map(({ line }) => line);
      const verdict = `${root} check ${isWell ? 'passed' : 'failed'}`;
      response.end(isWell && !isVerbose ? 'ok' : [...lines, verdict, ''].join('\n'));
    });
  };
}

/** Reads the target of a request, which may be anything, without `URL`: that throws for `//` and a port of 99999. */
function readTarget(target: string): { readonly path: string; readonly isVerbose: boolean } {
  const [path = '', query] = target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 2);
  return { path, isVerbose: new URLSearchParams(query).has('verbose') };
}

async function showMetrics(source: MetricsSource, response: HealthResponse): Promise<void> {
  let text: string;
  try {
    text = await withinLimit(() => source.metrics());
    response.statusCode = 200;
    response.setHeader('content-type', source.contentType);
  } catch (error) {
    response.statusCode = 500;
    text = `metrics failed: ${oneLine(messageOf(error))}\n`;
  }
  response.end(text);
}

async function runCheck([name, check]: readonly [string, HealthCheck]): Promise<{ line: string; isWell: boolean }> {
  try {
    await withinLimit(check);
    return { line: `[+]${oneLine(name)} ok`, isWell: true };
  } catch (error) {
    return { line: `[-]${oneLine(name)} failed: ${oneLine(messageOf(error))}`, isWell: false };
  }
}

function withinLimit<T>(answer: () => T | Promise<T>): Promise<T> {
  const late = (): Error => new Error(`it took longer than ${checkLimitMs / 1000} s`);
  return withinTime([checkLimitMs, undefined, systemClock, late], () => answer());
}

/** A line break in a name or a message would forge the line of another check. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ');
}

/** A check may throw anything. */
function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  return typeof error === 'string' ? error : 'an error without a readable message';
}

function requireAlive({ status: { closed, running, concurrency } }: RunningController): void {
  if (closed) throw new Error('it has stopped');
  if (running.filter(({ isHanging }) => isHanging).length >= concurrency) {
    throw new Error(`all ${concurrency} workers are blocked by reconciles past their deadline`);
  }
}

function requireReady({ status: { synced, closed } }: RunningController): void {
  if (closed) throw new Error('it has stopped');
  if (!synced) throw new Error('its informers are not synced');
}
