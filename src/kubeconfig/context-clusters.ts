import { abandonOnAbort, delay } from '../core/shared/abort.js';
import { abortableIterator } from '../core/shared/abortable-iterator.js';
import {
  requireKnownOptions,
  requireMilliseconds,
  requireName,
  requireTexts,
  type OptionChecks,
} from '../core/shared/arguments.js';
import { describeLocation } from '../core/shared/config-location.js';
import { quote } from '../core/shared/quote.js';
import type { ClusterChange, ClusterSource } from '../fleet/create-fleet.js';
import { KubeconfigMissingEntryError, KubeconfigMissingFileError } from './errors.js';
import { type Kubeconfig, listOf } from './file/parse.js';
import { matchesGlob } from './glob.js';
import { findKubeconfig, loadOptionChecks } from './load-kubeconfig.js';
import type { LoadKubeconfigOptions } from './load-options.js';
import { toClientOptions } from './to-client-options.js';

const ofOneContext = ['context', 'cluster', 'user', 'server', 'tlsServerName', 'signal'] as const;
type OfOneContext = (typeof ofOneContext)[number];

/** Options of {@link contextClusters}: those of `loadKubeconfig` that make sense for several contexts. */
export interface ContextClustersOptions extends Omit<LoadKubeconfigOptions, OfOneContext> {
  /** The names of contexts; `*` stands for any text, `?` for one character. @default all contexts */
  readonly contexts?: readonly string[] | undefined;
  /**
   * How often the kubeconfig is read again, in milliseconds: contexts then come, change and go while the fleet is in use. A
   * kubeconfig that cannot be read is a failure of the fleet, and its clusters go on. @default read once
   */
  readonly rereadMs?: number | undefined;
  /** Whether exec plugins may use the terminal of this process: several could ask at once. @default false */
  readonly interactive?: boolean | undefined;
}

const ofAll = Object.fromEntries(
  Object.entries(loadOptionChecks).filter(([option]) => !(ofOneContext as readonly string[]).includes(option)),
) as Omit<typeof loadOptionChecks, OfOneContext>;
const checks: OptionChecks<ContextClustersOptions> = {
  ...ofAll,
  contexts: (name, value) => {
    for (const each of requireTexts(name, value)) requireName(name, each);
  },
  rereadMs: requireMilliseconds,
};

/**
 * Returns the contexts of the kubeconfig files as clusters of a fleet, each by the name of its context. Files are merged as
 * in kubectl. A plugin of a context runs when its cluster is first asked, without a terminal.
 *
 * A name that no context has is a failure of the fleet, and the others are used.
 *
 * @throws InvalidArgumentError for options that can never work
 * @example
 * const fleet = createFleet({ clusters: contextClusters({ contexts: ['prod-*', 'test'] }) });
 */
export function contextClusters(options: ContextClustersOptions = {}): ClusterSource {
  requireKnownOptions(options, checks);
  const { contexts: wanted = ['*'], rereadMs, interactive = false, ...further } = options;

  async function* changes(signal: AbortSignal): AsyncGenerator<ClusterChange, void, undefined> {
    /** What is known of each context, to see what has changed. */
    let known: ReadonlyMap<string, string> | undefined;
    let last = '';
    for (;;) {
      try {
        const kubeconfig = await abandonOnAbort(read({ ...further, signal }), signal);
        const found = contextsIn(kubeconfig, wanted);
        const all = JSON.stringify([...found]);
        // kubectl writes files in place: what is read twice is written to the end.
        if (known === undefined || all === last) {
          for (const [name, parts] of found) {
            if (known?.get(name) === parts) continue;
            const source = describeLocation({ file: kubeconfig.file, context: name });
            const client = () => toClientOptions(kubeconfig, { ...further, interactive, context: name });
            yield { type: 'set', name, source, client };
          }
          for (const name of known?.keys() ?? []) if (!found.has(name)) yield { type: 'removed', name };
          known = found;
          const unmatched = wanted.filter((pattern) => ![...found.keys()].some((name) => matchesGlob(name, pattern)));
          if (unmatched.length === 0) yield { type: 'synced' };
          else yield { type: 'failed', error: unmatchedError(unmatched, kubeconfig) };
        }
        last = all;
      } catch (error) {
        if (rereadMs === undefined || signal.aborted) throw error;
        yield { type: 'failed', error };
      }
      if (rereadMs === undefined) return;
      await delay(rereadMs, signal);
    }
  }
  return {
    description: 'contexts of the kubeconfig',
    [Symbol.asyncIterator]: () => abortableIterator(changes, []),
  };
}

async function read(options: LoadKubeconfigOptions): Promise<Kubeconfig> {
  const { kubeconfig, paths } = await findKubeconfig(options, options.env ?? process.env);
  if (kubeconfig !== undefined) return kubeconfig;
  throw new KubeconfigMissingFileError(`kubeconfig not found at ${paths.map(quote).join(', ')}`);
}

/** The contexts that are wanted, in their order, each with all that it consists of. */
function contextsIn({ file, contexts, clusters, users }: Kubeconfig, wanted: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, { value }] of contexts) {
    if (!wanted.some((pattern) => matchesGlob(name, pattern))) continue;
    const [cluster, user] = [value['cluster'] as string, value['user'] as string];
    found.set(name, JSON.stringify([file, value, clusters.get(cluster)?.value, users.get(user)?.value]));
  }
  return found;
}

function unmatchedError(patterns: readonly string[], { file, contexts }: Kubeconfig): KubeconfigMissingEntryError {
  const what = patterns.map(quote).join(', ');
  return new KubeconfigMissingEntryError(`no context matches ${what}${listOf(contexts)}`, { file });
}
