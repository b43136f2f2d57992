// Asks the server of a kubeconfig once, and prints `accepted` or the code of the error.

import { createClient } from '../../src/index.js';
import { loadKubeconfig } from '../../src/kubeconfig/index.js';

const client = createClient({ ...(await loadKubeconfig({ path: process.argv[2] })), retry: { limit: 0 } });
const outcome = await client.request({ path: '/version' }).then(
  () => 'accepted',
  (error: unknown) => Reflect.get(error as object, 'code') as string,
);
process.stdout.write(outcome);
await client.close();
