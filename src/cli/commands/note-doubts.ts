import { describeFailedParts, formatGroupVersionResource, type Resolution, type Resolutions } from '../../index.js';
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
    await session.warn(`took ${taken} for "${word}", but could not read ${parts}, which goes first`);
  }
  const hidden = unread.filter((failure) => !told.has(failure));
  if (hidden.length === 0) return;
  const parts = describeFailedParts(hidden);
  if (resolutions.length > 0) {
    await session.warn(`could not read ${parts}, where more of "${word}" may be`);
  } else {
    await session.note(oneLine(`error: could not read ${parts}, where "${word}" may be`));
    session.fail();
  }
}

/**
 * Warns that a word could mean another resource as well, where nothing but the server's order decided. `kubectl` warns so
 * of short names.
 */
export async function warnOfRivals(session: Session, word: string, resolution: Resolution): Promise<void> {
  const { mapping, candidates, reason } = resolution;
  if (reason !== 'server order') return;
  const { group, resource } = mapping.resource;
  const rival = candidates.find(({ resource: other }) => other.group !== group || other.resource !== resource);
  if (rival === undefined) return;
  const [type = ''] = word.split('/');
  const taken = formatGroupVersionResource(mapping.resource);
  const other = formatGroupVersionResource(rival.resource);
  await session.warn(`"${type}" could also mean ${other}: took ${taken}, which ranks first`);
}
