import { useState } from 'react';
import { useAction, useCanI } from 'kubeatlas/react';
import type { ObjectProps } from './use-draft.js';
import { textOf } from './sorted-rows.js';
import { wordsFor } from './words.js';

/** The number of replicas, and how to set it. */
export function ScaleControl({ session, entry, name, object }: ObjectProps) {
  const { client, isReadOnly } = session;
  const { namespace, name: objectName } = object.metadata;
  const { spec } = object as { readonly spec?: { readonly replicas?: number } };
  const [wanted, setWanted] = useState<number>();
  const { isAllowed } = useCanI(client, {
    verb: 'patch',
    resource: entry ?? name,
    subresource: 'scale',
    namespace: namespace ?? '',
    name: objectName,
  });
  const set = useAction(async (replicas: number) => {
    const all = client.resource(name);
    const handle = namespace === undefined ? all : all.namespace(namespace);
    const scale = await handle.scale(objectName).set(replicas);
    setWanted(undefined);
    return scale;
  });
  const mayWrite = isAllowed !== false;
  if (isReadOnly) {
    return (
      <section>
        <h3>Scale</h3>
        <p>Replicas: {textOf(spec?.replicas)}</p>
      </section>
    );
  }
  return (
    <section>
      <h3>Scale</h3>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (wanted !== undefined) void set.run(wanted);
        }}
      >
        <label>
          Replicas{' '}
          <input
            type="number"
            min={0}
            value={wanted ?? spec?.replicas ?? ''}
            disabled={!mayWrite}
            onChange={({ target }) => setWanted(target.valueAsNumber)}
          />
        </label>{' '}
        <button disabled={!mayWrite || wanted === undefined || Number.isNaN(wanted) || set.isRunning}>Set</button>
        {!mayWrite && <small> You may not change it.</small>}
      </form>
      {set.error !== undefined && (
        <p className="note" role="alert">
          {wordsFor(set.error)}
        </p>
      )}
    </section>
  );
}
