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
  const waiting: Uint8Array[] = [];
  let bytes = 0;
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  let end: { readonly error?: unknown } | undefined;
  let isOpen = true;
  let waits = true;
  let proceed = (): void => undefined;
  let wake = (): void => undefined;
  const finish = (how: { readonly error?: unknown }): void => {
    end ??= how;
    wake();
    proceed();
  };
  // Without a queue of its own, whose content an error would drop.
  const stream = new ReadableStream<Uint8Array>(
    {
      start: (given) => void (controller = given),
      async pull() {
        if (waiting.length === 0 && end === undefined) await new Promise<void>((resolve) => (wake = resolve));
        const piece = waiting.shift();
        if (!isOpen) return;
        if (piece === undefined) {
          isOpen = false;
          if (end !== undefined && 'error' in end) controller.error(end.error);
          else controller.close();
          return;
        }
        bytes -= piece.byteLength;
        if (bytes < waitingBytes) proceed();
        controller.enqueue(piece);
      },
      cancel() {
        isOpen = false;
        waiting.length = 0;
        finish({});
      },
    },
    { highWaterMark: 0 },
  );
  return {
    stream,
    async write(data) {
      if (!isOpen || end !== undefined || data.byteLength === 0) return;
      waiting.push(data);
      bytes += data.byteLength;
      wake();
      if (waits && bytes >= waitingBytes) await new Promise<void>((resolve) => (proceed = resolve));
    },
    release() {
      waits = false;
      proceed();
    },
    close: () => finish({}),
    fail(error) {
      if (isOpen && end === undefined && !losses.has((error as { readonly code?: unknown } | undefined)?.code)) {
        isOpen = false;
        controller.error(error);
      }
      finish({ error });
    },
  };
}
