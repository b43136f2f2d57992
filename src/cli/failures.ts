import { InvalidConfigurationError } from '../admission/index.js';
import { formatGroupVersionResource, isKubeError, KubeError, type WatchEndedError } from '../index.js';
import { KubeconfigError } from '../kubeconfig/index.js';
import { oneLine } from './terminal/one-line.js';
import { isBrokenPipe } from './terminal/output.js';
import { UsageError } from './errors.js';
import { inFlagWords } from './flag-words.js';

/** Returns the exit code for an error: 1 if the answer is no, 2 for a usage error. */
export function exitCodeOf(error: unknown): 1 | 2 {
  if (error instanceof UsageError) return 2;
  if (error instanceof KubeconfigError) return error.field?.startsWith('options.') === true ? 2 : 1;
  if (error instanceof InvalidConfigurationError) return 2;
  if (!isKubeError(error)) return 1;
  switch (error.code) {
    case 'invalid-argument':
    case 'invalid-name':
      return 2;
    default:
      return 1;
  }
}

/**
 * Describes an error in one line. Errors of kubeatlas already contain everything that helps, including suggested names;
 * anything else is a bug in this program, whose stack is added with `--verbose`.
 */
export function describeError(error: unknown, { verbose = false }: { readonly verbose?: boolean | undefined }): string {
  if (isKubeError(error) && error.code === 'watch-ended') return `error: ${oneLine(wordsForEnd(error))}`;
  if (error instanceof KubeError) return `error: ${oneLine(inFlagWords(error.message))}`;
  // What the system refuses is no bug: a folder that cannot be written, a full disk.
  const isOfSystem = error instanceof Error && 'syscall' in error;
  const message = `error: ${isOfSystem ? '' : 'unexpected: '}${oneLine(error instanceof Error ? error.message : String(error))}`;
  const stack = error instanceof Error ? error.stack : undefined;
  return verbose && stack !== undefined ? `${message}\n${stack}` : message;
}

const ends: Readonly<Record<WatchEndedError['end'], string>> = {
  expired: 'the server no longer has the changes that follow. Run the command again to start from the current state',
  incomplete: 'the state was cut off before its end, so something may be missing above. Run the command again',
  closed:
    'the server, or a proxy in front of it, closed the connection immediately three times in a row without a reason. Try again later, or without the proxy',
  behind:
    'the server is at an earlier state than the one shown, perhaps because its data was restored. Run the command again to start from the current state',
};

/** Replaces the library's message, which is written for programmers. */
function wordsForEnd({ end, resource }: WatchEndedError): string {
  return `the watch of ${formatGroupVersionResource(resource)} ended: ${ends[end]}`;
}

/** Reports whether an error ends the whole command: Ctrl-C, a closed pipe, or a bug in this program. */
export function isFinal(error: unknown, signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true || isBrokenPipe(error) || !(error instanceof KubeError);
}
