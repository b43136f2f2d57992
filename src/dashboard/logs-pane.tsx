import { useMemo, useState } from 'react';
import type { LogLine } from 'kubeatlas/connect';
import { useLogs } from 'kubeatlas/react';
import type { LogsState } from 'kubeatlas/views';
import { ContainerPicker, containersOf } from './container-picker.js';
import type { ObjectProps } from './use-draft.js';
import { useEnd } from './use-end.js';
import { withoutColours, wordsFor } from './words.js';

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
  // Another handle is another view, which reads anew.
  const handle = useMemo(() => client.resource(name).namespace(namespace), [client, name, namespace, rounds]);
  const state = useLogs(handle, objectName, isPod ? { container } : { allContainers: true, follow: false });
  const { lines } = state;
  const text = useMemo(
    () =>
      lines
        .map((line) => {
          const shown = `${isPod ? '' : `${line.pod} ${line.container}  `}${plain(line)}`;
          return line.gap ? `(lines may be missing here)\n${shown}` : shown;
        })
        .join('\n'),
    [lines, isPod],
  );
  const end = useEnd(lines);
  return (
    <>
      <div className="tools">
        <ContainerPicker containers={containers} chosen={container} choose={setChosen} />
        {state.health !== 'live' && <button onClick={() => setRounds(rounds + 1)}>Read again</button>}
      </div>
      <p role="status">{wordsForLogs(state)}</p>
      <pre className="text" tabIndex={0} role="region" aria-label="Log" ref={end}>
        {text}
      </pre>
    </>
  );
}

const known = new WeakMap<LogLine, string>();

function plain(line: LogLine): string {
  const text = known.get(line) ?? withoutColours(line.line);
  known.set(line, text);
  return text;
}

const words: Readonly<Record<LogsState['health'], string>> = {
  loading: 'Reading.',
  live: 'Following.',
  polling: 'No stream is left: reading every ten seconds.',
  paused: 'Paused while the page is hidden.',
  interrupted: 'The server is lost; asking again.',
  ended: 'That is all.',
  failed: '',
  disabled: '',
};

function wordsForLogs({ health, error, dropped }: LogsState): string {
  const older = dropped === 0 ? '' : `${dropped.toLocaleString('en')} older lines are no longer shown.`;
  return [words[health], error === undefined ? '' : wordsFor(error), older].filter((each) => each !== '').join(' ');
}
