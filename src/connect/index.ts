// Everything exported here is public API, as in the root entry.

export {
  attach,
  exec,
  type AttachOptions,
  type ExecOptions,
  type PodsHandle,
  type ExecSession,
  type SessionEnd,
  type TerminalSize,
} from './exec.js';
export { run, type RunOptions } from './run.js';
export { podsOf, type PodsOfOptions } from './select-pods.js';
export { logs, type LogLine, type LogsHandle, type LogsOptions, type PodSelection } from './logs.js';
export { CommandFailedError, TooManyLogsError, type CommandFailure } from './errors.js';
