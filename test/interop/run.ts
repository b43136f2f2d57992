/**
 * Runs programs on client libraries on both servers: `tsx test/interop/run.ts [--install] [filter...]`, with the Python that
 * `KUBEATLAS_PYTHON` names, or the `python3` on the path.
 */
import { runWithPrograms } from '../setup/run-with-programs.js';
import { findPython } from './find-python.js';

const python = { title: 'python3 with venv and pip', variable: 'KUBEATLAS_PYTHON', debianPackage: 'python3-venv' };
runWithPrograms([{ ...python, find: findPython }], {
  script: 'test:interop',
  config: 'test/interop/vitest.config.ts',
});
