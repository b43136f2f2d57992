import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What a command line ended with. */
export interface KubectlOutcome {
  readonly code: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs command lines of one kubectl for one server, in a folder and a home of its own. */
export type RunKubectl = (line: string) => Promise<KubectlOutcome>;

/** Prepares a folder with files, as JSON, and a kubeconfig for command lines to use. */
export function createRunKubectl(
  kubectl: string,
  folder: string,
  { kubeconfig, files }: { readonly kubeconfig: string; readonly files: Readonly<Record<string, unknown>> },
): RunKubectl {
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(path.join(folder, name), JSON.stringify(content));
  }
  writeFileSync(path.join(folder, '.kubeconfig'), kubeconfig);
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    KUBECONFIG: path.join(folder, '.kubeconfig'),
    KUBE_EDITOR: 'sed -i s/hello/goodbye/',
  };
  return (line) =>
    new Promise((resolve) => {
      const options = { env, cwd: folder, maxBuffer: 2 ** 26, timeout: 20_000 };
      const child = execFile(kubectl, wordsOf(line), options, (error, stdout, stderr) => {
        const outcome = { code: error?.code ?? 0, stdout, stderr };
        resolve({ ...outcome, stdout: normalize(stdout, folder), stderr: normalize(stderr, folder) });
      });
      child.stdin?.end();
    });
}

/** Splits a line at spaces, save in single quotes. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word);
}

const replacements: readonly (readonly [RegExp, string])[] = [
  [/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, 'UID'],
  [/((?:resourceVersion|generation)\\?"?: ?\\?"?)\d+/g, '$1N'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, 'TIME'],
  [/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?/g, 'TIME'],
  [/(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+\d{4}/g, 'TIME'],
  [/^W\d{4} [\d:.]+ +\d+ /gm, 'LOG '],
  [/(Resource Version: +)\d+/g, '$1N'],
  [/(127\.0\.0\.1|192\.0\.2\.1):\d+/g, 'SERVER'],
  [/\b10\.\d+\.\d+\.\d+\b(?!\/)/g, 'ADDRESS'],
  [/\b(LIVE|MERGED)-\d+/g, '$1'],
  [/X509SHA256=[\da-f]+/g, 'X509SHA256=HASH'],
  [/\b(\d+(ms|s|m|h|d))+\b/g, 'AGE'],
  [/\b3[0-2]\d{3}\b/g, 'NODEPORT'],
  [/kubectl-edit-\d+\.yaml/g, 'EDITED'],
];

/** Replaces what differs between any two servers, and the width of columns, which depends on it. */
function normalize(text: string, folder: string): string {
  const plain = replacements.reduce(
    (so, [pattern, replacement]) => so.replace(pattern, replacement),
    text.replaceAll(`${folder}/`, '').replaceAll(folder, ''),
  );
  return plain.replace(/ {3,}/g, '   ').replace(/ +$/gm, '');
}
