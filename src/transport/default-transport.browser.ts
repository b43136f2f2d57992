import type { createDefaultTransport as whereverItRuns } from './default-transport.js';
import { createFetchTransport } from './fetch-transport.js';

/** Stands for the function of the same name in bundles for browsers and workers, by `imports` of package.json. */
export const createDefaultTransport: typeof whereverItRuns = createFetchTransport;
