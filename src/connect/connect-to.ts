import { innerOf } from '../core/resource/inner-handle.js';
import type { ResourceHandle } from '../core/resource/resource-handle.js';
import { connectionErrorFor } from '../core/transport/connection-failure.js';
import type { ConnectRequest } from '../core/transport/connection.js';
import { ApiError } from '../core/transport/errors.js';
import type { ApiSocket } from '../core/transport/web-socket.js';

/** A handle of pods, of any representation. */
export type PodsHandle = Pick<ResourceHandle, 'boundNamespace' | 'signal'>;

/** Servers read no more at once, and take each fragment of a longer message for a message. */
export const longestMessage = 32 * 1024;

/** Opens a WebSocket to a subresource of a pod, with one of the protocols. */
export async function connectTo(
  pods: PodsHandle,
  name: string,
  subresource: 'exec' | 'attach' | 'portforward',
  request: Omit<ConnectRequest, 'path'> & { readonly protocols: readonly string[] },
): Promise<ApiSocket> {
  const socket = await innerOf(pods, 'pods')
    .connect(name, subresource, request)
    .catch((error: unknown) => {
      throw explained(error, subresource);
    });
  if (request.protocols.includes(socket.protocol)) return socket;
  socket.close();
  throw connectFailure(`${subresource} of ${name}`, 'the server chose no protocol of those offered');
}

/**
 * Since Kubernetes 1.35 a server wants the verb `create` besides `get`, and for lack of it answers 403 without a reason.
 */
function explained(error: unknown, subresource: string): unknown {
  if (error instanceof ApiError && error.statusCode === 403 && / is forbidden:\s*$/.test(error.status.message ?? '')) {
    error.message = `${error.message.trimEnd()} the verbs get and create of pods/${subresource} are needed, and the user lacks create`;
  }
  return error;
}

/** The error for a connection that broke off, or that a server spoils. */
export function connectFailure(where: string, detail: string): Error {
  return connectionErrorFor({ method: 'GET', path: where, host: undefined, reasonCode: 'ERR_SESSION', detail });
}
