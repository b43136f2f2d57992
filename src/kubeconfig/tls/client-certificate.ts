import path from 'node:path';
import { KubeconfigInvalidFieldError } from '../errors.js';
import { fileMaterial, materialOf, type Material } from '../file/material.js';
import { locationOf, type Section } from '../file/section.js';
import type { LoadKubeconfigOptions } from '../load-options.js';

/** The client certificate with its key, or neither. */
export interface ClientCertificate {
  readonly clientCertificate: Material | undefined;
  readonly clientKey: Material | undefined;
}

/** Reads the client certificate of a user entry; options take precedence. */
export function clientCertificateOf(user: Section, options: LoadKubeconfigOptions): ClientCertificate {
  const given = (file: string | undefined, field: string): Material | undefined =>
    file ? fileMaterial(path.resolve(file), { ...user.location, file: undefined, field }) : undefined;
  const clientCertificate =
    given(options.clientCertificate, 'options.clientCertificate') ?? materialOf(user, 'client-certificate');
  const clientKey = given(options.clientKey, 'options.clientKey') ?? materialOf(user, 'client-key');
  if (clientCertificate !== undefined && clientKey === undefined)
    throw new KubeconfigInvalidFieldError(
      'it is missing, but a client certificate is set',
      locationOf(user, 'client-key'),
    );
  if (clientCertificate === undefined && clientKey !== undefined)
    throw new KubeconfigInvalidFieldError(
      'it is missing, but a client key is set',
      locationOf(user, 'client-certificate'),
    );
  return { clientCertificate, clientKey };
}
