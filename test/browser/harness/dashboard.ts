import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { inject } from 'vitest';
import type { TestServer } from '../../e2e/harness/start-server.js';

/** A running `kubeatlas dashboard`. */
export interface RunningDashboard {
  /** The address of its page, which works once. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Runs `kubeatlas dashboard` as it is installed, before a server. */
export async function startDashboard(...words: readonly string[]): Promise<RunningDashboard> {
  const child = spawn(process.execPath, [inject('bin'), 'dashboard', '--no-open', '--no-cache', ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    url: printed.toString().trim(),
    async stop() {
      child.kill('SIGINT');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

/** Runs `kubeatlas dashboard` before a real server, as its admin. */
export function startDashboardOf(server: TestServer, ...words: readonly string[]): Promise<RunningDashboard> {
  const kubeconfig = path.join(server.folder, 'dashboard.kubeconfig');
  writeFileSync(kubeconfig, server.kubeconfig);
  return startDashboard('--kubeconfig', kubeconfig, ...words);
}

/** Whether it is what the browser itself reports of each answer that is a refusal. */
export function isRefusal(complaint: string): boolean {
  return complaint.startsWith('Failed to load resource');
}
