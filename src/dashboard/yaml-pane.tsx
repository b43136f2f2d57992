import { useDeferredValue, useMemo, useState } from 'react';
import { deepCopy, type ResourceHandle } from 'kubeatlas';
import { useAction, useCanI } from 'kubeatlas/react';
import { formatYaml } from 'kubeatlas/yaml';
import { applyText, startText } from './apply-edit.js';
import { mask } from './edited-text.js';
import type { AnyObject, ObjectProps } from './use-draft.js';
import type { Draft } from './use-draft.js';
import { lineDiff } from './line-diff.js';
import { conflictsOf, wordsFor } from './words.js';

/** The object as YAML: shown live, and edited. */
export function YamlPane({ session, entry, name, object, draft, setDraft }: ObjectProps) {
  const { client, isReadOnly } = session;
  const { namespace, name: objectName } = object.metadata;
  const isSecret = object.kind === 'Secret' && object.apiVersion === 'v1';
  const [isMasked, setIsMasked] = useState(isSecret && draft === undefined);
  const [hasBegun, setHasBegun] = useState(false);
  const [isApplied, setIsApplied] = useState(false);
  const text = useMemo(() => formatYaml(isMasked ? masked(object) : object), [object, isMasked]);
  const { isAllowed } = useCanI(client, {
    verb: 'patch',
    resource: entry ?? name,
    namespace: namespace ?? '',
    name: objectName,
  });
  const handle = useMemo(() => {
    const all = client.resource(name);
    return namespace === undefined ? all : all.namespace(namespace);
  }, [client, name, namespace]);
  const start = useAction(async () => {
    const started = await startText(handle, objectName);
    setIsApplied(false);
    setHasBegun(true);
    setDraft({ started, object, text: started.text });
  });
  const end = (wasApplied: boolean): void => {
    setIsApplied(wasApplied);
    setDraft(undefined);
  };
  const mayWrite = isAllowed !== false && !isMasked;
  const show = isSecret && (
    <button aria-pressed={!isMasked} onClick={() => setIsMasked(!isMasked)} disabled={draft !== undefined}>
      Show values
    </button>
  );
  // The focus goes along: else it is lost with the button.
  if (draft !== undefined) return <Editor {...{ handle, draft, setDraft, end, show }} isFocused={hasBegun} />;
  return (
    <>
      <div className="tools">
        {show}
        {!isReadOnly && (
          <button autoFocus={hasBegun} disabled={!mayWrite || start.isRunning} onClick={() => void start.run()}>
            Edit
          </button>
        )}
        {!isReadOnly && isAllowed === false && <small>You may not change it.</small>}
      </div>
      {start.error !== undefined && (
        <p className="note" role="alert">
          {wordsFor(start.error)}
        </p>
      )}
      {isApplied && <p role="status">Applied.</p>}
      <pre className="text" tabIndex={0} role="region" aria-label="YAML">
        {text}
      </pre>
    </>
  );
}

interface EditorProps {
  readonly handle: ResourceHandle;
  readonly draft: Draft;
  readonly setDraft: (draft: Draft) => void;
  readonly end: (isApplied: boolean) => void;
  readonly show: React.ReactNode;
  readonly isFocused: boolean;
}

/** The text that a person edits, until it is applied or given up. */
function Editor({ handle, draft, setDraft, end, show, isFocused }: EditorProps) {
  const { started, text } = draft;
  const [tried, setTried] = useState<string>();
  const [showsChanges, setShowsChanges] = useState(false);
  const apply = useAction(async (force: boolean) => {
    setTried(text);
    await applyText(handle, started, text, force);
    end(true);
  });
  // What is refused is a text: another one may conflict elsewhere, and is not forced for that.
  const error = tried === text ? apply.error : undefined;
  const conflicts = conflictsOf(error);
  return (
    <>
      <div className="tools">
        {show}
        <button disabled={apply.isRunning} onClick={() => void apply.run(false)}>
          Apply
        </button>
        <button aria-pressed={showsChanges} onClick={() => setShowsChanges(!showsChanges)}>
          Changes
        </button>
        <button onClick={() => end(false)}>Cancel</button>
      </div>
      {showsChanges && <Changes before={started.text} after={text} />}
      {conflicts.length > 0 ? (
        <div className="note" role="alert">
          <p>Others manage these fields:</p>
          <ul>
            {conflicts.map(({ field, manager }) => (
              <li key={`${manager} ${field}`}>
                <code>{field}</code> is managed by {manager}
              </li>
            ))}
          </ul>
          <button disabled={apply.isRunning} onClick={() => void apply.run(true)}>
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
      <textarea
        className="text"
        aria-label="YAML to apply"
        spellCheck={false}
        autoFocus={isFocused}
        readOnly={apply.isRunning}
        value={text}
        onChange={({ target }) => setDraft({ ...draft, text: target.value })}
      />
    </>
  );
}

/** What an edit changes, line by line. */
function Changes({ before, after: typed }: { readonly before: string; readonly after: string }) {
  // Who types does not wait for it.
  const after = useDeferredValue(typed);
  const lines = useMemo(() => lineDiff(before, after), [before, after]);
  if (lines.length === 0) return <p role="status">Nothing is changed yet.</p>;
  return (
    <pre className="text diff" tabIndex={0} role="region" aria-label="Changes">
      {lines.map(({ sign, text }, index) => (
        <span key={index} className={sign === '+' ? 'added' : sign === '-' ? 'removed' : undefined}>
          {sign} {text}
          {'\n'}
        </span>
      ))}
    </pre>
  );
}

/** Returns a Secret without its values, which annotations repeat: those of `kubectl apply`, of Rancher and of others. */
function masked(object: AnyObject): object {
  const copy = deepCopy(object) as Record<string, unknown> & { metadata: { annotations?: Record<string, string> } };
  for (const field of ['data', 'stringData']) {
    const values = copy[field];
    if (typeof values !== 'object' || values === null) continue;
    copy[field] = Object.fromEntries(Object.keys(values).map((key) => [key, mask]));
  }
  const { annotations } = copy.metadata;
  if (annotations) {
    for (const key of Object.keys(annotations)) if (/applied/i.test(key)) annotations[key] = mask;
  }
  return copy;
}
