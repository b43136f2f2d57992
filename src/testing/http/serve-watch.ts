import type { BeginWatch, FeedEvent } from '../verbs/watch-feed.js';
import { presentEvent, type PresentContext } from '../views/present.js';
import { includedIn, type View } from '../views/view.js';
import { streamReply, type Reply } from '../wire/reply.js';

/** Answers a watch with one line for each event, each made when its reader has taken those before. */
export function serveWatch(
  begin: BeginWatch,
  view: View,
  query: URLSearchParams,
  context: () => PresentContext,
): Reply {
  if (view.as === 'Table') includedIn(query);
  return streamReply('application/json', ({ write, end, hasRoom, onRoom }) => {
    let isFirst = true;
    let pumping = false;
    const lineOf = ({ type, object }: FeedEvent): string | undefined => {
      const shown = type === 'ERROR' ? object : presentEvent(object, view, context(), isFirst);
      isFirst = false;
      return shown && `${JSON.stringify({ type, object: shown })}\n`;
    };
    const pump = (): void => {
      // To write is to be asked for more.
      if (pumping) return;
      pumping = true;
      while (hasRoom()) {
        const event = feed.next();
        if (event === undefined) break;
        const line = event === 'end' ? undefined : lineOf(event);
        if (line === undefined) end();
        else write(line);
      }
      pumping = false;
    };
    const feed = begin(pump);
    onRoom(pump);
    pump();
    return () => {
      feed.close();
    };
  });
}
