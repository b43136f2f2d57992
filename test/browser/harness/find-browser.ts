import { findProgram } from '../../setup/find-program.js';

/** The browsers in which the tests run. */
export const browserNames = ['chromium', 'firefox'] as const;
export type BrowserName = (typeof browserNames)[number];

/** What each is called on the path, the variable that names one which lies elsewhere, and Debian's package. */
export const browsers = {
  chromium: {
    title: 'Chromium',
    variable: 'KUBEATLAS_CHROMIUM',
    programs: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    debianPackage: 'chromium',
  },
  firefox: {
    title: 'Firefox',
    variable: 'KUBEATLAS_FIREFOX',
    programs: ['firefox-esr', 'firefox'],
    debianPackage: 'firefox-esr',
  },
} as const;

/** The browser that its variable names, or the first one on the path; undefined where there is none. */
export function findBrowser(name: BrowserName): string | undefined {
  const { programs, variable } = browsers[name];
  return findProgram(programs, process.env[variable]);
}
