import { inject } from 'vitest';
import { createFakeApiServer, type FakeApiServer, type FakePodFunctions } from '../../../src/testing/index.js';
import { startFakeApiServer } from '../../../src/testing/node.js';
import { captured } from '../../fixtures/captured.js';
import type { Backend } from './pass-on.js';
import type { OpenPage } from './open-page.js';
import { startSite, type Site } from './site.js';
import { useBrowser } from './use-browser.js';

/** A page of a site, with a server behind it. */
export interface Scene extends OpenPage {
  readonly site: Site;
}

/** What may be asked of a scene. */
export interface SceneOptions {
  /** The browser itself reports each request that fails; set where a test makes some fail. @default false */
  readonly requestsFail?: boolean | undefined;
  /** The name by which the page is opened, where it is not loopback's: {@link remoteHost}. */
  readonly host?: string | undefined;
}

/** Opens pages for the tests of a file: each is closed behind its test, which fails when the page has complained. */
export interface Stage {
  open(backend: Backend, options?: SceneOptions): Promise<Scene>;
  /** The same on a fake server with the endpoints of a real one. */
  openFake(
    options?: SceneOptions & Pick<FakePodFunctions, 'exec' | 'portForward'> & { readonly objects?: readonly object[] },
  ): Promise<Scene & { fake: FakeApiServer }>;
}

/** What the browser itself writes into the console. */
const failedRequest =
  /^Failed to load resource: |^WebSocket connection to .* failed|^Firefox can’t establish a connection|blocked by CORS policy|^Cross-Origin Request Blocked: /;

/** Starts one browser for the file that calls it. */
export function useStage(): Stage {
  const browser = useBrowser();
  const open: Stage['open'] = async (backend, { requestsFail = false, host } = {}) => {
    const site = await startSite(backend, inject('bundle'));
    browser.afterTest(() => site.close());
    const url = host === undefined ? site.url : `http://${host}:${site.port}/`;
    const isExpected = (complaint: string): boolean => requestsFail && failedRequest.test(complaint);
    const { page, complaints } = await browser.open(url, isExpected);
    return { site, page, complaints };
  };
  return {
    open,
    openFake: async ({ objects = [], exec, portForward, ...options } = {}) => {
      const fake = createFakeApiServer({ documents: captured('kube-1.37-v2'), objects, exec, portForward });
      const running = await startFakeApiServer(fake, { compresses: true });
      browser.afterTest(() => running.close());
      return { ...(await open(running, options)), fake };
    },
  };
}
