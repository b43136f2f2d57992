const decimals = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'];
const binaries = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];
const form = /^([+-]?)(\d*)\.?(\d*)([numkMGTPE]?|[KMGTPE]i|[eE][+-]?\d+)$/;
/** What a server keeps of a quantity: billionths. */
const one = 1_000_000_000n;
/** Beyond it, a quantity is no amount of anything. */
const greatest = 30;

interface Amount {
  readonly nanos: bigint;
  /** The suffixes that it is written with. */
  readonly as: 'decimal' | 'binary' | 'exponent';
}

/**
 * Returns a quantity as servers write it: `1000m` is `1`, and `1024Mi` is `1Gi`; undefined for what is none.
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
 */
export function canonicalQuantity(text: string): string | undefined {
  const amount = amountIn(text);
  return amount === undefined ? undefined : textOf(amount);
}

/** Returns the sum of quantities, with the suffixes of the first. */
export function sumOfQuantities(texts: readonly string[]): string {
  const amounts = texts.map(amountIn).filter((each) => each !== undefined);
  const nanos = amounts.reduce((sum, each) => sum + each.nanos, 0n);
  return textOf({ nanos, as: amounts.find((each) => each.nanos !== 0n)?.as ?? 'decimal' });
}

function amountIn(text: string): Amount | undefined {
  const [, sign, whole = '', part = '', suffix = ''] = form.exec(text) ?? [];
  if (whole + part === '') return undefined;
  const isExponent = /^[eE]./.test(suffix) && suffix !== 'Ei';
  const isBinary = suffix.endsWith('i');
  const tens = isExponent ? Number(suffix.slice(1)) : isBinary ? 0 : (decimals.indexOf(suffix) - 3) * 3;
  if (Math.abs(tens) > greatest || whole.length + part.length > 2 * greatest) return undefined;
  const digits = BigInt(whole + part) * (isBinary ? 1024n ** BigInt(binaries.indexOf(suffix)) : 1n);
  const power = tens - part.length + 9;
  const divisor = power < 0 ? 10n ** BigInt(-power) : 1n;
  // Rounded up: who asks for something gets something.
  const nanos = power < 0 ? (digits + divisor - 1n) / divisor : digits * 10n ** BigInt(power);
  return { nanos: sign === '-' ? -nanos : nanos, as: isExponent ? 'exponent' : isBinary ? 'binary' : 'decimal' };
}

function textOf({ nanos, as }: Amount): string {
  if (nanos === 0n) return '0';
  const size = nanos < 0n ? -nanos : nanos;
  if (as === 'binary' && size >= 1024n * one && nanos % one === 0n) {
    const [number, steps] = divided(nanos / one, 1024n, binaries.length - 1);
    return `${number}${binaries[steps] ?? ''}`;
  }
  const [number, steps] = divided(nanos, 1000n, as === 'exponent' ? greatest : decimals.length - 1);
  if (as !== 'exponent') return `${number}${decimals[steps] ?? ''}`;
  return steps === 3 ? String(number) : `${number}e${steps * 3 - 9}`;
}

/** Divides a number as often as it leaves no rest. */
function divided(number: bigint, by: bigint, most: number): [bigint, number] {
  let rest = number;
  let steps = 0;
  for (; steps < most && rest % by === 0n; steps += 1) rest /= by;
  return [rest, steps];
}
