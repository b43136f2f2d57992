import path from 'node:path';
import { isatty } from 'node:tty';
import { stripVTControlCharacters } from 'node:util';
import { singleFlight } from '../../core/shared/concurrency.js';
import { isJsonRecord, recordIn } from '../../core/shared/json-record.js';
import { quote } from '../../core/shared/quote.js';
import {
  ExecPluginFailedError,
  ExecPluginMissingError,
  ExecPluginOutputError,
  ExecPluginTimeoutError,
  KubeconfigError,
} from '../errors.js';
import { type ChosenContext, documentsIn } from '../file/parse.js';
import { headerSafe, type Section } from '../file/section.js';
import type { Environment, LoadKubeconfigOptions } from '../load-options.js';
import type { Proxy } from '../proxy.js';
import { checkPair, type ClientPair } from '../tls/pem.js';
import type { ServerIdentity } from '../tls/server-identity.js';
import { requireAllowed, type PluginPolicy } from './plugin-policy.js';
import { type CommandOutcome, findExecutable, commandMissing, maxOutputBytes, runCommand } from './run-command.js';

/** Whether a plugin may prompt a person at the terminal. */
const interactiveModes = ['Never', 'IfAvailable', 'Always'] as const;

const group = 'client.authentication.k8s.io';
const apiVersions: readonly string[] = [`${group}/v1`, `${group}/v1beta1`];

/** The `exec` of a user entry. */
type ExecConfig = NonNullable<ReturnType<typeof execConfigOf>>;

/**
 * Reads the exec plugin of a user entry; returns undefined if there is none. Throws a KubeconfigInvalidFieldError for a
 * plugin that can never run.
 * @see https://kubernetes.io/docs/reference/config-api/kubeconfig.v1/#ExecConfig
 */
export function execConfigOf(user: Section) {
  const exec = user.section('exec');
  if (exec === undefined) return undefined;
  const apiVersion = exec.required('apiVersion');
  if (!apiVersions.includes(apiVersion)) {
    const what = `${quote(apiVersion)} is not supported: supported versions are ${apiVersions.join(' and ')}; a newer release of the plugin may support them`;
    throw exec.invalid('apiVersion', what);
  }
  return {
    location: exec.location,
    /** A name to look up on the PATH, or an absolute path. */
    command: commandOf(exec),
    args: exec.texts('args'),
    /** Variables in addition to the environment of this process; of two with the same name the last one counts. */
    env: exec.sections('env').map((each) => [each.required('name'), each.text('value') ?? ''] as const),
    apiVersion,
    interactiveMode: interactiveModeOf(exec, apiVersion),
    provideClusterInfo: exec.flag('provideClusterInfo'),
    installHint: exec.text('installHint'),
  };
}

/** As in kubectl, a path is relative to the folder of the kubeconfig, and a bare name is looked up on the PATH. */
function commandOf(exec: Section): string {
  const command = exec.required('command');
  const { file } = exec.location;
  const isPath = command.includes('/') || command.includes(path.sep);
  return isPath ? path.resolve(file === undefined ? '.' : path.dirname(file), command) : command;
}

function interactiveModeOf(exec: Section, apiVersion: string): (typeof interactiveModes)[number] {
  const mode = exec.text('interactiveMode') ?? (apiVersion.endsWith('/v1beta1') ? 'IfAvailable' : undefined);
  const known = interactiveModes.find((each) => each === mode);
  if (known !== undefined) return known;
  const what = mode === undefined ? `it is missing, but ${apiVersion} requires it` : `it is ${quote(mode)}`;
  throw exec.invalid('interactiveMode', `${what}; it must be one of ${interactiveModes.join(', ')}`);
}

interface ExecCredential {
  /** Safe to use in a header. */
  readonly token: string | undefined;
  readonly pair: ClientPair | undefined;
  /** In milliseconds since 1970; Infinity if the plugin reports no time. */
  readonly expiresAt: number;
}

/** RFC 3339, the format of times in Kubernetes. */
const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

/**
 * Parses the output of a plugin. Throws an ExecPluginOutputError that shows nothing of it.
 * @see https://kubernetes.io/docs/reference/config-api/client-authentication.v1/
 */
function parseExecCredential(output: Buffer, { apiVersion, location }: ExecConfig): ExecCredential {
  const refused = (what: string): ExecPluginOutputError => new ExecPluginOutputError(`the plugin ${what}`, location);
  const root = parseOutput(output);
  if (!isJsonRecord(root)) throw refused('did not print a JSON object');
  if ((root['kind'] || 'ExecCredential') !== 'ExecCredential')
    throw refused('printed an object that is not an ExecCredential');
  if (root['apiVersion'] !== apiVersion)
    throw refused(`printed an ExecCredential of another apiVersion than ${apiVersion}, that of the kubeconfig`);
  const status = root['status'];
  if (!isJsonRecord(status)) throw refused('printed an ExecCredential without a status');

  const text = (field: string): string | undefined => {
    const value = status[field] ?? '';
    if (typeof value !== 'string') throw refused(`returned a ${field} that is not a string`);
    return value === '' ? undefined : value;
  };
  const [token, certificate, key] = [text('token'), text('clientCertificateData'), text('clientKeyData')];
  if ((certificate === undefined) !== (key === undefined))
    throw refused('returned one of clientCertificateData and clientKeyData without the other');
  if (token === undefined && certificate === undefined)
    throw refused('returned neither a token nor a client certificate');
  const time = text('expirationTimestamp');
  const expiresAt = time === undefined ? Infinity : Date.parse(rfc3339.test(time) ? time : '');
  if (Number.isNaN(expiresAt))
    throw refused('returned an expirationTimestamp that is not an RFC 3339 time such as 2030-01-31T12:00:00Z');
  const pair = certificate && key && { certificate: { text: certificate, location }, key: { text: key, location } };
  try {
    if (pair) checkPair(pair);
    return { token: token && headerSafe(token, location), pair: pair || undefined, expiresAt };
  } catch (error) {
    if (!(error instanceof KubeconfigError)) throw error;
    throw refused(
      'returned a token that is not a valid header value, or a client certificate that does not work with its key',
    );
  }
}

/** As in kubectl, what does not begin as JSON may be YAML. */
function parseOutput(output: Buffer): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(output);
    if (/^\s*\{/.test(text)) return JSON.parse(text);
    const [first] = documentsIn(text, undefined);
    return first;
  } catch {
    return undefined;
  }
}

/** A piece of a secret of this length is hidden wherever it appears: output may be wrapped, cut or quoted. */
const pieceLength = 10;
/** Shorter values of variables and flags (`true`, `eu`) are no secrets, and hiding them would garble the text. */
const shortestGiven = 4;
const maxRuns = 4;
const maxRedactedBytes = 64 * 1024;
/** Stands for a character that is hidden: no program prints it. */
const mark = '\uE000';

/** The secrets that must not appear in any text of an error. */
type KnownSecrets = ReturnType<typeof knownSecrets>;

/** Collects the values that an exec plugin is given, or could know, and that may be secret. */
export function knownSecrets({ env, args }: ExecConfig, environment: Environment, known: readonly string[]) {
  const variables = Object.entries(environment).flatMap(([name, value = '']) =>
    /token|secret|passw|credential|api_?key|access_?key|private_?key/i.test(name) ? [value] : [],
  );
  const given = [...env.map(([, value]) => value), ...flagValues(args), ...variables];
  const fixed = [...known, ...given.filter((value) => value.length >= shortestGiven)];
  const runs: (readonly (string | undefined)[])[] = [];
  return {
    /** Adds the credential of a run; the credentials of the last few runs are kept. */
    remember({ token, pair }: Pick<ExecCredential, 'token' | 'pair'>): void {
      runs.unshift([token, pair?.key.text]);
      runs.length = Math.min(runs.length, maxRuns);
    },
    /**
     * Returns the text with every secret, and every longer piece of one, replaced by `[hidden]`: as it is, in base64, in
     * hex, and as URLs and JSON write it. `output` is the output of the plugin in the same run.
     */
    redact(text: string, output?: Buffer): string {
      const printed = wordsOf(output?.subarray(0, maxRedactedBytes).toString('utf8') ?? '');
      return hide(
        text,
        [...fixed, ...runs.flat(), ...printed].flatMap((value) => value || []),
      );
    },
  };
}

/** Returns the credentials in a user entry and in the URL of a proxy, whether they are used or not. */
export function secretsIn(user: Section, proxy: Proxy | undefined): readonly string[] {
  const texts = (value: unknown): string[] => {
    if (typeof value === 'string') return [value];
    return isJsonRecord(value) ? Object.values(value).flatMap(texts) : [];
  };
  const { value } = user;
  const provider = recordIn(value, 'auth-provider')['config'];
  const written = [value['token'], value['password'], value['client-key-data'], provider].flatMap(texts);
  const decoded = texts(value['client-key-data']).map((data) => Buffer.from(data, 'base64').toString('utf8'));
  return [...written, ...decoded, ...texts(proxy?.login?.password)];
}

/** Returns the values of flags, as in `--secret=x` and `--secret x`. */
function flagValues(args: readonly string[]): string[] {
  return args.flatMap((arg, index) => {
    if (!arg.startsWith('-')) return args[index - 1]?.startsWith('-') ? [arg] : [];
    return arg.includes('=') ? [arg.slice(arg.indexOf('=') + 1)] : [];
  });
}

/** Returns the words of an output that may be tokens or parts of keys: long ones, and those not only of letters. */
function wordsOf(output: string): string[] {
  return output
    .split(/[\s"',;{}[\]()<>]+|\\[nrt"]/)
    .filter((word) => word.length >= 16 || (word.length >= 8 && /[^a-z.:!?-]/i.test(word)));
}

function hide(text: string, secrets: readonly string[]): string {
  const shown = text.split('');
  const forms = [...new Set(secrets.flatMap(formsOf))];
  const pieces = [...piecesOf(text)];
  const inText = new Set(pieces);
  const known = new Set<string>();
  for (const form of forms) for (const piece of piecesOf(form)) if (inText.has(piece)) known.add(piece);
  for (const [at, piece] of pieces.entries()) if (known.has(piece)) shown.fill(mark, at, at + pieceLength);
  const isLetter = (at: number): boolean => /[\p{L}\p{N}]/u.test(text[at] ?? '');
  for (const form of forms.filter(({ length }) => length < pieceLength)) {
    for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
      // One of up to three characters counts only as a separate word.
      const isWord = !isLetter(at - 1) && !isLetter(at + form.length);
      if (form.length >= shortestGiven || isWord) shown.fill(mark, at, at + form.length);
    }
  }
  return shown.join('').replaceAll(new RegExp(`${mark}+`, 'g'), '[hidden]');
}

function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at + pieceLength <= text.length; at += 1) yield text.slice(at, at + pieceLength);
}

/** Returns the ways in which programs write a secret. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const url = encodeURIComponent(bytes.toString('utf8'));
  const base64 = secret.length < shortestGiven ? [] : [0, 1, 2].map((shift) => innerBase64(bytes, shift));
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    url,
    url.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    url.replaceAll('%20', '+'),
    ...base64,
    ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
    ...(secret.length < shortestGiven ? [] : [bytes.toString('hex')]),
  ];
}

/** Returns the part of a base64 text that depends on the secret alone, whatever surrounds it, such as `name:`. */
function innerBase64(bytes: Buffer, shift: number): string {
  const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
  const bits = (shift + bytes.length) * 8;
  return text.slice(Math.ceil((shift * 8) / 6), Math.floor(bits / 6));
}

const extensionName = 'client.authentication.k8s.io/exec';

/**
 * Returns what describes a cluster to a plugin, in the fields of a kubeconfig and kubectl's order; empty fields are left out.
 *
 * @param server the server that replaces the cluster's
 */
function execClusterOf(cluster: Section, identity: ServerIdentity, server: string | undefined) {
  const { serverName, insecure, certificateAuthority } = identity;
  // As written, because plugins compare it with what they know.
  const written = (server || cluster.text('server'))?.split(/[?#]/, 1)[0];
  const proxy = cluster.text('proxy-url');
  const uncompressed = cluster.flag('disable-compression');
  const extension = cluster.sections('extensions').find((each) => each.text('name') === extensionName);
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
 * Returns the error for a plugin that provided no credential. Its output is not shown; of its standard error one line
 * is, with every known secret redacted.
 */
function failureOf(
  outcome: CommandOutcome,
  { location, command, installHint }: ExecConfig,
  secrets: KnownSecrets,
  timeoutMs: number,
): KubeconfigError {
  const plugin = `the plugin ${quote(command)}`;
  if (outcome.ending === 'exited') {
    const [line = ''] = /\S[^\n]*/.exec(secrets.redact(outcome.stderr, outcome.output)) ?? [];
    const what = `${plugin} failed with exit code ${outcome.exitCode}${line === '' ? '' : `: ${quote(line.trim())}`}`;
    return new ExecPluginFailedError(what, location, outcome.exitCode);
  }
  if (outcome.ending === 'too late') {
    const what = `${plugin} returned no credential within ${timeoutMs} ms and was terminated`;
    return new ExecPluginTimeoutError(what, location, timeoutMs);
  }
  if (outcome.ending === 'too much output') {
    const what = `${plugin} printed more than a credential, ${maxOutputBytes} bytes, and was terminated`;
    return new ExecPluginOutputError(what, location);
  }
  if (outcome.why !== commandMissing) return new ExecPluginFailedError(`${plugin} ${outcome.why}`, location);
  const hint = secrets.redact(oneLine(installHint ?? '')) || undefined;
  const advice = hint === undefined ? 'install the plugin, or add it to the PATH' : `the kubeconfig says: ${hint}`;
  return new ExecPluginMissingError(`command ${quote(command)} not found; ${advice}`, location, command, hint);
}

/** Makes a hint safe for any terminal: without line breaks, colours and other control characters. */
function oneLine(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 500);
}

/**
 * Returns the current credential; the plugin runs only if necessary, and once for all simultaneous callers. `rejected` means
 * that the server did not accept the previous one for this signal: the plugin runs again, unless it has done so since. Throws
 * an ExecPlugin error, or the signal's reason.
 */
type ExecPlugin = (signal: AbortSignal, rejected: boolean) => Promise<ExecCredential>;

/** A credential is not used in its last moments, because a request takes time to arrive. */
const expiryMarginMs = 10_000;

/**
 * Provides the credentials of a user through its exec plugin, if it has one; nothing runs before the first request.
 *
 * @param isTerminal whether standard input (0) and standard error (2) of this process are a terminal
 * @see https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins
 * @see https://kubernetes.io/docs/reference/access-authn-authz/authentication/#input-and-output-formats
 */
export function execPluginOf(
  { cluster, user }: Pick<ChosenContext, 'cluster' | 'user'>,
  identity: ServerIdentity,
  policy: PluginPolicy | undefined,
  options: LoadKubeconfigOptions,
  isTerminal = isatty,
): ExecPlugin | undefined {
  const config = execConfigOf(user);
  if (config === undefined) return undefined;
  const { env = process.env, interactive: mayUseTerminal = true } = options;
  const { apiVersion, interactiveMode } = config;
  const [canAsk, sharesStderr] = [mayUseTerminal && isTerminal(0), mayUseTerminal && isTerminal(2)];
  const interactive = interactiveMode !== 'Never' && canAsk;
  const timeoutMs = options.execTimeoutMs ?? (interactive ? 300_000 : 60_000);
  const describeCluster = execClusterOf(cluster, identity, options.server);
  const secrets = knownSecrets(config, env, secretsIn(user, identity.proxy));
  const failure = (outcome: CommandOutcome): Error => failureOf(outcome, config, secrets, timeoutMs);

  const run = async (signal: AbortSignal): Promise<ExecCredential> => {
    if (interactiveMode === 'Always' && !canAsk) {
      const what = 'the plugin needs user input (interactiveMode Always), but standard input is not a terminal';
      throw new ExecPluginFailedError(what, config.location);
    }
    const file = await findExecutable(config.command, env);
    if (file === undefined) throw failure({ ending: 'failed', why: commandMissing });
    if (policy !== undefined) await requireAllowed(policy, config, file, env);
    const cluster = config.provideClusterInfo ? await describeCluster() : undefined;
    // The ExecCredential that requests a credential.
    const info = JSON.stringify({ kind: 'ExecCredential', apiVersion, spec: { cluster, interactive } });
    const outcome = await runCommand({
      file,
      args: config.args,
      env: { ...env, ...Object.fromEntries(config.env), KUBERNETES_EXEC_INFO: info },
      terminal: interactive,
      inheritStderr: interactive || sharesStderr,
      timeoutMs,
      signal,
    });
    if (outcome.ending !== 'exited' || outcome.exitCode !== 0) throw failure(outcome);
    return parseExecCredential(outcome.output, config);
  };

  let current: ExecCredential | undefined;
  let renewAt = 0;
  const presented = new WeakMap<AbortSignal, ExecCredential>();
  const runs = singleFlight(async (signal) => {
    const credential = await run(signal);
    secrets.remember(credential);
    const { expiresAt } = credential;
    // A short-lived credential is used for at least half of its life: else it would be fetched for each request.
    renewAt = expiresAt - Math.min(expiryMarginMs, Math.max(0, (expiresAt - Date.now()) / 2));
    return (current = credential);
  });

  return async (signal, rejected) => {
    const known = Date.now() < renewAt ? current : undefined;
    const before = presented.get(signal);
    const isRefused = rejected && (before === undefined || before === known);
    const credential = known === undefined || isRefused ? await runs.run(signal) : known;
    presented.set(signal, credential);
    return credential;
  };
}
