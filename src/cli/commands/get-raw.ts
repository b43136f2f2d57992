import { UsageError } from '../errors.js';
import { escapeControls } from '../terminal/one-line.js';
import type { Session } from '../session.js';

/**
 * Prints what the server answers to a path, as it arrives: a watch or a log may have no end. Byte for byte, but for what
 * a terminal would interpret.
 */
export async function printRaw(session: Session, target: string): Promise<void> {
  const [, path = '', search = ''] = /^([^?]*)(?:\?(.*))?$/s.exec(target) ?? [];
  if (!path.startsWith('/'))
    throw new UsageError(`--raw requires a path: /healthz, and not ${JSON.stringify(target)}.`);
  const query: Record<string, string[]> = {};
  for (const [name, value] of new URLSearchParams(search)) (query[name] ??= []).push(value);
  const { body } = await session.client.stream({ ...session.calls, path, query, accept: 'application/json, */*' });
  const decoder = new TextDecoder();
  for await (const bytes of body) {
    await session.print(session.isTerminal ? escapeControls(decoder.decode(bytes, { stream: true })) : bytes);
  }
}
