import { abandonOnAbort } from '../core/shared/abort.js';
import { requireKnownOptions, requireObject, requireSignal, requireText } from '../core/shared/arguments.js';
import { findKubeconfig } from './file/find-kubeconfig.js';
import { textOf } from './file/section.js';
import type { LoadKubeconfigOptions } from './load-options.js';

/** A context of a kubeconfig. */
export interface KubeconfigContext {
  /** The name, for the option `context` of `loadKubeconfig`. */
  readonly name: string;
  /** The name of the cluster. */
  readonly cluster: string | undefined;
  /** The name of the user. */
  readonly user: string | undefined;
  /** The namespace; undefined for `default`. */
  readonly namespace: string | undefined;
  /** Whether it is the current context. */
  readonly isCurrent: boolean;
}

/** Options of {@link listContexts}, as those of `loadKubeconfig`. */
export type ListContextsOptions = Pick<LoadKubeconfigOptions, 'path' | 'text' | 'env' | 'signal'>;

/**
 * Returns the contexts of the kubeconfig files, merged as kubectl does, in their order; none if there is no file. Use it
 * to let people choose, and `loadKubeconfig({ context })` with what they chose.
 *
 * @throws KubeconfigError for a file that cannot be read; InvalidArgumentError for a wrong option; the signal's reason
 *   after an abort
 * @example
 * for (const { name, isCurrent } of await listContexts()) console.log(isCurrent ? '*' : ' ', name);
 */
export async function listContexts(options: ListContextsOptions = {}): Promise<readonly KubeconfigContext[]> {
  const checks = { path: requireText, text: requireText, env: requireObject, signal: requireSignal };
  const { env = process.env, signal } = requireKnownOptions<ListContextsOptions>(options, checks);
  signal?.throwIfAborted();
  const { kubeconfig } = await abandonOnAbort(findKubeconfig(options, env), signal);
  return [...(kubeconfig?.contexts ?? [])].map(([name, section]) => ({
    name,
    cluster: textOf(section, 'cluster'),
    user: textOf(section, 'user'),
    namespace: textOf(section, 'namespace'),
    isCurrent: name === kubeconfig?.currentContext,
  }));
}
