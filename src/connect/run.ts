import { requireCallOptions, requireCount, type OptionChecks } from '../core/shared/arguments.js';
import { ByteCollector } from '../core/transport/body.js';
import { AnswerTooLargeError } from '../core/transport/errors.js';
import { CommandFailedError } from './errors.js';
import type { PodsHandle } from './connect-to.js';
import { exec, type AttachOptions } from './exec.js';

/** Options of {@link run}. */
export interface RunOptions extends Pick<AttachOptions, 'container' | 'signal' | 'bearerProtocol'> {
  /** The most bytes of output that are kept, of each kind. @default 16 MiB */
  readonly maxOutputBytes?: number | undefined;
}

const checks: OptionChecks<RunOptions> = {
  container: true,
  signal: true,
  maxOutputBytes: requireCount,
  bearerProtocol: true,
};

/**
 * Runs a short command in a container and returns what it wrote to its standard output, as text in UTF-8, with a byte
 * order mark if it wrote one. For input, a terminal, or output as it comes, take `exec`.
 *
 * @throws CommandFailedError for any exit code but 0, with both outputs, and for a command that could not be run;
 *   AnswerTooLargeError beyond `maxOutputBytes`; and as {@link exec}
 * @example
 * const pods = client.resource('pods').namespace('shop');
 * console.log(await run(pods, 'front-0', ['cat', '/etc/hostname']));
 */
export async function run(
  pods: PodsHandle,
  name: string,
  command: readonly string[],
  options: RunOptions = {},
): Promise<string> {
  const { maxOutputBytes = 16 * 1024 * 1024, signal, ...rest } = requireCallOptions(options, checks, pods);
  const leaving = new AbortController();
  const signals = signal === undefined ? leaving.signal : AbortSignal.any([signal, leaving.signal]);
  const session = await exec(pods, name, { ...rest, command, signal: signals });
  const collect = async (stream: ReadableStream<Uint8Array>): Promise<string> => {
    const reader = stream.getReader();
    const output = new ByteCollector();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      output.add(next.value);
      if (output.length <= maxOutputBytes) continue;
      const size = { maxBytes: maxOutputBytes, option: 'maxOutputBytes' };
      throw new AnswerTooLargeError({ method: 'GET', path: `exec of ${name}` }, size, 'the output');
    }
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(output.take());
  };
  try {
    const [stdout, stderr] = await Promise.all([collect(session.stdout), collect(session.stderr)]);
    const { exitCode, status } = await session.done;
    if (exitCode === 0) return stdout;
    throw new CommandFailedError(name, { exitCode, status, stdout, stderr });
  } finally {
    leaving.abort();
  }
}
