import { useState } from 'react';
import type { ResourceHandle } from 'kubeatlas';
import { useAction, useCanI } from 'kubeatlas/react';
import { DeleteControl } from './delete-control.js';
import type { ObjectProps } from './use-draft.js';
import { wordsFor } from './words.js';

interface Spec {
  readonly suspend?: unknown;
  readonly paused?: unknown;
}

/** A write of one click. */
interface Change {
  readonly label: string;
  readonly done: string;
  readonly patch: object;
  /** Why it cannot be done now. */
  readonly unless?: string | undefined;
}

const restartable = ['deployments', 'statefulsets', 'daemonsets'];

/** What can be done with the object besides editing it. */
function changesOf({ entry, object }: ObjectProps): readonly Change[] {
  const { spec } = object as { readonly spec?: Spec | null };
  const changes: Change[] = [];
  if (entry?.group === 'apps' && restartable.includes(entry.resource)) {
    // As kubectl rollout restart: the template changes, so the controller replaces the pods.
    const annotations = { 'kubectl.kubernetes.io/restartedAt': new Date().toISOString() };
    changes.push({
      label: 'Restart',
      done: 'The pods are being replaced.',
      patch: { spec: { template: { metadata: { annotations } } } },
      unless: spec?.paused === true ? 'Its rollout is paused.' : undefined,
    });
  }
  // Jobs and CronJobs, and custom resources that follow them.
  if (entry?.group === 'batch' || typeof spec?.suspend === 'boolean') {
    const suspend = spec?.suspend !== true;
    changes.push({
      label: suspend ? 'Suspend' : 'Resume',
      done: suspend ? 'It is suspended.' : 'It goes on.',
      patch: { spec: { suspend } },
    });
  }
  return changes;
}

/** Buttons for what is done daily with an object. */
export function Actions(props: ObjectProps) {
  const { session, entry, name, object } = props;
  const { client, isReadOnly } = session;
  const { namespace, name: objectName } = object.metadata;
  const question = { resource: entry ?? name, namespace: namespace ?? '', name: objectName };
  const mayPatch = useCanI(client, { verb: 'patch', ...question }).isAllowed !== false;
  const mayDelete = useCanI(client, { verb: 'delete', ...question }).isAllowed !== false;
  const [done, setDone] = useState('');
  const [isDeleting, setIsDeleting] = useState(false);
  const all = client.resource(name);
  const handle: ResourceHandle = namespace === undefined ? all : all.namespace(namespace);
  const change = useAction(async ({ patch, done }: Change) => {
    await handle.patch(objectName, patch, { type: 'merge', fieldManager: 'kubeatlas-dashboard' });
    setDone(done);
  });
  if (isReadOnly) return null;
  return (
    <>
      <div className="tools" role="group" aria-label="Actions">
        {changesOf(props).map((each) => (
          <button
            key={each.label}
            disabled={!mayPatch || change.isRunning || each.unless !== undefined}
            title={each.unless ?? (mayPatch ? undefined : 'You may not change it.')}
            onClick={() => void change.run(each)}
          >
            {each.label}
          </button>
        ))}
        <button
          aria-expanded={isDeleting}
          disabled={!mayDelete || object.metadata.deletionTimestamp != null}
          title={mayDelete ? undefined : 'You may not delete it.'}
          onClick={() => setIsDeleting(!isDeleting)}
        >
          Delete…
        </button>
      </div>
      <p role="status">{change.error === undefined && done}</p>
      {change.error !== undefined && (
        <p className="note" role="alert">
          {wordsFor(change.error)}
        </p>
      )}
      {isDeleting && <DeleteControl {...props} handle={handle} end={() => setIsDeleting(false)} />}
    </>
  );
}
