import { innerOf } from '../core/resource/inner-handle.js';
import type { ResourceHandle } from '../core/resource/resource-handle.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import { connectionErrorFor } from '../core/transport/connection-failure.js';
import type { ConnectRequest } from '../core/transport/connection.js';
import { ApiError } from '../core/transport/errors.js';
import type { ApiSocket } from '../core/transport/web-socket.js';

/** A handle of pods, of any representation. */
export type PodsHandle = Pick<ResourceHandle, 'boundNamespace' | 'signal'>;

/** Servers read no more at once, and take each fragment of a longer message for a message. */
export const longestMessage = 32 * 1024;

/** How long a server may be silent after a part of the input was lost with the connection. */
const silentMs = 5000;

/** A WebSocket to a pod, and what a failure of its input does to it. */
export interface PodSocket extends ApiSocket {
  /**
   * Sends a part of the input. A session whose input is not whole must end, or its server may wait for the rest for ever: at
   * once if the connection is there; else what the server said before is read, up to its end or a silence. `messages` then
   * fails with the error.
   */
  sendInput(send: () => Promise<void>): Promise<void>;
}

/** Opens a WebSocket to a subresource of a pod, with one of the protocols. */
export async function connectTo(
  pods: PodsHandle,
  name: string,
  subresource: 'exec' | 'attach' | 'portforward',
  request: Omit<ConnectRequest, 'path'> & { readonly protocols: readonly string[] },
): Promise<PodSocket> {
  const socket = await innerOf(pods, 'pods')
    .connect(name, subresource, request)
    .catch((error: unknown) => {
      throw explained(error, subresource);
    });
  if (request.protocols.includes(socket.protocol)) return withInput(socket);
  socket.close();
  throw connectFailure(`${subresource} of ${name}`, 'the server chose none of the offered protocols');
}

function withInput(socket: ApiSocket): PodSocket {
  let failure: { readonly error: unknown } | undefined;
  /** Whether the next message is awaited, and how many came before. */
  let isAwaited = false;
  let heard = 0;
  let isEnded = false as boolean;
  const end = (): void => {
    isEnded = true;
    socket.close();
  };
  // Whoever waits for room in an output whose reader stalls is told as well.
  const closed = socket.closed.then((how) => {
    if (isEnded) throw failure?.error;
    return how;
  });
  closed.catch(() => undefined);
  return {
    ...socket,
    closed,
    messages: (async function* () {
      isAwaited = true;
      for await (const message of socket.messages) {
        isAwaited = false;
        heard += 1;
        yield message;
        isAwaited = true;
      }
      if (isEnded) throw failure?.error;
    })(),
    async sendInput(send) {
      try {
        await send();
      } catch (error) {
        failure ??= { error };
        if ((error as { readonly code?: unknown }).code !== 'connection') end();
        let before = heard;
        const timer = setInterval(() => {
          if (isAwaited && heard === before) end();
          before = heard;
        }, silentMs);
        socket.closed.catch(() => undefined).finally(() => clearInterval(timer));
        throw error;
      }
    },
  };
}

/** Returns the bytes of a piece of input, whatever view of them it is. What a stream is given has no type at run time. */
export function bytesOf(argument: string, piece: unknown): Uint8Array {
  if (ArrayBuffer.isView(piece)) return new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength);
  throw new InvalidArgumentError(argument, 'takes only pieces of type Uint8Array: encode text with a TextEncoder');
}

/** Returns a function that sends bytes of any number on a channel. Its calls must come one after the other. */
export function senderOn(channel: number, socket: Pick<ApiSocket, 'send'>): (bytes: Uint8Array) => Promise<void> {
  // One memory for all: new memory for each message would keep the garbage collector busy.
  let message: Uint8Array | undefined;
  return async (bytes) => {
    for (let at = 0; at < bytes.byteLength; at += longestMessage - 1) {
      const piece = bytes.subarray(at, at + longestMessage - 1);
      message ??= new Uint8Array(longestMessage).fill(channel, 0, 1);
      message.set(piece, 1);
      await socket.send(message.subarray(0, piece.byteLength + 1));
    }
  };
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
