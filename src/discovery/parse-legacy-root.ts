import type { GroupVersion } from '../model/group-version.js';
import type { JsonRecord } from '../shared/json-record.js';
import { FieldProblem, none, readList, readRecord, readText } from './fields.js';
import { levelOf, readEach, type Level, type Reading } from './level.js';
import { checkGroupName, checkNew, checkSegment } from './names.js';
import { note, type DocumentProblems } from './problems.js';

/** A group as the legacy roots tell it: names alone, the resources stand in a document for each version. */
export interface GroupOutline {
  readonly name: string;
  readonly versions: readonly GroupVersion[];
  readonly preferredVersion: string | undefined;
}

interface RootReading extends Reading {
  readonly versions: Level;
}

/**
 * Reads what the legacy roots answer: APIVersions at `/api`, APIGroupList at `/apis`. Entries that make no sense are
 * left out and noted; throws a FieldProblem when the document as a whole makes none.
 * @see https://kubernetes.io/docs/concepts/overview/kubernetes-api/#unaggregated-discovery
 */
export function parseLegacyRoot(body: JsonRecord, problems: DocumentProblems): readonly GroupOutline[] {
  const groups = levelOf('groups', undefined, () => ({}));
  const isCore = problems.root === 'api';
  const versionsLevel = levelOf('versions', isCore ? undefined : groups, (_item, { group }) => ({ group }));
  const reading = { problems, group: '', version: '', resource: '', versions: versionsLevel };
  if (isCore) {
    const items = readList(body['versions'], undefined, 'versions');
    const versions = readEach(items, versionsLevel, reading, readCoreVersion);
    return [{ name: '', versions, preferredVersion: versions[0]?.version }];
  }
  return readEach(readList(body['groups'], undefined, 'groups'), groups, reading, readGroup);
}

function readGroup(item: unknown, at: Level, reading: RootReading): GroupOutline {
  const { problems } = reading;
  const record = readRecord(item, at);
  const name = readText(record['name'], at, 'name');
  checkGroupName(name, at, 'name', problems.root);
  checkNew(at.names, name, at);
  const group = { group: name };
  let items: readonly unknown[] = none;
  try {
    items = readList(record['versions'], at, 'versions');
  } catch (error) {
    note(problems, group, error);
  }
  reading.group = name;
  const versions = readEach(items, reading.versions, reading, readVersion);
  let preferred: string | undefined;
  try {
    const preference = readRecord(record['preferredVersion'] ?? {}, at, 'preferredVersion');
    preferred = readText(preference['version'], at, 'preferredVersion.version');
  } catch (error) {
    note(problems, group, error);
  }
  const listed = versions.some(({ version }) => version === preferred);
  return { name, versions, preferredVersion: listed ? preferred : versions[0]?.version };
}

function readVersion(item: unknown, at: Level, reading: Reading): GroupVersion {
  return newVersion(readText(readRecord(item, at)['version'], at, 'version'), at, reading);
}

function readCoreVersion(item: unknown, at: Level, reading: Reading): GroupVersion {
  if (typeof item !== 'string') throw new FieldProblem(at, undefined, 'is not a string');
  return newVersion(item, at, reading);
}

function newVersion(version: string, at: Level, { group }: Reading): GroupVersion {
  checkSegment(version, at);
  checkNew(at.names, version, at);
  return { group, version };
}
