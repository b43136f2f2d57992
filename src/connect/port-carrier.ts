/** How a protocol carries one connection. */
export interface PortCarrier {
  send(bytes: Uint8Array): Promise<void>;
  /** Tells the pod the end of its input, where that can be told. */
  readonly end?: () => Promise<void>;
  /** What arrives. Ends when the pod has ended the connection. */
  events(): AsyncIterable<PortEvent>;
}

/** Bytes of the pod, or words of the kubelet that tell an error. */
export type PortEvent =
  { readonly data: Uint8Array; readonly words?: undefined } | { readonly data?: undefined; readonly words: Uint8Array };
