import { useMemo, useState } from 'react';
import { deepCopy } from 'kubeatlas';
import { useAction, useCanI } from 'kubeatlas/react';
import { formatYaml, objectsFromYaml } from 'kubeatlas/yaml';
import type { AnyObject, ObjectProps } from './object-pane.js';
import { conflictsOf, wordsFor } from './words.js';

/** Under which name the server records what was applied here. */
const fieldManager = 'kubeatlas-dashboard';

/** The object as YAML: shown live, edited, and applied by server-side apply. */
export function YamlPane({ session, entry, name, object }: ObjectProps) {
  const { client, isReadOnly } = session;
  const { namespace, name: objectName } = object.metadata;
  const isSecret = object.kind === 'Secret' && object.apiVersion === 'v1';
  const [isMasked, setIsMasked] = useState(isSecret);
  const [draft, setDraft] = useState<string>();
  const text = useMemo(() => formatYaml(isMasked ? masked(object) : object), [object, isMasked]);
  const { isAllowed } = useCanI(client, {
    verb: 'patch',
    resource: entry ?? name,
    namespace: namespace ?? '',
    name: objectName,
  });
  const apply = useAction(async (edited: string, force: boolean) => {
    const [manifest, ...more] = objectsFromYaml(edited).map(toApply);
    if (manifest === undefined || more.length > 0) throw new Error('The text must have exactly one object.');
    if (manifest.metadata?.['name'] !== objectName) throw new Error('The name cannot be changed here.');
    const all = client.resource(name);
    const handle = namespace === undefined ? all : all.namespace(namespace);
    const applied = await handle.apply(manifest, { fieldManager, force });
    setDraft(undefined);
    return applied;
  });
  const conflicts = conflictsOf(apply.error);
  const mayWrite = !isReadOnly && isAllowed !== false && !isMasked;
  return (
    <>
      <div className="tools">
        {isSecret && (
          <button aria-pressed={!isMasked} onClick={() => setIsMasked(!isMasked)} disabled={draft !== undefined}>
            Show values
          </button>
        )}
        {draft === undefined ? (
          <button disabled={!mayWrite} onClick={() => setDraft(formatYaml(toApply(object)))}>
            Edit
          </button>
        ) : (
          <>
            <button disabled={apply.isRunning} onClick={() => void apply.run(draft, false)}>
              Apply
            </button>
            <button onClick={() => setDraft(undefined)}>Cancel</button>
          </>
        )}
        {!mayWrite && !isMasked && <small>You may not change it.</small>}
      </div>
      {draft !== undefined && <p>What other managers have set stays, even if it is deleted here.</p>}
      {conflicts.length > 0 && draft !== undefined ? (
        <div className="note" role="alert">
          <p>Others manage these fields:</p>
          <ul>
            {conflicts.map(({ field, manager }) => (
              <li key={`${manager} ${field}`}>
                <code>{field}</code> is managed by {manager}
              </li>
            ))}
          </ul>
          <button disabled={apply.isRunning} onClick={() => void apply.run(draft, true)}>
            Apply all the same, and manage them from now on
          </button>
        </div>
      ) : (
        apply.error !== undefined && (
          <p className="note" role="alert">
            {wordsFor(apply.error)}
          </p>
        )
      )}
      {apply.result !== undefined && draft === undefined && <p role="status">Applied.</p>}
      {draft === undefined ? (
        <pre className="text" tabIndex={0} aria-label="YAML">
          {text}
        </pre>
      ) : (
        <textarea
          className="text"
          aria-label="YAML to apply"
          spellCheck={false}
          value={draft}
          onChange={({ target }) => setDraft(target.value)}
        />
      )}
    </>
  );
}

/** Returns an object without what the server sets: an apply must not have it, or would come to manage it. */
function toApply(object: AnyObject | ReturnType<typeof objectsFromYaml>[number]) {
  const { status: _, ...manifest } = deepCopy(object) as Record<string, unknown> & {
    metadata?: Record<string, unknown>;
  };
  for (const field of ['managedFields', 'uid', 'resourceVersion', 'generation', 'creationTimestamp', 'selfLink']) {
    delete manifest.metadata?.[field];
  }
  return manifest;
}

/** Returns a Secret without its values, which the annotation of `kubectl apply` repeats. */
function masked(object: AnyObject): object {
  const copy = deepCopy(object) as Record<string, unknown> & { metadata: { annotations?: Record<string, string> } };
  for (const field of ['data', 'stringData']) {
    const values = copy[field];
    if (typeof values !== 'object' || values === null) continue;
    copy[field] = Object.fromEntries(Object.keys(values).map((key) => [key, '(masked)']));
  }
  const { annotations } = copy.metadata;
  if (annotations) {
    for (const key of Object.keys(annotations))
      if (key.endsWith('last-applied-configuration')) annotations[key] = '(masked)';
  }
  return copy;
}
