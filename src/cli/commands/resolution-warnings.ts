import { describeFailedParts } from '../../representations/index.js';
import { formatGroupVersionResource, type Resolution, type Resolutions } from '../../index.js';
import { oneLine } from '../terminal/one-line.js';
import type { Session } from '../session.js';

/**
 * Reports unread parts of the server that affect the answer for a word: those that rank before the resource that was
 * taken, and those that may have more resources of a category. Sets the exit code to 1 if nothing of a category could
 * be read.
 */
export async function noteUnread(session: Session, word: string, answer: Resolutions): Promise<void> {
  const { resolutions } = answer;
  for (const { mapping, unread: before } of resolutions) {
    if (before === undefined) continue;
    const taken = formatGroupVersionResource(mapping.resource);
    const parts = describeFailedParts(before);
    await session.warn(`used ${taken} for "${word}", but could not read ${parts}, which takes precedence`);
  }
  const hidden = remainingFailures(answer);
  if (hidden.length === 0) return;
  const parts = describeFailedParts(hidden);
  if (resolutions.length > 0) {
    await session.warn(`could not read ${parts}, which may contain more of "${word}"`);
  } else {
    await session.note(oneLine(`error: could not read ${parts}, which may contain "${word}"`));
    session.fail();
  }
}

/** Returns the unread parts that no single resolution names: they may hide more resources of a category. */
export function remainingFailures({ resolutions, unread }: Resolutions): Resolutions['unread'] {
  const reported = new Set(resolutions.flatMap((resolution) => resolution.unread ?? []));
  return unread.filter((failure) => !reported.has(failure));
}

/**
 * Warns that a word could also mean another resource if nothing but the server's order decided. `kubectl` does so for
 * short names.
 */
export async function warnOfAlternatives(session: Session, word: string, resolution: Resolution): Promise<void> {
  const { mapping, candidates, reason } = resolution;
  if (reason !== 'server order') return;
  const { group, resource } = mapping.resource;
  const alternative = candidates.find(({ resource: other }) => other.group !== group || other.resource !== resource);
  if (alternative === undefined) return;
  const [type = ''] = word.split('/');
  const taken = formatGroupVersionResource(mapping.resource);
  const other = formatGroupVersionResource(alternative.resource);
  await session.warn(`"${type}" could also mean ${other}: used ${taken}, which ranks first`);
}
