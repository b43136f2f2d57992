import { flagOf, sectionsOf, textOf, type Section } from '../file/section.js';
import type { ServerIdentity } from '../tls/server-identity.js';
import type { ExecConfig } from './exec-config.js';

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
