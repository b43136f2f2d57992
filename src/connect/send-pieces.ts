import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import type { ApiSocket } from '../core/transport/web-socket.js';
import { longestMessage } from './connect-to.js';

/** Returns the bytes of a piece of input, whatever view of them it is. What a stream is given has no type at run time. */
export function bytesOf(argument: string, piece: unknown): Uint8Array {
  if (ArrayBuffer.isView(piece)) return new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength);
  throw new InvalidArgumentError(argument, 'takes pieces that are a Uint8Array: text needs a TextEncoder');
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
