import { findProgram } from '../../setup/find-program.js';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The browser that `KUBEATLAS_CHROMIUM` names, or the first one on the path; undefined where there is none. */
export function findChromium(): string | undefined {
  return findProgram(names, process.env['KUBEATLAS_CHROMIUM']);
}
