import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const source = 'test/informers/client-go';

let program: Promise<string | undefined> | undefined;

/** Returns the program with informers and a controller of client-go, built once per run; undefined without Go. */
export function clientGoInformers(): Promise<string | undefined> {
  program ??= build();
  return program;
}

async function build(): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'kubeatlas-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const built = join(folder, 'client-go');
  try {
    const flags = ['-mod=readonly', '-trimpath', '-buildvcs=false'];
    const env = { ...process.env, CGO_ENABLED: '0', GOWORK: 'off' };
    await run('go', ['build', ...flags, '-o', built, '.'], { cwd: source, env });
    return built;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
