import { execFile } from 'node:child_process';
import { UsageError } from '../errors.js';
import { oneLine } from '../terminal/one-line.js';

/** Returns the objects of a folder with a kustomization, as YAML. */
export type Kustomize = (folder: string) => Promise<string>;

/** What a process has that runs kubectl. */
export interface KustomizeSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal | undefined;
  /** Gets each line that kubectl writes to standard error although it succeeds. */
  readonly note: (line: string) => Promise<void>;
}

/** As much as a file of manifests may have. */
const maxBytes = 64 * 1024 * 1024;

/**
 * Runs `kubectl kustomize` for a folder: kustomize is a program of its own, and kubectl contains it.
 * @throws {UsageError} if there is no kubectl, if it fails, and if it prints more than {@link maxBytes}
 */
export async function runKustomize(folder: string, { env, signal, note }: KustomizeSurroundings): Promise<string> {
  const { stdout, stderr } = await new Promise<{ readonly stdout: string; readonly stderr: string }>(
    (resolve, reject) => {
      const options = { env, signal, maxBuffer: maxBytes };
      // A folder whose name begins with a dash is no flag.
      const child = execFile('kubectl', ['kustomize', '--', folder], options, (cause, stdout, stderr) => {
        if (cause === null) resolve({ stdout, stderr });
        else
          reject(
            signal?.aborted === true
              ? new Error('aborted')
              : new UsageError(wordsFor(folder, cause, stderr), { cause }),
          );
      });
      child.stdin?.end();
    },
  );
  for (const line of linesOf(stderr)) await note(oneLine(line));
  return stdout;
}

function wordsFor(folder: string, { code, message }: Error & { readonly code?: unknown }, stderr: string): string {
  if (code === 'ENOENT') {
    return `-k runs "kubectl kustomize", and kubectl is not on the PATH: install it, or pipe in what another kustomize builds with -f -.`;
  }
  const why =
    code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER'
      ? `it prints more than ${maxBytes} bytes`
      : (linesOf(stderr)
          .at(-1)
          ?.replace(/^E\d{4} .*? err="(.*)"$/, '$1') ?? message);
  return `${JSON.stringify(folder)} cannot be built by "kubectl kustomize": ${oneLine(why)}`;
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/).filter((line) => line.trim() !== '');
}
