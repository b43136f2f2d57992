import {
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { isForbidden, type ResourceEntry } from 'kubeatlas';
import type { FollowedCluster } from 'kubeatlas/fleet';
import { ClusterMark } from './cluster-mark.js';
import { lateStreams } from './late-streams.js';
import { NamespacePicker } from './namespace-picker.js';
import { ObjectTable } from './object-table.js';
import { go, goInstead, nameOf, pathOf, type Route } from './route.js';
import type { Page, Session } from './session.js';
import { compareBy, noRows, showRows, type Order } from './sorted-rows.js';
import { useUsableNamespaces } from './use-namespaces.js';
import { useFleetTables, useTables, type Row, type Rows } from './use-tables.js';
import { wordsFor, wordsForFleet, wordsForHealth } from './words.js';

interface TablePaneProps {
  readonly session: Session;
  /** Undefined while the resource is not known to be served. */
  readonly entry: ResourceEntry | undefined;
  readonly route: Route;
}

/** The objects of a resource: how they are chosen, whether they are up to date, and their table. */
export function TablePane({ session, entry, route }: TablePaneProps) {
  const { client } = session;
  const isNamespaced = entry?.scope !== 'Cluster';
  const namespaces = isNamespaced ? route.namespaces : [];
  const shown = useTables(client, nameOf(route), namespaces);
  const { isComplete, health, error } = shown;
  const [above, below] = pathOf(route);
  const late = useSyncExternalStore(lateStreams.subscribe, lateStreams.getSnapshot);
  const isLate = late.some(({ path }) => path.includes(above) && path.endsWith(below));
  const parts = shown.namespaces.length > 1 ? shown.namespaces : [{ namespace: undefined, health, error }];
  // Of what is deleted, the line above tells.
  const problems = parts.filter(({ error, health }) => error !== undefined && health !== 'deleted');
  // Nobody asked for all namespaces: the page begins there.
  const isDenied = isNamespaced && namespaces.length === 0 && health === 'failed' && !isComplete && isForbidden(error);
  const usable = useUsableNamespaces(session, entry, isDenied);
  const [wasDenied, setWasDenied] = useState(false);
  useEffect(() => {
    if (!isDenied || usable === undefined) return;
    setWasDenied(true);
    if (usable.length > 0) goInstead({ ...route, namespaces: usable });
  }, [isDenied, usable, route]);
  const what = entry?.resource ?? route.resource.resource;
  return (
    <Rows
      {...{ entry, route, isNamespaced }}
      rows={shown.items}
      columns={shown.columns}
      health={isDenied ? 'loading' : health}
      words={isDenied ? '' : wordsForHealth(shown, isLate)}
      picker={<NamespacePicker session={session} route={route} />}
    >
      {(isDenied || wasDenied) && (
        <p className="faint">
          You may not list {what} in all namespaces (403).{' '}
          {isDenied
            ? usable === undefined
              ? 'Looking for namespaces that you may use.'
              : 'No namespace is known where you may: type one above, and it is kept.'
            : 'Shown are the namespaces above.'}
        </p>
      )}
      {!isDenied &&
        problems.map(({ namespace: of, error }) => (
          <p key={of} className="note" role="alert">
            {of !== undefined && <bdi>{of}: </bdi>}
            {wordsFor(error)}
          </p>
        ))}
    </Rows>
  );
}

interface FleetTablePaneProps {
  readonly page: Page;
  readonly entry: ResourceEntry | undefined;
  readonly route: Route;
}

/** The objects of a resource in all clusters, or in one of them. */
export function FleetTablePane({ page, entry, route }: FleetTablePaneProps) {
  const [only, setOnly] = useState('');
  const isNamespaced = entry?.scope !== 'Cluster';
  const { rows, state } = useFleetTables(page.fleet, nameOf(route), isNamespaced ? route.namespaces : [], only);
  const { clusters, columns, health, error } = state;
  const problems = clusters.filter(({ error }) => error !== undefined);
  return (
    <Rows
      {...{ rows, columns, entry, route, isNamespaced }}
      // One that is lost makes nothing of the others old.
      health={clusters.some((cluster) => cluster.health === 'live') ? 'live' : health}
      words={wordsForFleet({ items: rows }, clusters, page.clusters.length)}
      picker={<NamespacePicker session={undefined} route={route} />}
      showsCluster
    >
      <div className="chips" role="group" aria-label="Clusters">
        <button aria-pressed={only === ''} onClick={() => setOnly('')}>
          all
        </button>
        {page.clusters.map((name) => (
          <button key={name} aria-pressed={only === name} onClick={() => setOnly(only === name ? '' : name)}>
            <ClusterMark cluster={name} /> <ClusterHealth of={clusters.find(({ cluster }) => cluster === name)} />
          </button>
        ))}
      </div>
      {problems.length === 0 && error !== undefined && (
        <p className="note" role="alert">
          {wordsFor(error)}
        </p>
      )}
      {problems.length > 0 && (
        <details className="problems">
          <summary>
            {problems.length === 1 ? 'One cluster does not answer' : `${problems.length} clusters do not answer`}
          </summary>
          {problems.map(({ cluster, error }) => (
            <p key={cluster} className="note">
              <ClusterMark cluster={cluster} />: {wordsFor(error)}
            </p>
          ))}
        </details>
      )}
    </Rows>
  );
}

const healthMarks: Readonly<Record<string, string>> = {
  interrupted: '▲ lost',
  failed: '▲ failed',
  loading: '◌ asking',
};

function ClusterHealth({ of }: { readonly of: FollowedCluster | undefined }) {
  const text = healthMarks[of?.health ?? 'loading'];
  return text === undefined ? null : <small>{text}</small>;
}

interface RowsProps {
  readonly entry: ResourceEntry | undefined;
  readonly route: Route;
  readonly isNamespaced: boolean;
  readonly rows: readonly Row[];
  readonly columns: Rows['columns'];
  readonly health: Rows['health'];
  /** How up to date the rows are. */
  readonly words: string;
  readonly picker: ReactNode;
  readonly showsCluster?: boolean;
  /** What is said above the table. */
  readonly children: ReactNode;
}

/** Rows, filtered and sorted. */
function Rows(props: RowsProps) {
  const { entry, route, isNamespaced, rows: items, columns, health, picker, showsCluster = false, children } = props;
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
  return (
    <>
      <div className="tools">
        <h2>{entry?.kind ?? route.resource.resource}</h2>
        {isNamespaced && picker}
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
        {props.words}
        {words !== '' && ` ${sorted.length.toLocaleString('en')} fit the filter.`}
      </p>
      {children}
      <ObjectTable
        resource={nameOf(route)}
        rows={sorted}
        columns={columns}
        isWide={isWide}
        showsNamespace={isNamespaced}
        showsCluster={showsCluster}
        isStale={['interrupted', 'deleted', 'failed'].includes(health)}
        order={order}
        setOrder={setOrder}
        selected={route.object}
        select={select}
      />
    </>
  );
}
