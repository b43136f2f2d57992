/** The container that a request is for. */
export interface FakeContainer {
  /** The namespace of the pod. */
  readonly namespace: string;
  /** The name of the pod. */
  readonly pod: string;
  /** The name of the container; empty for a pod without any. */
  readonly container: string;
  /** Aborted when the client leaves. */
  readonly signal: AbortSignal;
}

/** A request for the log of a container. */
export interface FakeLogRequest extends FakeContainer {
  /** Whether the client waits for further lines. */
  readonly follow: boolean;
  /** Whether the log of the previous instance of the container is wanted. */
  readonly previous: boolean;
  /** How many lines from the end are wanted: of a text the server counts them, of pieces the function does. */
  readonly tailLines: number | undefined;
}

/**
 * The log of a container: a text, or pieces of one that arrive over time. Each line may begin with its time, as
 * `kubectl logs --timestamps` prints it (`2026-01-01T00:00:00.000000001Z hello`); the first line without one has the
 * creation time of the pod, each further one a millisecond more than the line before.
 */
export type FakeLog = string | AsyncIterable<string>;

/** A command in a container, or the main process that a client attaches to. */
export interface FakeSession extends FakeContainer {
  /** The command and its arguments; empty if the client attaches. */
  readonly command: readonly string[];
  /** Whether the client asked for a terminal. */
  readonly tty: boolean;
  /** What the client sends; it ends at once if the client has no input. */
  readonly stdin: ReadableStream<Uint8Array>;
  /** Writes to the standard output; resolves when there is room for more. */
  readonly stdout: (data: string | Uint8Array) => Promise<void>;
  /** Writes to the standard error; resolves when there is room for more. */
  readonly stderr: (data: string | Uint8Array) => Promise<void>;
  /** The sizes of the terminal, as the client tells them. */
  readonly sizes: ReadableStream<{ readonly columns: number; readonly rows: number }>;
}

/**
 * Plays a command: returns its exit code, or nothing for 0. An error that it throws becomes a Status, as for a command
 * that could not be run.
 */
export type FakeCommand = (session: FakeSession) => number | undefined | void | Promise<number | undefined | void>;

/** A connection to a port of a pod. */
export interface FakePortConnection extends Omit<FakeContainer, 'container'> {
  /** The port. */
  readonly port: number;
  /** What the client sends. It never ends by itself: browsers' port-forward has no half-close. */
  readonly input: ReadableStream<Uint8Array>;
  /** Writes to the client; resolves when there is room for more. */
  readonly write: (data: string | Uint8Array) => Promise<void>;
}

/** Plays a port: the connection ends when it returns. The text of an error that it throws is told to the client. */
export type FakePort = (connection: FakePortConnection) => void | Promise<void>;

/** What the containers of pods do. */
export interface FakePodFunctions {
  /** The log of containers. @default none: 405 */
  readonly log?: FakeLog | ((request: FakeLogRequest) => FakeLog | Promise<FakeLog>) | undefined;
  /** Plays the commands of exec, with `startFakeApiServer`. @default none: 405 */
  readonly exec?: FakeCommand | undefined;
  /** Plays the main process for attach, with `startFakeApiServer`. @default none: 405 */
  readonly attach?: FakeCommand | undefined;
  /** Plays the ports of pods, with `startFakeApiServer`, over `v4.channel.k8s.io`. @default none: 405 */
  readonly portForward?: FakePort | undefined;
}
