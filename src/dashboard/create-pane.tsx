import { useState } from 'react';
import { useAction } from 'kubeatlas/react';
import { objectsFromYaml } from 'kubeatlas/yaml';
import type { KubeObject } from 'kubeatlas';
import type { Session } from './session.js';
import { wordsFor } from './words.js';

interface CreatePaneProps {
  readonly session: Session;
  /** Where objects go that name no namespace. */
  readonly namespace: string;
  readonly close: () => void;
}

/** Creates the objects of a YAML text, in their order; what exists already is refused, not changed. */
export function CreatePane({ session: { client }, namespace, close }: CreatePaneProps) {
  const [text, setText] = useState('');
  const [done, setDone] = useState<readonly string[]>([]);
  const create = useAction(async (isTrial: boolean) => {
    setDone([]);
    const objects = objectsFromYaml(text) as readonly KubeObject[];
    if (objects.length === 0) throw new Error('The text has no object.');
    for (const object of objects) {
      const handle = client.resource(object);
      const { scope } = await handle.mapping();
      const bound = scope === 'Cluster' ? handle : handle.namespace(object.metadata.namespace ?? namespace);
      const made = await bound.create(object, {
        fieldManager: 'kubeatlas-dashboard',
        ...(isTrial && { dryRun: 'All' }),
      });
      const name = `${made.kind} ${made.metadata.name}`;
      setDone((before) => [...before, isTrial ? `${name} would be created.` : `${name} was created.`]);
    }
  });
  return (
    <>
      <div className="tools">
        <h2>Create</h2>
        <button onClick={close}>Close</button>
      </div>
      <p>YAML of one or more objects. Those without a namespace go to {namespace}.</p>
      <div className="tools">
        <button disabled={create.isRunning || text.trim() === ''} onClick={() => void create.run(true)}>
          Try
        </button>
        <button disabled={create.isRunning || text.trim() === ''} onClick={() => void create.run(false)}>
          Create
        </button>
      </div>
      <ul role="status">
        {done.map((line) => (
          <li key={line}>
            <bdi>{line}</bdi>
          </li>
        ))}
      </ul>
      {create.error !== undefined && (
        <p className="note" role="alert">
          {wordsFor(create.error)}
          {done.length > 0 && ' What stands above was done; the rest was not tried.'}
        </p>
      )}
      <textarea
        className="text"
        aria-label="YAML to create"
        spellCheck={false}
        autoFocus
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </>
  );
}
