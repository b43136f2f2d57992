import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';
import { matchesLabels, requirementsOf } from '../../core/selector/label-selector.js';
import {
  problemsOfConfigKey,
  problemsOfLabel,
  problemsOfLabelValue,
  problemsOfPercent,
  problemsOfPortName,
  problemsOfQualifiedName,
  problemsOfSubdomain,
} from '../wire/name-problems.js';
import type { Cause } from '../wire/refusals.js';
import {
  all,
  atLeast,
  between,
  forbids,
  wrongValue,
  isEmpty,
  eachOf,
  map,
  missing,
  named,
  recordOf,
  refused,
  required,
  struct,
  type FieldCheck,
} from './rules.js';

export const subdomain = named(problemsOfSubdomain);
export const label = named(problemsOfLabel);
export const qualifiedName = named(problemsOfQualifiedName);
export const configKey = named(problemsOfConfigKey);
export const nonnegative = atLeast(0);
export const portNumber = between(1, 65_535);
/** A port by its number or its name. */
export const anyPort: FieldCheck = (value, path, owner) =>
  typeof value === 'string' ? named(problemsOfPortName)(value, path, owner) : portNumber(value ?? 0, path, owner);

/** Labels, whose problems are those of the whole map. */
export const labels: FieldCheck = (value, path) =>
  map((key, each) => [
    ...problemsOfQualifiedName(key).map((why) => wrongValue(path, key, why)),
    ...problemsOfLabelValue(typeof each === 'string' ? each : '').map((why) => wrongValue(path, each, why)),
  ])(value, path, {});

export const annotations: FieldCheck = (value, path) =>
  map((key) => problemsOfQualifiedName(key.toLowerCase()).map((why) => wrongValue(path, key, why)))(value, path, {});

/** An address, as far as its form goes. */
export const address: FieldCheck = (value, path) =>
  typeof value === 'string' && !isAddress(value)
    ? [wrongValue(path, value, 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)')]
    : [];

export function isAddress(text: string): boolean {
  return isV4(text) || (text.includes(':') && /^[0-9a-f:.]+$/i.test(text));
}

export function isV4(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255);
}

/** The network of a text, of IPv4 alone. */
export function networkOf(text: unknown): { readonly from: number; readonly bits: number } | undefined {
  const [ip = '', bits = ''] = String(text).split('/');
  if (!isV4(ip) || !/^\d{1,2}$/.test(bits) || Number(bits) > 32) return undefined;
  return { from: ip.split('.').reduce((sum, part) => sum * 256 + Number(part), 0), bits: Number(bits) };
}

export const isNetwork = (text: unknown): boolean =>
  networkOf(text) !== undefined || /^[0-9a-f:.]*:[0-9a-f:.]*\/\d{1,3}$/i.test(String(text));

export const network: FieldCheck = (value, path) =>
  isNetwork(value) ? [] : [wrongValue(path, value, 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)')];

/** A quantity that is not below zero. */
export const amount: FieldCheck = (value, path) =>
  (amountOf(value) ?? 0) < 0 ? [wrongValue(path, value, 'must be greater than or equal to 0')] : [];

/** @see https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#resources-that-support-set-based-requirements */
export const labelSelector: FieldCheck = struct({
  matchLabels: labels,
  matchExpressions: eachOf((value, path) => {
    const { key, operator, values }: JsonRecord = recordOf(value);
    return [
      ...operatorCauses(operator, values, path),
      ...qualifiedName(key ?? '', `${path}.key`, {}),
      ...eachOf((each, at) => problemsOfLabelValue(String(each)).map((why) => wrongValue(at, each, why)))(
        values,
        `${path}.values`,
        {},
      ),
    ];
  }),
});

export function operatorCauses(operator: unknown, values: unknown, path: string): Cause[] {
  switch (operator) {
    case 'In':
    case 'NotIn':
      return isEmpty(values) ? [missing(`${path}.values`, "must be specified when `operator` is 'In' or 'NotIn'")] : [];
    case 'Exists':
    case 'DoesNotExist':
      return isEmpty(values)
        ? []
        : [forbids(`${path}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")];
    default:
      return [wrongValue(`${path}.operator`, operator ?? '', 'not a valid selector operator')];
  }
}

/** validateNodeSelectorTerm */
export const nodeTerm = struct({
  matchExpressions: eachOf((value, path) => {
    const { key = '', operator, values }: JsonRecord = recordOf(value);
    const isCompared = operator === 'Gt' || operator === 'Lt';
    const isOne = Array.isArray(values) && values.length === 1;
    return [
      ...(isCompared ? [] : operatorCauses(operator, values, path)),
      ...(isCompared && !isOne
        ? [missing(`${path}.values`, "must be specified single value when `operator` is 'Lt' or 'Gt'")]
        : []),
      ...qualifiedName(key, `${path}.key`, {}),
    ];
  }),
  matchFields: eachOf(struct({ key: refused((value) => value !== 'metadata.name', 'not a valid field selector key') })),
});
export const nodeSelector = struct({
  nodeSelectorTerms: required(eachOf(nodeTerm), 'must have at least one node selector term'),
});

/** Reports whether a selector has no requirements. */
export function isEverything(selector: unknown): boolean {
  const { matchLabels, matchExpressions }: JsonRecord = recordOf(selector);
  return isEmpty(matchExpressions) && Object.keys(Object(matchLabels) as object).length === 0;
}

/** Reports whether a valid selector selects labels; one that is missing selects none. */
export function selects(selector: unknown, given: unknown): boolean {
  const labelsOf = recordOf(given) as Readonly<Record<string, string>>;
  return isJsonRecord(selector) && matchesLabels(requirementsOf({ matchLabels: {}, ...selector }), labelsOf);
}

/** A number of things, or a percentage of them. */
export const countOrPercent: FieldCheck = (value, path, owner) =>
  typeof value === 'string' ? named(problemsOfPercent)(value, path, owner) : nonnegative(value, path, owner);

export const atMostWhole: FieldCheck = (value, path) =>
  typeof value === 'string' && problemsOfPercent(value).length === 0 && Number.parseInt(value) > 100
    ? [wrongValue(path, value, 'must not be greater than 100%')]
    : [];

export const share = all(countOrPercent, atMostWhole);

const suffixes: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
};

/**
 * Returns the amount of a quantity, precise enough to compare it; undefined for what is none.
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
 */
export function amountOf(quantity: unknown): number | undefined {
  if (typeof quantity === 'number') return quantity;
  const [, digits = '', suffix = ''] =
    /^([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)([A-Za-z]*)$/.exec(String(quantity)) ?? [];
  const factor = suffixes[suffix];
  return digits === '' || factor === undefined ? undefined : Number(digits) * factor;
}
