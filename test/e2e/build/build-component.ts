import path from 'node:path';
import { buildOnce } from './build-once.js';
import { goBuild, type Report } from './go-build.js';
import { cacheFolder, planOf } from './server-module.js';

/** What runs beside kube-apiserver, for long tests alone. */
export type Component = 'kube-controller-manager' | 'kube-scheduler';

/** Returns a component of the newest release, built now if it is not in the cache. Throws `BuildError`. */
export function buildComponent(name: Component, report: Report): Promise<string> {
  const plan = planOf('1.37');
  const output = path.join(cacheFolder(), name, path.basename(plan.folder));
  const onWait = (pid: number): void => report(`${name}: process ${pid} is building it, waiting`);
  const program = { name, target: `k8s.io/kubernetes/cmd/${name}`, flags: plan.programs.at(-1)?.flags ?? [] };
  return buildOnce(output, onWait, (unfinished) => goBuild(plan, program, unfinished, report));
}
