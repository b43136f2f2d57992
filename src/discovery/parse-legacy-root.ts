import type { GroupVersion } from '../model/group-version.js';
import type { JsonRecord } from '../shared/json-record.js';
import { quote } from '../shared/quote.js';
import { FieldProblem, none, readList, readRecord, readText } from './fields.js';
import { checkGroupName, checkNew, checkSegment, readOrNote, type DocumentProblems } from './problems.js';

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
    const versions = readVersionNames('', readOptionalList(body, 'versions'), 'versions', problems, (item) => item);
    return [{ name: '', versions, preferredVersion: versions[0]?.version }];
  }
  const seen = new Set<string>();
  const outlines: GroupOutline[] = [];
  for (const [index, item] of readOptionalList(body, 'groups').entries()) {
    const outline = readOrNote(problems, {}, () => readGroup(item, `groups[${index}]`, seen, problems));
    if (outline !== undefined) outlines.push(outline);
  }
  return outlines;
}

function readOptionalList(body: JsonRecord, field: string): readonly unknown[] {
  const value = body[field] ?? none;
  if (!Array.isArray(value)) throw new FieldProblem(`${field} is not a list`);
  return value as unknown[];
}

function readGroup(item: unknown, place: string, seen: Set<string>, problems: DocumentProblems): GroupOutline {
  const record = readRecord(item, place);
  const name = readText(record, 'name', place);
  checkGroupName(name, `${place}.name`, problems);
  checkNew(seen, name, 'the group');
  const list = readOrNote(problems, { group: name }, () => readList(record, 'versions', place)) ?? none;
  const versions = readVersionNames(name, list, `${place}.versions`, problems, (entry, at) => {
    const version = readText(readRecord(entry, at), 'version', at);
    return version;
  });
  const preferred = readOrNote(problems, { group: name }, () => {
    const at = `${place}.preferredVersion`;
    return readText(readRecord(record['preferredVersion'] ?? {}, at), 'version', at);
  });
  const listed = versions.some((entry) => entry.version === preferred);
  return { name, versions, preferredVersion: listed ? preferred : versions[0]?.version };
}

function readVersionNames(
  group: string,
  items: readonly unknown[],
  place: string,
  problems: DocumentProblems,
  nameOf: (item: unknown, place: string) => unknown,
): readonly GroupVersion[] {
  const seen = new Set<string>();
  return items.flatMap((item, index) => {
    const at = `${place}[${index}]`;
    const version = readOrNote(problems, { group }, () => {
      const name = nameOf(item, at);
      if (typeof name !== 'string') throw new FieldProblem(`${at} is not a string`);
      checkSegment(name, at);
      checkNew(seen, name, `the version of group ${quote(group)}`);
      return name;
    });
    return version === undefined ? [] : [{ group, version }];
  });
}
