// Everything exported here is public API, as in the root entry.

export {
  attach,
  exec,
  type AttachOptions,
  type ExecOptions,
  type ExecSession,
  type SessionEnd,
  type TerminalSize,
} from './exec.js';
export { run, type RunOptions } from './run.js';
export { logs } from './logs.js';
export type { LogLine, LogsOptions } from './logs-options.js';
export type { PodsHandle } from './connect-to.js';
export { forwardPort, type ForwardPortOptions, type PortConnection } from './forward-port.js';
export { listenPort, type ListenPortOptions, type PortListener } from './listen-port.js';
export { findPod, podsOf, type FoundPod, type PodOwnersHandle, type PodSelection } from './find-pod.js';
export {
  CommandFailedError,
  ListenFailedError,
  NoPodError,
  NoPortError,
  PortForwardFailedError,
  TooManyLogsError,
  type CommandFailure,
} from './errors.js';
