import { useCallback, useState } from 'react';
import { useCatalog } from 'kubeatlas/react';
import { CostsPanel } from './costs-panel.js';
import { CreatePane } from './create-pane.js';
import { Guard } from './guard.js';
import { KeysHelp } from './keys-help.js';
import { ObjectPane } from './object-pane.js';
import { Resources } from './resources.js';
import { go, nameOf, useRoute } from './route.js';
import { SearchBox } from './search-box.js';
import type { Session } from './session.js';
import { TablePane } from './table-pane.js';

/** Resources on the left, the objects of one in the middle, and one object on the right. */
export function App({ session }: { readonly session: Session }) {
  const { client, server, isReadOnly } = session;
  const route = useRoute();
  const served = useCatalog(client);
  const [showsResources, setShowsResources] = useState(false);
  const [isCreating, setIsCreating] = useState(false);
  const entry = served.catalog?.resource(route.resource);
  const name = nameOf(route);
  const { object } = route;
  const namespaces = entry?.scope === 'Cluster' ? [] : route.namespaces;
  const close = useCallback(() => {
    if (isCreating) setIsCreating(false);
    else if (route.object) go({ ...route, object: undefined });
  }, [isCreating, route]);
  return (
    <>
      <header>
        <button className="skip" onClick={() => document.querySelector('main')?.focus()}>
          Skip to the objects
        </button>
        <button className="narrow" aria-expanded={showsResources} onClick={() => setShowsResources(!showsResources)}>
          Resources
        </button>
        <h1>kubeatlas</h1>
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
      </header>
      <div className={`panes${object || isCreating ? ' with-object' : ''}${showsResources ? ' with-resources' : ''}`}>
        <nav aria-label="Resources" onClick={() => setShowsResources(false)}>
          <Resources client={client} served={served} route={route} />
        </nav>
        <main tabIndex={-1}>
          <Guard key={name}>
            <TablePane session={session} entry={entry} route={route} />
          </Guard>
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
      </div>
    </>
  );
}
