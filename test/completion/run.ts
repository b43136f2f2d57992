/**
 * Runs the tests of completion in the real shells: `tsx test/completion/run.ts [--install] [filter...]`, with the shells that
 * `KUBEATLAS_BASH`, `KUBEATLAS_ZSH` and `KUBEATLAS_FISH` name, or the first ones on the path.
 */
import { runWithPrograms } from '../setup/run-with-programs.js';
import { neededPrograms } from './harness/needed-programs.js';

runWithPrograms(neededPrograms, { script: 'test:completion', config: 'test/completion/vitest.config.ts' });
