import { formatGroupVersionResource, type Resolution } from '../index.js';
import { placeOf } from './catalog-failures.js';
import { oneLine } from './one-line.js';
import type { Session } from './session.js';

/** Warns of an answer that something unread goes before: what was taken may not be what was meant. */
export async function noteUnread(session: Session, word: string, { mapping, unread }: Resolution): Promise<void> {
  if (unread === undefined) return;
  const parts = [...new Set(unread.map(placeOf))].join(', ');
  const taken = formatGroupVersionResource(mapping.resource);
  await session.note(oneLine(`Warning: took ${taken} for "${word}", but could not read ${parts}, which goes first`));
}
