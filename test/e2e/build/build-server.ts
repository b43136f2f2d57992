import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { isAlive } from '../harness/processes.js';
import { BuildError, goBuild, type Report } from './go-build.js';
import { withLock } from './lock.js';
import { planOf, type ModulePlan, type ServerModule } from './server-module.js';

/** Where the programs of one server lie. */
export interface ServerPrograms {
  readonly etcd: string;
  readonly kubeApiserver: string;
  /** Of kube-apiserver: `v1.36.3`. */
  readonly version: string;
}

/**
 * Gives etcd and kube-apiserver of one module, built now if they are not in the cache. They appear there whole or not
 * at all. Throws `BuildError`.
 */
export async function buildServer(module: ServerModule, report: Report): Promise<ServerPrograms> {
  const plan = planOf(module);
  if (!existsSync(plan.folder)) {
    await checkGo();
    const onWait = (pid: number): void => {
      report(`Kubernetes ${plan.version}: process ${pid} is building it, waiting`);
    };
    await withLock(`${plan.folder}.lock`, onWait, async () => {
      if (!existsSync(plan.folder)) await buildInto(plan, report);
    });
  }
  return programsIn(plan.folder, plan.version);
}

/** The two programs in a folder laid out as ours and as envtest's. */
export function programsIn(folder: string, version: string): ServerPrograms {
  return { etcd: path.join(folder, 'etcd'), kubeApiserver: path.join(folder, 'kube-apiserver'), version };
}

async function buildInto(plan: ModulePlan, report: Report): Promise<void> {
  removeLeftovers(plan.folder);
  const unfinished = `${plan.folder}.building-${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  try {
    for (const program of plan.programs) {
      await goBuild(plan, program, path.join(unfinished, program.name), report);
    }
    renameSync(unfinished, plan.folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // Somebody else was quicker.
    if (!existsSync(plan.folder)) throw error;
  }
}

/** What builds that were killed have left behind. */
function removeLeftovers(folder: string): void {
  const prefix = `${path.basename(folder)}.building-`;
  const parent = path.dirname(folder);
  for (const name of readdirSync(parent).filter((each) => each.startsWith(prefix))) {
    const leftover = path.join(parent, name);
    if (!isAlive(Number(name.slice(prefix.length)))) rmSync(leftover, { recursive: true, force: true });
  }
}

async function checkGo(): Promise<void> {
  try {
    await promisify(execFile)('go', ['version']);
  } catch {
    throw new BuildError(
      'kube-apiserver and etcd cannot be built without Go: install it (https://go.dev/dl), or set KUBEBUILDER_ASSETS to a folder that holds both programs',
    );
  }
}
