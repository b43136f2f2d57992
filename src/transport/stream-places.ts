import type { StreamPlace } from './connection.js';
import { InvalidOptionError, TooManyStreamsError } from './errors.js';
import { hasNodeModules } from './node-agents.js';

/** A browser has six connections per origin; two of them are left for requests. */
const placesInBrowsers = 4;

/** The streams that one client may have open at once. */
export interface StreamPlaces {
  take(): StreamPlace;
}

/** Counts the streams of one client. Throws `InvalidOptionError` for a number that makes no sense. */
export function createStreamPlaces(maxStreams: number = hasNodeModules() ? Infinity : placesInBrowsers): StreamPlaces {
  if (!isNumberOfPlaces(maxStreams)) {
    throw new InvalidOptionError('maxStreams', 'it must be an integer greater than 0, or Infinity');
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

/** Reports whether a value is a whole number above 0, or Infinity. */
export function isNumberOfPlaces(value: unknown): value is number {
  return value === Infinity || (Number.isSafeInteger(value) && (value as number) >= 1);
}
