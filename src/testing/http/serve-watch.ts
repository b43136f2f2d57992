import { protobuf } from '../../core/media/media-type.js';
import type { FakeProtobuf } from '../protobuf/create-protobuf.js';
import { Refusal } from '../errors.js';
import type { BeginWatch, FeedEvent } from '../verbs/watch-feed.js';
import { presentEvent, type PresentContext } from '../views/present.js';
import { includedIn, type View } from '../views/view.js';
import { streamReply, type Reply } from '../wire/reply.js';

/**
 * Answers a watch with one line per event, or in protobuf if there is a `codec`, each written when its reader has taken
 * those before it.
 */
export function serveWatch(
  begin: BeginWatch,
  view: View,
  query: URLSearchParams,
  context: () => PresentContext,
  codec?: FakeProtobuf,
): Reply {
  if (view.as === 'Table') includedIn(query);
  const type = codec === undefined ? 'application/json' : `${protobuf.type};stream=watch`;
  return streamReply(type, ({ write, end, hasCapacity, onDrain }) => {
    let isFirst = true;
    let pumping = false;
    let isBroken = false;
    const partOf = ({ type, object }: FeedEvent): string | Uint8Array | undefined => {
      const shown = type === 'ERROR' ? object : presentEvent(object, view, context(), isFirst);
      isFirst = false;
      if (shown === undefined || codec === undefined) return shown && `${JSON.stringify({ type, object: shown })}\n`;
      try {
        return codec.encodeEvent({ type, object: shown });
      } catch (error) {
        if (!(error instanceof Refusal) || typeof error.reply.body !== 'string') throw error;
        // An object that a test stored and that has no form in protobuf.
        isBroken = true;
        return codec.encodeEvent({ type: 'ERROR', object: JSON.parse(error.reply.body) as object });
      }
    };
    const pump = (): void => {
      // A write triggers another request for data.
      if (pumping) return;
      pumping = true;
      while (hasCapacity()) {
        const event = feed.next();
        if (event === undefined) break;
        const part = event === 'end' ? undefined : partOf(event);
        if (part === undefined) end();
        else write(part);
        if (isBroken) {
          end();
          break;
        }
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
