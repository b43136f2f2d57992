import type { LiveView } from 'kubeatlas/views';

/** How long a server may take for the first word of a stream, before the page says so. */
const patienceMs = 10_000;

interface Stream {
  readonly path: string;
}

let late: readonly Stream[] = [];
const listeners = new Set<() => void>();

function setLate(streams: readonly Stream[]): void {
  late = streams;
  for (const listener of listeners) listener();
}

/** The streams that the server has not answered for a while, for `useSyncExternalStore`: they may still be answered. */
export const lateStreams: LiveView<readonly Stream[]> = {
  subscribe(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  getSnapshot: () => late,
};

/** Notes that a stream is asked for. Returns what to call when it is answered, or given up. */
export function awaitStream(path: string): () => void {
  const stream = { path };
  const timer = setTimeout(() => setLate([...late, stream]), patienceMs);
  return () => {
    clearTimeout(timer);
    if (late.includes(stream)) setLate(late.filter((other) => other !== stream));
  };
}
