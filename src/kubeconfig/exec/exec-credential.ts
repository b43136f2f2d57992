import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';
import { ExecPluginOutputError, KubeconfigError, type KubeconfigLocation } from '../errors.js';
import { headerSafe } from '../file/section.js';
import { checkPair, type ClientPair } from '../tls/pem.js';

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
  const root = parseJson(output);
  if (!isJsonRecord(root)) throw outputError('did not print a JSON object');
  if (root['kind'] !== 'ExecCredential') throw outputError('printed an object that is not an ExecCredential');
  if (root['apiVersion'] !== apiVersion)
    throw outputError(
      `printed an ExecCredential of another apiVersion than ${apiVersion}, which the kubeconfig specifies`,
    );
  const status = root['status'];
  if (!isJsonRecord(status)) throw outputError('printed an ExecCredential without a status');

  const text = (field: string): string | undefined => textAt(status, field, outputError);
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

function parseJson(output: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(output));
  } catch {
    return undefined;
  }
}

type CreateOutputError = (what: string) => ExecPluginOutputError;

function textAt(status: JsonRecord, field: string, outputError: CreateOutputError): string | undefined {
  const value = status[field] ?? '';
  if (typeof value !== 'string') throw outputError(`returned a ${field} that is not a string`);
  return value === '' ? undefined : value;
}

/** Parses RFC 3339, the format of times in Kubernetes. */
function timeOf(text: string | undefined, outputError: CreateOutputError): number {
  if (text === undefined) return Infinity;
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(time))
    throw outputError('returned an expirationTimestamp that is not an RFC 3339 time such as 2030-01-31T12:00:00Z');
  return time;
}
