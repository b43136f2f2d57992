import { writeFileSync } from 'node:fs';
import { buildComponent, type Component } from '../build/build-component.js';
import { startLogged, tailOf } from './logged-process.js';
import { createScratchFolder } from './scratch-folder.js';
import type { ServerAccess } from './server-access.js';

/** A running component of Kubernetes. */
export interface RunningComponent {
  /** Kills it like `kill -9`, or ends it gracefully. */
  stop(signal?: 'SIGKILL'): Promise<void>;
  /** Returns the end of its log. */
  logs(): string;
}

/** Starts kube-controller-manager with these controllers alone, after building it if necessary: it takes minutes. */
export function startControllerManager(
  server: Pick<ServerAccess, 'kubeconfig'>,
  controllers: readonly string[],
): Promise<RunningComponent> {
  return start(server, 'kube-controller-manager', (folder) => [
    `--controllers=${controllers.join()}`,
    `--cert-dir=${folder}`,
  ]);
}

/** Starts kube-scheduler, after building it if necessary: it takes minutes. */
export function startScheduler(server: Pick<ServerAccess, 'kubeconfig'>): Promise<RunningComponent> {
  return start(server, 'kube-scheduler', () => ['--authentication-skip-lookup']);
}

async function start(
  { kubeconfig }: Pick<ServerAccess, 'kubeconfig'>,
  name: Component,
  flagsOf: (folder: string) => readonly string[],
): Promise<RunningComponent> {
  const program = await buildComponent(name, () => undefined);
  const scratch = createScratchFolder();
  const log = scratch.file(`${name}.log`);
  writeFileSync(scratch.file('kubeconfig'), kubeconfig, { mode: 0o600 });
  const common = [`--kubeconfig=${scratch.file('kubeconfig')}`, '--leader-elect=false', '--secure-port=0', '--v=2'];
  const running = startLogged(program, [...common, ...flagsOf(scratch.path)], log);
  return {
    async stop(signal) {
      if (signal !== undefined) running.kill(signal);
      await running.end(10_000);
      scratch.remove();
    },
    logs: () => tailOf(log),
  };
}
