import { useEffect, useState } from 'react';
import { isForbidden, type Client, type ResourceEntry } from 'kubeatlas';
import type { Session } from './session.js';
import { changeSettings, getSettings } from './settings.js';

/** How many namespaces are asked about, and kept of those that somebody typed. */
const mostAsked = 50;

/** How many are shown at once without being chosen. */
const mostShown = 10;

/** Namespaces to choose from. */
export interface KnownNamespaces {
  readonly names: readonly string[];
  /** Whether these are all that there are. */
  readonly areAll: boolean;
  /** The rules of a namespace that were read on the way. */
  readonly rules?: ReadonlyMap<string, readonly Rule[]>;
}

/** Reads all namespaces, or, where one may not list them, those that rights name, that of the context, and what was typed before. */
export async function readNamespaces(session: Session, signal?: AbortSignal): Promise<KnownNamespaces> {
  const { client, namespace } = session;
  try {
    const names: string[] = [];
    const handle = client.resource('namespaces').as('PartialObjectMetadata');
    for await (const { metadata } of handle.items({ limit: 500, signal })) names.push(metadata.name);
    return { names, areAll: true };
  } catch (error) {
    if (!isForbidden(error)) throw error;
  }
  const kept = getSettings().namespaces[keyOf(session)] ?? [];
  const rules = await rulesIn(client, namespace, signal).catch(() => []);
  const named = rules.flatMap(({ resources = [], resourceNames = [] }) =>
    resources.includes('namespaces') ? resourceNames : [],
  );
  return { names: [...new Set([namespace, ...kept, ...named])], areAll: false, rules: new Map([[namespace, rules]]) };
}

/** Keeps namespaces that somebody typed, who may not list them. */
export function keepNamespaces(session: Session, names: readonly string[]): void {
  const key = keyOf(session);
  changeSettings(({ namespaces }) => {
    const before = namespaces[key] ?? [];
    if (names.every((name) => before.includes(name))) return {};
    return { namespaces: { ...namespaces, [key]: [...new Set([...names, ...before])].slice(0, mostAsked) } };
  });
}

/** Finds namespaces in which one may list a resource, as soon as it is wanted; undefined before. */
export function useUsableNamespaces(
  session: Session,
  entry: ResourceEntry | undefined,
  isWanted: boolean,
): readonly string[] | undefined {
  const [found, setFound] = useState<readonly string[]>();
  useEffect(() => {
    if (!isWanted || entry === undefined) return;
    const ending = new AbortController();
    const { signal } = ending;
    const find = async (): Promise<readonly string[]> => {
      const { names, rules: read } = await readNamespaces(session, signal);
      const usable: string[] = [];
      for (const name of names.slice(0, mostAsked)) {
        const rules = read?.get(name) ?? (await rulesIn(session.client, name, signal));
        if (rules.some((rule) => lets(rule, entry))) usable.push(name);
        if (usable.length === mostShown) break;
      }
      return usable;
    };
    find().then(setFound, () => {
      if (!signal.aborted) setFound([]);
    });
    return () => ending.abort();
  }, [session, entry, isWanted]);
  return found;
}

function keyOf({ cluster, server }: Session): string {
  return cluster === undefined ? server : `${cluster} ${server}`;
}

interface Rule {
  readonly verbs?: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
}

function lets({ verbs, apiGroups, resources, resourceNames = [] }: Rule, { group, resource }: ResourceEntry): boolean {
  const has = (given: readonly string[] = [], wanted: string): boolean => given.includes(wanted) || given.includes('*');
  return has(verbs, 'list') && has(apiGroups, group) && has(resources, resource) && resourceNames.length === 0;
}

/** What one may do in a namespace. */
async function rulesIn(client: Client, namespace: string, signal: AbortSignal | undefined): Promise<readonly Rule[]> {
  const version = { group: 'authorization.k8s.io', version: 'v1' };
  const reviews = client.handle({
    resource: { ...version, resource: 'selfsubjectrulesreviews' },
    kind: { ...version, kind: 'SelfSubjectRulesReview' },
    scope: 'Cluster',
  });
  const { status } = (await reviews.create({ spec: { namespace } }, { signal })) as {
    readonly status?: { readonly resourceRules?: readonly Rule[] | null };
  };
  return status?.resourceRules ?? [];
}
