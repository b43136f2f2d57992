import { spawnSync } from 'node:child_process';
import { findProgram } from '../setup/find-program.js';

/** The Python that `KUBEATLAS_PYTHON` names, or the one on the path, if it can make environments, which Debian's can't by itself. */
export function findPython(): string | undefined {
  const python = findProgram(['python3'], process.env['KUBEATLAS_PYTHON']);
  if (python === undefined) return undefined;
  return spawnSync(python, ['-c', 'import venv, ensurepip']).status === 0 ? python : undefined;
}
