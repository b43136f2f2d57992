/** Option fields whose flags have different names. */
const flagOf: Readonly<Record<string, string>> = {
  path: '--kubeconfig',
  asGroups: '--as-group',
  asUid: 'the uid to act as',
  insecureSkipTLSVerify: '--insecure-skip-tls-verify',
  labelSelector: '--selector',
  timeoutMs: '--request-timeout',
};

/** Advice of the library for programmers, and its replacement for the command line; longer patterns first. */
const replacements: readonly (readonly [RegExp, string])[] = [
  [/; client\.discovery\.refresh\(\) runs discovery again/g, '; --no-cache runs discovery again'],
  [/increase timeoutMs or request less/g, 'increase --request-timeout or request less'],
  [/, or increase silenceTimeoutMs/g, ''],
  [/request less or in pages \(limit\), or increase \w+/g, 'request less, with a selector or a smaller --chunk-size'],
  [/, the limit for all of discovery \(discovery\.timeoutMs\)/g, ', the limit for all of them (--request-timeout)'],
  [/ \(discovery\.requestTimeoutMs\)/g, ''],
  [/ \((?:discovery\.)?\w+(?:Ms|Bytes)\)/g, ''],
  [/call namespace\(\) on the handle first(?:, or set metadata\.namespace of the object)?/g, 'specify it with -n'],
  [/The namespace of the handle,/g, 'The namespace of -n,'],
  [/: create a handle for the object with client\.resource\(object\)/g, ''],
  [/but this handle is for/g, 'but it should be'],
  [/provide credentials with authenticate\(\)/g, 'use --token, or a kubeconfig'],
  [/is set together with authenticate\(\): use only one of them/g, 'is set together with other credentials'],
  [/: use (?:list\(\) without a limit|handle\.namespace\(\))/g, ''],
  [/, or use follow\(\)/g, ''],
  [/: loadKubeconfig\(\) returns one/g, ''],
  [/increase timeoutMs, or check the cluster/g, 'increase --request-timeout, or check the cluster'],
  [
    /; specify its path, or a server$/,
    ': set KUBECONFIG, or use --kubeconfig FILE or --server URL. Without a cluster, try kubeatlas fake --write-kubeconfig FILE',
  ],
  [/, as returned by client\.discovery\.catalog\(\)/g, ''],
];

const options = [
  ...['path', 'context', 'cluster', 'user', 'namespace', 'server', 'tlsServerName', 'certificateAuthority'],
  ...['insecureSkipTLSVerify', 'token', 'clientCertificate', 'clientKey', 'as', 'asGroups', 'asUid'],
];
/** Matches options as messages name them, but not text that a user may have typed. */
const named = new RegExp(`(?<![\\w."'/-])options\\.(${options.join('|')})(?![\\w.-])`, 'g');

/**
 * Rewrites a message of the library for the command line: options become flags, and calls that a program would make are
 * left out or replaced by flags.
 */
export function inFlagWords(message: string): string {
  const replaced = replacements.reduce((text, [pattern, flag]) => text.replace(pattern, flag), message);
  return replaced
    .replace(named, (_, option: string) => flagNamed(option))
    .replace(
      /^(?:labelSelector|fieldSelector|timeoutMs|server|token)\b(?= (?:must|is|has|contains|begins|would) )/,
      flagNamed,
    );
}

function flagNamed(option: string): string {
  const known = Object.hasOwn(flagOf, option) ? flagOf[option] : undefined;
  return known ?? `--${option.replace(/[A-Z]+/g, (letters) => `-${letters.toLowerCase()}`)}`;
}
