import { useState } from 'react';
import type { StartedEdit } from './apply-edit.js';
import type { AnyObject } from './object-pane.js';

/** An edit that is neither applied nor given up. */
export interface Draft {
  readonly started: StartedEdit;
  /** The object that was shown as it began: it may be deleted meanwhile, but the text is still there. */
  readonly object: AnyObject;
  readonly text: string;
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
