/** How a WebSocket ended: the code and the reason of the last frame. 1000 is the normal end, 1005 means no code. */
export interface SocketClose {
  /** The status code. */
  readonly code: number;
  /** The reason, mostly empty. */
  readonly reason: string;
}

/** A WebSocket to the API server or, through it, to a pod. Made by `client.connect()`. */
export interface ApiSocket {
  /** The offered subprotocol that the server chose; empty if it chose none. */
  readonly protocol: string;
  /**
   * The messages in order, text as UTF-8. Node reads nothing ahead of the loop, so a slow reader slows down the server.
   * Ends when the server closes the connection; leaving the loop ends the connection.
   */
  readonly messages: AsyncIterable<Uint8Array>;
  /**
   * Sends one message; resolves when there is room for the next one, which may be in the same memory. Kubernetes' own
   * protocols take at most 32 KiB in one message.
   *
   * @throws ConnectionError if the connection is closed or breaks; ClientClosedError; the signal's reason after an abort
   */
  send(message: Uint8Array): Promise<void>;
  /** Closes the connection. */
  close(): void;
  /**
   * Settles at the end, in Node once the messages have been read: how the server closed. Rejects with ConnectionError
   * if the connection broke, and as {@link send}; a rejection that nobody handles does no harm.
   */
  readonly closed: Promise<SocketClose>;
  /** Redacts the credentials of the request in a text, for messages that quote what the server sent. */
  readonly conceal: (text: string) => string;
}
