import type { GroupVersion } from '../model/group-version.js';
import type { JsonRecord } from '../shared/json-record.js';
import { FieldProblem, none, readList, readRecord, readText, type Place } from './fields.js';
import { checkGroupName, checkNew, checkSegment, readEach, readOrNote, type DocumentProblems } from './problems.js';

/** A group as the legacy roots tell it: names alone, the resources stand in a document for each version. */
export interface GroupOutline {
  readonly name: string;
  readonly versions: readonly GroupVersion[];
  readonly preferredVersion: string | undefined;
}

/**
 * Reads what the legacy roots answer: APIVersions at `/api`, APIGroupList at `/apis`. Entries that make no sense are
 * left out and noted; throws a FieldProblem when the document as a whole makes none.
 * @see https://kubernetes.io/docs/concepts/overview/kubernetes-api/#unaggregated-discovery
 */
export function parseLegacyRoot(body: JsonRecord, problems: DocumentProblems): readonly GroupOutline[] {
  if (problems.root === 'api') {
    const items = readList(body, 'versions', undefined);
    const versions = readVersions(problems, '', { items, up: undefined }, (item, place) => {
      if (typeof item !== 'string') throw new FieldProblem(place, undefined, 'is not a string');
      return item;
    });
    return [{ name: '', versions, preferredVersion: versions[0]?.version }];
  }
  const seen = new Set<string>();
  const items = readList(body, 'groups', undefined);
  return readEach(problems, { items, name: 'groups', subjectOf: () => ({}) }, (item, place) =>
    readGroup(readRecord(item, place), place, seen, problems),
  );
}

function readGroup(record: JsonRecord, place: Place, seen: Set<string>, problems: DocumentProblems): GroupOutline {
  const group = readText(record, 'name', place);
  checkGroupName(group, place, 'name', problems);
  checkNew(seen, group, place);
  const items = readOrNote(problems, { group }, () => readList(record, 'versions', place)) ?? none;
  const versions = readVersions(problems, group, { items, up: place }, (item, at) =>
    readText(readRecord(item, at), 'version', at),
  );
  const preferred = readOrNote(problems, { group }, () => {
    const preference = readRecord(record['preferredVersion'] ?? {}, place, 'preferredVersion');
    return readText(preference, 'version', place, 'preferredVersion.version');
  });
  const listed = versions.some(({ version }) => version === preferred);
  return { name: group, versions, preferredVersion: listed ? preferred : versions[0]?.version };
}

function readVersions(
  problems: DocumentProblems,
  group: string,
  list: { readonly items: readonly unknown[]; readonly up: Place | undefined },
  nameOf: (item: unknown, place: Place) => string,
): readonly GroupVersion[] {
  const seen = new Set<string>();
  return readEach(problems, { ...list, name: 'versions', subjectOf: () => ({ group }) }, (item, place) => {
    const version = nameOf(item, place);
    checkSegment(version, place);
    checkNew(seen, version, place);
    return { group, version };
  });
}
