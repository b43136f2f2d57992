import { useEffect, useState } from 'react';
import type { ResourceHandle } from 'kubeatlas';
import { createOwners, type DependentsOf } from 'kubeatlas/owners';
import { useAction } from 'kubeatlas/react';
import type { ObjectProps } from './use-draft.js';
import { wordsFor } from './words.js';

interface DeleteControlProps extends ObjectProps {
  readonly handle: ResourceHandle;
  readonly end: () => void;
}

/** What takes more along than its owner references tell, or data: one types the name. */
const typed = ['namespaces', 'customresourcedefinitions', 'persistentvolumes', 'persistentvolumeclaims', 'nodes'];

const alsoGone: ReadonlyMap<string, string> = new Map([
  ['namespaces', 'Everything in the namespace goes with it.'],
  ['customresourcedefinitions', 'All objects of this kind go with it, in every namespace.'],
  ['persistentvolumes', 'The data on it may be lost.'],
  ['persistentvolumeclaims', 'The data on its volume may be lost.'],
]);

/** Asks once more, and says what will go with the object; it is deleted only as it was when this was asked. */
export function DeleteControl({ session, entry, object, handle, end }: DeleteControlProps) {
  const [shown] = useState(object);
  const [word, setWord] = useState('');
  const { name, uid, resourceVersion } = shown.metadata;
  const below = useAction(() => createOwners(session.client).dependentsOf(shown));
  const { run } = below;
  useEffect(() => void run(), [run]);
  const remove = useAction(async () => {
    const preconditions = { uid, ...(resourceVersion !== undefined && { resourceVersion }) };
    await handle.delete(name, { preconditions, propagationPolicy: 'Background' });
    end();
  });
  const { resource = '' } = entry ?? {};
  const isTyped = typed.includes(resource);
  const isConflict = remove.refusal === 'conflict';
  return (
    <section className="confirm" aria-label="Delete">
      <p>
        Delete {shown.kind} <bdi>{name}</bdi>? {alsoGone.get(resource)}
      </p>
      <p role="status">
        {below.isRunning && 'Looking for what will go with it.'}
        {below.error !== undefined && `What will go with it is not known: ${wordsFor(below.error)}`}
        {below.result && wordsForDependents(below.result)}
      </p>
      <form
        className="tools"
        onSubmit={(event) => {
          event.preventDefault();
          void remove.run();
        }}
      >
        {isTyped && (
          <label>
            Its name, to be sure{' '}
            <input value={word} autoComplete="off" onChange={({ target }) => setWord(target.value)} />
          </label>
        )}
        <button disabled={remove.isRunning || (isTyped && word !== name)}>Delete it</button>
        <button type="button" onClick={end}>
          Keep it
        </button>
      </form>
      {remove.error !== undefined && (
        <p className="note" role="alert">
          {isConflict
            ? 'It was changed since you asked, so it is still there: look at it, and ask again.'
            : wordsFor(remove.error)}
        </p>
      )}
    </section>
  );
}

/** Says what goes with an object by owner references; "at least" where something could not be read. */
function wordsForDependents({ dependents, unread }: DependentsOf): string {
  const counts = new Map<string, number>();
  for (const { kind } of dependents) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const parts = [...counts].map(([kind, count]) => `${count} ${kind}${count === 1 ? '' : 's'}`);
  const isPart = unread.length > 0;
  if (parts.length === 0) return isPart ? `What goes with it is not known: ${unread[0]?.message}` : 'It owns nothing.';
  return `With it ${dependents.length === 1 ? 'goes' : 'go'} ${isPart ? 'at least ' : ''}${parts.join(', ')}.${isPart ? ` Not read: ${unread[0]?.message}` : ''}`;
}
