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
const words: readonly (readonly [RegExp, string])[] = [
  [/; client\.discovery\.refresh\(\) asks the server again/g, '; with --no-cache the server is asked anew'],
  [/give it a larger timeoutMs or ask for less/g, 'give a larger --request-timeout or ask for less'],
  [/; if the server needs that long, give a larger silenceTimeoutMs/g, ''],
  [
    /ask for pages \(limit\) or for less, or give a larger \w+/g,
    'ask for less, with a selector or a smaller --chunk-size',
  ],
  [/, the limit for discovery as a whole \(discovery\.timeoutMs\)/g, ', the limit for all of them (--request-timeout)'],
  [/ \(discovery\.requestTimeoutMs\)/g, ''],
  [/ \((?:discovery\.)?\w+(?:Ms|Bytes)\)/g, ''],
  [
    /call namespace\(\) on the handle first, or set metadata\.namespace of what you create or replace/g,
    'give it with -n',
  ],
  [/The handle is bound to the namespace/g, '-n is'],
  [/: get a handle for the object with client\.resource\(object\)/g, ''],
  [/and this handle takes/g, 'where another one is meant:'],
  [/give credentials by authenticate\(\)/g, 'give --token, or a kubeconfig'],
  [/authenticate\(\) is given as well: leave one of them out/g, 'there are other credentials as well'],
  [/: take (?:list\(\) without a limit|handle\.namespace\(\))/g, ''],
  [/, or take follow\(\), which does/g, ''],
  [/; loadKubeconfig\(\) returns one/g, ''],
  [/, as client\.discovery\.catalog\(\) answers it/g, ''],
];

const options = [
  ...['path', 'context', 'cluster', 'user', 'namespace', 'server', 'tlsServerName', 'certificateAuthority'],
  ...['insecureSkipTLSVerify', 'token', 'clientCertificate', 'clientKey', 'as', 'asGroups', 'asUid'],
];
const refused = new RegExp(`^The option (${options.join('|')}) cannot`);
/** Matches options as messages name them, but not text that a user may have typed. */
const named = new RegExp(`(?<![\\w."'/-])options\\.(${options.join('|')})(?![\\w.-])`, 'g');

/**
 * Rewrites a message of the library for the command line: options become flags, and calls that a program would make are
 * left out or replaced by flags.
 */
export function inFlagWords(message: string): string {
  const told = words.reduce((text, [pattern, flag]) => text.replace(pattern, flag), message);
  return told
    .replace(refused, (_, option: string) => `${flagNamed(option)} cannot`)
    .replace(named, (_, option: string) => flagNamed(option))
    .replace(/^(?:labelSelector|fieldSelector|timeoutMs)\b/, flagNamed);
}

function flagNamed(option: string): string {
  const known = Object.hasOwn(flagOf, option) ? flagOf[option] : undefined;
  return known ?? `--${option.replace(/[A-Z]+/g, (letters) => `-${letters.toLowerCase()}`)}`;
}
