import { memo, useEffect, useMemo, useState, type ReactNode } from 'react';
import {
  describeFailure,
  formatGroupVersionResource,
  isForbidden,
  resourceKey,
  type Client,
  type ResourceEntry,
} from 'kubeatlas';
import type { CatalogState } from 'kubeatlas/react';
import { addressOf, type Route } from './route.js';
import { changeSettings, useSettings } from './settings.js';
import { useAliases } from './use-aliases.js';
import type { FleetCatalog } from './use-fleet-catalog.js';
import { wordsFor } from './words.js';

interface ResourcesProps {
  readonly client: Client;
  readonly served: CatalogState;
  readonly route: Route;
}

const noEntries: readonly ResourceEntry[] = [];

/** Every resource that the server has, those that people use first in front, live; and what could not be read, with the reason. */
export const Resources = memo(function Resources({ client, served, route }: ResourcesProps) {
  const { catalog, error, mode } = served;
  const [counts, setCounts] = useState<ReadonlyMap<string, string>>(new Map());
  const aliases = useAliases(client, catalog);
  const entries = useMemo(() => catalog?.resources({ preferred: true }) ?? noEntries, [catalog]);
  const count = async (counted: readonly ResourceEntry[]): Promise<void> => {
    for (const entry of counted) {
      const text = await countOf(client, entry).catch((reason: unknown) =>
        isForbidden(reason) ? 'may not be listed' : wordsFor(reason),
      );
      setCounts((before) => new Map(before).set(resourceKey(entry), text));
    }
  };
  if (catalog === undefined) return <p role="status">{error ? wordsFor(error) : 'Reading what the server serves.'}</p>;
  return (
    <Entries
      entries={entries}
      route={route}
      count={(counted) => void count(counted)}
      noteOf={(entry) => {
        const key = resourceKey(entry);
        return (
          <>
            {counts.has(key) && <small title={counts.get(key)}>{counts.get(key)}</small>}
            {aliases.get(key)?.map((alias) => (
              <small key={alias} title={`Serves the same objects as ${alias}`}>
                = {alias}
              </small>
            ))}
          </>
        );
      }}
    >
      {mode === 'poll' && error !== undefined && !isForbidden(error) && (
        <p className="note">Not live: {wordsFor(error)}</p>
      )}
      {mode === 'poll' && isForbidden(error) && <p className="faint">New kinds show after some minutes here.</p>}
      {catalog.failures.length > 0 && (
        <details>
          <summary>Could not be read: {catalog.failures.length}</summary>
          {catalog.failures.map((failure) => (
            <p className="note" key={describeFailure(failure)}>
              {describeFailure(failure)}
            </p>
          ))}
        </details>
      )}
    </Entries>
  );
});

interface FleetResourcesProps {
  readonly served: FleetCatalog;
  readonly route: Route;
  /** How many clusters there are. */
  readonly size: number;
}

/** What the clusters serve, each resource once, and how many have it where some do not. */
export function FleetResources({ served: { entries, counts, answered }, route, size }: FleetResourcesProps) {
  return (
    <Entries
      entries={entries}
      route={route}
      noteOf={(entry) => {
        const of = counts.get(resourceKey(entry)) ?? 0;
        return (
          of < answered && <small title={`${of} of ${answered} clusters serve it`}>{`${of} of ${answered}`}</small>
        );
      }}
    >
      {answered < size && (
        <p className="faint">
          {answered} of {size} clusters have told what they serve.
        </p>
      )}
    </Entries>
  );
}

interface EntriesProps {
  readonly entries: readonly ResourceEntry[];
  readonly route: Route;
  readonly count?: ((entries: readonly ResourceEntry[]) => void) | undefined;
  readonly noteOf: (entry: ResourceEntry) => ReactNode;
  /** What is said above the groups. */
  readonly children: ReactNode;
}

/** More than these are not recent any more. */
const mostRecent = 5;

/** Pinned resources, recent ones, and the rest by group or of one category. What cannot be listed is folded away. */
function Entries({ entries, route, count, noteOf, children }: EntriesProps) {
  const [category, setCategory] = useState('');
  const { pinned, recent } = useSettings();
  const shownName = formatGroupVersionResource(route.resource);
  const byName = useMemo(() => new Map(entries.map((entry) => [formatGroupVersionResource(entry), entry])), [entries]);
  const isKnown = byName.has(shownName);
  useEffect(() => {
    if (!isKnown) return;
    changeSettings(({ recent: before, pinned: kept }) => {
      if (kept.includes(shownName) || before[0] === shownName) return {};
      return { recent: [shownName, ...before.filter((each) => each !== shownName)].slice(0, mostRecent) };
    });
  }, [shownName, isKnown]);
  const categories = useMemo(() => [...new Set(entries.flatMap((entry) => entry.categories))].sort(), [entries]);
  const entriesOf = (names: readonly string[]): readonly ResourceEntry[] =>
    names.flatMap((name) => byName.get(name) ?? []);
  const isPinned = new Set(pinned);
  const shown = category === '' ? entries : entries.filter((entry) => entry.categories.includes(category));
  const groups = new Map<string, ResourceEntry[]>();
  const unlisted = shown.filter((entry) => !isListed(entry));
  for (const entry of shown.filter(isListed)) {
    // Each is there once, but for those of the moment.
    if (category === '' && isPinned.has(formatGroupVersionResource(entry))) continue;
    groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry]);
  }
  const lineOf = (entry: ResourceEntry): ReactNode => {
    const name = formatGroupVersionResource(entry);
    return (
      <li key={name}>
        <ResourceLink entry={entry} route={route} />
        {noteOf(entry)}
        <button
          className="pin"
          aria-pressed={isPinned.has(name)}
          aria-label={`Pin ${entry.resource}`}
          title={isPinned.has(name) ? 'Pinned: click to put it back' : 'Pin it to the top'}
          onClick={(event) => {
            // On a narrow screen a click chooses.
            event.stopPropagation();
            changeSettings(({ pinned: before }) => ({
              pinned: before.includes(name) ? before.filter((each) => each !== name) : [...before, name],
            }));
          }}
        >
          <span aria-hidden="true">{isPinned.has(name) ? '★' : '☆'}</span>
        </button>
      </li>
    );
  };
  const recentEntries = entriesOf(recent.filter((name) => !isPinned.has(name)));
  return (
    <>
      {category === '' && <Group title="Pinned" entries={entriesOf(pinned)} count={count} lineOf={lineOf} />}
      {category === '' && <Group title="Recent" entries={recentEntries} lineOf={lineOf} />}
      <label>
        Category{' '}
        <select value={category} onChange={({ target }) => setCategory(target.value)}>
          <option value="">all</option>
          {categories.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      {children}
      {[...groups].map(([group, listed]) => (
        <Group key={group} title={group === '' ? 'core' : group} entries={listed} count={count} lineOf={lineOf} />
      ))}
      {unlisted.length > 0 && (
        <details>
          <summary>Cannot be listed: {unlisted.length}</summary>
          <ul>
            {unlisted.map((entry) => (
              <li key={resourceKey(entry)}>
                <span title={`The server lists no ${entry.resource}`}>{entry.resource}</span>
                <small>{entry.group}</small>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

interface GroupProps extends Pick<EntriesProps, 'entries' | 'count'> {
  readonly title: string;
  readonly lineOf: (entry: ResourceEntry) => ReactNode;
}

function Group({ title, entries, count, lineOf }: GroupProps) {
  if (entries.length === 0) return null;
  return (
    <section>
      <h2>
        {title}
        {count && (
          <button
            onClick={(event) => {
              event.stopPropagation();
              count(entries);
            }}
            aria-label={`Count ${title}`}
          >
            count
          </button>
        )}
      </h2>
      <ul>{entries.map(lineOf)}</ul>
    </section>
  );
}

function ResourceLink({ entry, route }: { readonly entry: ResourceEntry; readonly route: Route }) {
  const { group, version, resource, freshness } = entry;
  const text = `${resource}${freshness === 'Current' ? '' : ` (${freshness.toLowerCase()})`}`;
  const isShown = route.isOverview !== true && resourceKey(entry) === resourceKey(route.resource);
  const { cluster, namespaces } = route;
  return (
    <a
      href={addressOf({ cluster, resource: { group, version, resource }, namespaces })}
      title={text}
      aria-current={isShown ? 'page' : undefined}
    >
      {text}
    </a>
  );
}

function isListed({ verbs }: ResourceEntry): boolean {
  return verbs.includes('list');
}

/** Asks for one object, as metadata: the server says how many remain. */
async function countOf(client: Client, entry: ResourceEntry): Promise<string> {
  const handle = client.resource(formatGroupVersionResource(entry)).as('PartialObjectMetadata');
  const { items, metadata } = await handle.list({ limit: 1 });
  if (metadata.continue !== undefined && metadata.remainingItemCount === undefined) return 'more than 1';
  return (items.length + (metadata.remainingItemCount ?? 0)).toLocaleString('en');
}
