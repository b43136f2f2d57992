/** A stream, and what fills it. */
export interface OutputStream {
  readonly stream: ReadableStream<Uint8Array>;
  /** Resolves when there is room for more. */
  write(data: Uint8Array): Promise<void>;
  /** From now on writing does not wait: the connection is lost, and the rest of it in memory. */
  release(): void;
  close(): void;
  fail(error: unknown): void;
}

/** How much of an output waits for its reader, before the server has to wait. */
const waitingBytes = 256 * 1024;

/** A stream of output whose writer waits for its reader. Once it is cancelled, the rest is dropped. */
export function outputStream(): OutputStream {
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  let isOpen = true;
  let waits = true;
  let proceed = (): void => undefined;
  const stream = new ReadableStream<Uint8Array>(
    {
      start: (given) => void (controller = given),
      pull: () => proceed(),
      cancel() {
        isOpen = false;
        proceed();
      },
    },
    { highWaterMark: waitingBytes, size: (piece) => piece.byteLength },
  );
  return {
    stream,
    async write(data) {
      if (!isOpen || data.byteLength === 0) return;
      controller.enqueue(data);
      if (!waits || (controller.desiredSize ?? 1) > 0) return;
      await new Promise<void>((resolve) => (proceed = resolve));
    },
    release() {
      waits = false;
      proceed();
    },
    close() {
      if (isOpen) controller.close();
      isOpen = false;
      proceed();
    },
    fail(error) {
      if (isOpen) controller.error(error);
      isOpen = false;
      proceed();
    },
  };
}
