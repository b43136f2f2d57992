import { formatCell } from '../core/representation/print/text.js';

/** Whether a status is one to be glad of, to wait for, or to look into. */
export type CellTone = 'good' | 'waiting' | 'bad';

/**
 * What the cell of a table means:
 * - `none`: nothing, as `<none>`.
 * - `age`: `5d4h`; its `value` is in seconds.
 * - `count`: `7`, or `2 (5m ago)` with a remark.
 * - `quantity`: `500m`, `2Gi`; its `value` is in units.
 * - `ready`: `1/2`; its `value` is the part that is ready, from 0 to 1.
 * - `status`: `Running`, `CrashLoopBackOff`; or `True` in a column such as Ready.
 * - `text`: anything else.
 */
export interface CellMeaning {
  /** What it is. */
  readonly meaning: 'none' | 'age' | 'count' | 'quantity' | 'ready' | 'status' | 'text';
  /** The cell as text, as kubectl prints it. */
  readonly text: string;
  /** To sort by; undefined for what has no order but that of its text. */
  readonly value: number | bigint | undefined;
  /** Undefined for what is neither, such as a word of a custom resource that is not known. */
  readonly tone: CellTone | undefined;
}

/** Columns whose words are a status, and columns of conditions, in which `True` is good. */
const ofStatus = /^(?:status|phase|state|health|reason)$/i;
const ofCondition =
  /^(?:ready|available|healthy|synced|established|accepted|programmed|approved|issued|reconciled|installed|succeeded|completed?|up-to-date)$/i;

/** The first that fits a word counts: `NotReady` is bad, though it ends with a good word. */
const tones: readonly (readonly [CellTone, RegExp])[] = [
  [
    'bad',
    /BackOff|^Err|Error|Fail|Lost|Evicted|OOM|Exceeded|Invalid|Denied|Rejected|Degraded|Unhealthy|NotReady|Unavailable|CannotRun|NeverPull|ExitCode:|Signal:|Expired|Mismatch|Stalled|Preempt|Unschedulable|NodeAffinity|^Dead/i,
  ],
  [
    'good',
    /^(?:Running|Succeeded|Completed?|Active|Bound|Available|Ready|Healthy|Synced|Established|Approved|Issued|Deployed|Reconciled|Online|Provisioned|OK|Up|Valid|Accepted|Created|Started|Pulled|Scheduled|Enabled|Connected)$/i,
  ],
  ['waiting', /ing$|^Pending|^Init|Unknown|SchedulingDisabled|Gated|Suspended|Paused|Released|^New$|^Queued$/i],
];

/**
 * Reads what a cell of a table means, for a page that sorts it, or shows it in a colour: beside the colour, show a sign, since not
 * everybody tells colours apart. Servers print cells for people, so this goes by the names of columns and by kinds of words.
 *
 * @param column the name of its column
 * @example
 * readCell('CrashLoopBackOff', 'Status').tone; // 'bad'
 * readCell('1/2', 'Ready').value; // 0.5
 */
export function readCell(cell: unknown, column: string): CellMeaning {
  const text = formatCell(cell);
  const is = (meaning: CellMeaning['meaning'], value?: number | bigint, tone?: CellTone): CellMeaning => {
    return { meaning, text, value, tone };
  };
  if (/^(?:<(?:none|unknown|unset|invalid)>)?$/.test(text)) return is('none');
  const [, ready = '', all = ''] = /^(\d+)\/(\d+)(?: of \d+)?$/.exec(text) ?? [];
  if (all !== '') {
    const share = Number(all) === 0 ? 1 : Number(ready) / Number(all);
    return is('ready', share, share >= 1 ? 'good' : 'waiting');
  }
  if (ofCondition.test(column) && /^(?:true|false|unknown)$/i.test(text)) {
    return is('status', undefined, /^true$/i.test(text) ? 'good' : 'waiting');
  }
  if (ofStatus.test(column)) return is('status', undefined, toneOf(text));
  const [age, count, amount] = [parseAge(text), parseCellCount(text), parseQuantity(text)];
  // `5m` is an age, unless its column says that it is an amount.
  if (age !== undefined && !/cpu|memory|quantity|storage|capacity|request|limit/i.test(column)) return is('age', age);
  if (count !== undefined) return is('count', count);
  return amount === undefined ? is('text') : is('quantity', amount);
}

/** Of several words, such as `Ready,SchedulingDisabled`, the worst counts. */
function toneOf(text: string): CellTone | undefined {
  const found = text.split(',').map((word) => tones.find(([, words]) => words.test(word.trim()))?.[0]);
  return (['bad', 'waiting', 'good'] as const).find((tone) => found.includes(tone));
}

const quantity = /^([-+]?(?:\d+(?:\.\d*)?|\.\d+))(?:([numkMGTPE]|[KMGTPE]i)|[eE]([-+]?\d+))?$/;
const duration = /^(?=\d)(?:\d+y)?(?:\d+d)?(?:\d+h)?(?:\d+m)?(?:\d+s)?$/;
const powers: Readonly<Record<string, number>> = {
  ...{ n: 1e-9, u: 1e-6, m: 1e-3, k: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15, E: 1e18 },
  ...{ Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40, Pi: 2 ** 50, Ei: 2 ** 60 },
};
const seconds: Readonly<Record<string, number>> = { y: 31_536_000, d: 86_400, h: 3600, m: 60, s: 1 };

/**
 * Reads a quantity as Kubernetes writes it, for comparisons: `500m`, `2Gi`, `1e3`; undefined for anything else. Integers of more than
 * 15 digits are a `bigint`; others may be rounded.
 *
 * @example
 * parseQuantity('500m'); // 0.5
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
 */
export function parseQuantity(text: string): number | bigint | undefined {
  const [, number, suffix, exponent] = quantity.exec(text) ?? [];
  if (number === undefined) return undefined;
  // JavaScript would round it.
  if (/^[-+]?\d{16,}$/.test(text)) return BigInt(text.replace('+', ''));
  return Number(number) * (powers[suffix ?? ''] ?? 1) * 10 ** Number(exponent ?? 0);
}

/**
 * Reads an age as kubectl prints it, in seconds: `5d4h`, `90s`; undefined for anything else.
 *
 * @example
 * parseAge('3m20s'); // 200
 */
export function parseAge(text: string): number | undefined {
  if (!duration.test(text)) return undefined;
  let total = 0;
  for (const part of text.split(/(?<=[a-z])/)) total += Number(part.slice(0, -1)) * (seconds[part.slice(-1)] ?? 0);
  return total;
}

/**
 * Reads a count, which may have a remark, as servers show restarts: `2 (5m ago)`; undefined for anything else.
 *
 * @example
 * parseCellCount('2 (5m ago)'); // 2
 */
export function parseCellCount(text: string): number | undefined {
  const [, number] = /^(\d+)(?: \(.*\))?$/.exec(text) ?? [];
  return number === undefined ? undefined : Number(number);
}
