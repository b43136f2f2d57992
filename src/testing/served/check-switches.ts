import {
  requireBoolean,
  requireFunction,
  requireKnownOptions,
  requireList,
  requireObject,
  requireOneOf,
  type OptionNames,
} from '../../core/shared/arguments.js';
import { InvalidArgumentError } from '../../core/shared/invalid-argument-error.js';
import { isJsonRecord } from '../../core/shared/json-record.js';
import type { FakeApiServerOptions, FakeFormat, FakeFormats, FakePreset, FakeSwitches } from './options.js';

const formats: readonly FakeFormat[] = ['v2', 'v2beta1', 'legacy'];
/** The formats of servers by version; `legacy` stands for servers before 1.26. */
export const presets = {
  '1.38': ['v2', 'legacy'],
  '1.37': ['v2', 'legacy'],
  '1.36': ['v2', 'legacy'],
  '1.34': ['v2', 'v2beta1', 'legacy'],
  '1.29': ['v2beta1', 'legacy'],
  legacy: ['legacy'],
} as const satisfies Readonly<Record<FakePreset, readonly FakeFormat[]>>;

/** Returns the minor version that a server speaks; of one whose formats are given one by one, that of the default. */
export function minorOf(speaks: FakeFormats = '1.37'): number {
  return speaks === 'legacy' ? 25 : Number(typeof speaks === 'string' ? speaks.slice(2) : 37);
}

const booleans = [
  'internalIDInAggregated',
  'rejectsUnknownAccept',
  'stripsMediaTypeParameters',
  'weakensETags',
  'ownerResource',
  'namespaceLifecycle',
  'garbageCollection',
  'gracefulDeletion',
  'shards',
] as const;

const functions = ['may', 'exec', 'attach', 'portForward'] as const;

const switchNames: OptionNames<FakeSwitches> = {
  speaks: true,
  legacyOrder: true,
  internalIDInAggregated: true,
  internalIDField: true,
  deadGroupVersions: true,
  ignoresAccept: true,
  rejectsUnknownAccept: true,
  stripsMediaTypeParameters: true,
  weakensETags: true,
  itemKinds: true,
  ownerResource: true,
  watchList: true,
  shards: true,
  cel: true,
  namespaceLifecycle: true,
  garbageCollection: true,
  gracefulDeletion: true,
  warnings: true,
  users: true,
  may: true,
  latencyMs: true,
  log: true,
  exec: true,
  attach: true,
  portForward: true,
};
const optionNames: OptionNames<FakeApiServerOptions> = {
  documents: true,
  schemas: true,
  protobuf: true,
  defaults: true,
  resources: true,
  objects: true,
  now: true,
  timers: true,
  historyLimit: true,
  maxRequestBytes: true,
  bookmarkIntervalMs: true,
  watchBacklog: true,
  ...switchNames,
};

/** Refuses options that `createFakeApiServer` does not have, and lists and documents that are none. */
export function checkOptions(options: FakeApiServerOptions): void {
  const given = requireKnownOptions(options, optionNames);
  const { documents = {}, schemas = {}, resources = [], objects = [], protobuf, defaults } = given;
  requireObject('documents', documents);
  requireObject('schemas', schemas);
  if (protobuf !== undefined) requireObject('protobuf', protobuf);
  if (defaults !== undefined) requireObject('defaults', defaults);
  for (const [name, list] of Object.entries({ resources, objects })) {
    requireList<unknown>(name, list);
  }
}

/**
 * Refuses values that a switch does not accept, so that no test passes against a server that it does not mean.
 *
 * @throws InvalidArgumentError with the name of the switch and its allowed values
 */
export function checkSwitches(switches: FakeSwitches): FakeSwitches {
  const given = requireKnownOptions(switches, switchNames);
  const { speaks, legacyOrder, internalIDField, itemKinds, watchList, cel, users, latencyMs, log } = given;
  checkSpeaks(speaks);
  requireOneOf('legacyOrder', legacyOrder, ['model', 'as-real']);
  requireOneOf('internalIDField', internalIDField, ['internalID', 'resourceID']);
  requireOneOf('itemKinds', itemKinds, ['custom', 'all', 'none']);
  if (typeof cel !== 'object') requireOneOf('cel', cel, ['unchecked', 'refuse']);
  for (const name of booleans) requireBoolean(name, switches[name]);
  if (watchList !== undefined && watchList !== 'unmarked' && typeof watchList !== 'boolean') {
    throw new InvalidArgumentError('watchList', "must be true, false or 'unmarked'");
  }
  for (const name of functions) requireFunction(name, given[name]);
  if (!['undefined', 'string', 'function'].includes(typeof log) && !isIterable(log)) {
    throw new InvalidArgumentError('log', 'must be a text, an async iterable of texts, or a function that returns one');
  }
  if (users !== undefined) requireObject('users', users);
  if (latencyMs !== undefined && !(typeof latencyMs === 'number' && latencyMs >= 0)) {
    throw new InvalidArgumentError('latencyMs', 'must be a non-negative number of milliseconds');
  }
  return switches;
}

function isIterable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

function checkSpeaks(speaks: unknown): void {
  if (speaks === undefined) return;
  if (typeof speaks === 'string') {
    requireOneOf('speaks', speaks, Object.keys(presets));
    return;
  }
  const ofRoots = isJsonRecord(speaks) ? [speaks['api'], speaks['apis']] : [speaks];
  if (ofRoots.every((each) => Array.isArray(each) && each.every((word) => formats.includes(word as FakeFormat))))
    return;
  const known = formats.map((word) => `'${word}'`).join(', ');
  const named = Object.keys(presets)
    .map((word) => `'${word}'`)
    .join(', ');
  throw new InvalidArgumentError(
    'speaks',
    `must be one of ${named}, a list of ${known}, or { api, apis } of such lists`,
  );
}
