import path from 'node:path';
import { quote } from '../../core/shared/quote.js';
import {
  KubeconfigInvalidFieldError,
  type KubeconfigLocation,
  ExecPluginOutputError,
  KubeconfigError,
  ExecPluginFailedError,
  ExecPluginMissingError,
  ExecPluginTimeoutError,
} from '../errors.js';
import {
  flagOf,
  invalidField,
  locationOf,
  sectionOf,
  sectionsOf,
  textOf,
  textListOf,
  type Section,
  headerSafe,
} from '../file/section.js';
import { documentsIn } from '../file/parse.js';
import { isJsonRecord } from '../../core/shared/json-record.js';
import { checkPair, type ClientPair } from '../tls/pem.js';
import type { Proxy } from '../proxy.js';
import type { ServerIdentity } from '../tls/server-identity.js';
import { stripVTControlCharacters } from 'node:util';
import { requireAllowed, type PluginPolicy } from './plugin-policy.js';
import { type CommandOutcome, findExecutable, runCommand } from './run-command.js';
import { singleFlight } from '../../core/shared/concurrency.js';
import type { Environment } from '../load-options.js';

/** Whether a plugin may prompt a person at the terminal. */
const interactiveModes = ['Never', 'IfAvailable', 'Always'] as const;

/** The `exec` of a user entry. */
export interface ExecConfig {
  readonly location: KubeconfigLocation;
  /** A name to look up on the PATH, or an absolute path. */
  readonly command: string;
  readonly args: readonly string[];
  /** Variables in addition to the environment of this process; of two with the same name the last one counts. */
  readonly env: readonly (readonly [name: string, value: string])[];
  readonly apiVersion: string;
  readonly interactiveMode: (typeof interactiveModes)[number];
  readonly provideClusterInfo: boolean;
  readonly installHint: string | undefined;
}

const group = 'client.authentication.k8s.io';
const apiVersions: readonly string[] = [`${group}/v1`, `${group}/v1beta1`];

/**
 * Reads the exec plugin of a user entry; returns undefined if there is none. Throws a KubeconfigInvalidFieldError for a
 * plugin that can never run.
 * @see https://kubernetes.io/docs/reference/config-api/kubeconfig.v1/#ExecConfig
 */
export function execConfigOf(user: Section): ExecConfig | undefined {
  const exec = sectionOf(user, 'exec');
  if (exec === undefined) return undefined;
  const apiVersion = required(exec, 'apiVersion');
  if (!apiVersions.includes(apiVersion)) {
    const what = `${quote(apiVersion)} is not supported: supported versions are ${apiVersions.join(' and ')}; a newer release of the plugin may support them`;
    throw invalidField(exec, 'apiVersion', what);
  }
  return {
    location: exec.location,
    command: commandOf(exec),
    args: textListOf(exec, 'args').map((arg) => withoutNul(arg, locationOf(exec, 'args'))),
    env: sectionsOf(exec, 'env').map((variable) => {
      const value = withoutNul(textOf(variable, 'value') ?? '', locationOf(variable, 'value'));
      return [withoutNul(required(variable, 'name'), locationOf(variable, 'name')), value];
    }),
    apiVersion,
    interactiveMode: interactiveModeOf(exec, apiVersion),
    provideClusterInfo: flagOf(exec, 'provideClusterInfo'),
    installHint: textOf(exec, 'installHint'),
  };
}

/** As in kubectl, a path is relative to the folder of the kubeconfig, and a bare name is looked up on the PATH. */
function commandOf(exec: Section): string {
  const command = withoutNul(required(exec, 'command'), locationOf(exec, 'command'));
  const { file } = exec.location;
  const isPath = command.includes('/') || command.includes(path.sep);
  return isPath ? path.resolve(file === undefined ? '.' : path.dirname(file), command) : command;
}

function interactiveModeOf(exec: Section, apiVersion: string): ExecConfig['interactiveMode'] {
  const mode = textOf(exec, 'interactiveMode') ?? (apiVersion.endsWith('/v1beta1') ? 'IfAvailable' : undefined);
  const known = interactiveModes.find((each) => each === mode);
  if (known !== undefined) return known;
  const what = mode === undefined ? `it is missing, but ${apiVersion} requires it` : `it is ${quote(mode)}`;
  throw invalidField(exec, 'interactiveMode', `${what}; it must be one of ${interactiveModes.join(', ')}`);
}

function required(section: Section, field: string): string {
  const value = textOf(section, field);
  if (value === undefined) throw invalidField(section, field, 'it is missing');
  return value;
}

/** Refuses NUL characters: Node would refuse the text with an error that shows it. */
function withoutNul(text: string, location: KubeconfigLocation): string {
  if (text.includes('\0')) throw new KubeconfigInvalidFieldError('it contains a NUL character', location);
  return text;
}

export interface ExecCredential {
  /** Safe to use in a header. */
  readonly token: string | undefined;
  readonly pair: ClientPair | undefined;
  /** In milliseconds since 1970; Infinity if the plugin reports no time. */
  readonly expiresAt: number;
}

/**
 * Parses the output of a plugin. Throws an ExecPluginOutputError that shows nothing of it.
 * @see https://kubernetes.io/docs/reference/config-api/client-authentication.v1/
 */
export function parseExecCredential(output: Buffer, apiVersion: string, location: KubeconfigLocation): ExecCredential {
  const outputError = (what: string): ExecPluginOutputError =>
    new ExecPluginOutputError(`the plugin ${what}`, location);
  const root = parseOutput(output);
  if (!isJsonRecord(root)) throw outputError('did not print a JSON object');
  if ((root['kind'] || 'ExecCredential') !== 'ExecCredential')
    throw outputError('printed an object that is not an ExecCredential');
  if (root['apiVersion'] !== apiVersion)
    throw outputError(
      `printed an ExecCredential of another apiVersion than ${apiVersion}, which the kubeconfig specifies`,
    );
  const status = root['status'];
  if (!isJsonRecord(status)) throw outputError('printed an ExecCredential without a status');

  const text = (field: string): string | undefined => {
    const value = status[field] ?? '';
    if (typeof value !== 'string') throw outputError(`returned a ${field} that is not a string`);
    return value === '' ? undefined : value;
  };
  const [token, certificate, key] = [text('token'), text('clientCertificateData'), text('clientKeyData')];
  if ((certificate === undefined) !== (key === undefined))
    throw outputError('returned one of clientCertificateData and clientKeyData without the other');
  if (token === undefined && certificate === undefined)
    throw outputError('returned neither a token nor a client certificate');
  const pair =
    certificate === undefined || key === undefined
      ? undefined
      : { certificate: { text: certificate, location }, key: { text: key, location } };
  try {
    if (pair !== undefined) checkPair(pair);
    return {
      token: token === undefined ? undefined : headerSafe(token, location),
      pair,
      expiresAt: timeOf(text('expirationTimestamp'), outputError),
    };
  } catch (error) {
    if (!(error instanceof KubeconfigError) || error instanceof ExecPluginOutputError) throw error;
    throw outputError(
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

/** Parses RFC 3339, the format of times in Kubernetes. */
function timeOf(text: string | undefined, outputError: (what: string) => ExecPluginOutputError): number {
  if (text === undefined) return Infinity;
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(time))
    throw outputError('returned an expirationTimestamp that is not an RFC 3339 time such as 2030-01-31T12:00:00Z');
  return time;
}

/** The secrets that must not appear in any text of an error. */
export interface KnownSecrets {
  /** Adds the credential of a run; the credentials of the last few runs are kept. */
  remember(credential: ExecCredential): void;
  /**
   * Returns the text with every secret, and every longer piece of one, replaced by `[hidden]`: as it is, in base64, in
   * hex, and as URLs and JSON write it. `output` is the output of the plugin in the same run.
   */
  redact(text: string, output?: Buffer): string;
}

/** A piece of a secret of this length is hidden wherever it appears: output may be wrapped, cut or quoted. */
const pieceLength = 10;
/** Shorter values of variables and flags (`true`, `eu`) are no secrets, and hiding them would garble the text. */
const shortestGiven = 4;
const maxRuns = 4;
const maxRedactedBytes = 64 * 1024;
const hidden = '[hidden]';

/** Collects the values that an exec plugin is given, or could know, and that may be secret. */
export function knownSecrets(
  config: ExecConfig,
  env: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): KnownSecrets {
  const variables = Object.entries(env).flatMap(([name, value]) =>
    /token|secret|passw|credential|api_?key|access_?key|private_?key/i.test(name) && value !== undefined ? [value] : [],
  );
  const given = [...config.env.map(([, value]) => value), ...flagValues(config.args), ...variables];
  const fixed = [...known, ...given.filter((value) => value.length >= shortestGiven)];
  const runs: string[][] = [];
  return {
    remember({ token, pair }) {
      runs.unshift([token, pair?.key.text].filter((value) => value !== undefined));
      runs.length = Math.min(runs.length, maxRuns);
    },
    redact(text, output = Buffer.alloc(0)) {
      const printed = wordsOf(output.subarray(0, maxRedactedBytes).toString('utf8'));
      return hide(
        text,
        [...fixed, ...runs.flat(), ...printed].filter((value) => value !== ''),
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
  const provider = isJsonRecord(value['auth-provider']) ? value['auth-provider']['config'] : undefined;
  const written = [value['token'], value['password'], value['client-key-data'], provider].flatMap(texts);
  const decoded = texts(value['client-key-data']).map((data) => Buffer.from(data, 'base64').toString('utf8'));
  return [...written, ...decoded, ...(proxy?.login === undefined ? [] : [proxy.login.password])];
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
  const hiddenAt = new Uint8Array(text.length);
  const mark = (from: number, length: number): void => {
    hiddenAt.fill(1, from, from + length);
  };
  const forms = [...new Set(secrets.flatMap(formsOf))];
  const pieces = [...piecesOf(text)];
  const inText = new Set(pieces);
  const known = new Set<string>();
  for (const form of forms) for (const piece of piecesOf(form)) if (inText.has(piece)) known.add(piece);
  for (const [index, piece] of pieces.entries()) if (known.has(piece)) mark(index, pieceLength);
  for (const form of forms.filter(({ length }) => length < pieceLength)) {
    for (const position of wholeMatches(text, form)) mark(position, form.length);
  }
  let clean = '';
  for (let index = 0; index < text.length; index += 1) {
    if (hiddenAt[index] === 0) clean += text[index];
    else if (index === 0 || hiddenAt[index - 1] === 0) clean += hidden;
  }
  return clean;
}

function* piecesOf(text: string): Generator<string> {
  for (let index = 0; index + pieceLength <= text.length; index += 1) yield text.slice(index, index + pieceLength);
}

/** Returns where a short secret appears in a text; one of up to three characters counts only as a separate word. */
function wholeMatches(text: string, secret: string): number[] {
  const found: number[] = [];
  const isLetter = (index: number): boolean => /[\p{L}\p{N}]/u.test(text[index] ?? '');
  for (let index = text.indexOf(secret); index >= 0; index = text.indexOf(secret, index + 1)) {
    const isWholeWord = !isLetter(index - 1) && !isLetter(index + secret.length);
    if (secret.length >= shortestGiven || isWholeWord) found.push(index);
  }
  return found;
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

/**
 * Returns the error for a plugin that provided no credential. Its output is not shown; of its standard error one line
 * is, with every known secret redacted.
 */
function failureOf(
  outcome: CommandOutcome,
  config: ExecConfig,
  secrets: KnownSecrets,
  timeoutMs: number,
): KubeconfigError {
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
      return new ExecPluginOutputError(
        `${plugin} printed more than a credential, ${maxOutputBytes} bytes, and was terminated`,
        location,
      );
    case 'exited': {
      const [stderrLine = ''] = /\S[^\n]*/.exec(secrets.redact(outcome.stderr, outcome.output)) ?? [];
      const what = `${plugin} failed with exit code ${outcome.exitCode}${stderrLine === '' ? '' : `: ${quote(stderrLine.trim())}`}`;
      return new ExecPluginFailedError(what, location, outcome.exitCode);
    }
  }
}

function missing({ command, installHint, location }: ExecConfig, secrets: KnownSecrets): ExecPluginMissingError {
  const hint = installHint === undefined ? '' : secrets.redact(oneLine(installHint));
  const advice = hint === '' ? 'install the plugin, or add it to the PATH' : `the kubeconfig says: ${hint}`;
  const what = `command ${quote(command)} not found; ${advice}`;
  return new ExecPluginMissingError(what, location, command, hint === '' ? undefined : hint);
}

/** Makes a hint safe for any terminal: without line breaks, colours and other control characters. */
function oneLine(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 500);
}

export interface ExecPluginOptions {
  readonly config: ExecConfig;
  readonly policy: PluginPolicy;
  readonly describeCluster: DescribeCluster;
  readonly env: Environment;
  /** Which streams of this process are a terminal that the plugin may use. */
  readonly terminal: { readonly stdin: boolean; readonly stderr: boolean };
  /** Credentials of the user or of the proxy that the plugin could repeat. */
  readonly known: readonly string[];
  /** @default 60_000, or 300_000 if a person may be prompted */
  readonly timeoutMs?: number | undefined;
}

/**
 * Returns the current credential; the plugin runs only if necessary, and once for all simultaneous callers. `rejected` means
 * that the server did not accept the previous one for this signal: the plugin runs again, unless it has done so since. Throws
 * an ExecPlugin error, or the signal's reason.
 */
export type ExecPlugin = (signal: AbortSignal, rejected: boolean) => Promise<ExecCredential>;

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

  return async (signal, rejected) => {
    const known = current !== undefined && Date.now() < current.renewAt ? current.credential : undefined;
    const before = presented.get(signal);
    const isRefused = rejected && (before === undefined || before === known);
    const credential = known === undefined || isRefused ? await runs.run(signal) : known;
    presented.set(signal, credential);
    return credential;
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
  const failure = (outcome: CommandOutcome): Error => failureOf(outcome, config, secrets, timeoutMs);
  const file = await findExecutable(command, env);
  if (file === undefined) throw failure({ ending: 'not started', reason: 'ENOENT' });
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
  if (outcome.ending !== 'exited' || outcome.exitCode !== 0) throw failure(outcome);
  return parseExecCredential(outcome.output, apiVersion, location);
}
