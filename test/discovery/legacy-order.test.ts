import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../src/core/catalog/catalog.js';
import { createDiscovery } from '../../src/core/discovery/create-discovery.js';
import { isBuiltInGroup } from '../../src/core/model/built-in-groups.js';
import { formatGroupVersion, parseGroupVersion } from '../../src/core/model/group-version.js';
import { captured, capturedNames, type CapturedName } from '../fixtures/captured.js';
import { replay, type Scripted } from './replay-connection.js';

/** The items of every legacy document of a group-version in another order, as real servers list custom resources. */
function rearranged(name: CapturedName, arrange: (items: unknown[]) => unknown[]): Record<string, Scripted> {
  const answers: Record<string, Scripted> = { ...captured(name) };
  for (const [path, { status, headers, body }] of Object.entries(captured(name))) {
    const { kind, resources } = (body ?? {}) as { kind?: string; resources?: unknown[] };
    if (kind !== 'APIResourceList' || resources === undefined) continue;
    answers[path] = { status, headers, body: { kind, resources: arrange(resources) } };
  }
  return answers;
}

const pairs: [CapturedName, CapturedName][] = [
  ['kube-1.37-v2', 'kube-1.37-legacy'],
  ['kube-1.36-v2', 'kube-1.36-legacy'],
  ['kube-1.29-v2beta1', 'kube-1.29-legacy'],
];
const turned = (items: unknown[]): unknown[] => [...items].reverse();
const isLegacy = (name: CapturedName): boolean => name.endsWith('legacy');

function namesIn({ groups }: Catalog): readonly (readonly string[])[] {
  return groups.flatMap(({ versions }) => versions.map(({ resources }) => resources.map(({ resource }) => resource)));
}

describe('the resources of a group-version', () => {
  it.each(capturedNames)('stand by name in %s, in groups of every kind', async (name) => {
    const names = namesIn(await createDiscovery(replay(captured(name))).catalog());
    expect(names.length).toBeGreaterThan(30);
    expect(names).toEqual(names.map((each) => [...each].sort()));
  });

  it.each(pairs)('of built-in groups come by name from the server, in %s as in %s', (aggregated, legacy) => {
    const lists = listsIn(aggregated);
    expect(listsIn(legacy)).toEqual(lists);
    expect(lists.size).toBeGreaterThan(20);
    for (const names of lists.values()) expect(names).toEqual([...names].sort());
  });

  it.each(capturedNames.filter(isLegacy))('stand by name whatever order %s lists them in', async (name) => {
    const listed = await createDiscovery(replay(captured(name))).catalog();
    const others = await createDiscovery(replay(rearranged(name, turned))).catalog();
    expect(namesIn(others)).toEqual(namesIn(listed));
    expect(namesIn(others).some((names) => names.length > 10)).toBe(true);
  });

  it.each(capturedNames.filter(isLegacy))('of %s in another order are no news: the catalog stays', async (name) => {
    let answers: Record<string, Scripted> = captured(name);
    const discovery = createDiscovery(replay(forward(name, () => answers)));
    const before = await discovery.catalog();
    // Subresources belong to a parent, in the order in which the server names them.
    answers = rearranged(name, (items) => [...groupedByParent(items).values()].reverse().flat());
    expect(await discovery.refresh()).toBe(before);
    answers = rearranged(name, (items) => items.slice(1));
    expect(await discovery.refresh()).not.toBe(before);
  });
});

const parentOf = (name: string): string => name.split('/')[0] ?? '';

/** Answers each path with what is at hand when it is asked. */
function forward(name: CapturedName, answers: () => Record<string, Scripted>): Record<string, Scripted> {
  return Object.fromEntries(
    Object.keys(captured(name)).map((path): [string, Scripted] => [
      path,
      () => answers()[path] as Exclude<Scripted, (...args: never[]) => unknown>,
    ]),
  );
}

function groupedByParent(items: readonly unknown[]): Map<string, unknown[]> {
  const groups = new Map<string, unknown[]>();
  for (const item of items) {
    const parent = parentOf((item as { name: string }).name);
    groups.set(parent, [...(groups.get(parent) ?? []), item]);
  }
  return groups;
}

/** The plurals of each built-in group-version, in the very order in which the server lists them. */
function listsIn(name: CapturedName): Map<string, readonly string[]> {
  const lists = new Map<string, readonly string[]>();
  for (const [path, { body }] of Object.entries(captured(name))) {
    const { items = [], groupVersion = path, resources } = (body ?? {}) as DiscoveryBody;
    if (resources !== undefined) lists.set(groupVersion, [...new Set(resources.map((each) => parentOf(each.name)))]);
    for (const { metadata, versions } of items) {
      const group = metadata.name ?? '';
      for (const { version, resources: entries = [] } of versions) {
        lists.set(
          formatGroupVersion({ group, version }),
          entries.map(({ resource }) => resource),
        );
      }
    }
  }
  const builtIn = [...lists].filter(([groupVersion]) => isBuiltInGroup(parseGroupVersion(groupVersion)?.group ?? '?'));
  return new Map(builtIn.sort(([a], [b]) => (a < b ? -1 : 1)));
}

interface DiscoveryBody {
  readonly groupVersion?: string;
  readonly resources?: readonly { readonly name: string }[];
  readonly items?: readonly {
    readonly metadata: { readonly name?: string };
    readonly versions: readonly { readonly version: string; readonly resources?: readonly { resource: string }[] }[];
  }[];
}
