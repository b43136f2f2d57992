import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** The program that is named, where one is, or the first of these names on the path; undefined where there is none. */
export function findProgram(names: readonly string[], named: string | undefined): string | undefined {
  if (named !== undefined && named !== '') return isProgram(named) ? named : undefined;
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
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
