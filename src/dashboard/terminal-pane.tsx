import { useEffect, useState, type FormEvent, type KeyboardEvent } from 'react';
import { exec } from 'kubeatlas/connect';
import { ContainerPicker, containersOf } from './container-picker.js';
import type { ObjectProps } from './use-draft.js';
import { useEnd } from './use-end.js';
import { withoutColours, wordsFor } from './words.js';

/** More than anybody reads here: the oldest gives way. */
const mostCharacters = 200_000;

/** Command lines for a container, and what they print. Each runs in a shell of its own, without a terminal and without input. */
export function TerminalPane({ session, object }: ObjectProps) {
  const { name, namespace = '' } = object.metadata;
  const containers = containersOf(object);
  const [container = containers[0], setContainer] = useState<string>();
  const [line, setLine] = useState('');
  const [history, setHistory] = useState<readonly string[]>([]);
  const [place, setPlace] = useState(0);
  const [text, setText] = useState('');
  const [running, setRunning] = useState<AbortController>();
  const output = useEnd(text);
  useEffect(() => () => running?.abort(), [running]);

  const run = async (command: string, { signal }: AbortController): Promise<void> => {
    let waiting = `$ ${command}\n`;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (): void => {
      const arrived = waiting;
      [waiting, timer] = ['', undefined];
      setText((before) => (before + arrived).slice(-mostCharacters));
    };
    let last = '\n';
    const write = (piece: string): void => {
      last = piece.at(-1) ?? last;
      waiting = (waiting + piece).slice(-mostCharacters);
      timer ??= setTimeout(show, 100);
    };
    const read = async (stream: ReadableStream<Uint8Array>): Promise<void> => {
      const reader = stream.getReader();
      const decoder = new TextDecoder();
      for (let step = await reader.read(); !step.done; step = await reader.read()) {
        write(decoder.decode(step.value, { stream: true }));
      }
    };
    const say = (words: string): void => write(`${last === '\n' ? '' : '\n'}${words}`);
    show();
    try {
      const pods = session.client.resource('pods').namespace(namespace);
      const words = ['sh', '-c', command];
      const opened = await exec(pods, name, { command: words, container, signal, bearerProtocol: true });
      await Promise.all([read(opened.stdout), read(opened.stderr)]);
      const { exitCode, status } = await opened.done;
      if (exitCode === undefined) say(`${status.message ?? 'It could not be run.'}\n`);
      else say(exitCode === 0 ? '' : `Exit code ${exitCode}.\n`);
    } catch (error) {
      say(signal.aborted ? 'Stopped.\n' : `${wordsFor(error)}\n`);
    }
    clearTimeout(timer);
    show();
  };

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (line.trim() === '' || running !== undefined) return;
    const ending = new AbortController();
    const lines = [...history.filter((each) => each !== line), line];
    setRunning(ending);
    setHistory(lines);
    setPlace(lines.length);
    setLine('');
    void run(line, ending).finally(() => setRunning(undefined));
  };
  const recall = (event: KeyboardEvent): void => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.min(Math.max(place + step, 0), history.length);
    setPlace(next);
    setLine(history[next] ?? '');
  };
  return (
    <>
      <form className="tools" onSubmit={submit}>
        <ContainerPicker containers={containers} chosen={container} choose={setContainer} />
        <input
          className="command"
          aria-label="Command line"
          placeholder="ls -l | head (each line runs by itself)"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={line}
          onChange={({ target }) => setLine(target.value)}
          onKeyDown={recall}
        />
        {running === undefined ? (
          <button>Run</button>
        ) : (
          <button type="button" onClick={() => running.abort()}>
            Stop
          </button>
        )}
      </form>
      <p role="status">{running === undefined ? 'The lines run in the container, in a shell (sh -c).' : 'Running.'}</p>
      <pre className="text" tabIndex={0} role="region" aria-label="Output" ref={output}>
        {withoutColours(text)}
      </pre>
    </>
  );
}
