import { useMemo, useState } from 'react';
import { deepCopy } from 'kubeatlas';
import { useAction, useCanI } from 'kubeatlas/react';
import { formatYaml } from 'kubeatlas/yaml';
import { applyEdit, startEdit, type StartedEdit } from './apply-edit.js';
import { mask } from './editable.js';
import type { AnyObject, ObjectProps } from './object-pane.js';
import { conflictsOf, wordsFor } from './words.js';

/** The object as YAML: shown live, and edited. */
export function YamlPane({ session, entry, name, object }: ObjectProps) {
  const { client, isReadOnly } = session;
  const { namespace, name: objectName } = object.metadata;
  const isSecret = object.kind === 'Secret' && object.apiVersion === 'v1';
  const [isMasked, setIsMasked] = useState(isSecret);
  const [edit, setEdit] = useState<StartedEdit>();
  const [draft, setDraft] = useState('');
  const [isApplied, setIsApplied] = useState(false);
  const text = useMemo(() => formatYaml(isMasked ? masked(object) : object), [object, isMasked]);
  const { isAllowed } = useCanI(client, {
    verb: 'patch',
    resource: entry ?? name,
    namespace: namespace ?? '',
    name: objectName,
  });
  const target = useMemo(() => {
    const all = client.resource(name);
    const handle = namespace === undefined ? all : all.namespace(namespace);
    const hasStatus = entry?.subresources.some(({ subresource }) => subresource === 'status') ?? true;
    return { handle, name: objectName, hasStatus };
  }, [client, name, namespace, objectName, entry]);
  const start = useAction(async () => {
    const started = await startEdit(target);
    setIsApplied(false);
    setEdit(started);
    setDraft(started.text);
  });
  const apply = useAction(async (started: StartedEdit, text: string, force: boolean) => {
    await applyEdit(target, started, text, force);
    setIsApplied(true);
    setEdit(undefined);
  });
  const error = edit === undefined ? start.error : apply.error;
  const conflicts = conflictsOf(error);
  const mayWrite = !isReadOnly && isAllowed !== false && !isMasked;
  return (
    <>
      <div className="tools">
        {isSecret && (
          <button aria-pressed={!isMasked} onClick={() => setIsMasked(!isMasked)} disabled={edit !== undefined}>
            Show values
          </button>
        )}
        {edit === undefined ? (
          <button disabled={!mayWrite || start.isRunning} onClick={() => void start.run()}>
            Edit
          </button>
        ) : (
          <>
            <button disabled={apply.isRunning} onClick={() => void apply.run(edit, draft, false)}>
              Apply
            </button>
            <button onClick={() => setEdit(undefined)}>Cancel</button>
          </>
        )}
        {!mayWrite && !isMasked && <small>You may not change it.</small>}
      </div>
      {conflicts.length > 0 && edit !== undefined ? (
        <div className="note" role="alert">
          <p>Others manage these fields:</p>
          <ul>
            {conflicts.map(({ field, manager }) => (
              <li key={`${manager} ${field}`}>
                <code>{field}</code> is managed by {manager}
              </li>
            ))}
          </ul>
          <button disabled={apply.isRunning} onClick={() => void apply.run(edit, draft, true)}>
            Apply all the same, and manage them from now on
          </button>
        </div>
      ) : (
        error !== undefined && (
          <p className="note" role="alert">
            {wordsFor(error)}
          </p>
        )
      )}
      {isApplied && <p role="status">Applied.</p>}
      {edit === undefined ? (
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

/** Returns a Secret without its values, which the annotation of `kubectl apply` repeats. */
function masked(object: AnyObject): object {
  const copy = deepCopy(object) as Record<string, unknown> & { metadata: { annotations?: Record<string, string> } };
  for (const field of ['data', 'stringData']) {
    const values = copy[field];
    if (typeof values !== 'object' || values === null) continue;
    copy[field] = Object.fromEntries(Object.keys(values).map((key) => [key, mask]));
  }
  const { annotations } = copy.metadata;
  if (annotations) {
    for (const key of Object.keys(annotations)) if (key.endsWith('last-applied-configuration')) annotations[key] = mask;
  }
  return copy;
}
