import { useEffect, useState } from 'react';
import type { Client } from '../core/client.js';
import type { Resolution } from '../core/mapper/resolution.js';

/** Options of {@link useResolve}. */
export interface UseResolveOptions {
  /** How long a word that the known catalog lacks must stand before the server is asked, in milliseconds. @default 500 */
  readonly pauseMs?: number | undefined;
}

/** What a word in a search box means. */
export interface ResolveState {
  /** The answer to the present word, with its reason and the other candidates. */
  readonly resolution: Resolution | undefined;
  /**
   * Why there is none: a `NoMatchError`, whose message says what else may be meant and whose `suggestions` list it, or an
   * `AmbiguousMatchError` with its candidates.
   */
  readonly error: unknown;
  /** Whether the server may still know better. */
  readonly isPending: boolean;
}

const nothing: ResolveState = { resolution: undefined, error: undefined, isPending: false };

/**
 * Resolves what people type into a search box: a kind, a resource, a short name, `TYPE.VERSION.GROUP`. Each word is looked up in
 * the catalog that is at hand, which sends nothing; the server is asked only if a word that it lacks stands for a while. The
 * answer is always that to the latest word.
 *
 * @example
 * const { resolution, error, isPending } = useResolve(client, 'deploy');
 */
export function useResolve(client: Client, word: string, { pauseMs = 500 }: UseResolveOptions = {}): ResolveState {
  const [state, setState] = useState<ResolveState & { readonly of: string }>({ ...nothing, of: '' });
  const wanted = word.trim();
  useEffect(() => {
    if (wanted === '') return;
    const ending = new AbortController();
    const { signal } = ending;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (next: Partial<ResolveState>): void => {
      if (!signal.aborted) setState({ ...nothing, ...next, of: wanted });
    };
    const askServer = (): void => {
      client.resolve(wanted, { signal }).then(
        (resolution) => {
          show({ resolution });
        },
        (error: unknown) => {
          show({ error });
        },
      );
    };
    client.mapper({ signal }).then(
      (mapper) => {
        try {
          show({ resolution: mapper.resolve(wanted) });
        } catch (error) {
          show({ error, isPending: true });
          if (!signal.aborted) timer = setTimeout(askServer, pauseMs);
        }
      },
      (error: unknown) => {
        show({ error });
      },
    );
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [client, wanted, pauseMs]);
  if (wanted === '') return nothing;
  return state.of === wanted ? state : { ...nothing, isPending: true };
}
