import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildOnce } from './build-once.js';
import { goBuild, type Report } from './go-build.js';
import { cacheFolder, goEnvironment } from './server-module.js';

const source = path.resolve(import.meta.dirname, '../kubelet');
const program = {
  name: 'the test kubelet',
  target: '.',
  flags: ['-mod=readonly', '-trimpath', '-buildvcs=false', '-ldflags=-s -w'],
};

/** Returns the program of the test kubelet, built now if it is not in the cache. Throws `BuildError`. */
export function buildKubelet(report: Report): Promise<string> {
  const hash = createHash('sha256');
  const files = ['go.mod', 'go.sum', 'main.go'].map((name) => readFileSync(path.join(source, name)));
  for (const file of files) hash.update(file);
  hash.update(JSON.stringify([program, goEnvironment]));
  const version = /k8s\.io\/cri-streaming (v\S+)/.exec(String(files[0]))?.[1] ?? '';
  const key = `${version}-${process.platform}-${process.arch}-${hash.digest('hex').slice(0, 12)}`;
  const output = path.join(cacheFolder(), 'kubelet', key);
  const onWait = (pid: number): void => report(`test kubelet: process ${pid} is building it, waiting`);
  return buildOnce(output, onWait, (unfinished) => goBuild({ source, version }, program, unfinished, report));
}
