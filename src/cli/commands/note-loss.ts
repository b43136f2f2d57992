import type { Session } from '../session.js';
import { oneLine } from '../terminal/one-line.js';

/** Tells that the server is lost while something is watched, which goes on by itself when it is back. */
export async function noteLoss(session: Session, error: unknown): Promise<void> {
  const why = error instanceof Error ? error.message : 'it does not answer';
  await session.note(oneLine(`lost the server, trying again: ${why}`));
}
