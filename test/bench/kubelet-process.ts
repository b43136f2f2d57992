/** Starts the test kubelet at the API server that `API_SERVER` describes, with the pod `front-0`; prints where kubectl is, and stops it at the end of the input. */
import { buildKubectl } from '../e2e/build/build-kubectl.js';
import { startKubelet } from '../e2e/harness/start-kubelet.js';
import type { ApiServerAccess } from './api-server.js';
import { tellAndStay } from './child.js';

/** The output of this process. */
export interface KubeletTold {
  readonly kubectl: string;
}

const access = JSON.parse(process.env['API_SERVER'] ?? '') as ApiServerAccess;
const kubelet = await startKubelet({
  ...access,
  tokens: { admin: access.token },
} as unknown as Parameters<typeof startKubelet>[0]);
try {
  await kubelet.createPod('default', 'front-0');
  await tellAndStay({ kubectl: await buildKubectl() } satisfies KubeletTold);
} finally {
  await kubelet.stop();
}
