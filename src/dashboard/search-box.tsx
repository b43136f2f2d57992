import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { isKubeError, type RESTMapping } from 'kubeatlas';
import { useAction, useResolve } from 'kubeatlas/react';
import { describeResolution } from 'kubeatlas/representations';
import { findObjects, type FoundObject } from './find-objects.js';
import { go } from './route.js';
import type { Session } from './session.js';
import { wordsFor } from './words.js';

interface SearchBoxProps {
  readonly session: Session;
  readonly namespaces: readonly string[];
}

/** Resolves what people type (`deploy`, `certificates.cert-manager.io`, `po/front-0`), and says why it means what it means. */
export function SearchBox({ session, namespaces }: SearchBoxProps) {
  const [word, setWord] = useState('');
  const { resolution, error, isPending } = useResolve(session.client, word);
  const open = ({ resource, scope }: RESTMapping): void => {
    setWord('');
    const name = resolution?.name;
    // As kubectl does: an object without a namespace is in that of the context.
    const namespace = namespaces.length === 1 ? namespaces[0] : session.namespace;
    const object = name === undefined ? undefined : { name, ...(scope !== 'Cluster' && { namespace }) };
    go({ cluster: session.cluster, resource, namespaces, object });
  };
  const ending = useRef<AbortController>(undefined);
  useEffect(() => () => ending.current?.abort(), [word]);
  const search = useAction(async (name: string) => {
    ending.current?.abort();
    ending.current = new AbortController();
    return { name, ...(await findObjects(session.client, name, namespaces, ending.current.signal)) };
  });
  const asked = word.trim().toLowerCase();
  // Those of another word are no answer to this one.
  const objects = search.result?.name === asked ? search.result : undefined;
  const show = ({ resource, namespace, name }: FoundObject): void => {
    setWord('');
    go({
      cluster: session.cluster,
      resource,
      namespaces: namespace === undefined ? [] : [namespace],
      object: { namespace, name },
    });
  };
  const candidates = resolution?.candidates ?? [];
  const suggestions = isKubeError(error) && error.code === 'no-match' ? error.suggestions : [];
  const onKeyDown = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') setWord('');
  };
  return (
    <form
      role="search"
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        if (resolution) open(resolution.mapping);
      }}
    >
      <input
        type="search"
        aria-label="Go to a resource"
        placeholder="Go to or search: deploy, po/front"
        value={word}
        onChange={({ target }) => setWord(target.value)}
      />
      {word.trim() !== '' && (
        <div className="answers">
          <p role="status">
            {resolution && describeResolution(resolution)}
            {error !== undefined && wordsFor(error)}
            {isPending && ' Asking the server.'}
          </p>
          {candidates.map((candidate) => {
            const { resource, kind } = candidate;
            return (
              <button
                type="button"
                key={`${resource.group}/${resource.version}/${resource.resource}`}
                onClick={() => open(candidate)}
              >
                {resource.resource}
                <small>
                  {' '}
                  {kind.kind}, {resource.group === '' ? 'core' : resource.group}/{resource.version}
                </small>
              </button>
            );
          })}
          {asked.length > 1 && objects === undefined && (
            <button type="button" disabled={search.isRunning} onClick={() => void search.run(asked)}>
              {search.isRunning ? 'Searching.' : `Search objects whose name contains “${asked}”`}
            </button>
          )}
          {objects?.found.map((each) => (
            <button type="button" key={`${each.kind} ${each.namespace ?? ''}/${each.name}`} onClick={() => show(each)}>
              <bdi>{each.name}</bdi>
              <small>
                {' '}
                {each.kind}
                {each.namespace !== undefined && ` in ${each.namespace}`}
              </small>
            </button>
          ))}
          {objects && (
            <p role="status">
              {objects.found.length === 0 && 'No object of the usual resources has such a name. '}
              {objects.cut.length > 0 && `Looked at the first 500 of ${objects.cut.join(', ')} only. `}
              {objects.unread.length > 0 && `You may not list ${objects.unread.join(', ')} here.`}
            </p>
          )}
          {suggestions.map((suggestion) => (
            <button type="button" key={suggestion} onClick={() => setWord(suggestion)}>
              {suggestion}
              <small> did you mean this?</small>
            </button>
          ))}
        </div>
      )}
    </form>
  );
}
