import { memo, useMemo, useState } from 'react';
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
import { useAliases } from './use-aliases.js';
import { wordsFor } from './words.js';

interface ResourcesProps {
  readonly client: Client;
  readonly served: CatalogState;
  readonly route: Route;
}

/** Every resource that the server has, by group or of one category, live; and what could not be read, with the reason. */
export const Resources = memo(function Resources({ client, served, route }: ResourcesProps) {
  const { catalog, error, mode } = served;
  const [category, setCategory] = useState('');
  const [counts, setCounts] = useState<ReadonlyMap<string, string>>(new Map());
  const aliases = useAliases(client, catalog);
  const { groups, categories } = useMemo(() => {
    const entries = catalog?.resources({ preferred: true }) ?? [];
    const shown = category === '' ? entries : entries.filter((entry) => entry.categories.includes(category));
    const groups = new Map<string, ResourceEntry[]>();
    for (const entry of shown) groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry]);
    return {
      groups,
      categories: [...new Set(entries.flatMap((entry) => entry.categories))].sort(),
    };
  }, [catalog, category]);

  const count = async (entries: readonly ResourceEntry[]): Promise<void> => {
    for (const entry of entries.filter(isListed)) {
      const text = await countOf(client, entry).catch((reason: unknown) => wordsFor(reason));
      setCounts((before) => new Map(before).set(resourceKey(entry), text));
    }
  };
  if (catalog === undefined) return <p role="status">{error ? wordsFor(error) : 'Reading what the server serves.'}</p>;
  return (
    <>
      <label>
        Category{' '}
        <select value={category} onChange={({ target }) => setCategory(target.value)}>
          <option value="">all</option>
          {categories.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      {mode === 'poll' && error !== undefined && !isForbidden(error) && (
        <p className="note">Not live: {wordsFor(error)}</p>
      )}
      {mode === 'poll' && isForbidden(error) && <p className="faint">New kinds show after some minutes here.</p>}
      {[...groups].map(([group, entries]) => (
        <section key={group}>
          <h2>
            {group === '' ? 'core' : group}
            <button onClick={() => void count(entries)} aria-label={`Count ${group === '' ? 'core' : group}`}>
              count
            </button>
          </h2>
          <ul>
            {entries.map((entry) => (
              <li key={resourceKey(entry)}>
                <ResourceLink entry={entry} route={route} />
                {counts.has(resourceKey(entry)) && (
                  <small title={counts.get(resourceKey(entry))}>{counts.get(resourceKey(entry))}</small>
                )}
                {aliases.get(resourceKey(entry))?.map((alias) => (
                  <small key={alias} title={`Serves the same objects as ${alias}`}>
                    = {alias}
                  </small>
                ))}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {catalog.failures.length > 0 && (
        <section>
          <h2>Could not be read</h2>
          {catalog.failures.map((failure) => (
            <p className="note" key={describeFailure(failure)}>
              {describeFailure(failure)}
            </p>
          ))}
        </section>
      )}
    </>
  );
});

function ResourceLink({ entry, route }: { readonly entry: ResourceEntry; readonly route: Route }) {
  const { group, version, resource, freshness } = entry;
  const text = `${resource}${freshness === 'Current' ? '' : ` (${freshness.toLowerCase()})`}`;
  if (!isListed(entry)) return <span title={`The server lists no ${text}`}>{text} (not listed)</span>;
  const isShown = resourceKey(entry) === resourceKey(route.resource);
  return (
    <a
      href={addressOf({ resource: { group, version, resource }, namespaces: route.namespaces })}
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
