import path from 'node:path';
import { buildOnce } from './build-once.js';
import { goBuild, type Report } from './go-build.js';
import { cacheFolder, planOf } from './server-module.js';

/** Returns kube-controller-manager of the newest release, built now if it is not in the cache. Throws `BuildError`. */
export function buildControllerManager(report: Report): Promise<string> {
  const plan = planOf('1.37');
  const output = path.join(cacheFolder(), 'kube-controller-manager', path.basename(plan.folder));
  const onWait = (pid: number): void => report(`kube-controller-manager: process ${pid} is building it, waiting`);
  const program = {
    name: 'kube-controller-manager',
    target: 'k8s.io/kubernetes/cmd/kube-controller-manager',
    flags: plan.programs.at(-1)?.flags ?? [],
  };
  return buildOnce(output, onWait, (unfinished) => goBuild(plan, program, unfinished, report));
}
