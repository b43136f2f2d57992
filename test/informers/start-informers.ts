import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { inject } from 'vitest';

/** The informers of the program, by how their objects come. */
export const informerNames = ['typed', 'dynamic', 'metadata'] as const;

export type InformerName = (typeof informerNames)[number];

/** One line of the program; see client-go/main.go. */
type Line =
  | {
      readonly informer: InformerName;
      readonly type: string;
      readonly name?: string;
      readonly value?: string;
      readonly unseen?: boolean;
      readonly error?: string;
    }
  | { readonly stores: Readonly<Record<InformerName, readonly string[]>> };

/** Informers of client-go that run in a process of their own. */
export interface Informers {
  /** What one has told so far: `add a 1`, `delete a 1`, `synced`; `(unseen)` where it only found out later. */
  told(name: InformerName): readonly string[];
  /** What went wrong on the way, of all. */
  readonly errors: readonly string[];
  /** What the stores hold now, sorted: `a 1`. */
  stores(): Promise<Readonly<Record<InformerName, readonly string[]>>>;
  stop(): Promise<void>;
}

/** What client-go decides by its environment. */
export interface InformersOptions {
  /** Whether the state comes by a watch, as it does unless one says otherwise. */
  readonly watchList: boolean;
}

/** Starts the program on a server; all informers look at the namespace `default`. */
export function startInformers(url: string, { watchList }: InformersOptions): Informers {
  const told: Record<InformerName, string[]> = { typed: [], dynamic: [], metadata: [] };
  const errors: string[] = [];
  const waiting: ((stores: Readonly<Record<InformerName, readonly string[]>>) => void)[] = [];
  const env = { ...process.env, KUBE_FEATURE_WatchListClient: String(watchList) };
  const child = spawn(inject('clientGo'), [url, 'default'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  createInterface(child.stdout).on('line', (text) => {
    const line = JSON.parse(text) as Line;
    if ('stores' in line) waiting.shift()?.(line.stores);
    else if (line.type === 'error') errors.push(`${line.informer}: ${line.error ?? ''}`);
    else {
      const { type, name, value, unseen = false } = line;
      told[line.informer].push([type, name, value, unseen ? '(unseen)' : ''].filter(Boolean).join(' '));
    }
  });
  return {
    told: (name) => told[name],
    errors,
    stores: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        child.stdin.write('\n');
      }),
    stop: async () => {
      child.stdin.end();
      const [code, signal] = (await ended) as [number | null, string | null];
      if (code !== 0) throw new Error(`client-go ended with ${signal ?? code ?? 'nothing'}`);
    },
  };
}
