import { flagOf, type Section, sectionsOf, textOf } from '../file/section.js';
import type { ServerIdentity } from '../tls/server-identity.js';
import type { ExecConfig } from './exec-config.js';
import { stripVTControlCharacters } from 'node:util';
import { quote } from '../../core/shared/quote.js';
import {
  ExecPluginFailedError,
  ExecPluginMissingError,
  ExecPluginOutputError,
  ExecPluginTimeoutError,
  type KubeconfigError,
} from '../errors.js';
import { type KnownSecrets, knownSecrets } from './known-secrets.js';
import { requireAllowed, type PluginPolicy } from './plugin-policy.js';
import { type CommandOutcome, findExecutable, runCommand } from './run-command.js';
import { singleFlight } from '../../core/shared/single-flight.js';
import type { Environment } from '../load-options.js';
import { type ExecCredential, parseExecCredential } from './exec-credential.js';

/** Describes the cluster of a credential to a plugin, in the fields of a kubeconfig. */
export type DescribeCluster = () => Promise<Readonly<Record<string, unknown>>>;

const extensionName = 'client.authentication.k8s.io/exec';

/**
 * Returns the description of a cluster for a plugin, in kubectl's order; empty fields are left out.
 *
 * @param server the server that replaces the cluster's
 */
export function execClusterOf(cluster: Section, identity: ServerIdentity, server: string | undefined): DescribeCluster {
  const { serverName, insecure, certificateAuthority } = identity;
  // As written, because plugins compare it with what they know.
  const written = (server || textOf(cluster, 'server'))?.split(/[?#]/, 1)[0];
  const proxy = textOf(cluster, 'proxy-url');
  const uncompressed = flagOf(cluster, 'disable-compression');
  const extension = sectionsOf(cluster, 'extensions').find((each) => textOf(each, 'name') === extensionName);
  return async () => {
    const authority = await certificateAuthority?.read();
    return {
      server: written,
      ...(serverName !== undefined && { 'tls-server-name': serverName }),
      ...(insecure && { 'insecure-skip-tls-verify': true }),
      ...(authority && { 'certificate-authority-data': Buffer.from(authority, 'utf8').toString('base64') }),
      ...(proxy !== undefined && { 'proxy-url': proxy }),
      ...(uncompressed && { 'disable-compression': true }),
      config: extension?.value['extension'] ?? null,
    };
  };
}

/**
 * Returns the value of `KUBERNETES_EXEC_INFO`: the ExecCredential that requests a credential from a plugin.
 * @see https://kubernetes.io/docs/reference/access-authn-authz/authentication/#input-and-output-formats
 */
export async function execInfo(
  { apiVersion, provideClusterInfo }: ExecConfig,
  describeCluster: DescribeCluster,
  interactive: boolean,
): Promise<string> {
  const spec = provideClusterInfo ? { cluster: await describeCluster(), interactive } : { interactive };
  return JSON.stringify({ kind: 'ExecCredential', apiVersion, spec });
}

export interface FailedRun {
  readonly config: ExecConfig;
  readonly secrets: KnownSecrets;
  readonly timeoutMs: number;
}

/**
 * Returns the error for a plugin that provided no credential. Its output is not shown; of its standard error one line
 * is, with every known secret redacted.
 */
export function execFailureOf(outcome: CommandOutcome, { config, secrets, timeoutMs }: FailedRun): KubeconfigError {
  const { location, command } = config;
  const plugin = `the plugin ${quote(command)}`;
  switch (outcome.ending) {
    case 'not started':
      return outcome.reason === 'ENOENT'
        ? missing(config, secrets)
        : new ExecPluginFailedError(`${plugin} could not be started (${outcome.reason})`, location);
    case 'killed':
      return new ExecPluginFailedError(`${plugin} was terminated by ${outcome.by}`, location);
    case 'too late':
      return new ExecPluginTimeoutError(
        `${plugin} returned no credential within ${timeoutMs} ms and was terminated`,
        location,
        timeoutMs,
      );
    case 'too much output':
      return new ExecPluginOutputError(`${plugin} printed far more than a credential and was terminated`, location);
    case 'exited': {
      const stderrLine = firstLine(secrets.redact(outcome.stderr, outcome.output));
      const what = `${plugin} failed with exit code ${outcome.exitCode}${stderrLine === '' ? '' : `: ${quote(stderrLine)}`}`;
      return new ExecPluginFailedError(what, location, outcome.exitCode);
    }
  }
}

function missing({ command, installHint, location }: ExecConfig, secrets: KnownSecrets): ExecPluginMissingError {
  const hint = installHint === undefined ? '' : secrets.redact(oneLine(installHint));
  const advice = hint === '' ? 'install the plugin, or add it to the PATH' : `the kubeconfig says: ${hint}`;
  const about = { command, installHint: hint === '' ? undefined : hint };
  return new ExecPluginMissingError(`command ${quote(command)} not found; ${advice}`, location, about);
}

/** Makes a hint safe for any terminal: without line breaks, colours and other control characters. */
function oneLine(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 500);
}

function firstLine(text: string): string {
  return (
    text
      .split('\n')
      .map((line) => line.trim())
      .find((line) => line !== '') ?? ''
  );
}

/** Which streams of this process are a terminal that a plugin may use. */
export interface ExecTerminal {
  readonly stdin: boolean;
  readonly stderr: boolean;
}

export interface ExecPluginOptions {
  readonly config: ExecConfig;
  readonly policy: PluginPolicy;
  readonly describeCluster: DescribeCluster;
  readonly env: Environment;
  readonly terminal: ExecTerminal;
  /** Credentials of the user or of the proxy that the plugin could repeat. */
  readonly known: readonly string[];
  /** @default 60_000, or 300_000 if a person may be prompted */
  readonly timeoutMs?: number | undefined;
}

/** Provides the current credential. The plugin runs only if necessary, and once for all simultaneous callers. */
export interface ExecPlugin {
  /**
   * Returns the credential. `rejected` means that the server did not accept the previous one for this signal: the
   * plugin runs again, unless it has done so since. Throws an ExecPlugin error, or the signal's reason.
   */
  credential(signal: AbortSignal, rejected: boolean): Promise<ExecCredential>;
}

/** Far more than any credential. */
const maxOutputBytes = 1024 * 1024;
/** A credential is not used in its last moments, because a request takes time to arrive. */
const expiryMarginMs = 10_000;

/**
 * Provides the credentials of a user through an exec plugin; nothing runs before the first request.
 * @see https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins
 */
export function createExecPlugin(options: ExecPluginOptions): ExecPlugin {
  let current: { readonly credential: ExecCredential; readonly renewAt: number } | undefined;
  const presented = new WeakMap<AbortSignal, ExecCredential>();
  const secrets = knownSecrets(options.config, options.env, options.known);
  const runs = singleFlight(async (signal) => {
    const credential = await run(options, secrets, signal);
    secrets.remember(credential);
    const now = Date.now();
    const { expiresAt } = credential;
    // A short-lived credential is used for at least half of its life: else it would be fetched for each request.
    const renewAt = expiresAt - Math.min(expiryMarginMs, Math.max(0, (expiresAt - now) / 2));
    current = { credential, renewAt };
    return credential;
  });

  return {
    async credential(signal, rejected) {
      const known = current !== undefined && Date.now() < current.renewAt ? current.credential : undefined;
      const before = presented.get(signal);
      const isRefused = rejected && (before === undefined || before === known);
      const credential = known === undefined || isRefused ? await runs.run(signal) : known;
      presented.set(signal, credential);
      return credential;
    },
  };
}

async function run(options: ExecPluginOptions, secrets: KnownSecrets, signal: AbortSignal): Promise<ExecCredential> {
  const { config, describeCluster, env, terminal } = options;
  const { command, args, apiVersion, interactiveMode, location } = config;
  if (interactiveMode === 'Always' && !terminal.stdin) {
    const what = 'the plugin needs user input (interactiveMode Always), but standard input is not a terminal';
    throw new ExecPluginFailedError(what, location);
  }
  const interactive = interactiveMode !== 'Never' && terminal.stdin;
  const timeoutMs = options.timeoutMs ?? (interactive ? 300_000 : 60_000);
  const failed = { config, secrets, timeoutMs };
  const file = await findExecutable(command, env);
  if (file === undefined) throw execFailureOf({ ending: 'not started', reason: 'ENOENT' }, failed);
  await requireAllowed(options.policy, config, file, env);

  const info = await execInfo(config, describeCluster, interactive);
  const outcome = await runCommand(
    {
      file,
      args,
      env: { ...env, ...Object.fromEntries(config.env), KUBERNETES_EXEC_INFO: info },
      terminal: interactive,
      inheritStderr: interactive || terminal.stderr,
    },
    { timeoutMs, maxOutputBytes, signal },
  );
  if (outcome.ending !== 'exited' || outcome.exitCode !== 0) throw execFailureOf(outcome, failed);
  return parseExecCredential(outcome.output, apiVersion, location);
}
