import { describe, expect, it } from 'vitest';
import { readSubject, type WordReading } from '../../../src/core/mapper/subject.js';
import { formatGroupVersion, parseGroupVersion } from '../../../src/core/model/group-version.js';
import { compareVersions } from '../../../src/core/model/version-order.js';
import * as tables from './arguments.js';
import { comparedVersions, parsedVersions } from './versions.js';
import type { WordCase } from './arguments.js';

function show(parts: readonly (readonly [name: string, value: string | undefined])[]): string {
  return parts.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`])).join(' ');
}

const showReading = ({ group, version, word }: WordReading): string =>
  show([
    ['group', group],
    ['version', version],
    ['name', word],
  ]);

/** The readings that kubectl knows too: not a version without a group, nor a group cut short behind one. */
function read(word: string, as: 'names' | 'kinds'): readonly WordReading[] {
  return readSubject(word)[as].filter(
    ({ group, version, shortGroup = false }) => !shortGroup && !(group === undefined && version !== undefined),
  );
}

const orNone = (readings: readonly WordReading[]): string => readings.map(showReading).join('; ') || 'none';
const withoutVersion = (readings: readonly WordReading[]): readonly WordReading[] =>
  readings.filter(({ version }) => version === undefined);

const readers: readonly (readonly [{ name: string; cases: readonly WordCase[] }, (word: string) => string])[] = [
  [
    tables.groupVersions,
    (word) => {
      const found = parseGroupVersion(word);
      return found === undefined
        ? 'none'
        : show([
            ['group', found.group],
            ['version', found.version],
          ]);
    },
  ],
  [tables.groupResources, (word) => orNone(withoutVersion(read(word, 'names')))],
  [tables.resourceArguments, (word) => orNone(read(word, 'names'))],
  [tables.groupKinds, (word) => orNone(withoutVersion(read(word, 'kinds')))],
  [tables.kindArguments, (word) => orNone(read(word, 'kinds'))],
];

describe.each(readers)('$name', ({ cases }, reader) => {
  it.each(cases)('$id', ({ steps }) => {
    for (const { ask, peer, ours = peer } of steps) expect(reader(ask)).toBe(ours);
  });
});

describe(tables.writtenVersions.name, () => {
  it.each(tables.writtenVersions.cases)('$id', ({ steps }) => {
    for (const { ask, peer } of steps) expect(formatGroupVersion({ group: ask[0], version: ask[1] })).toBe(peer);
  });
});

describe.each([comparedVersions, parsedVersions])('$name', ({ cases }) => {
  it.each(cases)('$id', ({ steps }) => {
    for (const { ask, peer } of steps) {
      expect([...ask].sort(compareVersions)[0]).toBe(peer);
      expect([...ask].reverse().sort(compareVersions)[0]).toBe(peer);
    }
  });
});
