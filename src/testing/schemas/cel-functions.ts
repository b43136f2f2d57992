import type { Environment } from '@marcbachmann/cel-js';
import { matches, matchesIn, problemOfPattern } from './patterns.js';
import type { Steps } from './steps.js';

/**
 * The functions that Kubernetes adds to CEL, as far as they are here; a rule that calls another one is not run, and named. Those of
 * `format`, `semver` and CIDRs are missing, and macros with two variables.
 *
 * @see https://kubernetes.io/docs/reference/using-api/cel/#cel-options-language-features-and-libraries
 */
export function addFunctions(environment: Environment, steps: () => Steps): Environment {
  environment.registerType('Quantity', { ctor: Quantity, fields: {} });
  environment.registerType('URL', { ctor: URL, fields: {} });
  environment.registerType('IP', { ctor: IP, fields: {} });
  for (const [signature, handler] of Object.entries(functions)) environment.registerFunction(signature, handler);
  const findAll = (text: string, pattern: string, count?: bigint): string[] => matchesIn(text, pattern, steps(), count);
  return environment
    .registerFunction('string.matchesAsInGo(string): bool', (text: string, pattern: string) => {
      const problem = problemOfPattern(pattern);
      if (problem !== undefined) throw new Error(problem);
      return matches(text, pattern, steps());
    })
    .registerFunction(
      'string.find(string): string',
      (text: string, pattern: string) => findAll(text, pattern, 1n)[0] ?? '',
    )
    .registerFunction('string.findAll(string): list<string>', findAll)
    .registerFunction('string.findAll(string, int): list<string>', findAll);
}

/** Billionths, which is the smallest unit. */
class Quantity {
  constructor(readonly nano: bigint) {}
}

class IP {
  constructor(
    readonly text: string,
    readonly family: bigint,
  ) {}
}

const one = 1_000_000_000n;
const units: Readonly<Record<string, bigint>> = {
  ...{ n: 1n, u: 1000n, m: 1_000_000n, '': one },
  ...Object.fromEntries(['k', 'M', 'G', 'T', 'P', 'E'].map((unit, index) => [unit, one * 1000n ** BigInt(index + 1)])),
  ...Object.fromEntries(
    ['K', 'M', 'G', 'T', 'P', 'E'].map((unit, index) => [`${unit}i`, one << BigInt(10 * index + 10)]),
  ),
};

/** Reads a quantity, rounded up to billionths. */
function quantityIn(text: string): Quantity | undefined {
  const parts = /^([+-]?)(\d+\.?\d*|\.\d+)(?:[eE]([+-]?\d{1,2})|([numkMGTPE]|[KMGTPE]i)?)$/.exec(text);
  if (parts === null) return undefined;
  const [, sign, number = '', exponent, unit = ''] = parts;
  const [whole = '', fraction = ''] = number.split('.');
  const power = Number(exponent ?? 0) - fraction.length;
  const [factor, divisor] = power < 0 ? [1n, 10n ** BigInt(-power)] : [10n ** BigInt(power), 1n];
  const scaled = BigInt(whole + fraction) * factor * (units[unit] ?? one);
  const nano = (scaled + divisor - 1n) / divisor;
  return new Quantity(sign === '-' ? -nano : nano);
}

function ipIn(text: string): IP | undefined {
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(text)) {
    const isAddress = text.split('.').every((part) => Number(part) < 256 && (part === '0' || !part.startsWith('0')));
    return isAddress ? new IP(text, 4n) : undefined;
  }
  const isAddress = text.includes(':') && !/[^\da-fA-F:.]/.test(text) && URL.canParse(`http://[${text}]`);
  return isAddress ? new IP(new URL(`http://[${text}]`).hostname.slice(1, -1), 6n) : undefined;
}

/** Absolute URLs and absolute paths, as Go's `url.ParseRequestURI` reads them. */
function urlIn(text: string): URL | undefined {
  if (text.startsWith('/')) return URL.canParse(text, 'path://') ? new URL(text, 'path://') : undefined;
  return /^[a-zA-Z][a-zA-Z\d+.-]*:/.test(text) && URL.canParse(text) ? new URL(text) : undefined;
}

function required<T>(read: (text: string) => T | undefined, what: string): (text: string) => T {
  return (text) => {
    const value = read(text);
    if (value === undefined) throw new Error(`${what} parse error: ${JSON.stringify(text)}`);
    return value;
  };
}

function isFound(read: (text: string) => unknown): (text: string) => boolean {
  return (text) => read(text) !== undefined;
}

type Ordered = bigint | number | string | boolean;

function compare(a: Ordered, b: Ordered): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function best(values: readonly Ordered[], sign: 1 | -1): Ordered {
  if (values.length === 0) throw new Error(`${sign === 1 ? 'max' : 'min'} called on empty list`);
  return values.reduce((a, b) => (compare(b, a) * sign > 0 ? b : a));
}

/** Values of different types are never equal. */
function indexIn(values: readonly unknown[], value: unknown, find: 'indexOf' | 'lastIndexOf'): bigint {
  return BigInt(values[find](value));
}

function replace(text: string, old: string, by: string, count: bigint): string {
  let rest = count < 0n ? Infinity : Number(count);
  return text.replaceAll(old, (found) => (rest-- > 0 ? by : found));
}

const isInteger = ({ nano }: Quantity): boolean => nano % one === 0n;
const schemeOf = ({ protocol }: URL): string => (protocol === 'path:' ? '' : protocol.slice(0, -1));

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- The arguments have the types of the signature.
const functions: Readonly<Record<string, (...values: any[]) => unknown>> = {
  'list.isSorted(): bool': (values: Ordered[]) =>
    values.every((value, i) => i === 0 || compare(values[i - 1] ?? value, value) <= 0),
  'list.sum(): dyn': (values: bigint[]) => (values.length === 0 ? 0n : values.reduce((a, b) => a + b)),
  'list.min(): dyn': (values: Ordered[]) => best(values, -1),
  'list.max(): dyn': (values: Ordered[]) => best(values, 1),
  'list.indexOf(dyn): int': (values: unknown[], value: unknown) => indexIn(values, value, 'indexOf'),
  'list.lastIndexOf(dyn): int': (values: unknown[], value: unknown) => indexIn(values, value, 'lastIndexOf'),

  'string.replace(string, string): string': (text: string, old: string, by: string) => replace(text, old, by, -1n),
  'string.replace(string, string, int): string': replace,
  'string.charAt(int): string': (text: string, index: bigint) => [...text][Number(index)] ?? '',
  'string.reverse(): string': (text: string) => [...text].reverse().join(''),

  'isQuantity(string): bool': isFound(quantityIn),
  'quantity(string): Quantity': required(quantityIn, 'quantity'),
  'Quantity.sign(): int': ({ nano }: Quantity) => BigInt(compare(nano, 0n)),
  'Quantity.isInteger(): bool': isInteger,
  'Quantity.asInteger(): int': (quantity: Quantity) => {
    if (!isInteger(quantity)) throw new Error('cannot convert value to integer');
    return quantity.nano / one;
  },
  'Quantity.asApproximateFloat(): double': ({ nano }: Quantity) => Number(nano) / Number(one),
  'Quantity.add(Quantity): Quantity': (a: Quantity, b: Quantity) => new Quantity(a.nano + b.nano),
  'Quantity.add(int): Quantity': (a: Quantity, b: bigint) => new Quantity(a.nano + b * one),
  'Quantity.sub(Quantity): Quantity': (a: Quantity, b: Quantity) => new Quantity(a.nano - b.nano),
  'Quantity.sub(int): Quantity': (a: Quantity, b: bigint) => new Quantity(a.nano - b * one),
  'Quantity.isLessThan(Quantity): bool': (a: Quantity, b: Quantity) => a.nano < b.nano,
  'Quantity.isGreaterThan(Quantity): bool': (a: Quantity, b: Quantity) => a.nano > b.nano,
  'Quantity.compareTo(Quantity): int': (a: Quantity, b: Quantity) => BigInt(compare(a.nano, b.nano)),

  'isURL(string): bool': isFound(urlIn),
  'url(string): URL': required(urlIn, 'URL'),
  'URL.getScheme(): string': schemeOf,
  'URL.getHost(): string': ({ host }: URL) => host,
  'URL.getHostname(): string': ({ hostname }: URL) => hostname,
  'URL.getPort(): string': ({ port }: URL) => port,
  'URL.getEscapedPath(): string': ({ pathname }: URL) => pathname,

  'isIP(string): bool': isFound(ipIn),
  'ip(string): IP': required(ipIn, 'IP Address'),
  'IP.family(): int': ({ family }: IP) => family,
  'IP.isUnspecified(): bool': ({ text }: IP) => text === '0.0.0.0' || text === '::',
  'IP.isLoopback(): bool': ({ text }: IP) => text.startsWith('127.') || text === '::1',
};
