import { useEffect, useRef, useState } from 'react';
import { logs } from 'kubeatlas/connect';
import type { ObjectProps } from './object-pane.js';
import { wordsFor } from './words.js';

/** More lines than anybody reads here: the oldest give way. */
const mostLines = 2000;
const tail = 200;

/** The logs of a pod, or of the pods of a workload, followed while the pane is open. */
export function LogsPane({ session, name, object }: ObjectProps) {
  const { client } = session;
  const { name: objectName, namespace = '' } = object.metadata;
  const [lines, setLines] = useState<readonly string[]>([]);
  const [state, setState] = useState('Reading.');
  const end = useRef<HTMLPreElement>(null);
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    let waiting: string[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (): void => {
      timer = undefined;
      const arrived = waiting;
      waiting = [];
      setLines((before) => [...before, ...arrived].slice(-mostLines));
    };
    const read = async (): Promise<void> => {
      setLines([]);
      const handle = client.resource(name).namespace(namespace);
      const options = { allContainers: true, follow: true, tail, signal };
      for await (const { pod, container, line } of logs(handle, objectName, {
        ...options,
        onError: (error) => setState(wordsFor(error)),
      })) {
        setState('Following.');
        waiting.push(`${pod} ${container}  ${line}`);
        timer ??= setTimeout(show, 100);
      }
      setState('Ended.');
    };
    read().catch((error: unknown) => {
      if (!signal.aborted) setState(wordsFor(error));
    });
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [client, name, namespace, objectName]);
  useEffect(() => {
    end.current?.scrollTo({ top: end.current.scrollHeight });
  }, [lines]);
  return (
    <>
      <p role="status">{state}</p>
      <pre className="text" tabIndex={0} aria-label="Log" ref={end}>
        {lines.join('\n')}
      </pre>
    </>
  );
}
