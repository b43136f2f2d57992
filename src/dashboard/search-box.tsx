import { useState, type KeyboardEvent } from 'react';
import { isKubeError, type RESTMapping } from 'kubeatlas';
import { useResolve } from 'kubeatlas/react';
import { describeResolution } from 'kubeatlas/representations';
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
    go({ resource, namespaces, object });
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
        placeholder="Go to: deploy, ing, po"
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
