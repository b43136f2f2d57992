import { describeFailedParts, formatGroupVersionResource, type Resolutions } from '../../index.js';
import { oneLine } from '../terminal/one-line.js';
import type { Session } from '../session.js';

/**
 * Tells what could not be read and bears on the answer to a word: what goes before a resource that was taken, and what
 * may hold more of a category. A category of which nothing could be read makes the exit code 1.
 */
export async function noteUnread(session: Session, word: string, { resolutions, unread }: Resolutions): Promise<void> {
  const told = new Set(resolutions.flatMap((resolution) => resolution.unread ?? []));
  for (const { mapping, unread: before } of resolutions) {
    if (before === undefined) continue;
    const taken = formatGroupVersionResource(mapping.resource);
    const parts = describeFailedParts(before);
    await session.note(oneLine(`Warning: took ${taken} for "${word}", but could not read ${parts}, which goes first`));
  }
  const hidden = unread.filter((failure) => !told.has(failure));
  if (hidden.length === 0) return;
  const parts = describeFailedParts(hidden);
  if (resolutions.length > 0) {
    await session.note(oneLine(`Warning: could not read ${parts}, where more of "${word}" may be`));
  } else {
    await session.note(oneLine(`error: could not read ${parts}, where "${word}" may be`));
    session.fail();
  }
}
