import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { useCatalog } from 'kubeatlas/react';
import { ClusterMark, colourOf } from './cluster-mark.js';
import { ClustersPane } from './clusters-pane.js';
import { CostsPanel } from './costs-panel.js';
import { CreatePane } from './create-pane.js';
import { Guard } from './guard.js';
import { KeysHelp } from './keys-help.js';
import { NamespaceOverview } from './namespace-overview.js';
import { ObjectPane } from './object-pane.js';
import { ForwardedPorts } from './ports.js';
import { FleetResources, Resources } from './resources.js';
import { addressOf, allClusters, go, nameOf, startOf, useRoute, type Route } from './route.js';
import { SearchBox } from './search-box.js';
import type { Page, Session } from './session.js';
import { FleetTablePane, TablePane } from './table-pane.js';
import { useEntry } from './use-entry.js';
import { useFleetCatalog } from './use-fleet-catalog.js';
import { wordsFor } from './words.js';

interface AppProps {
  readonly page: Page;
}

/** What the address says: the clusters, all of them as one, or one of them. */
export function App({ page }: AppProps) {
  const route = useRoute();
  if (page.only !== undefined) return <ClusterApp page={page} session={page.only} route={route} />;
  const { cluster } = route;
  if (cluster === undefined) {
    return (
      <Frame page={page} route={route}>
        <main tabIndex={-1}>
          <ClustersPane page={page} />
        </main>
      </Frame>
    );
  }
  if (cluster === allClusters) return <FleetApp page={page} route={route} />;
  return <OpenedCluster key={cluster} page={page} route={route} cluster={cluster} />;
}

interface OpenedClusterProps extends AppProps {
  readonly route: Route;
  readonly cluster: string;
}

/** One of several clusters, once it is known how it is reached. */
function OpenedCluster({ page, route, cluster }: OpenedClusterProps) {
  const { session, error } = useSession(page, cluster);
  if (session !== undefined) return <ClusterApp page={page} session={session} route={route} />;
  return (
    <Frame page={page} route={route}>
      <main tabIndex={-1}>
        <h2>
          <ClusterMark cluster={cluster} />
        </h2>
        {error === undefined ? (
          <p role="status">Opening.</p>
        ) : (
          <p className="note" role="alert">
            {wordsFor(error)}
          </p>
        )}
      </main>
    </Frame>
  );
}

function useSession(page: Page, cluster: string) {
  const [opened, setOpened] = useState<{ readonly session?: Session; readonly error?: unknown }>({});
  useEffect(() => {
    let isShown = true;
    page.open(cluster).then(
      (session) => isShown && setOpened({ session }),
      (error: unknown) => isShown && setOpened({ error }),
    );
    return () => {
      isShown = false;
    };
  }, [page, cluster]);
  return opened;
}

interface FrameProps extends AppProps {
  readonly route: Route;
  /** What stands in the header behind the cluster. */
  readonly header?: ReactNode;
  readonly children: ReactNode;
}

/** The header, and the panes below it. */
function Frame({ page, route, header, children }: FrameProps) {
  const { cluster } = route;
  const isOne = cluster !== undefined && cluster !== allClusters;
  const choices = [undefined, allClusters, ...page.clusters];
  return (
    <>
      <header style={isOne ? { borderTop: `4px solid ${colourOf(cluster)}` } : undefined}>
        <button className="skip" onClick={() => document.querySelector('main')?.focus()}>
          Skip to the objects
        </button>
        <h1>{page.clusters.length === 0 ? 'kubeatlas' : <a href="#">kubeatlas</a>}</h1>
        {page.clusters.length > 0 && (
          <select
            aria-label="Cluster"
            value={choices.indexOf(cluster)}
            onChange={({ target: { value } }) => {
              const chosen = choices[Number(value)];
              if (chosen === undefined) location.hash = '';
              else go({ ...startOf(chosen), resource: route.resource });
            }}
          >
            {choices.map((name, index) => (
              <option key={index} value={index}>
                {name === undefined ? 'Clusters' : name === allClusters ? 'all as one' : name}
              </option>
            ))}
          </select>
        )}
        {header}
        <ForwardedPorts />
      </header>
      {header === undefined ? <div className="panes whole">{children}</div> : children}
    </>
  );
}

interface PanesProps {
  readonly showsResources: boolean;
  readonly hasObject: boolean;
  readonly children: ReactNode;
}

function Panes({ showsResources, hasObject, children }: PanesProps) {
  return (
    <div className={`panes${hasObject ? ' with-object' : ''}${showsResources ? ' with-resources' : ''}`}>
      {children}
    </div>
  );
}

/** Shows the resources on a narrow screen. */
function ResourcesButton({ isShown, show }: { readonly isShown: boolean; readonly show: (isShown: boolean) => void }) {
  return (
    <button className="narrow" aria-expanded={isShown} onClick={() => show(!isShown)}>
      Resources
    </button>
  );
}

interface ClusterAppProps extends AppProps {
  readonly session: Session;
  readonly route: Route;
}

/** Resources on the left, the objects of one in the middle, and one object on the right. */
function ClusterApp({ page, session, route }: ClusterAppProps) {
  const { client, server, namespace, isReadOnly } = session;
  const served = useCatalog(client);
  const [showsResources, setShowsResources] = useState(false);
  const [isCreating, setIsCreating] = useState(false);
  const entry = useEntry(served.catalog?.resource(route.resource), route);
  const name = nameOf(route);
  const { object } = route;
  const namespaces = entry?.scope === 'Cluster' ? [] : route.namespaces;
  const close = useCallback(() => {
    if (isCreating) setIsCreating(false);
    else if (route.object) go({ ...route, object: undefined });
  }, [isCreating, route]);
  const overview = { ...startOf(route.cluster), isOverview: true };
  const header = (
    <>
      <ResourcesButton isShown={showsResources} show={setShowsResources} />
      <span className="server" title="The API server">
        {server.replace(/^https?:\/\//, '')}
        {isReadOnly && ' (read-only)'}
      </span>
      <SearchBox session={session} namespaces={route.namespaces} />
      {!isReadOnly && (
        <button aria-pressed={isCreating} onClick={() => setIsCreating(!isCreating)}>
          Create…
        </button>
      )}
      <KeysHelp close={close} />
      <CostsPanel client={client} name={name} namespaces={namespaces} />
    </>
  );
  return (
    <Frame page={page} route={route} header={header}>
      <Panes showsResources={showsResources} hasObject={object !== undefined || isCreating}>
        <nav aria-label="Resources" onClick={() => setShowsResources(false)}>
          <a
            className="overview-link"
            href={addressOf({
              ...overview,
              namespaces: route.namespaces.length === 1 ? route.namespaces : [namespace],
            })}
            aria-current={route.isOverview === true ? 'page' : undefined}
          >
            Overview
          </a>
          <Resources client={client} served={served} route={route} />
        </nav>
        <main tabIndex={-1}>
          {route.isOverview === true ? (
            <Guard key="overview">
              <NamespaceOverview session={session} catalog={served.catalog} route={route} />
            </Guard>
          ) : (
            <Guard key={name}>
              <TablePane key={name} session={session} entry={entry} route={route} />
            </Guard>
          )}
        </main>
        {isCreating && (
          <aside aria-label="Create">
            <CreatePane
              session={session}
              namespace={route.namespaces[0] ?? session.namespace}
              close={() => setIsCreating(false)}
            />
          </aside>
        )}
        {object && !isCreating && (
          <aside aria-label={`${entry?.kind ?? route.resource.resource} ${object.name}`}>
            <ObjectPane
              key={`${name} ${object.namespace ?? ''}/${object.name}`}
              session={session}
              entry={entry}
              name={name}
              object={object}
              close={() => go({ ...route, object: undefined })}
            />
          </aside>
        )}
      </Panes>
    </Frame>
  );
}

/** The same for all clusters as one. What changes something is done in one of them. */
function FleetApp({ page, route }: AppProps & { readonly route: Route }) {
  const served = useFleetCatalog(page.fleet);
  const [showsResources, setShowsResources] = useState(false);
  const { object } = route;
  const name = nameOf(route);
  const close = useCallback(() => {
    if (route.object) go({ ...route, object: undefined });
  }, [route]);
  const header = (
    <>
      <ResourcesButton isShown={showsResources} show={setShowsResources} />
      <span className="server">
        {page.clusters.length} clusters{page.isReadOnly && ' (read-only)'}
      </span>
      <KeysHelp close={close} />
    </>
  );
  const entry = useEntry(
    served.entries.find(
      ({ group, version, resource }) => nameOf({ ...route, resource: { group, version, resource } }) === name,
    ),
    route,
  );
  return (
    <Frame page={page} route={route} header={header}>
      <Panes showsResources={showsResources} hasObject={object !== undefined}>
        <nav aria-label="Resources" onClick={() => setShowsResources(false)}>
          <FleetResources served={served} route={route} size={page.clusters.length} />
        </nav>
        <main tabIndex={-1}>
          <Guard key={name}>
            <FleetTablePane page={page} entry={entry} route={route} />
          </Guard>
        </main>
        {object?.cluster !== undefined && (
          <aside aria-label={`${entry?.kind ?? route.resource.resource} ${object.name}`}>
            <FleetObjectPane
              key={`${object.cluster} ${name} ${object.namespace ?? ''}/${object.name}`}
              {...{ page, route, object }}
              cluster={object.cluster}
              close={close}
            />
          </aside>
        )}
      </Panes>
    </Frame>
  );
}

interface FleetObjectPaneProps extends OpenedClusterProps {
  readonly object: NonNullable<Route['object']>;
  readonly close: () => void;
}

/** An object of one of the clusters. */
function FleetObjectPane({ page, route, cluster, object, close }: FleetObjectPaneProps) {
  const { session, error } = useSession(page, cluster);
  if (session !== undefined) return <OpenedObjectPane {...{ session, route, object, close }} />;
  return error === undefined ? <p role="status">Opening.</p> : <p className="note">{wordsFor(error)}</p>;
}

interface OpenedObjectPaneProps extends Pick<FleetObjectPaneProps, 'route' | 'object' | 'close'> {
  readonly session: Session;
}

function OpenedObjectPane({ session, route, object, close }: OpenedObjectPaneProps) {
  const { catalog } = useCatalog(session.client);
  const { cluster: _, ...there } = object;
  return (
    <>
      <ObjectPane
        {...{ session, close, object }}
        entry={useEntry(catalog?.resource(route.resource), route)}
        name={nameOf(route)}
        showsCluster
      />
      <p>
        <a href={addressOf({ ...route, cluster: session.cluster, object: there })}>Open in its cluster</a>
      </p>
    </>
  );
}
