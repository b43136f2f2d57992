import type { ApiError } from './errors.js';
import type { ConnectionOptions } from './options.js';

/** Whether kube-apiserver still accepts the credentials of a client, as far as is known. */
export interface Login {
  /** With which it refused them. Until the page resumes, every request fails with it, and is not sent. */
  ended: ApiError | undefined;
  /** How often it was resumed: what was sent before says nothing of the login after. */
  resumed: number;
  /** The request that asks kube-apiserver itself. */
  asking: Promise<unknown> | undefined;
}

/** A 401 that stood after the credentials were renewed, if they can be. */
export interface LoginRefusal {
  readonly error: ApiError;
  /** The path of the request, without that of the server. */
  readonly path: string;
  /** The login with which it was sent. */
  readonly resumed: number;
}

/**
 * Notes a refusal. An aggregated API, a kubelet or what stands behind `…/proxy` may refuse what kube-apiserver accepts: so it is asked
 * itself, for what every user may read.
 */
export async function noteRefusal(
  login: Login,
  { error, path, resumed }: LoginRefusal,
  onUnauthorized: NonNullable<ConnectionOptions['onUnauthorized']>,
  ask: (path: string) => Promise<unknown>,
): Promise<void> {
  if (path !== '/api') {
    login.asking ??= ask('/api').catch(() => undefined);
    await login.asking;
    login.asking = undefined;
    return;
  }
  if (login.ended !== undefined || resumed !== login.resumed) return;
  login.ended = error;
  const resume = (): void => {
    if (login.ended !== error) return;
    login.ended = undefined;
    login.resumed += 1;
  };
  new Promise((resolve) => {
    resolve(onUnauthorized({ error, resume }));
  }).catch(() => undefined);
}
