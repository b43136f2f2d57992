import { createFakeApiServer, type CapturedDocuments, type FakeUser } from '../../src/testing/index.js';
import { startFakeApiServer } from '../../src/testing/node.js';
import { compare } from './compare.js';
import { descriptions } from './custom-resources.js';
import type { Found } from './check-differences.js';
import { mask } from './mask.js';
import type { ParityRequest } from './request.js';
import { createSender, type Place } from './send.js';

/** Called for each request, with its name and the masked answers of both servers. */
export type Watcher = (name: string, real: unknown, fake: unknown) => void;

/**
 * Sends each request to the real server and to a new fake one created from `documents`, one request after the other,
 * and returns all differences between the answers.
 */
export async function hold(
  real: Place,
  documents: CapturedDocuments,
  requests: readonly ParityRequest[],
  watch: Watcher,
): Promise<Found[]> {
  const users: Record<string, FakeUser> = {};
  const { admin, reader } = real.tokens;
  if (admin !== undefined) users[admin] = { name: 'admin', uid: '1', rights: 'all' };
  if (reader !== undefined) users[reader] = { name: 'reader', uid: '2', rights: 'discovery' };
  const fake = await startFakeApiServer(createFakeApiServer({ documents, resources: descriptions, users }));
  const truths = createSender(real);
  const claims = createSender({ url: fake.url, tokens: real.tokens });
  try {
    const found: Found[] = [];
    for (const request of requests) {
      const { name, prepares = false } = request;
      const [truth, claim] = (await Promise.all([truths.send(request), claims.send(request)])).map(mask);
      watch(name, truth, claim);
      const differences = compare(truth, claim).filter(({ part }) => !prepares || part === 'status');
      found.push(...differences.map((difference) => ({ request: name, ...difference })));
    }
    return found;
  } finally {
    truths.close();
    claims.close();
    await fake.close();
  }
}
