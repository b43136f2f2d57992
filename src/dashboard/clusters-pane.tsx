import { useEffect, useState } from 'react';
import { useAction } from 'kubeatlas/react';
import { ClusterMark } from './cluster-mark.js';
import { addressOf, allClusters, startOf } from './route.js';
import type { ClusterStatus, Page } from './session.js';
import { wordsFor } from './words.js';

/** What each cluster was when it was last asked, while the page lives. */
const known = new Map<string, ClusterStatus>();

/** The clusters, and what each is once it was asked: nobody logs in anywhere before. */
export function ClustersPane({ page }: { readonly page: Page }) {
  const { clusters } = page;
  const [, setRounds] = useState(0);
  const [asking, setAsking] = useState<ReadonlySet<string>>(new Set());
  const [filter, setFilter] = useState('');
  const ask = useAction(async (names: readonly string[]) => {
    setAsking(new Set(names));
    try {
      await page.ask(names.length === clusters.length ? [] : names, (status) => {
        known.set(status.cluster, status);
        setAsking((before) => new Set([...before].filter((name) => name !== status.cluster)));
        setRounds((before) => before + 1);
      });
    } finally {
      setAsking(new Set());
    }
  });
  const { run } = ask;
  useEffect(() => {
    // What somebody has asked already is shown as it is now.
    const before = [...known.keys()];
    if (before.length > 0) void run(before);
  }, [run]);
  const shown = clusters.filter((name) => name.toLowerCase().includes(filter.toLowerCase()));
  return (
    <>
      <div className="tools">
        <h2>Clusters</h2>
        <input
          type="search"
          aria-label="Filter by name"
          placeholder="Filter: prod"
          value={filter}
          onChange={({ target }) => setFilter(target.value)}
        />
        <button disabled={ask.isRunning || shown.length === 0} onClick={() => void run(shown)}>
          {shown.length === clusters.length ? 'Ask all' : `Ask these ${shown.length}`}
        </button>
        <a href={addressOf(startOf(allClusters))}>Show all as one</a>
      </div>
      <p className="faint">A cluster is asked, and you log in, when you open it or ask what it is.</p>
      {ask.error !== undefined && (
        <p className="note" role="alert">
          {wordsFor(ask.error)}
        </p>
      )}
      <div className="scrolls" tabIndex={0} role="region" aria-label="Clusters">
        <table className="clusters">
          <thead>
            <tr>
              {['Cluster', 'State', 'Version', 'You are'].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((name) => {
              const { version, user, error } = known.get(name) ?? {};
              const isAsked = known.has(name);
              return (
                <tr key={name}>
                  <th scope="row">
                    <a href={addressOf(startOf(name))}>
                      <ClusterMark cluster={name} />
                    </a>
                  </th>
                  <td className={error === undefined ? undefined : 'bad'}>
                    {asking.has(name) && 'Asking.'}
                    {!asking.has(name) && !isAsked && (
                      <button disabled={ask.isRunning} onClick={() => void run([name])} aria-label={`Ask ${name}`}>
                        Ask
                      </button>
                    )}
                    {!asking.has(name) && isAsked && (error === undefined ? '● Reachable' : <bdi>▲ {error}</bdi>)}
                  </td>
                  <td>
                    <bdi>{version}</bdi>
                  </td>
                  <td>{isAsked && error === undefined && <bdi>{user === '' ? 'unknown' : user}</bdi>}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
        {clusters.length === 0 && <p>The kubeconfig has no context.</p>}
      </div>
    </>
  );
}
