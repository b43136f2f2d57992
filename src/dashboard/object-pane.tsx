import { useEffect, useRef, useState } from 'react';
import type { ResourceEntry } from 'kubeatlas';
import { useObject } from 'kubeatlas/react';
import { ClusterMark } from './cluster-mark.js';
import { Guard } from './guard.js';
import { LogsPane } from './logs-pane.js';
import { Overview } from './overview.js';
import { OwnersPane } from './owners-pane.js';
import type { Session } from './session.js';
import { TerminalPane } from './terminal-pane.js';
import { useDraft } from './use-draft.js';
import { wordsFor, wordsForDeletion } from './words.js';
import { YamlPane } from './yaml-pane.js';

interface ObjectPaneProps {
  readonly session: Session;
  readonly entry: ResourceEntry | undefined;
  readonly name: string;
  readonly object: { readonly namespace?: string | undefined; readonly name: string };
  /** Where all clusters are shown as one. */
  readonly showsCluster?: boolean;
  readonly close: () => void;
}

/** Whose pods `logs` finds. */
const withLogs = ['pods', 'services', 'deployments', 'statefulsets', 'daemonsets', 'replicasets', 'jobs'];

const parts = { Overview, YAML: YamlPane, Owners: OwnersPane, Logs: LogsPane, Terminal: TerminalPane } as const;
type Part = keyof typeof parts;

/** One object, live, in several parts. */
export function ObjectPane({ session, entry, name, object: wanted, showsCluster, close }: ObjectPaneProps) {
  const [part, setPart] = useState<Part>('Overview');
  const { namespace } = wanted;
  const { object, isComplete, health, error } = useObject(session.client, name, wanted.name, { namespace });
  const [draft, setDraft] = useDraft(`${session.cluster ?? ''} ${name} ${namespace ?? ''}/${wanted.name}`);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // On a narrow screen the pane hides what had the focus.
    if (document.activeElement?.checkVisibility() === false) heading.current?.focus();
    return () => {
      if (document.activeElement === document.body) document.querySelector<HTMLElement>('[role=grid]')?.focus();
    };
  }, []);
  const shown = (Object.keys(parts) as Part[]).filter((each) => {
    if (each === 'Terminal') return object?.kind === 'Pod' && object.apiVersion === 'v1' && !session.isReadOnly;
    return each !== 'Logs' || (entry !== undefined && withLogs.includes(entry.resource));
  });
  const Shown = parts[part];
  const present = object ?? (part === 'YAML' ? draft?.object : undefined);
  return (
    <>
      <div className="tools">
        <h2 ref={heading} tabIndex={-1}>
          <bdi>{wanted.name}</bdi>
          {namespace !== undefined && <small> in {namespace}</small>}
          {showsCluster && session.cluster !== undefined && (
            <small>
              {' '}
              <ClusterMark cluster={session.cluster} />
            </small>
          )}
        </h2>
        <button onClick={close} aria-label="Close the object">
          Close
        </button>
      </div>
      <div className="tools" role="group" aria-label="Parts of the object">
        {shown.map((each) => (
          <button key={each} aria-pressed={each === part} onClick={() => setPart(each)}>
            {each}
            {each === 'YAML' && draft !== undefined && ' (draft)'}
          </button>
        ))}
      </div>
      {health === 'interrupted' && <p role="status">The server is lost. This is the object of before; asking again.</p>}
      {health === 'deleted' && <p role="status">{wordsForDeletion(error)} Asking again.</p>}
      {error !== undefined && health === 'failed' && (
        <p className="note" role="alert">
          {object !== undefined && 'Not up to date, this is the object of before. '}
          {wordsFor(error)}
        </p>
      )}
      {object === undefined && health !== 'failed' && health !== 'deleted' && (
        <p role="status">{isComplete ? 'It does not exist (any more).' : 'Loading.'}</p>
      )}
      {present !== undefined && (
        <Guard key={part}>
          <Shown {...{ session, entry, name, draft, setDraft }} object={present} />
        </Guard>
      )}
    </>
  );
}
