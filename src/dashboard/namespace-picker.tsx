import { useState } from 'react';
import type { Client } from 'kubeatlas';
import { go, type Route } from './route.js';

interface NamespacePickerProps {
  /** What to ask; undefined for several clusters. */
  readonly client: Client | undefined;
  readonly route: Route;
}

/** The namespaces, as names to type: also for users who may not list them. They are read when somebody begins to choose. */
export function NamespacePicker({ client, route }: NamespacePickerProps) {
  const { namespaces } = route;
  const [known, setKnown] = useState<readonly string[]>([]);
  const present = namespaces.join(', ');
  const [draft, setDraft] = useState<string>();
  const read = async (): Promise<void> => {
    if (client === undefined) return;
    const names: string[] = [];
    const handle = client.resource('namespaces').as('PartialObjectMetadata');
    for await (const { metadata } of handle.items({ limit: 500 })) names.push(metadata.name);
    setKnown(names);
  };
  const end = (text: string): void => {
    setDraft(undefined);
    if (text !== present) {
      go({ ...route, namespaces: [...new Set(text.split(/[\s,]+/).filter((name) => name !== ''))] });
    }
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
        onFocus={() => void read().catch(() => setKnown([]))}
        onChange={({ target }) => (known.includes(target.value) ? end(target.value) : setDraft(target.value))}
        onBlur={({ target }) => end(target.value)}
      />
      <datalist id="namespaces">
        {known.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </form>
  );
}
