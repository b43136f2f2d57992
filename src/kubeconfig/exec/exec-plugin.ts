import { singleFlight } from '../../core/shared/single-flight.js';
import { ExecPluginFailedError } from '../errors.js';
import type { Environment } from '../load-options.js';
import type { ExecConfig } from './exec-config.js';
import { parseExecCredential, type ExecCredential } from './exec-credential.js';
import { execFailureOf } from './exec-failure.js';
import { execInfo, type DescribeCluster } from './exec-info.js';
import { findExecutable } from './find-executable.js';
import { knownSecrets, type KnownSecrets } from './known-secrets.js';
import { requireAllowed, type PluginPolicy } from './plugin-policy.js';
import { runCommand } from './run-command.js';

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
