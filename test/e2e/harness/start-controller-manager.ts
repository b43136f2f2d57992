import { writeFileSync } from 'node:fs';
import { buildControllerManager } from '../build/build-controller-manager.js';
import { startLogged, tailOf } from './logged-process.js';
import { createScratchFolder } from './scratch-folder.js';
import type { ServerAccess } from './server-access.js';

/** A running kube-controller-manager. */
export interface ControllerManager {
  /** Kills it like `kill -9`, or ends it gracefully. */
  stop(signal?: 'SIGKILL'): Promise<void>;
  /** Returns the end of its log. */
  logs(): string;
}

/** Starts kube-controller-manager with these controllers alone, after building it if necessary: it takes minutes. */
export async function startControllerManager(
  { kubeconfig }: Pick<ServerAccess, 'kubeconfig'>,
  controllers: readonly string[],
): Promise<ControllerManager> {
  const program = await buildControllerManager(() => undefined);
  const scratch = createScratchFolder();
  const log = scratch.file('kube-controller-manager.log');
  writeFileSync(scratch.file('kubeconfig'), kubeconfig, { mode: 0o600 });
  const running = startLogged(
    program,
    [
      `--kubeconfig=${scratch.file('kubeconfig')}`,
      `--controllers=${controllers.join()}`,
      '--leader-elect=false',
      '--secure-port=0',
      `--cert-dir=${scratch.path}`,
      '--v=2',
    ],
    log,
  );
  return {
    async stop(signal) {
      if (signal !== undefined) running.kill(signal);
      await running.end(10_000);
      scratch.remove();
    },
    logs: () => tailOf(log),
  };
}
