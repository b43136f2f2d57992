import { useEffect, useState } from 'react';
import { logs } from 'kubeatlas/connect';
import { ContainerPicker, containersOf } from './container-picker.js';
import type { ObjectProps } from './use-draft.js';
import { useEnd } from './use-end.js';
import { withoutColours, wordsFor } from './words.js';

/** More lines than anybody reads here: the oldest give way. */
const mostLines = 2000;
const tail = 200;

/**
 * The log of a container, followed while the pane is open; of a workload or a service, the last lines of all its pods, of which there
 * may be hundreds.
 */
export function LogsPane({ session, name, object }: ObjectProps) {
  const { client } = session;
  const { name: objectName, namespace = '' } = object.metadata;
  const isPod = object.kind === 'Pod';
  const containers = containersOf(object);
  const [chosen, setChosen] = useState<string>();
  const [rounds, setRounds] = useState(0);
  const container = chosen ?? containers[0];
  const [lines, setLines] = useState<readonly string[]>([]);
  const [state, setState] = useState('Reading.');
  const end = useEnd(lines);
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
      setState(isPod ? 'Following.' : 'Reading.');
      const chosenLogs = isPod ? { container, follow: true } : { allContainers: true };
      const onError = (error: unknown): void => setState(wordsFor(error));
      for await (const line of logs(handle, objectName, { ...chosenLogs, tail, signal, ...(!isPod && { onError }) })) {
        if (signal.aborted) return;
        const text = withoutColours(line.line);
        waiting.push(isPod ? text : `${line.pod} ${line.container}  ${text}`);
        timer ??= setTimeout(show, 100);
      }
      setState((before) => (before === 'Reading.' || before === 'Following.' ? 'That is all.' : before));
    };
    read().catch((error: unknown) => {
      if (!signal.aborted) setState(wordsFor(error));
    });
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [client, name, namespace, objectName, isPod, container, rounds]);
  return (
    <>
      <div className="tools">
        <ContainerPicker containers={containers} chosen={container} choose={setChosen} />
        {state !== 'Following.' && <button onClick={() => setRounds(rounds + 1)}>Read again</button>}
      </div>
      <p role="status">{state}</p>
      <pre className="text" tabIndex={0} role="region" aria-label="Log" ref={end}>
        {lines.join('\n')}
      </pre>
    </>
  );
}
