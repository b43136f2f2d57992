import type { StreamPlace } from './connection.js';
import { InvalidOptionError, TooManyStreamsError } from './errors.js';
import { hasNodeModules } from './node-agents.js';

/** Of the six connections that a browser has for one origin two are left for requests. */
const placesInBrowsers = 4;

/** The streams that one client may have open at once. */
export interface StreamPlaces {
  take(): StreamPlace;
}

/** Counts the streams of one client; throws `InvalidOptionError` for a number that makes no sense. */
export function createStreamPlaces(maxStreams: number = hasNodeModules() ? Infinity : placesInBrowsers): StreamPlaces {
  if (typeof maxStreams !== 'number' || !(maxStreams >= 1)) {
    throw new InvalidOptionError('maxStreams', 'it must be 1 or more');
  }
  let taken = 0;
  return {
    take() {
      if (taken >= maxStreams) throw new TooManyStreamsError(maxStreams);
      taken += 1;
      let held = true;
      return {
        release() {
          if (held) taken -= 1;
          held = false;
        },
      };
    },
  };
}
