import { useState } from 'react';
import type { DeepReadonly, KubeObject, ResourceEntry, Served } from 'kubeatlas';
import type { StartedText } from './apply-edit.js';
import type { Session } from './session.js';

/** An object of any kind, as an informer has it. */
export type AnyObject = DeepReadonly<Served<KubeObject>>;

/** An edit that is neither applied nor given up. */
export interface Draft {
  readonly started: StartedText;
  /** The object that was shown as it began: it may be deleted meanwhile, but the text is still there. */
  readonly object: AnyObject;
  readonly text: string;
}

/** What each part of the pane gets. */
export interface ObjectProps {
  readonly session: Session;
  readonly entry: ResourceEntry | undefined;
  /** The name of the resource: `deployments.v1.apps`. */
  readonly name: string;
  readonly object: AnyObject;
  /** What is being edited of it. */
  readonly draft: Draft | undefined;
  readonly setDraft: (draft: Draft | undefined) => void;
}

const kept = new Map<string, Draft>();

/** The draft of an object, which is kept while the page lives: a look at something else costs nobody his text. */
export function useDraft(key: string): readonly [Draft | undefined, (draft: Draft | undefined) => void] {
  const [draft, setDraft] = useState(() => kept.get(key));
  const keep = (next: Draft | undefined): void => {
    if (next === undefined || next.text === next.started.text) kept.delete(key);
    else kept.set(key, next);
    setDraft(next);
  };
  return [draft, keep];
}
