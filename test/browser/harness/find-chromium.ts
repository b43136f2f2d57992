import { accessSync, constants } from 'node:fs';
import path from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The browser that `KUBEATLAS_CHROMIUM` names, or the first one on the path; undefined where there is none. */
export function findChromium(): string | undefined {
  const { KUBEATLAS_CHROMIUM: named, PATH = '' } = process.env;
  if (named !== undefined && named !== '') return isProgram(named) ? named : undefined;
  const folders = PATH.split(path.delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
