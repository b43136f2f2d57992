import { useCallback, useDeferredValue, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { isForbidden, type ResourceEntry } from 'kubeatlas';
import { lateStreams } from './late-streams.js';
import { NamespacePicker } from './namespace-picker.js';
import { ObjectTable } from './object-table.js';
import { go, nameOf, pathOf, type Route } from './route.js';
import type { Session } from './session.js';
import { compareBy, noRows, showRows, type Order } from './sorted-rows.js';
import { useTables } from './use-tables.js';
import { wordsFor, wordsForHealth } from './words.js';

interface TablePaneProps {
  readonly session: Session;
  /** Undefined while the resource is not known to be served. */
  readonly entry: ResourceEntry | undefined;
  readonly route: Route;
}

/** The objects of a resource: how they are chosen, whether they are up to date, and their table. */
export function TablePane({ session, entry, route }: TablePaneProps) {
  const { client, namespace } = session;
  const isNamespaced = entry?.scope !== 'Cluster';
  const namespaces = isNamespaced ? route.namespaces : [];
  const shown = useTables(client, nameOf(route), namespaces);
  const { items, columns, isComplete, health, error } = shown;
  const [above, below] = pathOf(route);
  const late = useSyncExternalStore(lateStreams.subscribe, lateStreams.getSnapshot);
  const isLate = late.some(({ path }) => path.includes(above) && path.endsWith(below));
  const [filter, setFilter] = useState('');
  const [isWide, setIsWide] = useState(false);
  const [order, setOrder] = useState<Order>({ column: -1, isDescending: false });
  const words = useDeferredValue(filter).toLowerCase();

  const isAge = columns[order.column]?.name === 'Age';
  const before = useRef(noRows);
  const compare = useMemo(() => compareBy(order, isAge), [order, isAge]);
  const sorted = useMemo(() => {
    before.current = showRows(before.current, items, words, compare);
    return before.current.rows;
  }, [items, words, compare]);

  // The same function while the address is the same, so that rows are not rendered again.
  const select = useCallback((object: Route['object']) => go({ ...route, object }), [route]);
  const parts = shown.namespaces.length > 1 ? shown.namespaces : [{ namespace: undefined, error }];
  const problems = parts.filter(({ error }) => error !== undefined);
  const isDenied = health === 'failed' && !isComplete && isForbidden(error);
  return (
    <>
      <div className="tools">
        <h2>{entry?.kind ?? route.resource.resource}</h2>
        {isNamespaced && (
          <NamespacePicker
            client={client}
            namespaces={namespaces}
            choose={(chosen) => go({ ...route, namespaces: chosen })}
          />
        )}
        <input
          type="search"
          aria-label="Filter by cells and labels"
          placeholder="Filter: front app=web Running"
          value={filter}
          onChange={({ target }) => setFilter(target.value)}
        />
        <label>
          <input type="checkbox" checked={isWide} onChange={() => setIsWide(!isWide)} /> all columns
        </label>
      </div>
      <p role="status" className={`health ${health}`}>
        {wordsForHealth(shown, isLate)}
        {words !== '' && ` ${sorted.length.toLocaleString('en')} fit the filter.`}
      </p>
      {problems.map(({ namespace: of, error }) => (
        <p key={of} className="note" role="alert">
          {of !== undefined && <bdi>{of}: </bdi>}
          {wordsFor(error)}{' '}
          {isDenied && isNamespaced && namespaces.length === 0 && (
            <button onClick={() => go({ ...route, namespaces: [namespace] })}>Show those in {namespace}</button>
          )}
        </p>
      ))}
      <ObjectTable
        rows={sorted}
        columns={columns}
        isWide={isWide}
        showsNamespace={isNamespaced}
        isStale={health === 'interrupted' || health === 'deleted'}
        order={order}
        setOrder={setOrder}
        selected={route.object}
        select={select}
      />
    </>
  );
}
