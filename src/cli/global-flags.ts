import { Option, type Command } from 'commander';
import { parseDuration, parseWord, parseWords } from './flag-values.js';

/** The flags that every command takes, as commander returns them. */
export interface GlobalFlags {
  readonly kubeconfig?: string | undefined;
  readonly kuberc?: string | undefined;
  readonly context?: string | undefined;
  /** Names of contexts with `*` and `?`, for commands that read. */
  readonly contexts?: readonly string[] | undefined;
  readonly allContexts?: boolean | undefined;
  readonly cluster?: string | undefined;
  readonly user?: string | undefined;
  readonly namespace?: string | undefined;
  readonly server?: string | undefined;
  readonly tlsServerName?: string | undefined;
  readonly certificateAuthority?: string | undefined;
  readonly insecureSkipTlsVerify?: boolean | undefined;
  readonly token?: string | undefined;
  readonly clientCertificate?: string | undefined;
  readonly clientKey?: string | undefined;
  readonly as?: string | undefined;
  readonly asGroup?: readonly string[] | undefined;
  /** In milliseconds; 0 means no limit. */
  readonly requestTimeout?: number | undefined;
  /** The folder in which discovery is cached between commands. */
  readonly cacheDir?: string | undefined;
  /** False for `--no-cache`. */
  readonly cache?: boolean | undefined;
  readonly verbose?: boolean | undefined;
}

const flags: readonly Option[] = [
  new Option('--kubeconfig <file>', 'kubeconfig to read instead of $KUBECONFIG or ~/.kube/config'),
  new Option('--kuberc <file>', 'kuberc with the policy for credential plugins instead of ~/.kube/kuberc').argParser(
    parseWord,
  ),
  new Option('--context <name>', 'context of the kubeconfig'),
  new Option('--contexts <names>', 'several contexts, for commands that read: prod-*,test').argParser(
    (names: string, before: readonly string[] = []) => [...before, ...parseWords(names)],
  ),
  new Option('--all-contexts', 'all contexts, for commands that read'),
  new Option('--cluster <name>', "cluster of the kubeconfig instead of the context's"),
  new Option('--user <name>', "user of the kubeconfig instead of the context's"),
  new Option('-n, --namespace <name>', "namespace instead of the context's").argParser(parseWord),
  new Option('-s, --server <url>', 'API server; needs no kubeconfig').argParser(parseWord),
  new Option('--tls-server-name <name>', "name to expect in the server's certificate"),
  new Option('--certificate-authority <file>', 'certificate authority of the server'),
  new Option('--insecure-skip-tls-verify', "accept any server's certificate"),
  new Option('--token <token>', 'bearer token'),
  new Option('--client-certificate <file>', 'client certificate'),
  new Option('--client-key <file>', 'key of the client certificate'),
  new Option('--as <user>', 'user to impersonate'),
  new Option('--as-group <group>', 'group to impersonate, with --as; may be repeated').argParser(
    (group: string, before: readonly string[] = []) => [...before, group],
  ),
  new Option('--request-timeout <time>', 'limit for a single request: 30s, 2m; 0 means no limit').argParser(
    parseDuration,
  ),
  new Option('--cache-dir <folder>', 'folder of the discovery cache instead of $XDG_CACHE_HOME/kubeatlas').argParser(
    parseWord,
  ),
  new Option('--no-cache', 'run discovery from scratch, and store nothing'),
  new Option('-v, --verbose', 'print each request to standard error, and the stack of an unexpected error'),
];

/** Adds the {@link GlobalFlags}; they may come before or after the command's name. */
export function addGlobalFlags(program: Command): void {
  for (const flag of flags) program.addOption(flag);
}
