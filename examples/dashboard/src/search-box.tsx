import { useState, type KeyboardEvent } from 'react';
import { isKubeError, type Client, type GroupVersionResource } from 'kubeatlas';
import { useResolve } from 'kubeatlas/react';
import { describeResolution } from 'kubeatlas/representations';
import { go } from './route.js';
import { wordsFor } from './words.js';

interface SearchBoxProps {
  readonly client: Client;
  readonly namespaces: readonly string[];
}

/** Resolves what people type (`deploy`, `ing`, `certificates.cert-manager.io`), and says why it means what it means. */
export function SearchBox({ client, namespaces }: SearchBoxProps) {
  const [word, setWord] = useState('');
  const { resolution, error, isPending } = useResolve(client, word);
  const open = (resource: GroupVersionResource): void => {
    setWord('');
    go({ resource, namespaces });
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
        if (resolution) open(resolution.mapping.resource);
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
          {candidates.map(({ resource, kind }) => (
            <button
              type="button"
              key={`${resource.group}/${resource.version}/${resource.resource}`}
              onClick={() => open(resource)}
            >
              {resource.resource}
              <small>
                {' '}
                {kind.kind}, {resource.group === '' ? 'core' : resource.group}/{resource.version}
              </small>
            </button>
          ))}
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
