import type { BeginWatch, FeedEvent } from '../verbs/watch-feed.js';
import { presentEvent, type PresentContext } from '../views/present.js';
import { includedIn, type View } from '../views/view.js';
import { streamReply, type Reply } from '../wire/reply.js';

/** Answers a watch with one line per event, each written when its reader has taken the lines before it. */
export function serveWatch(
  begin: BeginWatch,
  view: View,
  query: URLSearchParams,
  context: () => PresentContext,
): Reply {
  if (view.as === 'Table') includedIn(query);
  return streamReply('application/json', ({ write, end, hasCapacity, onDrain }) => {
    let isFirst = true;
    let pumping = false;
    const lineOf = ({ type, object }: FeedEvent): string | undefined => {
      const shown = type === 'ERROR' ? object : presentEvent(object, view, context(), isFirst);
      isFirst = false;
      return shown && `${JSON.stringify({ type, object: shown })}\n`;
    };
    const pump = (): void => {
      // A write triggers another request for data.
      if (pumping) return;
      pumping = true;
      while (hasCapacity()) {
        const event = feed.next();
        if (event === undefined) break;
        const line = event === 'end' ? undefined : lineOf(event);
        if (line === undefined) end();
        else write(line);
      }
      pumping = false;
    };
    const feed = begin(pump);
    onDrain(pump);
    pump();
    return () => {
      feed.close();
    };
  });
}
