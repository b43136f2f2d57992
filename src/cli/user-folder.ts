import path from 'node:path';

/**
 * Returns the folder in which a user keeps what this program writes; undefined if the environment names none.
 *
 * @param variable of the XDG Base Directory Specification, which says to ignore relative paths
 * @param usual the folder below the home folder that stands for the variable
 */
export function userFolder(
  env: Readonly<Record<string, string | undefined>>,
  variable: 'XDG_CACHE_HOME' | 'XDG_STATE_HOME',
  usual: string,
): string | undefined {
  const { [variable]: shared = '', HOME: home = '', LOCALAPPDATA: windows = '' } = env;
  const base = path.isAbsolute(shared) ? shared : home !== '' ? path.join(home, usual) : windows;
  return base === '' ? undefined : path.join(base, 'kubeatlas');
}
