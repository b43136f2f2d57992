/**
 * What is wrong with names, in the words of k8s.io/apimachinery 1.37, pkg/util/validation and pkg/api/validate/content; each
 * function returns no problem for a valid name.
 *
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/names/
 */
export type NameProblems = (name: string) => string[];

const dnsLabel = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const dnsSubdomain = `${dnsLabel}(\\.${dnsLabel})*`;
const word = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const configKey = '[-._a-zA-Z0-9]+';
const byDNS = 'and must start and end with an alphanumeric character';
const examples = (...all: readonly string[]): string => `(e.g. ${all.map((each) => `'${each}'`).join(',  or ')}, `;
const wordWords = `must consist of alphanumeric characters, '-', '_' or '.', ${byDNS} ${examples('MyName', 'my.name', '123-abc')}regex used for validation is '${word}')`;

export const problemsOfSubdomain: NameProblems = (name) => [
  ...longer(name, 253, 'characters'),
  ...unlike(
    name,
    dnsSubdomain,
    `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', ${byDNS} ${examples('example.com')}`,
  ),
];

export const problemsOfLabel: NameProblems = (name) => {
  const words = `a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', ${byDNS} ${examples('my-name', '123-abc')}`;
  const problems = unlike(name, dnsLabel, words);
  const isSubdomain = unlike(name, dnsSubdomain, '').length === 0;
  return [
    ...longer(name, 63, 'characters'),
    ...(problems.length > 0 && isSubdomain ? ['must not contain dots'] : problems),
  ];
};

/** Of a name in a path: what is in its way. */
export const problemsOfSegment: NameProblems = (name) => {
  if (name === '.' || name === '..') return [`may not be '${name}'`];
  return ['/', '%'].flatMap((character) => (name.includes(character) ? [`may not contain '${character}'`] : []));
};

/** Of the keys of labels and annotations and the like: `name` or `sub.domain/name`. */
export const problemsOfQualifiedName: NameProblems = (key) => {
  const [name = '', prefix, ...rest] = key.split('/').reverse();
  if (rest.length > 0)
    return [`a valid label key ${wordWords} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`];
  const ofPrefix = prefix === undefined ? [] : prefix === '' ? ['must be non-empty'] : problemsOfSubdomain(prefix);
  return [
    ...ofPrefix.map((why) => `prefix part ${why}`),
    ...(name === '' ? ['must be non-empty'] : longer(name, 63, 'bytes')).map((why) => `name part ${why}`),
    ...(matches(name, word) ? [] : [`name part ${wordWords}`]),
  ];
};

export const problemsOfLabelValue: NameProblems = (value) => [
  ...longer(value, 63, 'bytes'),
  ...unlike(
    value,
    `(${word})?`,
    `a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', ${byDNS} ${examples('MyValue', 'my_value', '12345')}`,
  ),
];

export const problemsOfPortName: NameProblems = (name) => [
  ...longer(name, 15, 'characters'),
  ...(/^[-a-z0-9]+$/.test(name) ? [] : ['must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)']),
  ...(/[a-z]/.test(name) ? [] : ['must contain at least one letter (a-z)']),
  ...(name.includes('--') ? ['must not contain consecutive hyphens'] : []),
  ...(/^-|-$/.test(name) ? ['must not begin or end with a hyphen'] : []),
];

/** Of the keys of config maps and secrets. */
export const problemsOfConfigKey: NameProblems = (key) => [
  ...longer(key, 253, 'characters'),
  ...unlike(
    key,
    configKey,
    `a valid config key must consist of alphanumeric characters, '-', '_' or '.' ${examples('key.name', 'KEY_NAME', 'key-name')}`,
  ),
  ...(key === '.' || key === '..'
    ? [`must not be '${key}'`]
    : key.startsWith('..')
      ? ["must not start with '..'"]
      : []),
];

export const problemsOfPercent: NameProblems = (text) =>
  unlike(
    text,
    '[0-9]+%',
    `a valid percent string must be a numeric string followed by an ending '%' ${examples('1%', '93%')}`,
  );

export const problemsOfWildcard: NameProblems = (name) =>
  unlike(
    name,
    `\\*\\.${dnsSubdomain}`,
    `a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character ${examples('*.example.com')}`,
  );

function unlike(name: string, pattern: string, words: string): string[] {
  return matches(name, pattern) ? [] : [`${words}regex used for validation is '${pattern}')`];
}

function matches(name: string, pattern: string): boolean {
  return new RegExp(`^(?:${pattern})$`).test(name);
}

function longer(name: string, most: number, unit: string): string[] {
  return new TextEncoder().encode(name).length > most ? [`must be no more than ${most} ${unit}`] : [];
}

const dns1035Label =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
/** What names of versions, and of kinds in lower case, look like. */
export const problemsOfVersion: NameProblems = (name) =>
  /^[a-z]([-a-z0-9]*[a-z0-9])?$/.test(name) ? [] : [dns1035Label];
