import type { createDefaultTransport as whereverItRuns } from './default-transport.js';
import { createFetchTransport } from './fetch-transport.js';

/** Replaces the function of the same name in bundles for browsers and workers, through `imports` in package.json. */
export const createDefaultTransport: typeof whereverItRuns = createFetchTransport;
