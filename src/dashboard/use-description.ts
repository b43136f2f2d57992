import { useEffect, useRef, useState } from 'react';
import type { Client } from 'kubeatlas';
import { createOwners } from 'kubeatlas/owners';
import { describe, type Description } from 'kubeatlas/representations';
import type { AnyObject } from './use-draft.js';

/** Between two looks at what is around an object: the object itself is live. */
const [soonMs, laterMs] = [1000, 10_000];

/** What is around an object: read at once, soon after each of its changes, and now and then while somebody looks. */
export function useDescription(client: Client, name: string, object: AnyObject) {
  const { namespace, name: objectName, uid, resourceVersion } = object.metadata;
  const [state, setState] = useState<{ readonly found?: Description; readonly error?: unknown }>({});
  const changes = useRef(0);
  const soon = useRef(() => undefined as void);
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const owners = createOwners(client);
    const all = client.resource(name);
    const handle = namespace === undefined ? all : all.namespace(namespace);
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isReading = false;
    const plan = (ms: number): void => {
      clearTimeout(timer);
      if (!signal.aborted) timer = setTimeout(() => void read(), ms);
    };
    const read = async (): Promise<void> => {
      if (document.hidden) return plan(laterMs);
      isReading = true;
      const seen = changes.current;
      try {
        const found = await describe(client, handle, objectName, { owners, signal });
        setState({ found });
      } catch (error) {
        if (!signal.aborted) setState((before) => ({ ...before, error }));
      }
      isReading = false;
      plan(changes.current === seen ? laterMs : soonMs);
    };
    soon.current = () => {
      changes.current += 1;
      if (!isReading) plan(soonMs);
    };
    void read();
    return () => {
      ending.abort();
      clearTimeout(timer);
      soon.current = () => undefined;
    };
  }, [client, name, namespace, objectName, uid]);
  const known = useRef(resourceVersion);
  useEffect(() => {
    if (known.current !== resourceVersion) soon.current();
    known.current = resourceVersion;
  }, [resourceVersion]);
  return state;
}
