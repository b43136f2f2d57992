import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import type { Answer } from './answers.js';
import type { Subject } from './subject.js';

const run = promisify(execFile);
const module = path.join(import.meta.dirname, 'client-go');

/** The program that asks client-go, built for this run. */
export interface ClientGo {
  /** For each question the answers that were seen in 30 rounds. */
  ask(subject: Subject): Promise<readonly (readonly Answer[])[]>;
  remove(): Promise<void>;
}

/** What the compiler had to say, for the person before the screen. */
export class NotBuiltError extends Error {
  override readonly name = 'NotBuiltError';
}

/** Whether Go is there to build it. */
export async function hasGo(): Promise<boolean> {
  try {
    await run('go', ['version']);
    return true;
  } catch {
    return false;
  }
}

/** Builds the program. Throws {@link NotBuiltError}. */
export async function buildClientGo(): Promise<ClientGo> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'kubeatlas-conformance-'));
  const program = path.join(folder, 'client-go');
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const env = { ...process.env, CGO_ENABLED: '0', GOWORK: 'off' };
    await run('go', ['build', '-mod=readonly', '-buildvcs=false', '-o', program, '.'], { cwd: module, env });
  } catch (error) {
    await remove();
    throw new NotBuiltError((error as { readonly stderr?: string }).stderr ?? String(error));
  }
  return {
    remove,
    async ask({ name, documents, questions }) {
      const file = path.join(folder, `${name}.json`);
      await writeFile(file, JSON.stringify(documents));
      const env = { ...process.env, TMPDIR: folder };
      const child = spawn(program, ['-documents', file], { stdio: ['pipe', 'pipe', 'inherit'], env });
      const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
      child.stdin.end(questions.map((question) => `${JSON.stringify(question)}\n`).join(''));
      const [output, code] = await Promise.all([text(child.stdout), ended]);
      if (code !== 0) throw new Error(`client-go ended with ${code} at ${name}`);
      return output
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as readonly Answer[]);
    },
  };
}
