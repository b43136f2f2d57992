import { readFileSync } from 'node:fs';
import path from 'node:path';
import { codeBlocks } from '../docs/code-blocks.js';
import { fencesOf, pages, project } from '../docs/guides/page.js';
import { settings, testFiles, unrun } from '../docs/guides/settings.js';

/** A block of the documentation, as a reader would copy it into a file. */
export interface Block {
  /** The page, and where in it. */
  readonly name: string;
  readonly code: string;
  /** What the page says that it prints; undefined where it does not say. */
  readonly printed: string | undefined;
  /** Why it is compiled and not run here; the tests run it on the sources. */
  readonly unrun: string | undefined;
  readonly exitCode: number;
}

/** Packages that a reader of the page has, and this place has not. */
const others =
  /from '(react|kubeatlas\/react|vue|svelte\/store|vite|vitest|msw[^']*|@jest\/globals|keyv|@kubernetes\/client-node)'/;

/** The TypeScript blocks of the README and of all guides, in the order in which somebody reads them. */
export function blocksInOrder(): readonly Block[] {
  return [...ofReadme(), ...pages.flatMap(ofGuide)];
}

function ofReadme(): readonly Block[] {
  const text = readFileSync(path.join(project, 'README.md'), 'utf8');
  return codeBlocks(text).map(({ code }, place) => ({
    name: `README.md ${place + 1}`,
    code,
    printed: undefined,
    unrun: code.includes('runController(') ? 'it goes on until it is stopped' : undefined,
    exitCode: 0,
  }));
}

function ofGuide(page: string): readonly Block[] {
  return fencesOf(page)
    .filter(({ language, name }) => language === 'ts' && !(name in testFiles))
    .map(({ name, code, printed }) => {
      const setting = settings[name];
      const needs = Object.keys(setting ?? {}).filter((key) => key !== 'exitCode');
      return {
        name: `guides/${name}`,
        code,
        printed,
        unrun: others.test(code)
          ? 'it needs another package'
          : (unrun[name] ?? (needs.length > 0 ? 'it needs something to happen' : goesOn(name))),
        exitCode: Number(setting?.exitCode ?? 0),
      };
    });
}

/** What makes the names for a table of calls does not close what it opens. */
function goesOn(name: string): string | undefined {
  return name.endsWith('#The names below') ? 'it is the beginning of the calls below it' : undefined;
}

/** What needs another package to be compiled as well. */
export function needsAnotherPackage({ code }: Block): boolean {
  return others.test(code);
}
