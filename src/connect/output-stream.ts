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

/** Failures of the other side. What it sent before can still be read; anything else ends a stream at once. */
const losses: ReadonlySet<unknown> = new Set(['connection', 'port-forward-failed']);

/** A stream of output whose writer waits for its reader. Once it is cancelled, the rest is dropped. */
export function outputStream(): OutputStream {
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  let isOpen = true;
  let waits = true;
  /** Shown once all that came before is read: an error of the stream drops what waits in it. */
  let loss: { readonly error: unknown } | undefined;
  let proceed = (): void => undefined;
  const stream = new ReadableStream<Uint8Array>(
    {
      start: (given) => void (controller = given),
      pull() {
        proceed();
        if (loss !== undefined && controller.desiredSize === waitingBytes) controller.error(loss.error);
      },
      cancel: () => finish(() => undefined),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: waitingBytes }),
  );
  const finish = (end: () => void): void => {
    if (isOpen) end();
    isOpen = false;
    proceed();
  };
  return {
    stream,
    async write(data) {
      if (!isOpen || data.byteLength === 0) return;
      controller.enqueue(data);
      if (waits && (controller.desiredSize ?? 0) <= 0) await new Promise<void>((resolve) => (proceed = resolve));
    },
    release() {
      waits = false;
      proceed();
    },
    close: () => finish(() => controller.close()),
    fail: (error) =>
      finish(() => {
        const isLoss = losses.has((error as { readonly code?: unknown } | undefined)?.code);
        if (isLoss && controller.desiredSize !== waitingBytes) loss = { error };
        else controller.error(error);
      }),
  };
}
