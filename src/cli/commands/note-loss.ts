import type { Session } from '../session.js';
import { oneLine } from '../terminal/one-line.js';

/** Reports that a watch has lost the server; the watch continues on its own when the server is back. */
export async function noteLoss(session: Session, error: unknown): Promise<void> {
  const why = error instanceof Error ? error.message : 'it does not respond';
  await session.note(oneLine(`lost the connection to the server, retrying: ${why}`));
}
