import type { IssuedCertificate } from './certificates.js';

/** What a kubeconfig file says of one server and one user. */
export interface KubeconfigContents {
  readonly server: string;
  /** The authority to trust, PEM; undefined for a server without TLS. */
  readonly ca: string | undefined;
  /** A bearer token or a certificate. */
  readonly user: { readonly name: string; readonly token?: string; readonly certificate?: IssuedCertificate };
}

/** Formats a kubeconfig with one context, which is the current one. */
export function formatKubeconfig({ server, ca, user: { name, token, certificate } }: KubeconfigContents): string {
  // Every JSON text is a YAML value.
  const quoted = (text: string): string => JSON.stringify(text);
  const base64 = (pem: string): string => Buffer.from(pem).toString('base64');
  const credentials = [
    ...(token === undefined ? [] : [`    token: ${quoted(token)}`]),
    ...(certificate === undefined
      ? []
      : [
          `    client-certificate-data: ${base64(certificate.certificate)}`,
          `    client-key-data: ${base64(certificate.key)}`,
        ]),
  ];
  return [
    'apiVersion: v1',
    'kind: Config',
    'clusters:',
    '- name: fake',
    '  cluster:',
    `    server: ${quoted(server)}`,
    ...(ca === undefined ? [] : [`    certificate-authority-data: ${base64(ca)}`]),
    'users:',
    `- name: ${quoted(name)}`,
    ...(credentials.length === 0 ? ['  user: {}'] : ['  user:', ...credentials]),
    'contexts:',
    '- name: fake',
    '  context:',
    '    cluster: fake',
    `    user: ${quoted(name)}`,
    'current-context: fake',
    '',
  ].join('\n');
}
