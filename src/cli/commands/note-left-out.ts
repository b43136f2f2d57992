import { formatGroupVersionResource, type GroupVersionResource } from '../../index.js';
import type { Session } from '../session.js';

/** Says in one line which deprecated endpoints were not asked. */
export async function noteLeftOut(
  session: Session,
  done: string,
  leftOut: readonly GroupVersionResource[],
): Promise<void> {
  if (leftOut.length === 0) return;
  await session.note(
    `Not ${done}, since deprecated: ${leftOut.map(formatGroupVersionResource).join(', ')}; see --all.`,
  );
}
