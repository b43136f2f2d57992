// Writes docs/api from the docstrings; with --check it writes nothing, and fails where that would change something.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Application } from 'typedoc';
import { project } from '../public-api.js';
import { pages, type Page } from './pages.js';
import { contents, tidied } from './present.js';
import { shorten } from './shorten.js';

const reference = path.join(project, 'docs/api');

/** Inside of the project, so that the modules find the packages that the sources import. */
const modules = path.join(project, 'node_modules/.cache/kubeatlas/api');

/** A module for each page, as typedoc reads them. */
function writeModules(all: readonly Page[]): string[] {
  rmSync(modules, { recursive: true, force: true });
  mkdirSync(modules, { recursive: true });
  const files = all.map((page) => {
    const file = path.join(modules, `${page.name}.ts`);
    writeFileSync(file, `/** @module ${page.name} */\n${page.moduleAt(modules)}`);
    return file;
  });
  writeFileSync(path.join(modules, 'package.json'), '{ "type": "module" }\n');
  const tsconfig = { extends: path.join(project, 'tsconfig.json'), include: [], files };
  writeFileSync(path.join(modules, 'tsconfig.json'), JSON.stringify(tsconfig));
  return files;
}

/** What the reference is to be, by the names of its files. */
async function makeReference(): Promise<ReadonlyMap<string, string>> {
  const all = pages();
  const out = mkdtempSync(path.join(tmpdir(), 'kubeatlas-api-'));
  try {
    const app = await Application.bootstrapWithPlugins({
      entryPoints: writeModules(all),
      tsconfig: path.join(modules, 'tsconfig.json'),
      plugin: ['typedoc-plugin-markdown'],
      outputs: [{ name: 'markdown', path: out }],
      cleanOutputDir: false,
      logLevel: 'Warn',
      name: 'kubeatlas',
      readme: 'none',
      disableSources: true,
      excludeExternals: true,
      excludePrivate: true,
      excludeProtected: true,
      externalPattern: ['**/node_modules/typescript/**', '**/node_modules/@types/**'],
      jsDocCompatibility: { defaultTag: false },
      // Which types have to be exported is test/names.test.ts; an editor shows what the others stand for.
      validation: { notExported: false },
      // Of typedoc-plugin-markdown.
      ...{
        router: 'module',
        hideBreadcrumbs: true,
        hidePageHeader: true,
        hidePageTitle: true,
        useCodeBlocks: true,
        parametersFormat: 'table',
        interfacePropertiesFormat: 'table',
        classPropertiesFormat: 'table',
        typeAliasPropertiesFormat: 'table',
        typeDeclarationFormat: 'table',
        propertyMembersFormat: 'table',
        tableColumnSettings: { hideDefaults: true, hideInherited: true, hideModifiers: true, hideOverrides: true },
      },
    });
    shorten(app);
    const read = await app.convert();
    if (read === undefined) throw new Error('typedoc could not read the sources.');
    await app.generateOutputs(read);
    if (app.logger.hasErrors() || app.logger.hasWarnings()) throw new Error('typedoc has something to say: see above.');
    const made = all.map((page): [string, string] => {
      const file = `${page.name}.md`;
      return [file, tidied(page, readFileSync(path.join(out, file), 'utf8'))];
    });
    return new Map([['README.md', contents(all)], ...made]);
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

const made = await makeReference();
mkdirSync(reference, { recursive: true });
const there = new Map(readdirSync(reference).map((name) => [name, readFileSync(path.join(reference, name), 'utf8')]));
const changed = [...new Set([...made.keys(), ...there.keys()])].filter((name) => made.get(name) !== there.get(name));
if (!process.argv.includes('--check')) {
  for (const name of changed) {
    const text = made.get(name);
    if (text === undefined) rmSync(path.join(reference, name));
    else writeFileSync(path.join(reference, name), text);
  }
} else if (changed.length > 0) {
  process.stderr.write(`docs/api is not as the docstrings are (${changed.join(', ')}): run npm run docs.\n`);
  process.exitCode = 1;
}
