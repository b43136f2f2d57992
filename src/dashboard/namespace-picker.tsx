import { useState } from 'react';
import { go, type Route } from './route.js';
import type { Session } from './session.js';
import { keepNamespaces, readNamespaces, type KnownNamespaces } from './use-namespaces.js';

interface NamespacePickerProps {
  /** Whom to ask; undefined for several clusters. */
  readonly session: Session | undefined;
  readonly route: Route;
}

const none: KnownNamespaces = { names: [], areAll: false };

/**
 * The namespaces, as names to type: also for users who may not list them, whose words are kept. They are read when somebody begins
 * to choose.
 */
export function NamespacePicker({ session, route }: NamespacePickerProps) {
  const { namespaces } = route;
  const [known, setKnown] = useState(none);
  const present = namespaces.join(', ');
  const [draft, setDraft] = useState<string>();
  const read = async (): Promise<void> => {
    if (session !== undefined) setKnown(await readNamespaces(session));
  };
  const end = (text: string): void => {
    setDraft(undefined);
    if (text === present) return;
    const chosen = [...new Set(text.split(/[\s,]+/).filter((name) => name !== ''))];
    if (session !== undefined && !known.areAll) keepNamespaces(session, chosen);
    go({ ...route, namespaces: chosen });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        end(draft ?? present);
      }}
    >
      <input
        aria-label="Namespaces, separated by commas"
        placeholder="All namespaces"
        list="namespaces"
        value={draft ?? present}
        onFocus={() => void read().catch(() => setKnown(none))}
        onChange={({ target }) => (known.names.includes(target.value) ? end(target.value) : setDraft(target.value))}
        onBlur={({ target }) => end(target.value)}
      />
      <datalist id="namespaces">
        {known.names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </form>
  );
}
