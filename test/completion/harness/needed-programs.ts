import { existsSync } from 'node:fs';
import { findProgram } from '../../setup/find-program.js';
import type { NeededProgram } from '../../setup/needed-program.js';

/** The shells, what bash loads completions with, and what gives a program a terminal. */
export const neededPrograms: readonly NeededProgram[] = [
  program('bash', 'KUBEATLAS_BASH', 'bash'),
  program('zsh', 'KUBEATLAS_ZSH', 'zsh'),
  program('fish', 'KUBEATLAS_FISH', 'fish'),
  program('script', 'KUBEATLAS_SCRIPT', 'bsdutils'),
  {
    title: 'bash-completion',
    variable: 'KUBEATLAS_BASH_COMPLETION',
    find: () => {
      const named = process.env['KUBEATLAS_BASH_COMPLETION'] ?? '';
      const file = named === '' ? '/usr/share/bash-completion/bash_completion' : named;
      return existsSync(file) ? file : undefined;
    },
    debianPackage: 'bash-completion',
  },
];

function program(title: string, variable: string, debianPackage: string): NeededProgram {
  return { title, variable, find: () => findProgram([title], process.env[variable]), debianPackage };
}

/** Where one of them lies. */
export function placeOf(title: string): string {
  const found = neededPrograms.find((each) => each.title === title)?.find();
  if (found === undefined) throw new Error(`There is no ${title}; npm run suite -- completion says how to get one.`);
  return found;
}
